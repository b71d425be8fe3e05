import type { Notification } from '../../contract/notifications/calls.ts';
import { mediaOf } from '../../contract/notifications/preferences.ts';
import { notifications } from '../db/schema/notifications.ts';
import type { Enqueue } from '../pipeline/handler.ts';
import type { Tx } from '../db/tx.ts';
import { newId } from '../platform/ids.ts';
import { announce } from './push/announce.ts';
import { readAudience } from './audience.ts';
import { settling } from './settle.ts';

export type NewNotification = Pick<Notification, 'type' | 'title' | 'body' | 'severity'> &
  Partial<Pick<Notification, 'entity' | 'resource_type' | 'resource_id' | 'url' | 'group_key'>>;

interface NotifyContext {
  db: Tx;
  restaurantId: string;
  now: Date;
  bump(): Promise<number>;
  enqueue: Enqueue;
}

const galley = { kind: 'system' as const, id: null, name: 'Galley' };

/**
 * Notifies the restaurant, or its user (entity `user`), in the transaction of the event: in the app, and by the media that its people chose. A newer notification of the
 * same group replaces the older one, which counts as read, so that pending work is counted once. What nobody wants to see in the app counts
 * as read, too: it is listed and asks for no attention. `hasOwnMail`: the event sends a mail of its own, whatever people chose.
 */
export async function notify(
  c: NotifyContext,
  notification: NewNotification,
  { hasOwnMail = false } = {},
): Promise<void> {
  const at = c.now.toISOString();
  const id = newId(c.now);
  const { timezone, people, devices } = await readAudience(c.db, c.restaurantId, notification.type);
  const media = people.map((preferences) => mediaOf(preferences, notification, c.now, timezone));
  const version = await c.bump();
  const older = notification.group_key
    ? [c.db.$with('older').as(settling(c, notification.group_key, galley, version).returning({ id: notifications.id }))]
    : [];
  await c.db
    .with(...older)
    .insert(notifications)
    .values({
      restaurant_id: c.restaurantId,
      id,
      version,
      created_at: at,
      updated_at: at,
      deleted_at: null,
      updated_by: galley,
      entity: 'restaurant',
      resource_type: null,
      resource_id: null,
      url: null,
      group_key: null,
      ...notification,
      read_at: media.some((one) => one.in_app) ? null : at,
    });
  await announce(c, id, {
    devices: media.some((one) => one.push) ? devices : [],
    byMail: !hasOwnMail && media.some((one) => one.email),
  });
}
