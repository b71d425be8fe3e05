import type { Order } from '../../contract/orders/calls.ts';
import { soldOf } from '../../contract/orders/revenue.ts';
import { countOrders } from '../customers/find-or-create.ts';
import { recordUses } from '../promotions/record-uses.ts';

/** Keeps what is counted of an order elsewhere, in its own transaction: the uses of its promotions, and the sums of its customers. */
export async function countOrder(
  c: Parameters<typeof recordUses>[0],
  before: Order | null,
  after: Order,
): Promise<void> {
  await recordUses(c, before, after);
  if (before && countedOf(before) === countedOf(after)) return;
  for (const id of new Set([before?.customer_id, after.customer_id])) if (id) await countOrders(c, id);
}

/** What the sums of customers and the open orders of chats depend on. */
const countedOf = (order: Order): string =>
  [
    order.customer_id,
    order.order_status,
    order.cancellation_reason,
    order.deleted_at,
    order.due_at,
    soldOf(order),
  ].join();
