import type { Customer } from '../../../contract/customers/calls.ts';
import type { Order } from '../../../contract/orders/calls.ts';
import { averageOrder, salesOf } from '../../../contract/orders/revenue.ts';

/** By the rule of insights. Null: nothing was sold, or this device lacks some of the customer's orders. */
export function averageOf(customer: Pick<Customer, 'orders_count'>, orders: readonly Order[]): number | null {
  const counted = orders.filter(({ order_status: status }) => status !== 'rejected' && status !== 'cancelled');
  return counted.length < customer.orders_count ? null : averageOrder(salesOf(orders));
}
