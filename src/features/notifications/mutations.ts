import * as calls from '../../../contract/notifications/calls.ts';
import { acknowledged } from '../../../contract/orders/acknowledge.ts';
import * as orderCalls from '../../../contract/orders/calls.ts';
import { mutation } from '../../data/mutation.ts';

/** What is read stays read: the first reading stands, on the device as on the server. */
export const markAsRead = mutation({
  call: calls.markAsRead,
  table: 'notifications',
  rows: ({ body }) => body.notification_ids,
  change: (notification, _, tap) =>
    notification && notification.read_at === null ? { ...notification, read_at: tap.occurredAt } : notification,
});

/** Somebody at this device has taken note of the order, by the function that the server uses. */
export const acknowledge = mutation({
  call: orderCalls.acknowledge,
  table: 'orders',
  rows: ({ path }) => [path.id],
  change: (order, { body }, tap) => order && (acknowledged(order, body.device_id, tap.occurredAt) ?? order),
  // The order is deleted: nobody has to hear of it any more.
  isOvertaken: (code) => code === 'not_found',
});
