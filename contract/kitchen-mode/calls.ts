import * as z from 'zod/mini';
import { call, here, online } from '../call.ts';
import { Instant, text } from '../fields.ts';

/** Four to eight digits. */
export const Pin = z.string().check(z.regex(/^\d{4,8}$/));

/** A session in kitchen mode. `unlocked_until`: until when the right PIN allows everything. */
export const KitchenMode = z.object({ unlocked_until: z.nullable(Instant) });
export type KitchenMode = z.infer<typeof KitchenMode>;

/**
 * Limits this session to kitchen mode. A second call sets another PIN, for a forgotten
 * one. Signing in ends it.
 */
export const start = call('kitchenMode.start', 'POST', '/auth/kitchen-mode', {
  access: 'bearer',
  offline: online('credentials'),
  body: z.strictObject({ password: text(200).check(z.minLength(1)), pin: Pin }),
  reply: KitchenMode,
  addition: true,
  summary: 'Limit this session to the kitchen: money and settings wait for a PIN',
});

export const unlock = call('kitchenMode.unlock', 'POST', '/auth/kitchen-mode/unlock', {
  access: 'bearer',
  offline: online('credentials'),
  body: z.strictObject({ pin: Pin }),
  reply: KitchenMode,
  addition: true,
  summary: 'Open money and settings for five minutes by the PIN',
});

export const lock = call('kitchenMode.lock', 'POST', '/auth/kitchen-mode/lock', {
  access: 'bearer',
  offline: here,
  reply: KitchenMode,
  addition: true,
  summary: 'Close money and settings before the five minutes are over',
});
