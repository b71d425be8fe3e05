import { eq } from 'drizzle-orm';
import { lock, start, unlock } from '../../contract/kitchen-mode/calls.ts';
import { isGuessable, UNLOCKED_MS } from '../../contract/kitchen-mode/rules.ts';
import { noteAuth } from '../auth/events.ts';
import { limits } from '../pipeline/limits.ts';
import { clear, take } from '../db/rate-limits.ts';
import { hashPassword, isPasswordOf } from '../auth/passwords.ts';
import { provePassword } from '../auth/prove-password.ts';
import { tooMany } from '../auth/too-many.ts';
import { sessions } from '../db/schema/accounts.ts';
import { defineHandler, Refusal, refuse, type BaseContext, type Handler } from '../pipeline/handler.ts';

/** Limits this tablet, or sets another PIN. Needs the password, so that nobody locks out the owner. */
const starting = defineHandler(start, async (c) => {
  // A decoy sign-up has an address whose password is somebody else's.
  if (!c.user.isEmailVerified) return refuse('email_unverified');
  const { password, pin } = c.body;
  if (isGuessable(pin))
    return refuse('invalid_fields', { field_errors: { pin: 'Choose a PIN that is harder to guess' } });
  const user = await provePassword(c, c.user.email, password);
  if (user instanceof Refusal) return user;
  await change(c, { kitchen_pin_hash: await hashPassword(pin), unlocked_until: null });
  await forgetTries(c);
  noteAuth(c, 'kitchen_mode', c.user.email);
  return { unlocked_until: null };
});

/** Attempts are counted before the PIN is checked. A session that is not limited has no PIN and nothing to unlock. */
const unlocking = defineHandler(unlock, async (c) => {
  const { tokenHash } = c.session;
  const [session] = await c.accounts.select().from(sessions).where(eq(sessions.token_hash, tokenHash));
  if (!session?.kitchen_pin_hash) return refuse('not_found');
  const exceeded =
    (await take(c.accounts, limits.pinTries, tokenHash, c.now)) ??
    (await take(c.accounts, limits.pinTriesByDay, tokenHash, c.now));
  if (exceeded) return tooMany(c, c.user.email, exceeded);
  if (!(await isPasswordOf(session.kitchen_pin_hash, c.body.pin))) {
    noteAuth(c, 'pin_wrong', c.user.email);
    return refuse('pin_wrong');
  }
  await forgetTries(c);
  const unlocked_until = new Date(c.now.getTime() + UNLOCKED_MS).toISOString();
  // Above every cursor of a locked session, so that this device is sent what was hidden from it, once.
  await change(c, { unlocked_until, unlocked_version: await c.bump() });
  noteAuth(c, 'pin_right', c.user.email);
  return { unlocked_until };
});

const locking = defineHandler(lock, async (c) => {
  if (!c.session.kitchenMode) return refuse('not_found');
  await change(c, { unlocked_until: null });
  return { unlocked_until: null };
});

type Changed = Partial<Pick<typeof sessions.$inferInsert, 'kitchen_pin_hash' | 'unlocked_until' | 'unlocked_version'>>;

async function change(c: BaseContext, to: Changed): Promise<void> {
  await c.accounts.update(sessions).set(to).where(eq(sessions.token_hash, c.session.tokenHash));
}

async function forgetTries(c: BaseContext): Promise<void> {
  for (const limit of [limits.pinTries, limits.pinTriesByDay]) await clear(c.accounts, limit, c.session.tokenHash);
}

export const routes: Handler[] = [starting, unlocking, locking] as Handler[];
