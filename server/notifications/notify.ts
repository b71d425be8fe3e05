import type { Notification } from '../../contract/notifications/calls.ts';
import { notifications } from '../db/schema.ts';
import type { Enqueue, Tx } from '../pipeline/handler.ts';
import { newId } from '../platform/ids.ts';
import { announce } from '../push/announce.ts';
import { settle } from './settle.ts';

export type NewNotification = Pick<Notification, 'type' | 'title' | 'body' | 'severity'> &
  Partial<Pick<Notification, 'resource_type' | 'resource_id' | 'url' | 'group_key'>>;

interface Place {
  db: Tx;
  restaurantId: string;
  now: Date;
  bump(): Promise<number>;
  enqueue: Enqueue;
}

const galley = { kind: 'system' as const, id: null, name: 'Galley' };

/**
 * Tells the restaurant, in the transaction of what it is told about: in the app, and by push to the devices that want it. Newer news of
 * the same group takes the older one's place: that one counts as read, so that what waits is counted once.
 */
export async function notify(c: Place, news: NewNotification): Promise<void> {
  const at = c.now.toISOString();
  const id = newId(c.now);
  if (news.group_key) await settle(c, news.group_key, galley);
  await c.db.insert(notifications).values({
    restaurant_id: c.restaurantId,
    id,
    version: await c.bump(),
    created_at: at,
    updated_at: at,
    deleted_at: null,
    updated_by: galley,
    entity: 'restaurant',
    resource_type: null,
    resource_id: null,
    url: null,
    group_key: null,
    ...news,
    read_at: null,
  });
  await announce(c, { id, type: news.type });
}
