import * as z from 'zod/mini';
import { call, here, online, read } from '../call.ts';
import { Id, Instant, text } from '../fields.ts';
import { roleIds } from '../people/permissions.ts';

/** Four to eight digits. */
export const Pin = z.string().check(z.regex(/^\d{4,8}$/));

/** What opens only by a PIN: money and settings, or everything. */
export const PinFor = z.enum(['money', 'everything']);
export type PinFor = z.infer<typeof PinFor>;

/** Somebody of the restaurant, at a device that several use. */
export const PersonAtDevice = z.object({ id: Id, name: z.string(), role: z.enum(roleIds) });
export type PersonAtDevice = z.infer<typeof PersonAtDevice>;

/**
 * A session in kitchen mode: a device that several people use. `person`: whose PIN has opened it, `unlocked_until` so long as it is used; null:
 * locked.
 */
export const KitchenMode = z.object({
  pin_for: PinFor,
  unlocked_until: z.nullable(Instant),
  person: z.nullable(PersonAtDevice),
});
export type KitchenMode = z.infer<typeof KitchenMode>;

/**
 * Puts this session in kitchen mode. `pin` becomes that of the person who is signed in. A second call changes both. Signing in ends the mode.
 */
export const start = call('kitchenMode.start', 'POST', '/auth/kitchen-mode', {
  access: 'bearer',
  offline: online('credentials'),
  body: z.strictObject({
    password: text(200).check(z.minLength(1)),
    pin: Pin,
    /** Default: money. */
    pin_for: z.optional(PinFor),
  }),
  reply: KitchenMode,
  addition: true,
  summary: 'Let several people use this device, each with a PIN',
});

/**
 * `person`: by default who is signed in. What this session asks at once is then done by that person, until it is locked; mutations say by
 * themselves whose they are. Without a network the device knows the right PIN, and opens what it holds.
 */
export const unlock = call('kitchenMode.unlock', 'POST', '/auth/kitchen-mode/unlock', {
  access: 'bearer',
  offline: here,
  body: z.strictObject({ pin: Pin, person: z.optional(Id) }),
  reply: KitchenMode,
  addition: true,
  summary: 'Use the device as the person with this PIN',
});

export const lock = call('kitchenMode.lock', 'POST', '/auth/kitchen-mode/lock', {
  access: 'bearer',
  offline: here,
  reply: KitchenMode,
  addition: true,
  summary: 'Close the device before its time is over',
});

/**
 * Who may use this device, and what it checks their PINs with while it has no network (contract/kitchen-mode/proof.ts). `salt` is base64,
 * `memory` KiB; argon2id, one lane. 404 unless in kitchen mode.
 */
export const people = call('kitchenMode.people', 'GET', '/auth/kitchen-mode/people', {
  access: 'bearer',
  offline: read,
  reply: z.array(
    z.object({
      ...PersonAtDevice.def.shape,
      pin: z.object({ salt: z.string(), memory: z.int(), passes: z.int(), check: z.string() }),
    }),
  ),
  addition: true,
  summary: 'Who may use this device by a PIN',
});
