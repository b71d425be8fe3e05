import { PUSH_CHANGED, NOTIFICATIONS_LOCK } from '../contract/sync/notification-action.ts';
import { showBadge } from './badge.ts';
import { openNotification } from './notification-click.ts';
import { readPush, type ShownNotification } from './push-message.ts';

/**
 * Shows what is pushed, always: also while the app is in front, where it is silent because the app itself rings. The icon's number comes
 * with the message, so that it is right though the app does not run.
 */
export function showPushes(sw: ServiceWorkerGlobalScope): void {
  sw.addEventListener('push', (event) => {
    const shown = readPush(event.data?.text() ?? null, sw.location.origin);
    event.waitUntil(show(sw, shown));
  });
  sw.addEventListener('notificationclick', (event) => {
    event.waitUntil(openNotification(sw, event.notification, event.action));
  });
  // The browser changed its address at the push service. Only a page has the session to say so; without one the next start does.
  sw.addEventListener('pushsubscriptionchange', (event) => {
    (event as ExtendableEvent).waitUntil(tellChanged(sw));
  });
}

async function show(sw: ServiceWorkerGlobalScope, { title, options, badge }: ShownNotification): Promise<void> {
  const isQuiet = await isInFront(sw);
  // A silent one may not ask to sound again, and has no need to stay over the page that shows the order itself.
  const quiet = { silent: true, renotify: false, requireInteraction: false };
  await alone(sw, () => sw.registration.showNotification(title, isQuiet ? { ...options, ...quiet } : options));
  if (badge !== null) await showBadge(sw.navigator, badge);
}

/** A page that hangs while it looks through the shown ones must not keep a push from being shown. */
const PATIENCE_MS = 2000;

/** While no page looks through the shown ones. */
async function alone(sw: ServiceWorkerGlobalScope, task: () => Promise<void>): Promise<void> {
  let hasBegun = false;
  const begin = () => {
    hasBegun = true;
    return task();
  };
  try {
    await sw.navigator.locks.request(NOTIFICATIONS_LOCK, { signal: AbortSignal.timeout(PATIENCE_MS) }, begin);
  } catch (error) {
    if (hasBegun) throw error;
    await task();
  }
}

const pagesOf = (sw: ServiceWorkerGlobalScope) => sw.clients.matchAll({ type: 'window', includeUncontrolled: true });

const isInFront = async (sw: ServiceWorkerGlobalScope) =>
  (await pagesOf(sw)).some(({ visibilityState }) => visibilityState === 'visible');

async function tellChanged(sw: ServiceWorkerGlobalScope): Promise<void> {
  for (const page of await pagesOf(sw)) page.postMessage({ type: PUSH_CHANGED });
}
