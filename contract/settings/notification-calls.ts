import * as z from 'zod/mini';
import { call, online, queue } from '../call.ts';
import { mergedFields, operationFields } from '../fields.ts';
import { NotificationPreferences, PreferencesChange } from '../notifications/preferences.ts';

/**
 * Of the person who asks, for this restaurant. Merged by field, down to one medium of one event. 422: quiet hours that begin and end at the same time.
 */
export const saveNotifications = call('settings.saveNotifications', 'POST', '/settings/notifications', {
  access: 'own',
  offline: queue('never'),
  body: z.extend(PreferencesChange, mergedFields),
  reply: NotificationPreferences,
  summary: 'Choose how you hear of events',
});

/** Nothing can send a WhatsApp message to the restaurant itself. */
export const testableMedia = ['in_app', 'push', 'email'] as const;
export type TestableMedium = (typeof testableMedia)[number];

export const NotificationTest = z.object({
  medium: z.enum(testableMedia),
  /** Devices or addresses to which it is on its way. */
  sent_count: z.int(),
  /** Why it went to nobody. */
  reason: z.nullable(z.enum(['no_device'])),
});
export type NotificationTest = z.infer<typeof NotificationTest>;

/** To the person who asks, whatever the preferences say. 429 after five in a minute. */
export const testNotification = call('settings.testNotification', 'POST', '/settings/notifications/test', {
  access: 'own',
  offline: online('own_messages'),
  body: z.strictObject({ medium: z.enum(testableMedia), ...operationFields }),
  reply: NotificationTest,
  addition: true,
  summary: 'Send yourself a test by one medium',
});
