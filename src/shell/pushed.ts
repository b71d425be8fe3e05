import { navigate } from 'wouter/use-browser-location';
import {
  PUSH_CHANGED,
  TAP_LIFE_MS,
  TAP_PATH,
  TAP_WAITS,
  TAPS_CACHE,
  type PushedTap,
} from '../../contract/pushed-tap.ts';
import { currentStore } from '../data/current.ts';
import { watch } from '../data/watch.ts';
import { acceptPushed } from '../routes.ts';
import { pushBrowser } from '../session/push-browser.ts';
import { thisPush } from '../session/push.ts';
import { startBackgroundSync } from './background-sync.ts';
import { isFullScreen } from './full-screen.ts';
import { loadFirst } from './navigate.ts';

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
    if (type === TAP_WAITS) void doTapped((isTaken) => ports[0]?.postMessage(isTaken));
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
    const tap = await takeTap();
    // At once: the service worker waits for it, and a new version for the service worker.
    answer(tap !== null);
    if (tap) await perform(tap);
  } catch (error) {
    console.info('What was tapped on a notification cannot be done', error);
  }
}

async function perform({ path, accept }: PushedTap): Promise<void> {
  // The kitchen view stays: the order is on its screen.
  const stays = accept !== null && isFullScreen(location.pathname, location.search);
  if (!stays && location.pathname !== new URL(path, location.href).pathname) loadFirst((to) => navigate(to), path);
  if (accept !== null) await (await acceptPushed())(accept);
}

/** Of several pages the one that deletes it has it. */
async function takeTap(): Promise<PushedTap | null> {
  if (!('caches' in globalThis)) return null;
  const kept = await caches.match(TAP_PATH, { cacheName: TAPS_CACHE });
  if (!kept) return null;
  const tap = (await kept.json()) as PushedTap;
  const isMine = await (await caches.open(TAPS_CACHE)).delete(TAP_PATH);
  return isMine && Date.now() - tap.at < TAP_LIFE_MS ? tap : null;
}

/** What was answered or read on any device is no news on this one. */
function closeWhatWasRead(): () => void {
  const newest = watch(currentStore(), (db) =>
    db.notifications.orderBy('created_at').reverse().limit(NEWEST).toArray(),
  );
  return newest.subscribe(
    (rows) => {
      const over = new Set(rows.filter((row) => row.read_at !== null || row.deleted_at !== null).map(({ id }) => id));
      closeShown(({ notification }) => notification !== null && over.has(notification));
    },
    (error) => console.info('Notifications that were read stay shown', error),
  );
}

function closeShown(isOver: Parameters<typeof pushBrowser.closeShown>[0]): void {
  pushBrowser.closeShown(isOver).catch((error: unknown) => console.info('Notifications stay shown', error));
}
