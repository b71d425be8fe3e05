/**
 * A tap on a notification, passed from the service worker to a page through a cache, because either may not be running. Whoever deletes it
 * handles it. Each has its own key, so that a second tap does not replace the first.
 */
export interface NotificationAction {
  /** A page of the app. */
  path: string;
  /** The order that the person accepted; null if the notification was only opened. */
  accept: string | null;
  /** Epoch ms. */
  at: number;
}

export const ACTIONS_CACHE = 'galley-pushed-taps';
export const actionPath = (id: string): string => `/pushed-tap/${id}`;
/** Taps older than this are not carried out: the kitchen has moved on. */
export const ACTION_LIFETIME_MS = 120_000;

/** From the service worker to a page: a tap is waiting. The page answers on the port when it has taken it. */
export const PENDING_ACTION = 'PUSHED_TAP';

/** From the service worker to its pages: the browser's push endpoint has changed. */
export const PUSH_CHANGED = 'PUSH_CHANGED';

/**
 * The lock under which the service worker shows a notification and a page lists those shown. If Chromium is asked for the list while it
 * shows one, it forgets that notification: it stays on the screen, but neither a tap nor closing it reaches the app.
 */
export const NOTIFICATIONS_LOCK = 'galley:shown-notifications';
