import type { Order } from '../../contract/orders/calls.ts';
import { countOrders } from './find-or-create.ts';

type Money = Pick<Order, 'total_amount' | 'refunded_amount'>;

/** Recounts what a customer has spent, if a tip or a refund changed what a completed order came to. */
export async function countMoney(
  c: Parameters<typeof countOrders>[0],
  before: Money & Pick<Order, 'customer_id' | 'order_status'>,
  after: Money,
): Promise<void> {
  const isSame = before.total_amount === after.total_amount && before.refunded_amount === after.refunded_amount;
  if (before.customer_id && before.order_status === 'completed' && !isSame) await countOrders(c, before.customer_id);
}
