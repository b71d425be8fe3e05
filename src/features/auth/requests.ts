import * as auth from '../../../contract/auth.ts';
import type { Args } from '../../../contract/call.ts';
import { send } from '../../api/send.ts';

/** The calls of the sign-in pages. */
export const requests = {
  login: (body: Args<typeof auth.login>['body']) => send(auth.login, { body }),
  register: (body: Args<typeof auth.register>['body']) => send(auth.register, { body }),
  finishGoogle: (body: Args<typeof auth.finishGoogle>['body']) => send(auth.finishGoogle, { body }),
  finishFacebook: (body: Args<typeof auth.finishFacebook>['body']) => send(auth.finishFacebook, { body }),
  forgotPassword: (body: Args<typeof auth.forgotPassword>['body']) => send(auth.forgotPassword, { body }),
  resetPassword: (body: Args<typeof auth.resetPassword>['body']) => send(auth.resetPassword, { body }),
  verifyEmail: (body: Args<typeof auth.verifyEmail>['body']) => send(auth.verifyEmail, { body }),
  resendVerificationMail: (body: Args<typeof auth.resendVerificationMail>['body']) =>
    send(auth.resendVerificationMail, { body }),
  testPhoneNumber: (body: Args<typeof auth.testPhoneNumber>['body']) => send(auth.testPhoneNumber, { body }),
  completeProfile: (body: Args<typeof auth.completeProfile>['body']) => send(auth.completeProfile, { body }),
};
