import { navigate } from 'wouter/use-browser-location';
import { PUSH_CHANGED, ACTION_WAITING, type NotificationAction } from '../../contract/sync/notification-action.ts';
import { currentStore } from '../data/current.ts';
import { follow } from '../data/watch.ts';
import { acceptPushed } from '../routes.ts';
import { pushBrowser } from '../session/push-browser.ts';
import { thisPush } from '../session/push.ts';
import { startBackgroundSync } from './background-sync.ts';
import { isFullScreen } from './full-screen.ts';
import { loadFirst } from './navigate.ts';
import { takeActions } from './notification-actions.ts';

/** Older ones are not shown any more. */
const NEWEST = 50;

/**
 * The page's side of notifications that come while the app is closed: does what was tapped on one, takes away those that were read, and
 * hands this browser's address in anew. Answers how to stop, when the session ends: then all that is still shown goes.
 */
export function startPushed(): () => void {
  const { serviceWorker } = navigator;
  const renew = () => void thisPush().renew();
  const onMessage = ({ data, ports }: MessageEvent) => {
    const { type } = (data ?? {}) as { type?: unknown };
    if (type === ACTION_WAITING) void doTapped((isTaken) => ports[0]?.postMessage(isTaken));
    if (type === PUSH_CHANGED) renew();
  };
  serviceWorker?.addEventListener('message', onMessage);
  // A start without a network had nobody to tell.
  addEventListener('online', renew);
  serviceWorker?.startMessages();
  const leaveNews = closeWhatWasRead();
  const leaveQueue = startBackgroundSync();
  void doTapped();
  renew();
  return () => {
    removeEventListener('online', renew);
    serviceWorker?.removeEventListener('message', onMessage);
    leaveNews();
    leaveQueue();
    closeShown(() => true);
  };
}

async function doTapped(answer: (isTaken: boolean) => void = () => undefined): Promise<void> {
  try {
    const taps = 'caches' in globalThis ? await takeActions(caches) : [];
    // At once: the service worker waits for it, and a new version for the service worker.
    answer(taps.length > 0);
    await perform(taps);
  } catch (error) {
    console.info('What was tapped on a notification cannot be done', error);
  }
}

/** All that was accepted, and the page of the newest. */
async function perform(taps: NotificationAction[]): Promise<void> {
  const newest = taps.at(-1);
  if (!newest) return;
  // The kitchen view stays: the order is on its screen.
  const stays = newest.accept !== null && isFullScreen(location.pathname, location.search);
  if (!stays && location.pathname !== new URL(newest.path, location.href).pathname)
    loadFirst((to) => navigate(to), newest.path);
  const accepted = new Set(taps.flatMap(({ accept }) => accept ?? []));
  if (accepted.size === 0) return;
  const accept = await acceptPushed();
  // An order that has not reached this device yet does not keep the others waiting.
  await Promise.all([...accepted].map(accept));
}

/** What was answered or read on any device is no news on this one. */
function closeWhatWasRead(): () => void {
  return follow(currentStore(), (db) => db.notifications.orderBy('created_at').reverse().limit(NEWEST).toArray(), {
    next: (rows) => {
      const over = new Set(rows.filter((row) => row.read_at !== null || row.deleted_at !== null).map(({ id }) => id));
      closeShown(({ notification }) => notification !== null && over.has(notification));
    },
  });
}

function closeShown(isOver: Parameters<typeof pushBrowser.closeShown>[0]): void {
  pushBrowser.closeShown(isOver).catch((error: unknown) => console.info('Notifications stay shown', error));
}
