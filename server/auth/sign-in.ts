import { login, logout } from '../../contract/auth/calls.ts';
import { defineHandler, Refusal } from '../pipeline/handler.ts';
import { enter } from './enter.ts';
import { noteAuth } from './events.ts';
import { provePassword } from './prove-password.ts';
import { proveSecondFactor } from './two-factor.ts';
import { recordFailedSignIn, recordSignIn } from './sign-in-history.ts';
import { endSession } from './sessions.ts';

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
    noteAuth(c, 'login', email);
    return enter(db, c, { user, deviceName: device_name });
  });
});

export const signingOut = defineHandler(logout, async (c) => {
  if (c.tokenHash) await endSession(c.accounts, c.tokenHash);
  noteAuth(c, 'logout', c.user.email);
  return { ok: true as const };
});
