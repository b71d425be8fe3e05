import type * as z from 'zod/mini';
import type { Order } from '../../contract/orders/calls.ts';
import * as contract from '../../contract/storefront/calls.ts';
import { defineHandler, refuse } from '../pipeline/handler.ts';
import { orderOfToken } from './order-of-token.ts';

export const showOrder = defineHandler(contract.getOrder, async (c) => {
  const order = await orderOfToken(c.db, c.restaurantId, c.path.token);
  return order ? publicOrder(order, c.path.token) : refuse('not_found');
});

/** What the customer sees of an order. */
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
    lines: order.lines.map(({ name, quantity, unit_amount, total_amount, modifiers = [], note }) => ({
      name,
      quantity,
      unit_amount,
      total_amount,
      modifiers: modifiers.map((one) => ({
        name: one.prefix === 'none' ? one.name : `${one.prefix} ${one.name}`,
        quantity: one.quantity,
        total_amount: one.total_amount,
        depth: one.depth ?? 0,
      })),
      note: note ?? null,
    })),
    currency: order.currency,
    subtotal_amount: order.subtotal_amount,
    discount_amount: order.discount_amount,
    discounts: (order.discounts ?? []).map(({ name, code, discount_amount }) => ({ name, code, discount_amount })),
    tax_amount: order.tax_amount,
    taxes: order.taxes,
    delivery_fee_amount: order.delivery_fee_amount,
    service_charge_amount: order.service_charge_amount,
    packaging_fee_amount: order.packaging_fee_amount,
    tip_amount: order.tip_amount,
    total_amount: order.total_amount,
  };
}
