import type { Order } from '../../contract/orders/calls.ts';
import type { NewNotification } from '../notifications/notify.ts';
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
