/**
 * A tap on a notification, on its way from the service worker to a page. It waits in a cache of its own, because neither of the two may be
 * running while the other is: whoever deletes it has taken it. Each has a key of its own: a second tap does not take the first one's place.
 */
export interface PushedTap {
  /** A page of the app. */
  path: string;
  /** The order that the person accepted; null: it was opened, no more. */
  accept: string | null;
  /** Epoch ms. */
  at: number;
}

export const TAPS_CACHE = 'galley-pushed-taps';
export const tapPath = (id: string): string => `/pushed-tap/${id}`;
/** A page that comes later than this does not do what was tapped: the kitchen has gone on. */
export const TAP_LIFE_MS = 120_000;

/** From the service worker to a page: a tap waits. The page answers on the port that it has taken it. */
export const TAP_WAITS = 'PUSHED_TAP';

/** From the service worker to its pages: the browser has another address at its push service. */
export const PUSH_CHANGED = 'PUSH_CHANGED';

/**
 * The lock under which the service worker shows a notification and a page looks through those that are shown. Chromium forgets a
 * notification that it is about to show when it is asked for the shown ones in that moment: it stays on the screen, and neither a tap on
 * it nor its closing reaches the app.
 */
export const SHOWN_LOCK = 'galley:shown-notifications';
