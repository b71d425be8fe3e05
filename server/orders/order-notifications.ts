import type { Order } from '../../contract/orders/calls.ts';
import type { MoneyBack } from '../../contract/payments/money-back.ts';
import { notify, type NewNotification } from '../notifications/notify.ts';
import type { OrderEventContext } from './events.ts';
import { money } from '../platform/format.ts';
import { aboutOrder } from '../notifications/settle.ts';

/** The notification of a new order. */
export function orderNotification(order: Pick<Order, 'id' | 'order_no' | 'customer' | 'lines'>) {
  const items = order.lines.reduce((sum, line) => sum + line.quantity, 0);
  return {
    type: 'order_new',
    title: `New order ${order.order_no}`,
    body: `${order.customer.name}, ${items === 1 ? '1 item' : `${items} items`}`,
    severity: 'urgent',
    resource_type: 'order',
    resource_id: order.id,
    url: `/restaurant/orders/${order.id}`,
    group_key: aboutOrder(order.id),
  } satisfies NewNotification;
}

/** Money of an order that ended, which a person has to give back. */
export const notifyOfMoneyOwed = (c: OrderEventContext, order: Order, { owed }: MoneyBack): Promise<void> =>
  notify(c, {
    type: 'system',
    title: `${money(owed, order.currency)} to give back for order ${order.order_no}`,
    body: `It was paid before it was ${order.order_status}. Give the money back and record it on the order.`,
    severity: 'warning',
    resource_type: 'order',
    resource_id: order.id,
    url: `/restaurant/orders/${order.id}`,
  });
