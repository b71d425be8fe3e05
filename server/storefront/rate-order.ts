import { and, eq } from 'drizzle-orm';
import * as contract from '../../contract/storefront/calls.ts';
import { order_ratings } from '../db/schema/orders.ts';
import { defineHandler, refuse } from '../pipeline/handler.ts';
import type { Tx } from '../db/tx.ts';
import { orderOfToken } from './order-of-token.ts';

/** Stores what the customer thought of an order. A second thought replaces the first. */
export const rateOrder = defineHandler(contract.rateOrder, async (c) => {
  const order = await orderOfToken(c.db, c.restaurantId, c.path.token);
  if (!order) return refuse('not_found');
  if (order.order_status !== 'completed') return refuse('status_changed');
  const at = c.now.toISOString();
  const given = { rating: c.body.rating, comment: c.body.comment?.trim() ?? '' };
  await c.db
    .insert(order_ratings)
    .values({
      restaurant_id: c.restaurantId,
      order_id: order.id,
      customer_id: order.customer_id,
      ...given,
      created_at: at,
      updated_at: at,
    })
    .onConflictDoUpdate({
      target: [order_ratings.restaurant_id, order_ratings.order_id],
      set: { ...given, updated_at: at },
    });
  return given;
});

export async function ratingOf(db: Tx, restaurantId: string, orderId: string): Promise<contract.OrderRating | null> {
  const [row] = await db
    .select({ rating: order_ratings.rating, comment: order_ratings.comment })
    .from(order_ratings)
    .where(and(eq(order_ratings.restaurant_id, restaurantId), eq(order_ratings.order_id, orderId)))
    .limit(1);
  return row ?? null;
}
