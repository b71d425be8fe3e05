import { eq } from 'drizzle-orm';
import { forgotPassword, resetPassword } from '../../contract/auth/calls.ts';
import { users } from '../db/schema/accounts.ts';
import { defineHandler, refuse } from '../pipeline/handler.ts';
import { newId } from '../platform/ids.ts';
import { findUser, readOwnRestaurant } from './accounts.ts';
import { readLink, requestCode, useLink } from './codes.ts';
import { noteAuth } from './events.ts';
import { limits } from '../pipeline/limits.ts';
import { clear, take } from '../db/rate-limits.ts';
import { hashPassword, refusedPassword } from './passwords.ts';
import { dropIdentities } from './provider/identities.ts';
import { announceChange } from './security-jobs.ts';
import { endAllSessions } from './sessions.ts';
import { tooMany } from './too-many.ts';

/** The same work and answer for every address; for an unknown one the mail job finds nobody. */
export const forgetting = defineHandler(forgotPassword, async (c) => {
  const { email } = c.body;
  const exceeded = await take(c.accounts, limits.linksByAccount, email, c.now);
  if (exceeded) return tooMany(c, email, exceeded);
  await c.inAccounts(async ({ db, enqueue }) => {
    const user = await findUser(db, email);
    await enqueue('mail.reset_link', {
      code_id: await requestCode(db, { userId: user?.id ?? newId(c.now), purpose: 'reset', now: c.now }),
    });
  });
  noteAuth(c, 'reset_asked', email);
  return { ok: true as const };
});

/** Sets the password once per link, ends every session, removes every provider and lifts the lock for wrong passwords. */
export const resetting = defineHandler(resetPassword, async (c) => {
  const { token, password, confirm_password } = c.body;
  const { secretsKey } = c.env;
  if (password !== confirm_password)
    return refuse('invalid_fields', { field_errors: { confirm_password: 'The two passwords differ' } });

  const account = await c.inAccounts(async ({ db }) => {
    const userId = await readLink(db, { token, now: c.now, secretsKey });
    const [user] = userId ? await db.select().from(users).where(eq(users.id, userId)) : [];
    return user && { user, restaurant: await readOwnRestaurant(db, user.restaurant_id) };
  });
  if (!account) {
    noteAuth(c, 'link_refused', null);
    return refuse('link_invalid');
  }
  const { user, restaurant } = account;
  // Checked before the link is used up, so that another password can be tried with it.
  const refused = refusedPassword(password, { email: user.email, restaurantName: restaurant.name });
  if (refused) return refuse('invalid_fields', { field_errors: { password: refused } });

  const passwordHash = await hashPassword(password);
  return c.inAccounts(async ({ db, enqueue }) => {
    if (!(await useLink(db, { token, now: c.now, secretsKey }))) return refuse('link_invalid');
    await db
      .update(users)
      .set({ password_hash: passwordHash, updated_at: c.now.toISOString() })
      .where(eq(users.id, user.id));
    // Somebody with the old password may have linked a provider of their own: only the mailbox's owner keeps access (decision 043).
    const dropped = await dropIdentities(db, user.id);
    await endAllSessions(db, user.id);
    await clear(db, limits.loginByAccount, user.email);
    await enqueue('mail.password_reset', { user_id: user.id, dropped: dropped.join(' ') });
    await announceChange({ enqueue }, user, 'password_reset');
    noteAuth(c, 'password_reset', user.email);
    return { ok: true as const };
  });
});
