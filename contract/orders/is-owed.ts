import type { Order } from './calls.ts';
import { closedStatuses } from './status.ts';

/** Whether money can be taken for it. What was written off is owed no more. */
export const isOwed = ({
  due_amount: due,
  order_status: status,
}: Pick<Order, 'due_amount' | 'order_status'>): boolean => due > 0 && !closedStatuses.includes(status);
