import { nextSteps, type StatusRules } from '../../../../contract/orders/status.ts';
import type { Order } from '../../../../contract/orders/calls.ts';

/** An order that left the kitchen, and when, ISO. */
export interface Departed<O extends Order = Order> {
  order: O;
  leftAt: string;
}

/** Ready and completed orders; those that left the kitchen last come first. */
export const departed = <O extends Order>(orders: readonly O[]): Departed<O>[] =>
  orders
    .filter(
      ({ deleted_at, order_status: status }) => deleted_at === null && (status === 'ready' || status === 'completed'),
    )
    .map((order) => ({ order, leftAt: order.ready_at ?? order.completed_at ?? order.updated_at }))
    .toSorted((a, b) => (a.leftAt < b.leftAt ? 1 : -1));

/** What can be recalled: a ready order of any day, and a completed one as long as the rules allow it. */
export const recallable = <O extends Order>(
  list: readonly Departed<O>[],
  rules: StatusRules,
  now: number,
): Departed<O>[] =>
  list.filter(({ order }) => nextSteps(order, rules, new Date(now)).some((step) => step.kind === 'recall'));
