import { closedStatuses } from './status.ts';
import type { Order } from './calls.ts';

/** Only orders that were rejected or cancelled, or never paid, may be deleted. */
export function isRemovable(order: Pick<Order, 'order_status' | 'payment_status' | 'paid_amount'>): boolean {
  if (closedStatuses.includes(order.order_status)) return true;
  return order.paid_amount === 0 && order.payment_status !== 'authorized';
}
