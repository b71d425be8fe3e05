import { nextSteps, type StatusRules } from '../../../../contract/order-status.ts';
import type { Order } from '../../../../contract/orders.ts';

const SHOWN = 20;

export interface Recallable<O extends Order = Order> {
  order: O;
  /** When it left the kitchen, ISO. */
  leftAt: string;
  /** False: it was completed too long ago to be called back. */
  canRecall: boolean;
}

/** What Recall promises: only those that it can bring back. */
export const countOf = (list: readonly Recallable[]): number => list.filter(({ canRecall }) => canRecall).length;

/** The last orders of the evening that have left the kitchen, newest first. `since`: when the business day began, ISO. */
export function recallablesOf<O extends Order>(
  orders: readonly O[],
  rules: StatusRules,
  since: string,
  now: number,
): Recallable<O>[] {
  return orders
    .flatMap((order) => {
      if (order.deleted_at !== null || (order.order_status !== 'ready' && order.order_status !== 'completed'))
        return [];
      const leftAt = order.ready_at ?? order.completed_at ?? order.updated_at;
      if (leftAt < since) return [];
      const canRecall = nextSteps(order, rules, new Date(now)).some((step) => step.kind === 'recall');
      return [{ order, leftAt, canRecall }];
    })
    .toSorted((a, b) => (a.leftAt < b.leftAt ? 1 : -1))
    .slice(0, SHOWN);
}
