import * as z from 'zod/mini';
import { CreationOptions, NewCredential } from '../auth/webauthn.ts';
import { call, online, read } from '../call.ts';
import { Id, Instant, text, trimmedText } from '../fields.ts';
import { PASSKEY_NAME_MAX } from '../limits.ts';

/** A passkey of the account. `last_used_at` null: it has not signed in yet. `is_backed_up`: its provider keeps it on other devices, too. */
export const Passkey = z.object({
  id: Id,
  name: z.string(),
  is_backed_up: z.boolean(),
  created_at: Instant,
  last_used_at: z.nullable(Instant),
});
export type Passkey = z.infer<typeof Passkey>;

const Done = z.object({ ok: z.literal(true) });
const Name = trimmedText(PASSKEY_NAME_MAX);

export const list = call('passkeys.list', 'GET', '/settings/security/passkeys', {
  access: 'own',
  offline: read,
  reply: z.array(Passkey),
  addition: true,
  summary: 'The passkeys that sign in to this account, oldest first',
});

/**
 * Needs the password, and a code while two-factor sign-in is on (403 `two_factor_needed`), because a passkey replaces both. 409
 * `passkeys_full`.
 */
export const beginRegistration = call('passkeys.beginRegistration', 'POST', '/settings/security/passkeys/options', {
  access: 'own',
  offline: online('credentials'),
  body: z.strictObject({
    current_password: text(200).check(z.minLength(1)),
    /** Of the authenticator app, or a recovery code. */
    code: z.optional(text(40)),
  }),
  reply: CreationOptions,
  addition: true,
  summary: 'Begin to add a passkey',
});

/** Within five minutes, once, in the same session. 400 `passkey_expired`, `passkey_refused`; 409 `passkey_taken`. */
export const finishRegistration = call('passkeys.finishRegistration', 'POST', '/settings/security/passkeys', {
  access: 'own',
  offline: online('credentials'),
  body: z.strictObject({ name: Name, credential: NewCredential }),
  reply: Passkey,
  addition: true,
  summary: 'Add the passkey that was created',
});

export const rename = call('passkeys.rename', 'PUT', '/settings/security/passkeys/{passkeyId}', {
  access: 'own',
  offline: online('credentials'),
  body: z.strictObject({ name: Name }),
  reply: Passkey,
  addition: true,
  summary: 'Name a passkey',
});

/** It signs in no more. Sessions that it opened stay. */
export const remove = call('passkeys.remove', 'DELETE', '/settings/security/passkeys/{passkeyId}', {
  access: 'own',
  offline: online('credentials'),
  reply: Done,
  addition: true,
  summary: 'Remove a passkey',
});
