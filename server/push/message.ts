import { createHash } from 'node:crypto';
import type { Notification } from '../../contract/notifications/calls.ts';
import type { PushTopic } from '../../contract/notifications/push-calls.ts';
import type { PushMessage } from '../integrations/push.ts';

/** What a push is made of, besides the notification that it tells of. */
export interface PushContent {
  notification: Pick<Notification, 'id' | 'type' | 'title' | 'body' | 'severity' | 'url' | 'group_key' | 'created_at'> &
    Pick<Notification, 'resource_type' | 'resource_id'>;
  /** Of the order that it is about: until when an answer is awaited. Null: none is. */
  answerBy: string | null;
  /** For the number on the app's icon. */
  unread: number;
  publicUrl: string;
  now: Date;
}

const MINUTE = 60;
const CHAT_SECONDS = 4 * 60 * MINUTE;
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

/** Which devices a notification is pushed to; null: it waits in the app. */
export const topicOf = (type: Notification['type']): PushTopic | null => topics[type] ?? null;

/** Does it ask for an answer, so that it is worth nothing once there is one? */
export const asksForAnswer = (type: Notification['type']): boolean =>
  type === 'order_new' || type === 'order_unanswered';

/** Null: by now it would tell nobody anything new. */
export function composePush(told: PushContent): PushMessage | null {
  const { notification, now } = told;
  const ttlSeconds = Math.floor((endOf(told) - now.getTime()) / 1000);
  if (ttlSeconds <= 0) return null;
  const group = notification.group_key ?? notification.id;
  return {
    payload: Buffer.from(JSON.stringify(declare(told, group))),
    ttlSeconds,
    urgency: notification.severity === 'urgent' || notification.severity === 'warning' ? 'high' : 'normal',
    topic: createHash('sha256').update(group).digest('base64url').slice(0, 32),
  };
}

/** What a device is sent that wants to see whether it hears anything. */
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
 * The shape of Declarative Web Push: Safari shows it without our code; elsewhere the service worker reads the same fields
 * (sw/push-message.ts). Each notification replaces the former one of its order or chat.
 */
function declare({ notification, answerBy, unread, publicUrl, now }: PushContent, group: string) {
  const path = notification.url ?? ORDERS_PAGE;
  const navigate = publicUrl + path;
  const isOpen = asksForAnswer(notification.type) && answerBy !== null && Date.parse(answerBy) > now.getTime();
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

/** When it is old news, epoch ms: with the deadline of the answer that it asks for, else after some hours. */
function endOf({ notification, answerBy }: PushContent): number {
  if (asksForAnswer(notification.type) && answerBy !== null) return Date.parse(answerBy);
  const seconds = topicOf(notification.type) === 'chats' ? CHAT_SECONDS : ORDER_SECONDS;
  return Date.parse(notification.created_at) + seconds * 1000;
}

/** Whole signs, whatever they are made of. */
const clip = (text: string, max: number) => (text.length <= max ? text : `${text.slice(0, max - 1).toWellFormed()}…`);
