import type { Order } from '../../contract/orders/calls.ts';
import { isUnpaid } from '../../contract/payments/write-off.ts';
import { classes } from '../ui/classes.ts';

/** "Unpaid" until an order is paid or written off. Every list and card of orders has it. */
export const UnpaidWord = ({ order, look }: { order: Order; look?: string }) =>
  isUnpaid(order) && <span className={classes('g-strong g-warn', look)}>Unpaid</span>;
