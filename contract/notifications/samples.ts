import { sampleOf, type Sample } from '../sample.ts';
import * as notifications from './calls.ts';
import * as push from './push-calls.ts';

export const samples: Sample[] = [
  sampleOf(notifications.list, () => ({ path: { entity: 'restaurant' } })),
  sampleOf(notifications.markAsRead, ({ notificationId }) => ({
    path: { entity: 'restaurant' },
    body: { notification_ids: [notificationId] },
  })),
  sampleOf(push.subscribe, ({ subscription }) => ({ body: subscription })),
  sampleOf(push.devices, () => ({})),
  sampleOf(push.sendTest, ({ deviceId }) => ({ path: { device_id: deviceId } })),
  sampleOf(push.unsubscribe, ({ deviceId }) => ({ path: { device_id: deviceId } })),
];
