import { isRemovable } from '../../contract/orders/remove.ts';
import * as contract from '../../contract/orders/calls.ts';
import type { Order } from '../../contract/orders/calls.ts';
import { countOrders } from '../customers/find-or-create.ts';
import { answer, defineHandler, refuse, type BaseContext } from '../pipeline/handler.ts';
import { isId } from '../platform/ids.ts';
import { aboutOrder, settle } from '../notifications/settle.ts';
import { findOrder, updateOrder } from './store.ts';

export const remove = defineHandler(contract.remove, async (c) => {
  const order = await findOrder(c.db, c.restaurantId, c.body.orderId);
  if (!order) return refuse('not_found');
  // Deleted by somebody else meanwhile: what was wanted is so.
  if (order.deleted_at) return answer({ id: order.id }, { notice: { code: 'already_done' } });
  if (!isRemovable(order)) return refuse('order_has_payment', { current: order });
  await setDeleted(c, order, c.now.toISOString());
  await settle(c, aboutOrder(order.id), c.actor);
  return { id: order.id };
});

/** The order stands as it stood; what rang for it stays silent. */
export const restore = defineHandler(contract.restore, async (c) => {
  const order = isId(c.path.id) ? await findOrder(c.db, c.restaurantId, c.path.id) : null;
  if (!order) return refuse('not_found');
  if (!order.deleted_at) return answer(order, { notice: { code: 'already_done', current: order } });
  return { ...order, ...(await setDeleted(c, order, null)) };
});

async function setDeleted(c: BaseContext, order: Order, deletedAt: string | null) {
  const stamp = {
    deleted_at: deletedAt,
    updated_at: c.now.toISOString(),
    updated_by: c.actor,
    version: await c.bump(),
  };
  await updateOrder(c.db, c.restaurantId, order.id, stamp);
  if (order.customer_id) await countOrders(c, order.customer_id);
  return stamp;
}
