import { applyStatus } from '../../contract/orders/status.ts';
import * as contract from '../../contract/storefront/calls.ts';
import { countOrders } from '../customers/find-or-create.ts';
import { changedFields } from '../db/changed-fields.ts';
import { takeStock } from '../inventory/take-stock.ts';
import { notify } from '../notifications/notify.ts';
import { aboutOrder, settle } from '../notifications/settle.ts';
import { updateOrder } from '../orders/store.ts';
import { closePagesLater } from '../payments/online/checkouts.ts';
import { defineHandler, refuse } from '../pipeline/handler.ts';
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
  const stamp = { version: await c.bump(), updated_at: c.now.toISOString(), updated_by: actor };
  const moved = { ...outcome.order, ...stamp };
  const short = await takeStock(c, order, moved);
  if (short) return short;
  await updateOrder(c.db, c.restaurantId, order.id, changedFields(order, moved) ?? stamp);
  if (order.customer_id) await countOrders(c, order.customer_id);
  await closePagesLater(c, order.id);
  await settle(c, aboutOrder(order.id), actor);
  await notify(c, {
    type: 'system',
    title: `Order ${order.order_no} was cancelled`,
    body: `${order.customer.name} cancelled it on the website before it was accepted.`,
    severity: 'info',
    resource_type: 'order',
    resource_id: order.id,
    url: `/restaurant/orders/${order.id}`,
  });
  return publicOrder(moved, c.path.token);
});
