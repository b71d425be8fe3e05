import { and, eq, isNull } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Order } from '../../contract/orders/calls.ts';
import * as contract from '../../contract/storefront/calls.ts';
import { orders } from '../db/schema.ts';
import { defineHandler, refuse } from '../pipeline/handler.ts';
import { toOrder } from '../orders/store.ts';
import { hashToken } from '../pipeline/authenticate.ts';

export const showOrder = defineHandler(contract.getOrder, async (c) => {
  const [row] = await c.db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.restaurant_id, c.restaurantId),
        eq(orders.public_token_hash, hashToken(c.path.token)),
        isNull(orders.deleted_at),
      ),
    )
    .limit(1);
  return row ? publicOrder(toOrder(row), c.path.token) : refuse('not_found');
});

/** What its customer sees of an order. */
export function publicOrder(order: Order, token: string): z.infer<typeof contract.PublicOrder> {
  return {
    token,
    order_no: order.order_no,
    order_status: order.order_status,
    order_type: order.order_type,
    placed_at: order.placed_at,
    due_at: order.due_at,
    estimated_ready_at: order.estimated_ready_at,
    answer_by_at: order.answer_by_at,
    rejection_reason: order.rejection_reason,
    lines: order.lines.map(({ name, quantity, unit_amount, total_amount, note }) => ({
      name,
      quantity,
      unit_amount,
      total_amount,
      note: note ?? null,
    })),
    currency: order.currency,
    subtotal_amount: order.subtotal_amount,
    delivery_fee_amount: order.delivery_fee_amount,
    total_amount: order.total_amount,
  };
}
