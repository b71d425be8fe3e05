import {
  ACTION_LIFETIME_MS,
  ACTIONS_CACHE,
  type NotificationAction,
} from '../../../contract/sync/notification-action.ts';

/** Takes the taps on notifications that nobody has handled, oldest first. Of several pages, the one that deletes a tap handles it. */
export async function takeActions(caches: CacheStorage): Promise<NotificationAction[]> {
  const cache = await caches.open(ACTIONS_CACHE);
  const taken: NotificationAction[] = [];
  for (const key of await cache.keys()) {
    const kept = await cache.match(key);
    if (!kept) continue;
    const tap = (await kept.json()) as NotificationAction;
    if ((await cache.delete(key)) && Date.now() - tap.at < ACTION_LIFETIME_MS) taken.push(tap);
  }
  return taken.sort((a, b) => a.at - b.at);
}
