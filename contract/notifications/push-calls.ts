import * as z from 'zod/mini';
import { call, online, read } from '../call.ts';
import { DEVICE_NAME_MAX } from '../limits.ts';
import { Id, Instant, text, trimmedText } from '../fields.ts';

/** What a device can be notified of while the app is closed. */
export const pushTopics = ['orders', 'chats'] as const;
export const PushTopic = z.enum(pushTopics);
export type PushTopic = z.infer<typeof PushTopic>;

/** A browser's endpoint at its push service, with the keys that encrypt messages for it. */
export const PushSubscription = z.strictObject({
  endpoint: z.url().check(z.maxLength(2000)),
  keys: z.strictObject({ p256dh: text(200), auth: text(100) }),
  device_id: Id,
  device_name: trimmedText(DEVICE_NAME_MAX),
  wants: z.array(PushTopic).check(z.maxLength(pushTopics.length)),
});
export type PushSubscription = z.infer<typeof PushSubscription>;

/** A device in the list, without its endpoint and keys. */
const PushDevice = z.object({
  device_id: Id,
  device_name: z.string(),
  wants: z.array(PushTopic),
  last_seen_at: Instant,
});
export type PushDevice = z.infer<typeof PushDevice>;

const setUp = online('provider_setup');
const Done = z.object({ ok: z.literal(true) });

export const devices = call('push.devices', 'GET', '/push-subscriptions', {
  access: 'member',
  offline: read,
  // `public_key`: with which browsers subscribe (VAPID, RFC 8292), base64url.
  reply: z.object({ public_key: z.string(), devices: z.array(PushDevice) }),
  addition: true,
  summary: 'The key that a browser subscribes with, and the devices that get push messages',
});

/** Sent again at each start, because browsers change endpoints silently. A device has one; the end of its session deletes it. */
export const subscribe = call('push.subscribe', 'PUT', '/push-subscriptions', {
  access: 'member',
  offline: setUp,
  body: PushSubscription,
  reply: PushDevice,
  addition: true,
  summary: 'Tell this device by push',
});

export const unsubscribe = call('push.unsubscribe', 'DELETE', '/push-subscriptions/{device_id}', {
  access: 'member',
  offline: setUp,
  reply: Done,
  addition: true,
  summary: 'Tell this device by push no more',
});

export const sendTest = call('push.sendTest', 'POST', '/push-subscriptions/{device_id}/test', {
  access: 'member',
  offline: setUp,
  reply: Done,
  addition: true,
  summary: 'Send this device a notification to try it out',
});
