import { login, logout } from '../../contract/auth.ts';
import { handle, refuse } from '../handle.ts';
import { findUser, publicUser, readOwnRestaurant } from './accounts.ts';
import { noteAuth } from './events.ts';
import { clear, giveBack, limits, networkOf, take } from './limits.ts';
import { isPasswordOf } from './passwords.ts';
import { endSession, openSession } from './sessions.ts';
import { tooMany } from './too-many.ts';

/** One answer to every wrong pair, after the same work. Tries are counted before the password is looked at, so that none slips through. */
export const signingIn = handle(login, async (c) => {
  const { email, password, device_name } = c.body;
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
  return c.inAccounts(async ({ db }) => {
    const token = await openSession(db, { userId: user.id, email, deviceName: device_name, now: c.now });
    noteAuth(c, 'login', email);
    return { token, user: publicUser(user), restaurant: await readOwnRestaurant(db, user.restaurant_id) };
  });
});

export const signingOut = handle(logout, async (c) => {
  if (c.tokenHash) await endSession(c.accounts, c.tokenHash);
  noteAuth(c, 'logout', c.user.email);
  return { ok: true as const };
});
