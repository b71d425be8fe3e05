import * as z from 'zod/mini';
import { call, queue, read } from '../call.ts';
import { fixedTexts } from '../fixed-texts.ts';
import { pagingQuery } from '../query.ts';
import { Id, Instant, operationFields, syncedFields } from '../fields.ts';

export const notificationEntities = ['restaurant', 'user'] as const;
export const NotificationType = z.enum([
  'order_new',
  'order_unanswered',
  'order_cancelled',
  'order_rejected_timeout',
  'chat_message',
  'chat_needs_human',
  'chat_send_failed',
  'refund_failed',
  'dispute_opened',
  'stock_low',
  'stock_out',
  'reservation_new',
  'reservation_cancelled',
  'channel_error',
  'calendar_disconnected',
  'import_done',
  'menu_upload_ready',
  'withdrawal_paid',
  'withdrawal_failed',
  'security_login',
  'system',
]);

export const Notification = z.object({
  ...syncedFields,
  entity: z.enum(notificationEntities),
  type: NotificationType,
  title: z.string(),
  body: z.string(),
  severity: z.enum(['info', 'success', 'warning', 'urgent']),
  resource_type: z.nullable(z.enum(['order', 'chat', 'customer', 'menu_item', 'inventory_item', 'reservation'])),
  resource_id: z.nullable(Id),
  /** A local path of the app. */
  url: z.nullable(z.string()),
  group_key: z.nullable(z.string()),
  read_at: z.nullable(Instant),
});
export type Notification = z.infer<typeof Notification>;

const messages = { entity: { known: notificationEntities, otherwise: fixedTexts.invalidNotificationEntity } };

export const list = call('dashboard.notifications', 'GET', '/dashboard/notifications/{entity}', {
  access: 'member',
  offline: read,
  messages,
  query: z.strictObject(pagingQuery),
  reply: Notification,
  paged: true,
  summary: 'Notifications of the restaurant or of the user, newest first',
});

/** A set union: read notifications stay read; unknown ids are ignored. */
export const markAsRead = call('dashboard.markAsRead', 'POST', '/dashboard/notifications/{entity}/mark-as-read', {
  access: 'member',
  offline: queue('never'),
  messages,
  body: z.strictObject({ notification_ids: z.array(Id).check(z.minLength(1), z.maxLength(500)), ...operationFields }),
  reply: z.object({ notification_ids: z.array(Id) }),
  summary: 'Mark as read',
});
