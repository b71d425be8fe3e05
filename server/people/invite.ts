import { and, eq } from 'drizzle-orm';
import { invite, inviteAgain } from '../../contract/people/calls.ts';
import { INVITATION_DAYS, PEOPLE_MAX } from '../../contract/limits.ts';
import { covers } from '../../contract/people/permissions.ts';
import { findUser } from '../auth/accounts.ts';
import { noteAuth } from '../auth/events.ts';
import { tooMany } from '../auth/too-many.ts';
import { take } from '../db/rate-limits.ts';
import { memberships } from '../db/schema/accounts.ts';
import { defineHandler, refuse, type BaseContext, type Refusal } from '../pipeline/handler.ts';
import { limits } from '../pipeline/limits.ts';
import { newId } from '../platform/ids.ts';
import { lockMember, roleOf, toPerson, type MemberRow } from './store.ts';

/** The same statements and answer whether or not the address has an account: what it has is nobody's business here. */
export const inviting = defineHandler(invite, async (c) => {
  const { name, email, role } = c.body;
  const own = await roleOf(c);
  if (!own || !covers(own, role)) return refuse('not_allowed');
  const account = await findUser(c.accounts, email);
  const present = await c.db
    .select({ user_id: memberships.user_id, invited_email: memberships.invited_email })
    .from(memberships)
    .where(eq(memberships.restaurant_id, c.restaurantId));
  const isPresent = present.some((one) =>
    one.user_id === null ? one.invited_email === email : one.user_id === account?.id,
  );
  if (isPresent) return refuse('person_exists');
  if (present.length >= PEOPLE_MAX) return refuse('people_full');
  const exceeded = await count(c, email);
  if (exceeded) return exceeded;
  const at = c.now.toISOString();
  const row: MemberRow = {
    restaurant_id: c.restaurantId,
    id: newId(c.now),
    user_id: null,
    name,
    role,
    // Whoever belonged to the restaurant before may still have a device with rows of another role.
    view_version: await c.bump(),
    suspended_at: null,
    pin_hash: null,
    invited_email: email,
    invitation_hash: null,
    invitation_expires_at: invitationEnd(c.now),
    created_at: at,
    updated_at: at,
  };
  await c.db.insert(memberships).values(row);
  await mail(c, row);
  noteAuth(c, 'person_invited', email, { role });
  return toPerson(c, row);
});

export const invitingAgain = defineHandler(inviteAgain, async (c) => {
  const before = await lockMember(c, c.path.id);
  if (!before) return refuse('not_found');
  if (before.user_id !== null) return refuse('already_accepted');
  const own = await roleOf(c);
  if (!own || !covers(own, before.role)) return refuse('not_allowed');
  // Suspended since the screen was drawn: its link would be refused.
  if (before.suspended_at !== null || before.invited_email === null) return refuse('changed_elsewhere');
  const exceeded = await count(c, before.invited_email);
  if (exceeded) return exceeded;
  const changed = {
    // The former link is void from now on, not only when the next one is mailed.
    invitation_hash: null,
    invitation_expires_at: invitationEnd(c.now),
    updated_at: c.now.toISOString(),
  };
  await c.db
    .update(memberships)
    .set(changed)
    .where(and(eq(memberships.restaurant_id, c.restaurantId), eq(memberships.id, before.id)));
  await mail(c, before);
  noteAuth(c, 'person_invited', before.invited_email, { role: before.role, again: true });
  return toPerson(c, { ...before, ...changed });
});

const DAY = 24 * 60 * 60_000;
export const invitationEnd = (now: Date): string => new Date(now.getTime() + INVITATION_DAYS * DAY).toISOString();

const mail = (c: BaseContext, { id }: MemberRow): Promise<void> =>
  c.enqueue('mail.invitation', { restaurant_id: c.restaurantId, membership_id: id, user_id: c.user.id });

async function count(c: BaseContext, email: string): Promise<Refusal | null> {
  const exceeded =
    (await take(c.accounts, limits.invitationsByHour, c.restaurantId, c.now)) ??
    (await take(c.accounts, limits.invitationsByDay, c.restaurantId, c.now)) ??
    (await take(c.accounts, limits.invitationsByAddress, email, c.now));
  return exceeded && tooMany(c, email, exceeded);
}
