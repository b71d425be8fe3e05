import * as z from 'zod/mini';
import { call, here, online, read } from '../call.ts';
import { DEVICE_NAME_MAX } from '../limits.ts';
import { Id, Instant, trimmedText } from '../fields.ts';

/** A signed-in device. `device_name` null: it has none, and its browser is unknown. */
export const SignedInDevice = z.object({
  id: Id,
  device_name: z.nullable(z.string()),
  created_at: Instant,
  last_seen_at: Instant,
  /** True for the requesting session. */
  is_current: z.boolean(),
  is_kitchen_mode: z.boolean(),
});
export type SignedInDevice = z.infer<typeof SignedInDevice>;

export const list = call('sessions.list', 'GET', '/settings/security/sessions', {
  access: 'own',
  offline: read,
  reply: z.array(SignedInDevice),
  addition: true,
  summary: 'The devices that are signed in, this one first, then the one used last',
});

/** The name given to the device in its settings. Offline, the server is told later. */
export const rename = call('sessions.rename', 'PUT', '/settings/security/sessions', {
  access: 'own',
  offline: here,
  body: z.strictObject({ device_name: trimmedText(DEVICE_NAME_MAX) }),
  reply: z.object({ ok: z.literal(true) }),
  addition: true,
  summary: 'Name the device that asks',
});

/**
 * From now on its requests are refused, and its stream ends within a second. Pending mutations stay on it until the owner signs in there.
 */
export const revoke = call('sessions.revoke', 'DELETE', '/settings/security/sessions/{sessionId}', {
  access: 'own',
  offline: online('signing_out'),
  reply: z.object({ ok: z.literal(true) }),
  addition: true,
  summary: 'Sign one device out',
});

export const revokeOthers = call('sessions.revokeOthers', 'DELETE', '/settings/security/sessions', {
  access: 'own',
  offline: online('signing_out'),
  reply: z.object({ ok: z.literal(true) }),
  addition: true,
  summary: 'Sign all other devices out',
});
