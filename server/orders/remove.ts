import { isRemovable } from '../../contract/orders/remove.ts';
import * as contract from '../../contract/orders/calls.ts';
import type { Order } from '../../contract/orders/calls.ts';
import { takeStock } from '../inventory/take-stock.ts';
import { answer, defineHandler, refuse, type BaseContext } from '../pipeline/handler.ts';
import { isId } from '../platform/ids.ts';
import { aboutOrder, settle } from '../notifications/settle.ts';
import { countOrder } from './count-order.ts';
import { orderRemoved } from './events.ts';
import { findOrder, updateOrder } from './store.ts';

export const remove = defineHandler(contract.remove, async (c) => {
  const order = await findOrder(c.db, c.restaurantId, c.body.orderId);
  if (!order) return refuse('not_found');
  // Somebody else deleted it already, as wanted.
  if (order.deleted_at) return answer({ id: order.id }, { notice: { code: 'already_done' } });
  if (!isRemovable(order)) return refuse('order_has_payment', { current: order });
  await takeStock(c, order, { ...order, deleted_at: c.now.toISOString() });
  await setDeleted(c, order, c.now.toISOString());
  await settle(c, aboutOrder(order.id), c.actor);
  await orderRemoved.emit(c, order);
  return { id: order.id };
});

/** The order is restored unchanged; its settled notifications stay settled. */
export const restore = defineHandler(contract.restore, async (c) => {
  const order = isId(c.path.id) ? await findOrder(c.db, c.restaurantId, c.path.id) : null;
  if (!order) return refuse('not_found');
  if (!order.deleted_at) return answer(order, { notice: { code: 'already_done', current: order } });
  const short = await takeStock(c, order, { ...order, deleted_at: null });
  if (short) return short;
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
  await countOrder(c, order, { ...order, deleted_at: deletedAt });
  return stamp;
}
