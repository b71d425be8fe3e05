import { and, eq } from 'drizzle-orm';
import { isGuessable } from '../../contract/kitchen-mode/rules.ts';
import { PEOPLE_MAX } from '../../contract/limits.ts';
import { add, setOwnPin, setPin } from '../../contract/people/calls.ts';
import { covers } from '../../contract/people/permissions.ts';
import { noteAuth } from '../auth/events.ts';
import { hashPassword } from '../auth/passwords.ts';
import { memberships } from '../db/schema/accounts.ts';
import { defineHandler, refuse, type BaseContext } from '../pipeline/handler.ts';
import { newId } from '../platform/ids.ts';
import { lockMember, roleOf, toPerson, type MemberRow } from './store.ts';

export const addingByPin = defineHandler(add, async (c) => {
  const { name, role, pin } = c.body;
  const own = await roleOf(c);
  if (!own || !covers(own, role)) return refuse('not_allowed');
  if (role === 'owner') return refuseOwnerByPin();
  if (isGuessable(pin)) return refuseGuessable();
  const present = await c.db.$count(memberships, eq(memberships.restaurant_id, c.restaurantId));
  if (present >= PEOPLE_MAX) return refuse('people_full');
  const at = c.now.toISOString();
  const row: MemberRow = {
    restaurant_id: c.restaurantId,
    id: newId(c.now),
    user_id: null,
    name,
    role,
    view_version: 0,
    suspended_at: null,
    pin_hash: await hashPassword(pin),
    invited_email: null,
    invitation_hash: null,
    invitation_expires_at: null,
    created_at: at,
    updated_at: at,
  };
  await c.db.insert(memberships).values(row);
  noteAuth(c, 'person_added', c.user.email, { role });
  return toPerson(c, row);
});

export const settingPin = defineHandler(setPin, async (c) => {
  const { pin } = c.body;
  const row = await lockMember(c, c.path.id);
  if (!row) return refuse('not_found');
  const own = await roleOf(c);
  if (!own || !covers(own, row.role)) return refuse('not_allowed');
  if (pin !== null && isGuessable(pin)) return refuseGuessable();
  const pin_hash = pin === null ? null : await hashPassword(pin);
  await storePin(c, eq(memberships.id, row.id), pin_hash);
  noteAuth(c, 'pin_changed', c.user.email);
  return toPerson(c, { ...row, pin_hash });
});

export const settingOwnPin = defineHandler(setOwnPin, async (c) => {
  if (isGuessable(c.body.pin)) return refuseGuessable();
  await storePin(c, eq(memberships.user_id, c.user.id), await hashPassword(c.body.pin));
  noteAuth(c, 'pin_changed', c.user.email);
  return { ok: true as const };
});

const storePin = (c: BaseContext, whose: ReturnType<typeof eq>, pin_hash: string | null) =>
  c.db
    .update(memberships)
    .set({ pin_hash, updated_at: c.now.toISOString() })
    .where(and(eq(memberships.restaurant_id, c.restaurantId), whose));

export const refuseOwnerByPin = () =>
  refuse('invalid_fields', { field_errors: { role: 'An owner needs an e-mail address to sign in with' } });

const refuseGuessable = () =>
  refuse('invalid_fields', { field_errors: { pin: 'Choose a PIN that is harder to guess' } });
