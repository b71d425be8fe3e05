import * as auth from '../../../contract/auth/calls.ts';
import type { Args } from '../../../contract/call.ts';
import * as people from '../../../contract/people/calls.ts';
import { send, type Result } from '../../api/send.ts';
import { isAccount, refreshAccount } from '../../session/account.ts';

/** The calls of the sign-in pages. */
export const requests = {
  login: (body: Args<typeof auth.login>['body']) => send(auth.login, { body }),
  register: (body: Args<typeof auth.register>['body']) => send(auth.register, { body }),
  finishGoogle: (body: Args<typeof auth.finishGoogle>['body']) => send(auth.finishGoogle, { body }),
  finishFacebook: (body: Args<typeof auth.finishFacebook>['body']) => send(auth.finishFacebook, { body }),
  beginPasskey: (_: object) => send(auth.beginPasskey, {}),
  finishPasskey: (body: Args<typeof auth.finishPasskey>['body']) => send(auth.finishPasskey, { body }),
  forgotPassword: (body: Args<typeof auth.forgotPassword>['body']) => send(auth.forgotPassword, { body }),
  resetPassword: (body: Args<typeof auth.resetPassword>['body']) => send(auth.resetPassword, { body }),
  verifyEmail: async (body: Args<typeof auth.verifyEmail>['body']) =>
    verified(await known(await send(auth.verifyEmail, { body }))),
  resendVerificationMail: async (body: Args<typeof auth.resendVerificationMail>['body']) =>
    known(await send(auth.resendVerificationMail, { body })),
  testPhoneNumber: (body: Args<typeof auth.testPhoneNumber>['body']) => send(auth.testPhoneNumber, { body }),
  readInvitation: (body: Args<typeof people.readInvitation>['body']) => send(people.readInvitation, { body }),
  acceptInvitation: (body: Args<typeof people.acceptInvitation>['body']) => send(people.acceptInvitation, { body }),
  completeProfile: async (body: Args<typeof auth.completeProfile>['body']) =>
    standing(await send(auth.completeProfile, { body })),
};

/**
 * An invalid code may have been used already: on another device, or by an attempt here whose answer was lost. The account tells, and
 * the guard goes on.
 */
async function known<T>(result: Result<T>): Promise<Result<T>> {
  if (!result.ok && /^code_|^already_verified$/.test(result.error.code)) await refreshAccount();
  return result;
}

const verified = <T>(result: Result<T>): Result<T | { ok: true }> =>
  !result.ok && result.error.code === 'already_verified' ? { ok: true, data: { ok: true } } : result;

/** Accepts a profile that was completed elsewhere meanwhile. */
function standing<T>(result: Result<T>): Result<T> {
  const isPassed = !result.ok && result.error.code === 'changed_elsewhere' && isAccount(result.error.current);
  return isPassed ? { ok: true, data: result.error.current as T } : result; // what complete-profile answers as well
}
