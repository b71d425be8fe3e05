import type { Order } from './calls.ts';

/** What an order adds to the revenue that insights show: nothing while it is not accepted, and without what was given back. */
export const revenueOf = ({
  order_status,
  total_amount,
  refunded_amount,
}: Pick<Order, 'order_status' | 'total_amount' | 'refunded_amount'>): number =>
  ['pending', 'rejected', 'cancelled'].includes(order_status) ? 0 : total_amount - refunded_amount;
