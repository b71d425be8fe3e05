import type { users } from '../db/schema.ts';
import { refuse, type BaseContext, type Refusal } from '../handle.ts';
import { findUser } from './accounts.ts';
import { noteAuth } from './events.ts';
import { clear, giveBack, limits, networkOf, take } from './limits.ts';
import { isPasswordOf } from './passwords.ts';
import { tooMany } from './too-many.ts';

/**
 * The account whose password this is. One answer to every wrong pair, after the same work. Tries are counted before the password is looked
 * at, so that none slips through.
 */
export async function provePassword(
  c: BaseContext,
  email: string,
  password: string,
): Promise<typeof users.$inferSelect | Refusal> {
  const exceeded =
    (await take(c.accounts, limits.loginByIp, networkOf(c.address), c.now)) ??
    (await take(c.accounts, limits.loginByAccount, email, c.now));
  if (exceeded) {
    noteAuth(c, 'login_locked', email);
    return tooMany(c, email, exceeded);
  }
  const user = await findUser(c.accounts, email);
  const isRight = await isPasswordOf(user?.password_hash ?? null, password);
  if (!user || !isRight) {
    noteAuth(c, 'login_failed', email);
    return refuse('wrong_credentials');
  }
  await giveBack(c.accounts, limits.loginByIp, networkOf(c.address));
  await clear(c.accounts, limits.loginByAccount, email);
  return user;
}
