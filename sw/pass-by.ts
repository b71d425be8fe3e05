import { cacheNames } from 'workbox-core';

interface WithRoutes extends ExtendableEvent {
  addRoutes?(
    routes: {
      condition: { urlPattern: { pathname: string }; requestMethod?: string };
      source: 'network' | 'fetch-event' | { cacheName: string };
    }[],
  ): Promise<void>;
}

/**
 * Where the browser supports it (Chrome 123 and later), requests of a page to the API bypass the service worker, and its chunks come
 * straight from the cache: they do not wake it, and do not keep an old one busy when a new one is to take over. In other browsers,
 * and from the sync worker (src/sync/runtime/request-hold.ts), they pass through: it does not answer API requests, and answers
 * chunks from the same cache.
 */
export function passBy(self: ServiceWorkerGlobalScope): void {
  self.addEventListener('install', (event: WithRoutes) => {
    const added = event.addRoutes?.([
      // The first that fits counts: images are kept (images.ts).
      { condition: { urlPattern: { pathname: '/backend/files/*' }, requestMethod: 'GET' }, source: 'fetch-event' },
      { condition: { urlPattern: { pathname: '/backend/*' } }, source: 'network' },
      // Their names contain a hash of their contents, so the address alone is the key.
      { condition: { urlPattern: { pathname: '/assets/*' } }, source: { cacheName: cacheNames.precache } },
    ]);
    if (added) event.waitUntil(added.catch(() => undefined));
  });
}
