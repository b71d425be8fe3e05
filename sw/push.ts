import { PUSH_CHANGED, NOTIFICATIONS_LOCK } from '../contract/sync/notification-action.ts';
import { showBadge } from './badge.ts';
import { openNotification } from './notification-click.ts';
import { type Carried, readPush, type ShownNotification } from './push-message.ts';

/**
 * Always shows what is pushed, even while the app is visible; then it is silent, because the app itself rings. The message contains
 * the icon's number, so that it is right although the app does not run.
 */
export function showPushes(sw: ServiceWorkerGlobalScope): void {
  const newest: Newest = { sentAt: 0 };
  sw.addEventListener('push', (event) => {
    const shown = readPush(event.data?.text() ?? null, sw.location.origin);
    event.waitUntil(show(sw, shown, newest));
  });
  sw.addEventListener('notificationclick', (event) => {
    event.waitUntil(openNotification(sw, event.notification, event.action));
  });
  // The browser changed its endpoint. Only a page has the session to report it; without a page the next start does.
  sw.addEventListener('pushsubscriptionchange', (event) => {
    (event as ExtendableEvent).waitUntil(notifyChanged(sw));
  });
}

async function show(
  sw: ServiceWorkerGlobalScope,
  { title, options, badge }: ShownNotification,
  newest: Newest,
): Promise<void> {
  const isSilent = await isInFront(sw);
  // A silent notification must not sound again, and need not stay over the page that shows the order.
  const silentOptions = { silent: true, renotify: false, requireInteraction: false };
  const { sentAt } = options.data;
  await alone(sw, async () => {
    newest.sentAt = Math.max(newest.sentAt, sentAt, ...(await shownTimes(sw)));
    await sw.registration.showNotification(title, isSilent ? { ...options, ...silentOptions } : options);
  });
  // Pushes may arrive out of order.
  if (badge !== null && sentAt === newest.sentAt) await showBadge(sw.navigator, badge);
}

/** When the newest push that this run of the service worker knows was sent, epoch ms. */
interface Newest {
  sentAt: number;
}

/** When the shown notifications were sent. An earlier run may have shown a newer one. */
async function shownTimes(sw: ServiceWorkerGlobalScope): Promise<number[]> {
  try {
    const shown = await sw.registration.getNotifications();
    return shown.map(({ data }) => (data as Partial<Carried> | null)?.sentAt ?? 0);
  } catch {
    // The push must be shown even if reading the others fails.
    return [];
  }
}

/** A page that hangs while it looks through the shown notifications must not delay a push. */
const TIMEOUT_MS = 2000;

/** Runs while no page looks through the shown notifications. */
async function alone(sw: ServiceWorkerGlobalScope, task: () => Promise<void>): Promise<void> {
  let hasBegun = false;
  const begin = () => {
    hasBegun = true;
    return task();
  };
  try {
    await sw.navigator.locks.request(NOTIFICATIONS_LOCK, { signal: AbortSignal.timeout(TIMEOUT_MS) }, begin);
  } catch (error) {
    if (hasBegun) throw error;
    await task();
  }
}

const pagesOf = (sw: ServiceWorkerGlobalScope) => sw.clients.matchAll({ type: 'window', includeUncontrolled: true });

const isInFront = async (sw: ServiceWorkerGlobalScope) =>
  (await pagesOf(sw)).some(({ visibilityState }) => visibilityState === 'visible');

async function notifyChanged(sw: ServiceWorkerGlobalScope): Promise<void> {
  for (const page of await pagesOf(sw)) page.postMessage({ type: PUSH_CHANGED });
}
