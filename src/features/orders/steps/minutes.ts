import { prepMinutes } from '../../../../contract/restaurant/ordering.ts';
import type { Order } from '../../../../contract/orders/calls.ts';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';

/** What the restaurant currently promises for such an order, including a rush's extra. */
export const usualMinutes = (order: Pick<Order, 'order_type'>, restaurant: Restaurant, now: number): number =>
  prepMinutes(restaurant, order.order_type, new Date(now));

/** The times for accepting an order with one tap: the usual one, a little less, and up to half an hour more. */
export const minuteChoices = (usual: number): number[] =>
  [-10, -5, 0, 5, 10, 20, 30].map((more) => usual + more).filter((minutes) => minutes >= 5);

/** For the menu of a new order, whose button accepts it with the usual time. */
export function otherMinutes(order: Order, restaurant: Restaurant, now: number): number[] {
  if (order.order_status !== 'pending' || !order.is_asap) return [];
  const usual = usualMinutes(order, restaurant, now);
  return [usual - 10, usual + 10, usual + 20, usual + 30].filter((minutes) => minutes >= 5);
}
