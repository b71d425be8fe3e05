import { and, asc, eq, isNull, lte, notExists, sql } from 'drizzle-orm';
import { ESCALATE_AFTER_MS } from '../../contract/limits.ts';
import { notifications } from '../db/schema/notifications.ts';
import { orders } from '../db/schema/orders.ts';
import type { Enqueue } from '../pipeline/handler.ts';
import type { Tx } from '../db/tx.ts';
import { notify } from '../notifications/notify.ts';
import { listPreferences } from '../notifications/preferences.ts';
import { aboutOrder } from '../notifications/settle.ts';
import { toOrder } from './store.ts';

/** Restaurants with an unacknowledged order at $1 that was not notified. The same condition as below, for all tenants. */
export const unansweredOrdersSql = `
  SELECT o.restaurant_id FROM orders o
   WHERE o.order_status = 'pending' AND o.deleted_at IS NULL
     AND o.placed_at <= $1::timestamptz - make_interval(secs => coalesce(
           (SELECT min((p.preferences->>'escalate_after_seconds')::int) FROM notification_preferences p
             WHERE p.restaurant_id = o.restaurant_id), ${ESCALATE_AFTER_MS / 1000}))
     AND o.acknowledged_by_device_ids = '[]'
     AND NOT EXISTS (SELECT 1 FROM notifications n WHERE n.restaurant_id = o.restaurant_id
                      AND n.group_key = 'order:' || o.id AND n.type = 'order_unanswered')`;

interface NotifyContext {
  db: Tx;
  enqueue: Enqueue;
  restaurantId: string;
  now: Date;
  bump(): Promise<number>;
}

/**
 * Notifies once of each order that has waited too long without any device acknowledging it: longer than the most impatient person of the
 * restaurant chose. Returns how many.
 */
export async function notifyUnanswered(context: NotifyContext): Promise<number> {
  const { db, restaurantId, now } = context;
  const people = await listPreferences(db, restaurantId);
  const seconds = Math.min(...people.map((one) => one.escalate_after_seconds));
  const notified = db
    .select({ one: sql`1` })
    .from(notifications)
    .where(
      and(
        eq(notifications.restaurant_id, restaurantId),
        eq(notifications.group_key, sql`'order:' || ${orders.id}`),
        eq(notifications.type, 'order_unanswered'),
      ),
    );
  const unacknowledged = await db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.restaurant_id, restaurantId),
        eq(orders.order_status, 'pending'),
        isNull(orders.deleted_at),
        lte(orders.placed_at, new Date(now.getTime() - seconds * 1000).toISOString()),
        sql`${orders.acknowledged_by_device_ids} = '[]'::jsonb`,
        notExists(notified),
      ),
    )
    .orderBy(asc(orders.placed_at), asc(orders.id));
  for (const order of unacknowledged.map(toOrder)) {
    await notify(context, {
      type: 'order_unanswered',
      title: `Order #${order.order_no} is still waiting`,
      body: `Nobody has answered for over ${durationLabel(seconds)}`,
      severity: 'urgent',
      resource_type: 'order',
      resource_id: order.id,
      url: `/restaurant/orders/${order.id}`,
      group_key: aboutOrder(order.id),
    });
  }
  return unacknowledged.length;
}

/** "a minute", "90 seconds" */
function durationLabel(seconds: number): string {
  if (seconds < 60 || (seconds > 80 && seconds < 120)) return `${seconds} seconds`;
  const minutes = Math.floor(seconds / 60);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}
