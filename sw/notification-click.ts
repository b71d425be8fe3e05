import {
  ACTION_WAITING,
  actionPath,
  ACTIONS_CACHE,
  type NotificationAction,
} from '../contract/sync/notification-action.ts';
import { isAppPage } from './app-page.ts';
import { HOME, pageOf, type Carried } from './push-message.ts';

/** A page that runs answers at once. Short, because a new version does not take over while an event is being waited for. */
const ANSWER_MS = 1500;

/**
 * A tap on a notification: the app comes to the front on the right page, and what was tapped is done there, through the outbox like any
 * other tap. The service worker itself changes nothing: it knows neither session nor database.
 */
export async function openNotification(
  sw: ServiceWorkerGlobalScope,
  notification: Notification,
  action: string,
): Promise<void> {
  notification.close();
  const carried = (notification.data ?? {}) as Partial<Carried>;
  const tap: NotificationAction = {
    path: pageOf(carried.path ?? HOME, sw.location.origin),
    accept: action === 'accept' ? (carried.order ?? null) : null,
    at: Date.now(),
  };
  const cache = await sw.caches.open(ACTIONS_CACHE);
  const key = actionPath(crypto.randomUUID());
  await cache.put(key, Response.json(tap));
  const page = await pageToUse(sw);
  // A page that was told of the tap before may have taken this one with it.
  if (page && ((await handOver(page)) || !(await cache.match(key)))) return;
  const url = new URL(tap.path, sw.location.origin);
  // The page that starts looks for the tap at once, not when it is idle.
  url.searchParams.set('source', 'push');
  await sw.clients.openWindow(url.href);
}

/** The page of the app that the person looked at last. */
async function pageToUse(sw: ServiceWorkerGlobalScope): Promise<WindowClient | undefined> {
  const pages = (await sw.clients.matchAll({ type: 'window', includeUncontrolled: true })).filter(
    ({ url }) => isAppPage(new URL(url)) && new URL(url).pathname.startsWith('/restaurant'),
  );
  return pages.find(({ focused }) => focused) ?? pages.find((page) => page.visibilityState === 'visible') ?? pages[0];
}

/** False: nobody there, a page of an older build, or one that hangs. */
async function handOver(page: WindowClient): Promise<boolean> {
  // Some systems do not let a page be brought to the front; it does its work all the same.
  await page.focus().catch(() => undefined);
  const { port1, port2 } = new MessageChannel();
  const answer = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), ANSWER_MS);
    port1.addEventListener('message', ({ data }) => {
      clearTimeout(timer);
      resolve(data === true);
    });
    port1.start();
    page.postMessage({ type: ACTION_WAITING }, [port2]);
  });
  port1.close();
  return answer;
}
