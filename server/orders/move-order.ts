import { isUnserved } from '../../contract/orders/status.ts';
import type { Order } from '../../contract/orders/calls.ts';
import type { MoneyBack } from '../../contract/payments/money-back.ts';
import { changedFields } from '../db/changed-fields.ts';
import type { StockContext } from '../inventory/record.ts';
import { takeStock } from '../inventory/take-stock.ts';
import { aboutOrder, settle } from '../notifications/settle.ts';
import { Refusal } from '../pipeline/handler.ts';
import { countOrder } from './count-order.ts';
import { orderMoved, orderUnserved } from './events.ts';
import { updateOrder } from './store.ts';

/**
 * Stores an order's step with all that hangs on it: stock, promotions, the customer's count and the notifications that asked for an answer.
 * If it ends without being served, its payment pages are closed and what was paid is given back; `back` says how much.
 */
export async function moveOrder(
  c: StockContext,
  before: Order,
  after: Order,
): Promise<{ order: Order; back: MoneyBack | null } | Refusal> {
  const stamp = { version: await c.bump(), updated_at: c.now.toISOString(), updated_by: c.actor };
  const order: Order = { ...after, ...stamp };
  const short = await takeStock(c, before, order);
  if (short) return short;
  await updateOrder(c.db, c.restaurantId, order.id, changedFields(before, order) ?? stamp);
  await countOrder(c, before, order);
  if (before.order_status === 'pending') await settle(c, aboutOrder(order.id), c.actor);
  await orderMoved.emit(c, order, before.order_status);
  if (!isUnserved(order)) return { order, back: null };
  const [back = null] = await orderUnserved.emit(c, order);
  return { order, back };
}
