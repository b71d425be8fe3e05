import * as z from 'zod/mini';
import { call, here, online, read } from '../call.ts';
import { DEVICE_NAME_MAX } from '../limits.ts';
import { Id, Instant, trimmedText } from '../fields.ts';

/** A device that is signed in. `device_name` null: it gave none and its browser is not known. */
export const SignedInDevice = z.object({
  id: Id,
  device_name: z.nullable(z.string()),
  created_at: Instant,
  last_seen_at: Instant,
  /** The one that asks. */
  is_current: z.boolean(),
  is_kitchen_mode: z.boolean(),
});
export type SignedInDevice = z.infer<typeof SignedInDevice>;

export const list = call('sessions.list', 'GET', '/settings/security/sessions', {
  access: 'owner',
  offline: read,
  reply: z.array(SignedInDevice),
  addition: true,
  summary: 'The devices that are signed in, this one first, then the one used last',
});

/** The name that the device was given in its settings; without a network it tells the server later. */
export const rename = call('sessions.rename', 'PUT', '/settings/security/sessions', {
  access: 'owner',
  offline: here,
  body: z.strictObject({ device_name: trimmedText(DEVICE_NAME_MAX) }),
  reply: z.object({ ok: z.literal(true) }),
  addition: true,
  summary: 'Name the device that asks',
});

/** Its requests are refused from now on, and its stream ends within a second. What it has not sent stays on it until the owner signs in there. */
export const revoke = call('sessions.revoke', 'DELETE', '/settings/security/sessions/{sessionId}', {
  access: 'owner',
  offline: online('signing_out'),
  reply: z.object({ ok: z.literal(true) }),
  addition: true,
  summary: 'Sign one device out',
});

export const revokeOthers = call('sessions.revokeOthers', 'DELETE', '/settings/security/sessions', {
  access: 'owner',
  offline: online('signing_out'),
  reply: z.object({ ok: z.literal(true) }),
  addition: true,
  summary: 'Sign all other devices out',
});
