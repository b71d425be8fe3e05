import { applyStatus } from '../../contract/orders/status.ts';
import * as contract from '../../contract/storefront/calls.ts';
import { notify } from '../notifications/notify.ts';
import { moveOrder } from '../orders/move-order.ts';
import { moneyBackText } from '../orders/money-back-text.ts';
import { defineHandler, refuse, Refusal } from '../pipeline/handler.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { orderOfToken } from './order-of-token.ts';
import { publicOrder } from './public-order.ts';

/** The customer takes an order back before anybody has said yes to it. */
export const cancelOrder = defineHandler(contract.cancelOrder, async (c) => {
  const order = await orderOfToken(c.db, c.restaurantId, c.path.token);
  if (!order) return refuse('not_found');
  if (order.order_status === 'cancelled') return publicOrder(order, c.path.token);
  const actor = { kind: 'customer' as const, id: order.customer_id, name: order.customer.name };
  const outcome = applyStatus(
    order,
    { order_status: 'cancelled', expected_status: 'pending', reason: 'customer_request' },
    {
      occurredAt: c.now.toISOString(),
      opId: c.opId,
      actor,
      now: c.now.toISOString(),
      restaurant: await loadRestaurant(c.db, c.restaurantId),
    },
  );
  if (outcome.kind === 'refused') return refuse(outcome.code === 'invalid_fields' ? 'status_changed' : outcome.code);
  const { db, restaurantId, now, occurredAt, opId } = c;
  const own = { db, restaurantId, now, occurredAt, opId, actor, bump: () => c.bump(), enqueue: c.enqueue };
  const moved = await moveOrder(own, order, outcome.order);
  if (moved instanceof Refusal) return moved;
  await notify(c, {
    type: 'order_cancelled',
    title: `Order #${order.order_no} was cancelled`,
    body: `${order.customer.name} cancelled it on the website before it was accepted. ${moneyBackText(order, moved.back)}`.trim(),
    severity: 'info',
    resource_type: 'order',
    resource_id: order.id,
    url: `/restaurant/orders/${order.id}`,
  });
  return publicOrder(moved.order, c.path.token);
});
