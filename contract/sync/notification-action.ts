/**
 * A tap on a notification, on its way from the service worker to a page. It waits in a cache of its own, because neither of the two may be
 * running while the other is: whoever deletes it has taken it. Each has a key of its own: a second tap does not take the first one's place.
 */
export interface NotificationAction {
  /** A page of the app. */
  path: string;
  /** The order that the person accepted; null: it was opened, no more. */
  accept: string | null;
  /** Epoch ms. */
  at: number;
}

export const ACTIONS_CACHE = 'galley-pushed-taps';
export const actionPath = (id: string): string => `/pushed-tap/${id}`;
/** A page that comes later than this does not do what was tapped: the kitchen has gone on. */
export const ACTION_LIFETIME_MS = 120_000;

/** From the service worker to a page: a tap waits. The page answers on the port that it has taken it. */
export const ACTION_WAITING = 'PUSHED_TAP';

/** From the service worker to its pages: the browser has another address at its push service. */
export const PUSH_CHANGED = 'PUSH_CHANGED';

/**
 * The lock under which the service worker shows a notification and a page looks through those that are shown. Chromium forgets a
 * notification that it is about to show when it is asked for the shown ones in that moment: it stays on the screen, and neither a tap on
 * it nor its closing reaches the app.
 */
export const NOTIFICATIONS_LOCK = 'galley:shown-notifications';
