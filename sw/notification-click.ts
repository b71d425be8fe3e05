import {
  PENDING_ACTION,
  actionPath,
  ACTIONS_CACHE,
  type NotificationAction,
} from '../contract/sync/notification-action.ts';
import { isAppPage } from './app-page.ts';
import { HOME, pageOf, type Carried } from './push-message.ts';

/** A running page answers at once. Short, because a new version cannot take over while an event is pending. */
const ANSWER_MS = 1500;

/**
 * A tap on a notification: opens the app on the right page, which performs the tapped action through the outbox like any other. The
 * service worker itself changes nothing, because it has neither session nor database.
 */
export async function openNotification(
  sw: ServiceWorkerGlobalScope,
  notification: Notification,
  action: string,
): Promise<void> {
  notification.close();
  const carried = (notification.data ?? {}) as Partial<Carried>;
  const clicked: NotificationAction = {
    path: pageOf(carried.path ?? HOME, sw.location.origin),
    accept: action === 'accept' ? (carried.order ?? null) : null,
    at: Date.now(),
  };
  const cache = await sw.caches.open(ACTIONS_CACHE);
  const key = actionPath(crypto.randomUUID());
  await cache.put(key, Response.json(clicked));
  const page = await pageToUse(sw);
  // A page that was told about an earlier tap may have taken this one along.
  if (page && ((await handOver(page)) || !(await cache.match(key)))) return;
  const url = new URL(clicked.path, sw.location.origin);
  // The starting page then handles the tap at once, not when it is idle.
  url.searchParams.set('source', 'push');
  await sw.clients.openWindow(url.href);
}

/** The page of the app that was used last. */
async function pageToUse(sw: ServiceWorkerGlobalScope): Promise<WindowClient | undefined> {
  const pages = (await sw.clients.matchAll({ type: 'window', includeUncontrolled: true })).filter(
    ({ url }) => isAppPage(new URL(url)) && new URL(url).pathname.startsWith('/restaurant'),
  );
  return pages.find(({ focused }) => focused) ?? pages.find((page) => page.visibilityState === 'visible') ?? pages[0];
}

/** False: there is no page, it belongs to an older build, or it hangs. */
async function handOver(page: WindowClient): Promise<boolean> {
  // Some systems do not let a page come to the front; it works anyway.
  await page.focus().catch(() => undefined);
  const { port1, port2 } = new MessageChannel();
  const answer = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), ANSWER_MS);
    port1.addEventListener('message', ({ data }) => {
      clearTimeout(timer);
      resolve(data === true);
    });
    port1.start();
    page.postMessage({ type: PENDING_ACTION }, [port2]);
  });
  port1.close();
  return answer;
}
