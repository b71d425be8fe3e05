import type { Order, OrderStatus } from './calls.ts';

/** Orders in these states earn nothing: nobody has accepted them, or they were turned away. */
export const statusesWithoutRevenue = ['pending', 'rejected', 'cancelled'] as const satisfies readonly OrderStatus[];

type Sold = Pick<Order, 'order_status' | 'total_amount' | 'refunded_amount'>;

export const isSale = ({ order_status }: Pick<Order, 'order_status'>): boolean =>
  !(statusesWithoutRevenue as readonly OrderStatus[]).includes(order_status);

/** What an order adds to the revenue that insights show: nothing while it is not accepted, and without what was given back. */
export const revenueOf = (order: Sold): number => (isSale(order) ? order.total_amount - order.refunded_amount : 0);

/** Revenue of an order on average, as insights and customers show it; null: nothing was sold. */
export const averageOrder = ({ revenue, orders_count: count }: { revenue: number; orders_count: number }) =>
  count === 0 ? null : Math.round(revenue / count);

/** Number and revenue of the orders that are sales. */
export const salesOf = (orders: readonly Sold[]): { revenue: number; orders_count: number } => ({
  revenue: orders.reduce((sum, order) => sum + revenueOf(order), 0),
  orders_count: orders.filter(isSale).length,
});
