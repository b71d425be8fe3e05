import type { Order } from '../../../contract/orders.ts';

/** Rejected and cancelled orders earn nothing; what was given back does not count. */
export const earned = (order: Pick<Order, 'order_status' | 'total_amount' | 'refunded_amount'>): number =>
  order.order_status === 'rejected' || order.order_status === 'cancelled'
    ? 0
    : order.total_amount - order.refunded_amount;

export const counts = (order: Pick<Order, 'order_status'>): boolean =>
  order.order_status !== 'rejected' && order.order_status !== 'cancelled';
