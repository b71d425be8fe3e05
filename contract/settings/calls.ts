import * as z from 'zod/mini';
import { Password } from '../auth/calls.ts';
import { call, online } from '../call.ts';
import { text } from '../fields.ts';

/** Every other session of the account ends; this one goes on. Who has no password yet (signed in through a provider) sets one by mail. */
export const changePassword = call('settings.changePassword', 'POST', '/settings/security/password', {
  access: 'owner',
  offline: online('credentials'),
  body: z.strictObject({
    current_password: text(200).check(z.minLength(1)),
    password: Password,
    confirm_password: text(200),
  }),
  reply: z.object({ ok: z.literal(true) }),
  summary: 'Change the password; ends every other session',
});
