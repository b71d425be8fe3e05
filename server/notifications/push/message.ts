import { createHash } from 'node:crypto';
import type { Notification } from '../../../contract/notifications/calls.ts';
import type { PushTopic } from '../../../contract/notifications/push-calls.ts';
import type { PushMessage } from '../../integrations/push/pusher.ts';
import { clip } from '../../../contract/clip.ts';

/** What a push needs besides its notification. */
export interface PushContent {
  notification: Pick<Notification, 'id' | 'type' | 'title' | 'body' | 'severity' | 'url' | 'group_key' | 'created_at'> &
    Pick<Notification, 'resource_type' | 'resource_id'>;
  /** Until when the order needs an answer. Null: it needs none. */
  answerBy: string | null;
  /** The number on the app's icon. */
  unread: number;
  publicUrl: string;
  now: Date;
}

const MINUTE = 60;
const LATER_SECONDS = 4 * 60 * MINUTE;
const ORDER_SECONDS = 30 * MINUTE;
const TITLE_MAX = 120;
const BODY_MAX = 300;
const ORDERS_PAGE = '/restaurant/orders';

const topics: Partial<Record<Notification['type'], PushTopic>> = {
  order_new: 'orders',
  order_unanswered: 'orders',
  order_cancelled: 'orders',
  order_rejected_timeout: 'orders',
  chat_message: 'chats',
  chat_needs_human: 'chats',
  chat_send_failed: 'chats',
};

/** The topic that devices choose; null: not among their choices. */
export const topicOf = (type: Notification['type']): PushTopic | null => topics[type] ?? null;

/** True if it asks for an answer, and is worthless once there is one. */
export const needsAnswer = (type: Notification['type']): boolean => type === 'order_new' || type === 'order_unanswered';

/** Null if it would tell nothing new by now. */
export function composePush(content: PushContent): PushMessage | null {
  const { notification, now } = content;
  const ttlSeconds = Math.floor((endOf(content) - now.getTime()) / 1000);
  if (ttlSeconds <= 0) return null;
  const group = notification.group_key ?? notification.id;
  return {
    payload: Buffer.from(JSON.stringify(declare(content, group))),
    ttlSeconds,
    urgency: notification.severity === 'urgent' || notification.severity === 'warning' ? 'high' : 'normal',
    topic: createHash('sha256').update(group).digest('base64url').slice(0, 32),
  };
}

/** A test notification. */
export function composeTest(publicUrl: string): PushMessage {
  const payload = {
    web_push: 8030,
    notification: {
      title: 'Notifications work on this device',
      body: 'New orders and messages will show here',
      lang: 'en-GB',
      navigate: publicUrl + ORDERS_PAGE,
      tag: 'test',
      icon: `${publicUrl}/icons/icon-192.png`,
      data: { url: ORDERS_PAGE },
    },
  };
  return { payload: Buffer.from(JSON.stringify(payload)), ttlSeconds: 5 * MINUTE, urgency: 'high', topic: 'test' };
}

/**
 * The format of Declarative Web Push: Safari shows it without our code; elsewhere the service worker reads the same fields
 * (sw/push-message.ts). Each notification replaces the former one of its order or chat.
 */
function declare({ notification, answerBy, unread, publicUrl, now }: PushContent, group: string) {
  const path = notification.url ?? ORDERS_PAGE;
  const navigate = publicUrl + path;
  const isOpen = needsAnswer(notification.type) && answerBy !== null && Date.parse(answerBy) > now.getTime();
  return {
    web_push: 8030,
    notification: {
      title: clip(notification.title, TITLE_MAX),
      body: clip(notification.body, BODY_MAX),
      lang: 'en-GB',
      navigate,
      tag: group,
      renotify: true,
      require_interaction: notification.severity === 'urgent',
      timestamp: Date.parse(notification.created_at),
      icon: `${publicUrl}/icons/icon-192.png`,
      badge: `${publicUrl}/icons/monochrome-512.png`,
      data: {
        url: path,
        type: notification.type,
        notification_id: notification.id,
        resource_type: notification.resource_type,
        resource_id: notification.resource_id,
        // Pushes may arrive out of order: the number of the newest one counts.
        sent_at: now.getTime(),
      },
      ...(isOpen
        ? {
            actions: [
              { action: 'accept', title: 'Accept', navigate },
              { action: 'open', title: 'Open', navigate },
            ],
          }
        : {}),
    },
    app_badge: unread,
  };
}

/** When it expires, epoch ms: at the deadline of the answer that it asks for, else after some hours. */
function endOf({ notification, answerBy }: PushContent): number {
  if (needsAnswer(notification.type) && answerBy !== null) return Date.parse(answerBy);
  const seconds = topicOf(notification.type) === 'orders' ? ORDER_SECONDS : LATER_SECONDS;
  return Date.parse(notification.created_at) + seconds * 1000;
}
