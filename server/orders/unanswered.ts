import { and, asc, eq, isNull, lte, notExists, sql } from 'drizzle-orm';
import { ESCALATE_AFTER_MS } from '../../contract/limits.ts';
import { notifications, orders } from '../db/schema.ts';
import type { Enqueue, Tx } from '../pipeline/handler.ts';
import { notify } from '../notifications/notify.ts';
import { aboutOrder } from '../notifications/settle.ts';
import { toOrder } from './store.ts';

/** Orders placed before this that no device has acknowledged raise the alarm. */
export const unansweredBefore = (now: Date): string => new Date(now.getTime() - ESCALATE_AFTER_MS).toISOString();

/** Restaurants with an order that is unheard at $2 and was not told of; the same as the condition below, over the wall. */
export const unansweredOrdersSql = `
  SELECT o.restaurant_id FROM orders o
   WHERE o.order_status = 'pending' AND o.deleted_at IS NULL AND o.placed_at <= $2 AND o.acknowledged_by_device_ids = '[]'
     AND NOT EXISTS (SELECT 1 FROM notifications n WHERE n.restaurant_id = o.restaurant_id
                      AND n.group_key = 'order:' || o.id AND n.type = 'order_unanswered')`;

interface Place {
  db: Tx;
  enqueue: Enqueue;
  restaurantId: string;
  now: Date;
  bump(): Promise<number>;
}

/** Tells once of each order that has waited too long without any device saying that it has it. Answers how many. */
export async function notifyUnanswered(place: Place): Promise<number> {
  const { db, restaurantId, now } = place;
  const told = db
    .select({ one: sql`1` })
    .from(notifications)
    .where(
      and(
        eq(notifications.restaurant_id, restaurantId),
        eq(notifications.group_key, sql`'order:' || ${orders.id}`),
        eq(notifications.type, 'order_unanswered'),
      ),
    );
  const unheard = await db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.restaurant_id, restaurantId),
        eq(orders.order_status, 'pending'),
        isNull(orders.deleted_at),
        lte(orders.placed_at, unansweredBefore(now)),
        sql`${orders.acknowledged_by_device_ids} = '[]'::jsonb`,
        notExists(told),
      ),
    )
    .orderBy(asc(orders.placed_at), asc(orders.id));
  for (const order of unheard.map(toOrder)) {
    await notify(place, {
      type: 'order_unanswered',
      title: `Order ${order.order_no} is still waiting`,
      body: 'Nobody has answered for over a minute',
      severity: 'urgent',
      resource_type: 'order',
      resource_id: order.id,
      url: `/restaurant/orders/${order.id}`,
      group_key: aboutOrder(order.id),
    });
  }
  return unheard.length;
}
