import type { Order } from '../orders/calls.ts';

/** An order that was rejected, cancelled or deleted releases the uses of its promotions. */
export const holdsPromotions = ({ order_status, deleted_at }: Pick<Order, 'order_status' | 'deleted_at'>): boolean =>
  order_status !== 'rejected' && order_status !== 'cancelled' && deleted_at === null;
