import { cacheNames } from 'workbox-core';

interface WithRoutes extends ExtendableEvent {
  addRoutes?(
    routes: { condition: { urlPattern: { pathname: string } }; source: 'network' | { cacheName: string } }[],
  ): Promise<void>;
}

/**
 * A page's requests to the API go past the service worker where the browser can do that (Chrome 123 and later), and its chunks come
 * straight from the cache: they do not wake it, and they do not keep an old one busy when a new one is to take over. Elsewhere, and from
 * the sync worker (src/sync/runtime/request-hold.ts), they pass through it: it does not answer the API's, and answers chunks from the same cache.
 */
export function passBy(self: ServiceWorkerGlobalScope): void {
  self.addEventListener('install', (event: WithRoutes) => {
    const added = event.addRoutes?.([
      { condition: { urlPattern: { pathname: '/backend/*' } }, source: 'network' },
      // Their names hold a hash of what is in them, so that the address alone is the key.
      { condition: { urlPattern: { pathname: '/assets/*' } }, source: { cacheName: cacheNames.precache } },
    ]);
    if (added) event.waitUntil(added.catch(() => undefined));
  });
}
