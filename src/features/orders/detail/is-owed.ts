import type { Order } from '../../../../contract/orders/calls.ts';
import { closedStatuses } from '../../../../contract/orders/status.ts';

/** Whether money can be taken for it. */
export const isOwed = ({ due_amount: due, order_status: status }: Order): boolean =>
  due > 0 && !closedStatuses.includes(status);
