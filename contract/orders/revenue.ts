import type { Order, OrderStatus } from './calls.ts';

/** Orders in these states earn nothing: nobody has accepted them, or they were turned away. */
export const statusesWithoutRevenue = ['pending', 'rejected', 'cancelled'] as const satisfies readonly OrderStatus[];

type Money = Pick<Order, 'total_amount' | 'paid_amount' | 'refunded_amount'>;
type Sold = Money & Pick<Order, 'order_status'>;

/**
 * What was sold, net. A refund takes back a sale only as far as the total still claims that money: what was paid beyond the total is given
 * back without one. In SQL: sold_amount().
 */
export const soldOf = ({ total_amount: total, paid_amount: paid, refunded_amount: refunded }: Money): number =>
  Math.min(total, Math.max(0, Math.max(paid, total) - refunded));

/** Of `value`, as much as `part` is of `whole`, rounded half up. In SQL: share_of(). */
export const shareOf = (value: number, part: number, whole: number): number =>
  whole <= 0 ? 0 : Math.round((value * part) / whole);

/** What is left of the tip: it is given back with the sale, by its share of the total. In SQL: sold_tip(). */
export const soldTipOf = (order: Money & Pick<Order, 'tip_amount'>): number =>
  order.tip_amount - shareOf(order.tip_amount, order.total_amount - soldOf(order), order.total_amount);

/** What was written off of an order and not brought back, minor units. */
export const writtenOffAmount = ({ events = [] }: { events?: Order['events'] }): number =>
  events
    .flatMap(({ changes = [] }) => changes)
    .reduce((sum, { field, from, to }) => sum + (field === 'written_off' ? (from ?? 0) - (to ?? 0) : 0), 0);

type Settled = Money & Pick<Order, 'due_amount' | 'payment_status'> & { events?: Order['events'] };

/**
 * The order with what it owes, and its payment status. A part payment leaves it unpaid, so that the rest is not forgotten; what was written
 * off is not owed, and was not paid either.
 */
export function settled<O extends Settled>(order: O): O {
  const sold = soldOf(order);
  const kept = order.paid_amount - order.refunded_amount;
  const due_amount = sold - kept;
  if (due_amount > 0)
    return {
      ...order,
      due_amount: due_amount - Math.min(due_amount, writtenOffAmount(order)),
      payment_status: 'unpaid',
    };
  const payment_status = sold === order.total_amount ? 'paid' : kept > 0 ? 'partially_refunded' : 'refunded';
  return { ...order, due_amount, payment_status };
}

export const isSale = ({ order_status }: Pick<Order, 'order_status'>): boolean =>
  !(statusesWithoutRevenue as readonly OrderStatus[]).includes(order_status);

/** What an order adds to the revenue that insights show, with its tip: nothing while it is not accepted. */
export const revenueOf = (order: Sold): number => (isSale(order) ? soldOf(order) : 0);

/** Revenue of an order on average, as insights and customers show it; null: nothing was sold. */
export const averageOrder = ({ revenue, orders_count: count }: { revenue: number; orders_count: number }) =>
  count === 0 ? null : Math.round(revenue / count);

/** Number and revenue of the orders that are sales. */
export const salesOf = (orders: readonly Sold[]): { revenue: number; orders_count: number } => ({
  revenue: orders.reduce((sum, order) => sum + revenueOf(order), 0),
  orders_count: orders.filter(isSale).length,
});
