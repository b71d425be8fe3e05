import type { Chat } from '../contract/chats/calls.ts';
import type { Notification } from '../contract/notifications/calls.ts';
import type { Order } from '../contract/orders/calls.ts';
import { aboutChat } from '../server/chats/write.ts';
import { newId } from '../server/platform/ids.ts';
import type { NewNotification } from '../server/notifications/notify.ts';
import { orderNotification } from '../server/orders/order-notifications.ts';

const ORDERS = 12;

/** The owner's notifications: about unread chats, and about the newest orders that customers placed. */
export function makeNotifications(
  chats: Omit<Chat, 'version'>[],
  orders: Omit<Order, 'version'>[],
): Omit<Notification, 'version'>[] {
  const placed = orders
    .filter((order) => order.channel === 'website' || order.channel === 'whatsapp')
    .toSorted((a, b) => b.placed_at.localeCompare(a.placed_at))
    .slice(0, ORDERS);
  return [
    ...placed.map((order) =>
      notificationRow(
        orderNotification(order),
        order.placed_at,
        order.order_status === 'pending' ? null : order.placed_at,
      ),
    ),
    ...chats
      .filter((chat) => chat.unread_count > 0)
      .map((chat) => notificationRow(chatNotification(chat), chat.last_message_at, null)),
  ];
}

const chatNotification = (chat: Omit<Chat, 'version'>) =>
  ({
    type: 'chat_message',
    title: chat.customer_name,
    body: chat.last_message_preview,
    severity: 'info',
    resource_type: 'chat',
    resource_id: chat.id,
    url: `/restaurant/chats/${chat.customer_id}`,
    group_key: aboutChat(chat.id),
  }) satisfies NewNotification;

const notificationRow = (
  notification: Required<Omit<NewNotification, 'entity'>>,
  at: string,
  readAt: string | null,
): Omit<Notification, 'version'> => ({
  ...notification,
  id: newId(new Date(at)),
  created_at: at,
  updated_at: at,
  deleted_at: null,
  updated_by: { kind: 'system', id: null, name: 'Galley' },
  entity: 'restaurant',
  read_at: readAt,
});
