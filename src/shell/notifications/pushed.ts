import { PUSH_CHANGED, PENDING_ACTION, type NotificationAction } from '../../../contract/sync/notification-action.ts';
import { currentStore } from '../../data/current.ts';
import { follow } from '../../data/watch.ts';
import { acceptPushed } from '../../routes.ts';
import { pushBrowser } from '../../session/push-browser.ts';
import { thisPush } from '../../session/push.ts';
import { startBackgroundSync } from '../pwa/background-sync.ts';
import { isFullScreen } from '../layout/full-screen.ts';
import { takeActions } from './notification-actions.ts';

/** Older ones are not shown any more. */
const NEWEST = 50;

/**
 * Handles notifications of a closed app in the page: performs what was tapped on them, closes those that were read, and renews this
 * browser's push subscription. `navigate` opens the page of the newest tapped notification. Returns a function that stops it when
 * the session ends, which closes all notifications that are still shown.
 */
export function startPushed(navigate: (to: string) => void): () => void {
  const { serviceWorker } = navigator;
  const renew = () => void thisPush().renew();
  const onMessage = ({ data, ports }: MessageEvent) => {
    const { type } = (data ?? {}) as { type?: unknown };
    if (type === PENDING_ACTION) void doTapped(navigate, (isTaken) => ports[0]?.postMessage(isTaken));
    if (type === PUSH_CHANGED) renew();
  };
  serviceWorker?.addEventListener('message', onMessage);
  // A start without a network could not tell the server.
  addEventListener('online', renew);
  serviceWorker?.startMessages();
  const leaveNews = closeWhatWasRead();
  const leaveQueue = startBackgroundSync();
  void doTapped(navigate);
  renew();
  return () => {
    removeEventListener('online', renew);
    serviceWorker?.removeEventListener('message', onMessage);
    leaveNews();
    leaveQueue();
    closeShown(() => true);
  };
}

async function doTapped(
  navigate: (to: string) => void,
  answer: (isTaken: boolean) => void = () => undefined,
): Promise<void> {
  try {
    const taps = 'caches' in globalThis ? await takeActions(caches) : [];
    // At once: the service worker waits for it, and a new version waits for the service worker.
    answer(taps.length > 0);
    await perform(taps, navigate);
  } catch (error) {
    console.info('What was tapped on a notification cannot be done', error);
  }
}

/** Performs all acceptances and opens the page of the newest tap. */
async function perform(taps: NotificationAction[], navigate: (to: string) => void): Promise<void> {
  const newest = taps.at(-1);
  if (!newest) return;
  // The kitchen view stays open: the order is on it.
  const stays = newest.accept !== null && isFullScreen(location.pathname, location.search);
  if (!stays && location.pathname !== new URL(newest.path, location.href).pathname) navigate(newest.path);
  const accepted = new Set(taps.flatMap(({ accept }) => accept ?? []));
  if (accepted.size === 0) return;
  const accept = await acceptPushed();
  // An order that has not arrived yet must not delay the others.
  await Promise.all([...accepted].map(accept));
}

/** Closes notifications about what was answered or read on any device. */
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
