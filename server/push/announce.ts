import { and, eq, sql } from 'drizzle-orm';
import type { Notification } from '../../contract/notifications/calls.ts';
import { push_subscriptions } from '../db/schema.ts';
import type { Enqueue, Tx } from '../pipeline/handler.ts';
import { topicOf } from './message.ts';

/** Queues a push for each device that wants to know, in the transaction of the notification. What it says is composed when it is sent. */
export async function announce(
  { db, restaurantId, enqueue }: { db: Tx; restaurantId: string; enqueue: Enqueue },
  { id, type }: Pick<Notification, 'id' | 'type'>,
): Promise<void> {
  const topic = topicOf(type);
  if (topic === null) return;
  const devices = await db
    .select({ id: push_subscriptions.device_id })
    .from(push_subscriptions)
    .where(
      and(
        eq(push_subscriptions.restaurant_id, restaurantId),
        sql`${push_subscriptions.wants} @> ${JSON.stringify([topic])}::jsonb`,
      ),
    );
  for (const device of devices)
    await enqueue('push.notification', {
      restaurant_id: restaurantId,
      device_id: device.id,
      notification_id: id,
    });
}
