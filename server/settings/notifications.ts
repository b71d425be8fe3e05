import { and, eq, gt, inArray } from 'drizzle-orm';
import {
  saveNotifications,
  testNotification,
  type NotificationTest,
} from '../../contract/settings/notification-calls.ts';
import { preferenceChanges } from '../../contract/settings/preference-changes.ts';
import { limits } from '../pipeline/limits.ts';
import { take } from '../db/rate-limits.ts';
import { sessions } from '../db/schema/accounts.ts';
import { push_subscriptions } from '../db/schema/push.ts';
import { notify } from '../notifications/notify.ts';
import { defineHandler, Refusal, refuse, type BaseContext, type Handler } from '../pipeline/handler.ts';
import { answerSaved, saveChanges } from '../restaurants/save-changes.ts';

const save = defineHandler(saveNotifications, async (c) => {
  const hours = c.body.quiet_hours;
  if (hours && hours.start_time === hours.end_time)
    return refuse('invalid_fields', { field_errors: { quiet_hours: 'The end must differ from the start' } });
  const saved = await saveChanges(c, { body: c.body, changesOf: () => preferenceChanges(c.body) });
  return saved instanceof Refusal ? saved : answerSaved(saved.restaurant.settings!.notifications, saved);
});

const test = defineHandler(testNotification, async (c) => {
  const { medium } = c.body;
  const exceeded = await take(c.accounts, limits.notificationTests, c.session.tokenHash, c.now);
  if (exceeded) return refuse('too_many', { retry_after_seconds: exceeded.retryAfterSeconds });
  const sent = (sent_count: number, reason: NotificationTest['reason'] = null): NotificationTest => ({
    medium,
    sent_count,
    reason,
  });
  switch (medium) {
    case 'in_app':
      await notify(c, {
        type: 'system',
        title: 'This is a test',
        body: 'Notifications in the app look like this',
        severity: 'info',
        group_key: 'test',
      });
      return sent(1);
    case 'email':
      await c.enqueue('mail.notification_test', { user_id: c.user.id });
      return sent(1);
    case 'push': {
      const devices = await pushTests(c);
      return sent(devices, devices === 0 ? 'no_device' : null);
    }
  }
});

export const notificationSettingsRoutes: Handler[] = [save, test];

/** To the devices on which this person is signed in. Returns how many. */
async function pushTests(c: BaseContext): Promise<number> {
  const own = await c.accounts
    .select({ tokenHash: sessions.token_hash })
    .from(sessions)
    .where(and(eq(sessions.user_id, c.user.id), gt(sessions.expires_at, c.now.toISOString())));
  const hashes = own.map(({ tokenHash }) => tokenHash);
  const devices = await c.db
    .select({ id: push_subscriptions.device_id })
    .from(push_subscriptions)
    .where(and(eq(push_subscriptions.restaurant_id, c.restaurantId), inArray(push_subscriptions.token_hash, hashes)));
  for (const { id } of devices) await c.enqueue('push.test', { restaurant_id: c.restaurantId, device_id: id });
  return devices.length;
}
