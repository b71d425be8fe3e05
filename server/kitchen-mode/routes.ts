import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { lock, people, start, unlock, type KitchenMode } from '../../contract/kitchen-mode/calls.ts';
import { checkText } from '../../contract/kitchen-mode/proof.ts';
import { isGuessable, UNLOCKED_MS } from '../../contract/kitchen-mode/rules.ts';
import { covers } from '../../contract/people/permissions.ts';
import { noteAuth } from '../auth/events.ts';
import { limits } from '../pipeline/limits.ts';
import { clear, take } from '../db/rate-limits.ts';
import { hashPassword, isPasswordOf } from '../auth/passwords.ts';
import { provePassword } from '../auth/prove-password.ts';
import { tooMany } from '../auth/too-many.ts';
import { memberships, sessions, users } from '../db/schema/accounts.ts';
import { defineHandler, Refusal, refuse, type BaseContext, type Handler } from '../pipeline/handler.ts';
import { partsOfHash, personKey, proofBy } from '../pipeline/person.ts';

/** Puts this device in kitchen mode, or changes it. Needs the password, so that nobody locks out the owner. */
const starting = defineHandler(start, async (c) => {
  // A decoy sign-up has an address whose password is somebody else's.
  if (!c.user.isEmailVerified) return refuse('email_unverified');
  const { password, pin, pin_for = 'money' } = c.body;
  if (isGuessable(pin))
    return refuse('invalid_fields', { field_errors: { pin: 'Choose a PIN that is harder to guess' } });
  const user = await provePassword(c, c.user.email, password);
  if (user instanceof Refusal) return user;
  const [own] = await c.db
    .update(memberships)
    .set({ pin_hash: await hashPassword(pin), updated_at: c.now.toISOString() })
    .where(and(eq(memberships.restaurant_id, c.restaurantId), eq(memberships.user_id, c.user.id)))
    .returning({ id: memberships.id });
  if (own) await forgetTries(c, own.id);
  await change(c, { pin_for, unlocked_by: null, unlocked_until: null });
  noteAuth(c, 'kitchen_mode', c.user.email);
  return locked(pin_for);
});

/**
 * Attempts are counted before the PIN is checked. An unknown person and one without a PIN are refused like a wrong PIN. A device opens nothing
 * that the account which signed it in may not open.
 */
const unlocking = defineHandler(unlock, async (c) => {
  const { kitchenMode, tokenHash } = c.session;
  if (!kitchenMode) return refuse('not_found');
  const named = c.body.person;
  const present = await readPresent(c);
  const found = present.find(({ id, accountId }) => (named ? id === named : accountId === c.user.id));
  const tries = triesOf(c, found?.id ?? 'nobody');
  const exceeded =
    (await take(c.accounts, limits.pinTries, tries, c.now)) ??
    (await take(c.accounts, limits.pinTriesByDay, tries, c.now));
  if (exceeded) return tooMany(c, c.user.email, exceeded);
  if (!(await isPasswordOf(found?.pinHash ?? null, c.body.pin)) || !found) {
    noteAuth(c, 'pin_wrong', c.user.email);
    return refuse('pin_wrong');
  }
  await forgetTries(c, found.id);
  const unlocked_until = new Date(c.now.getTime() + UNLOCKED_MS).toISOString();
  const isOpener = kitchenMode.pinFor === 'money';
  await c.accounts
    .update(sessions)
    // Above every cursor of a locked session, so that this device is sent what was hidden from it, once.
    .set({ unlocked_by: found.id, unlocked_until, ...(isOpener && { unlocked_version: await c.bump() }) })
    .where(eq(sessions.token_hash, tokenHash));
  noteAuth(c, 'pin_right', c.user.email);
  const { id, name, role } = found;
  return { pin_for: kitchenMode.pinFor, unlocked_until, person: { id, name, role } };
});

const locking = defineHandler(lock, async (c) => {
  if (!c.session.kitchenMode) return refuse('not_found');
  await change(c, { unlocked_by: null, unlocked_until: null });
  return locked(c.session.kitchenMode.pinFor);
});

const listing = defineHandler(people, async (c) => {
  const { kitchenMode, tokenHash } = c.session;
  if (!kitchenMode) return refuse('not_found');
  return (await readPresent(c)).map(({ id, name, role, pinHash }) => {
    const { salt, memory, passes } = partsOfHash(pinHash);
    const check = proofBy(personKey(pinHash, c.restaurantId, id), checkText(tokenHash));
    return { id, name, role, pin: { salt, memory, passes, check } };
  });
});

const locked = (pin_for: KitchenMode['pin_for']): KitchenMode => ({ pin_for, unlocked_until: null, person: null });

/** Who may use this device by a PIN, by name. */
async function readPresent(c: BaseContext) {
  const rows = await c.accounts
    .select({
      id: memberships.id,
      accountId: memberships.user_id,
      name: sql<string>`coalesce(${memberships.name}, ${users.name}, ${users.email})`,
      role: memberships.role,
      pinHash: memberships.pin_hash,
    })
    .from(memberships)
    .leftJoin(users, eq(users.id, memberships.user_id))
    .where(
      and(
        eq(memberships.restaurant_id, c.restaurantId),
        isNull(memberships.suspended_at),
        isNotNull(memberships.pin_hash),
      ),
    );
  return rows
    .flatMap(({ pinHash, ...row }) => (pinHash !== null && covers(c.session.role, row.role) ? { ...row, pinHash } : []))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

type Changed = Partial<Pick<typeof sessions.$inferInsert, 'pin_for' | 'unlocked_by' | 'unlocked_until'>>;

async function change(c: BaseContext, to: Changed): Promise<void> {
  await c.accounts.update(sessions).set(to).where(eq(sessions.token_hash, c.session.tokenHash));
}

/** Wrong PINs are counted for each person at each device. */
const triesOf = (c: BaseContext, personId: string): string => `${c.session.tokenHash} ${personId}`;

async function forgetTries(c: BaseContext, personId: string): Promise<void> {
  for (const limit of [limits.pinTries, limits.pinTriesByDay]) await clear(c.accounts, limit, triesOf(c, personId));
}

export const routes: Handler[] = [starting, unlocking, locking, listing] as Handler[];
