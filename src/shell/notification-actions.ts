import { TAP_LIFE_MS, TAPS_CACHE, type PushedTap } from '../../contract/sync/notification-action.ts';

/** What was tapped on notifications and nobody has taken, the oldest first. Of several pages the one that deletes a tap has it. */
export async function takeTaps(caches: CacheStorage): Promise<PushedTap[]> {
  const cache = await caches.open(TAPS_CACHE);
  const taken: PushedTap[] = [];
  for (const key of await cache.keys()) {
    const kept = await cache.match(key);
    if (!kept) continue;
    const tap = (await kept.json()) as PushedTap;
    if ((await cache.delete(key)) && Date.now() - tap.at < TAP_LIFE_MS) taken.push(tap);
  }
  return taken.sort((a, b) => a.at - b.at);
}
