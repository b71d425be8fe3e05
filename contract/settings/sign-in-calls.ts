import * as z from 'zod/mini';
import { call, read } from '../call.ts';
import { Id, Instant } from '../fields.ts';

/** An attempt to sign in to the account. Its way in was right, or which part of it was wrong. */
export const SignIn = z.object({
  id: Id,
  created_at: Instant,
  /** `recovery_code`: after the password. */
  method: z.enum(['password', 'recovery_code', 'passkey', 'google', 'facebook']),
  outcome: z.enum(['success', 'wrong_password', 'wrong_code', 'passkey_refused']),
  /** As the device called itself; null: it gave no name. */
  device_name: z.nullable(z.string()),
  /** Such as "Chrome on Mac"; null: unknown. */
  browser: z.nullable(z.string()),
  ip_address: z.string(),
  /** A success on a browser that had not been signed in to this account before. */
  is_new_device: z.boolean(),
});
export type SignIn = z.infer<typeof SignIn>;

export const list = call('signIns.list', 'GET', '/settings/security/sign-ins', {
  access: 'own',
  offline: read,
  reply: z.array(SignIn),
  addition: true,
  summary: 'Who signed in to this account or tried to, newest first; 50 at most',
});
