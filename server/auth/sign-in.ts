import { login, logout } from '../../contract/auth/calls.ts';
import { answer, defineHandler, Refusal } from '../pipeline/handler.ts';
import { publicUser, readOwnRestaurant } from './accounts.ts';
import { noteAuth } from './events.ts';
import { knownDeviceCookie } from './known-device.ts';
import { provePassword } from './prove-password.ts';
import { proveSecondFactor } from './two-factor.ts';
import { recordFailedSignIn, recordSignIn } from './sign-in-history.ts';
import { endSession, openSession } from './sessions.ts';

export const signingIn = defineHandler(login, async (c) => {
  const { email, password, device_name, code } = c.body;
  const attempt = { method: 'password', deviceName: device_name } as const;
  const user = await provePassword(c, email, password);
  if (user instanceof Refusal) {
    if (user.error.code === 'wrong_credentials')
      await recordFailedSignIn(c, { ...attempt, email, outcome: 'wrong_password' });
    return user;
  }
  const factor = await proveSecondFactor(c, user, code);
  if (factor instanceof Refusal) {
    if (factor.error.code === 'code_wrong') await recordFailedSignIn(c, { ...attempt, email, outcome: 'wrong_code' });
    return factor;
  }
  return c.inAccounts(async ({ db, enqueue }) => {
    await recordSignIn({ db, enqueue }, c, {
      ...attempt,
      user,
      method: factor === 'recovery_code' ? factor : 'password',
    });
    const token = await openSession(db, c, { userId: user.id, email, deviceName: device_name });
    noteAuth(c, 'login', email);
    const session = { token, user: publicUser(user), restaurant: await readOwnRestaurant(db, user.restaurant_id) };
    return answer(session, { headers: { 'Set-Cookie': knownDeviceCookie(c, user) } });
  });
});

export const signingOut = defineHandler(logout, async (c) => {
  if (c.tokenHash) await endSession(c.accounts, c.tokenHash);
  noteAuth(c, 'logout', c.user.email);
  return { ok: true as const };
});
