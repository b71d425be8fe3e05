import type { Order } from '../../../contract/orders/calls.ts';

type Sold = Pick<Order, 'order_status' | 'placed_at' | 'total_amount' | 'refunded_amount'>;

export interface DayFigures {
  orders: number;
  /** Revenue less refunds, minor units. */
  revenue: number;
}

/** Orders of one business day that the restaurant has accepted. Unanswered, rejected and cancelled orders earn nothing. */
export function dayFigures(orders: readonly Sold[], { from, to }: { from: string; to: string }): DayFigures {
  const sold = orders.filter((order) => isAccepted(order) && order.placed_at >= from && order.placed_at < to);
  return {
    orders: sold.length,
    revenue: sold.reduce((sum, order) => sum + order.total_amount - order.refunded_amount, 0),
  };
}

const isAccepted = ({ order_status }: Sold) => !['pending', 'rejected', 'cancelled'].includes(order_status);
