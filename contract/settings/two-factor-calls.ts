import * as z from 'zod/mini';
import { call, online } from '../call.ts';
import { text } from '../fields.ts';

const password = text(200).check(z.minLength(1));
const code = text(40).check(z.minLength(1));

/** A secret for an authenticator app. It counts once a code of it is confirmed; until then, starting again replaces it. */
export const start = call('twoFactor.start', 'POST', '/settings/security/two-factor', {
  access: 'own',
  offline: online('credentials'),
  body: z.strictObject({ current_password: password }),
  reply: z.object({
    /** The secret, in base 32: what is typed into an app. */
    token: z.string(),
    /** Opens an app on this device. */
    otpauth_url: z.string(),
  }),
  isTokenSecret: true,
  addition: true,
  summary: 'Begin to set up two-factor sign-in',
});

/** Turns two-factor sign-in on, and ends every other session. 400 `code_wrong`. */
export const confirm = call('twoFactor.confirm', 'POST', '/settings/security/two-factor/confirm', {
  access: 'own',
  offline: online('credentials'),
  body: z.strictObject({ code }),
  reply: z.object({
    /** Recovery codes with spaces between: each signs in once without the app. They are shown only here. */
    token: z.string(),
  }),
  isTokenSecret: true,
  addition: true,
  summary: 'Turn two-factor sign-in on with a code of the app',
});

/** Needs the password and a code of the app, or a recovery code. */
export const stop = call('twoFactor.stop', 'POST', '/settings/security/two-factor/off', {
  access: 'own',
  offline: online('credentials'),
  body: z.strictObject({ current_password: password, code }),
  reply: z.object({ ok: z.literal(true) }),
  addition: true,
  summary: 'Turn two-factor sign-in off',
});
