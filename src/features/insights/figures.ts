import type { Order } from '../../../contract/orders/calls.ts';
import { salesOf } from '../../../contract/orders/revenue.ts';

type Sold = Pick<Order, 'order_status' | 'placed_at' | 'total_amount' | 'paid_amount' | 'refunded_amount'>;

export interface DayFigures {
  orders: number;
  /** What they sold, net, minor units. */
  revenue: number;
}

/** Orders of one business day that the restaurant has accepted. Unanswered, rejected and cancelled orders earn nothing. */
export function dayFigures(orders: readonly Sold[], { from, to }: { from: string; to: string }): DayFigures {
  const { orders_count, revenue } = salesOf(orders.filter((order) => order.placed_at >= from && order.placed_at < to));
  return { orders: orders_count, revenue };
}
