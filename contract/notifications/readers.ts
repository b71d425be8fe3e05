import { may, type Permission, type Role } from '../people/permissions.ts';
import { NotificationType, type Notification } from './calls.ts';

/** The permission that a person needs to be told of it: that for what it is about. */
export const readersOf: Readonly<Record<Notification['type'], Permission>> = {
  order_new: 'orders.read',
  order_unanswered: 'orders.read',
  order_cancelled: 'orders.read',
  order_rejected_timeout: 'orders.read',
  chat_message: 'chats',
  chat_needs_human: 'chats',
  chat_send_failed: 'chats',
  refund_failed: 'payments.read',
  dispute_opened: 'payments.read',
  stock_low: 'inventory',
  stock_out: 'menu.availability',
  reservation_new: 'reservations',
  reservation_cancelled: 'reservations',
  channel_error: 'chats.setup',
  calendar_disconnected: 'chats.setup',
  import_done: 'customers.manage',
  menu_upload_ready: 'menu.edit',
  withdrawal_paid: 'money.read',
  withdrawal_failed: 'money.read',
  security_login: 'people',
  system: 'settings',
};

/** What a person with this role is told of; null: of everything. */
export function typesFor(role: Role): Notification['type'][] | null {
  const types = NotificationType.options.filter((type) => may(role, readersOf[type]));
  return types.length < NotificationType.options.length ? types : null;
}
