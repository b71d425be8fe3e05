import { isAppPage } from './app-page.ts';
import { clip } from '../contract/clip.ts';

/** Where a tap on a notification leads by default. */
export const HOME = '/restaurant/orders';
const TITLE_MAX = 200;
const BODY_MAX = 600;
const BADGE_MAX = 9999;

/** The data of a notification for when it is tapped. */
export interface Carried {
  /** A page of the app. */
  path: string;
  /** The order that Accept applies to. */
  order: string | null;
  /** The notification's row; the page closes it when the row was read. */
  notification: string | null;
  /** When the server sent it, epoch ms; 0: unknown. */
  sentAt: number;
}

export interface ShownNotification {
  title: string;
  options: NotificationOptions & {
    data: Carried;
    actions?: { action: string; title: string }[];
    renotify?: boolean;
    timestamp?: number;
  };
  /** Null: the message says nothing about the icon's number. */
  badge: number | null;
}

/**
 * A push message in the shape of Declarative Web Push (server/notifications/push/message.ts), ready for this browser to show. Something is always
 * shown: browsers cancel the subscription of an app that shows nothing after a push.
 */
export function readPush(text: string | null, origin: string): ShownNotification {
  const message = objectOf(parse(text));
  const given = objectOf(message?.['notification']);
  const title = textOf(given?.['title'], TITLE_MAX);
  const badge = wholeOf(message?.['app_badge']);
  if (!given || message?.['web_push'] !== 8030 || title === null)
    return { title: 'Something new in Galley', options: { tag: 'galley', data: carry(HOME, null, origin) }, badge };
  const tag = textOf(given['tag'], 100);
  const body = textOf(given['body'], BODY_MAX);
  const timestamp = wholeOf(given['timestamp'], Number.MAX_SAFE_INTEGER);
  const icons = Object.fromEntries(
    (['icon', 'badge'] as const).flatMap((name) => {
      const path = localPath(given[name], origin);
      return path === null ? [] : [[name, path]];
    }),
  );
  return {
    title,
    options: {
      ...icons,
      ...(body === null ? {} : { body }),
      ...(timestamp === null ? {} : { timestamp }),
      // Sounding again requires a tag.
      ...(tag === null ? {} : { tag, renotify: given['renotify'] === true }),
      requireInteraction: given['require_interaction'] === true,
      lang: 'en-GB',
      actions: actionsOf(given['actions']),
      data: carry(given['navigate'], objectOf(given['data']), origin),
    },
    badge,
  };
}

/** A page of this app, otherwise its home: a notification leads nowhere else. */
export function pageOf(address: unknown, origin: string): string {
  const path = localPath(address, origin);
  return path !== null && isAppPage(new URL(path, origin)) ? path : HOME;
}

function carry(navigate: unknown, data: Record<string, unknown> | null, origin: string): Carried {
  const isOrder = data?.['resource_type'] === 'order';
  return {
    path: pageOf(data?.['url'] ?? navigate, origin),
    order: isOrder ? idOf(data['resource_id']) : null,
    notification: idOf(data?.['notification_id']),
    sentAt: wholeOf(data?.['sent_at'], Number.MAX_SAFE_INTEGER) ?? 0,
  };
}

function actionsOf(given: unknown): { action: string; title: string }[] {
  if (!Array.isArray(given)) return [];
  return given.slice(0, 2).flatMap((one: unknown) => {
    const action = textOf(objectOf(one)?.['action'], 20);
    const title = textOf(objectOf(one)?.['title'], 40);
    return action !== null && title !== null ? [{ action, title }] : [];
  });
}

function localPath(address: unknown, origin: string): string | null {
  if (typeof address !== 'string' || !URL.canParse(address, origin)) return null;
  const url = new URL(address, origin);
  return url.origin === origin ? url.pathname + url.search : null;
}

function parse(text: string | null): unknown {
  try {
    return text === null ? null : (JSON.parse(text) as unknown);
  } catch {
    // Not from this server, or from another version: shown as something new.
    return null;
  }
}

const objectOf = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;

const textOf = (value: unknown, max: number): string | null =>
  typeof value === 'string' && value.trim() !== '' ? clip(value, max, '') : null;

const wholeOf = (value: unknown, max = BADGE_MAX): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? Math.min(value, max) : null;

const idOf = (value: unknown): string | null =>
  typeof value === 'string' && /^[0-9a-f-]{36}$/i.test(value) ? value.toLowerCase() : null;
