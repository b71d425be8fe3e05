import * as calls from '../../../contract/notifications/calls.ts';
import { acknowledged } from '../../../contract/orders/acknowledge.ts';
import * as orderCalls from '../../../contract/orders/calls.ts';
import { saveNotifications as saveNotificationsCall } from '../../../contract/settings/notification-calls.ts';
import { preferenceChanges } from '../../../contract/settings/preference-changes.ts';
import { ofSettings } from '../../../contract/settings/settings-mutation.ts';
import { mutation } from '../../data/mutation.ts';

/** Read stays read: the first reading stands, on the device as on the server. */
export const markAsRead = mutation({
  call: calls.markAsRead,
  table: 'notifications',
  effect: 'update',
  rows: ({ body }) => body.notification_ids,
  change: (notification, _, info) =>
    notification && notification.read_at === null ? { ...notification, read_at: info.occurredAt } : notification,
  isOvertaken: () => true,
});

/** Records that somebody at this device has seen the order, with the function that the server uses. */
export const acknowledge = mutation({
  call: orderCalls.acknowledge,
  table: 'orders',
  effect: 'update',
  rows: ({ path }) => [path.id],
  change: (order, { body }, info) => order && (acknowledged(order, body.device_id, info.occurredAt) ?? order),
  // Nobody has to act on what was only looked at, such as by a person who has left since.
  isOvertaken: () => true,
});

export const saveNotifications = mutation(ofSettings(saveNotificationsCall, ({ body }) => preferenceChanges(body)));
