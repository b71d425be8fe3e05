import { clientsClaim } from 'workbox-core';
import type { PrecacheEntry } from 'workbox-precaching';
import { serveFromPrecache } from './precache.ts';
import { showPushes } from './push.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] };

serveFromPrecache(self.__WB_MANIFEST);
showPushes(self);

// A first visit that goes offline at once still finds the chunks of the other screens.
clientsClaim();

// No skipWaiting at install: a new version takes over when the person says so, not in the middle of service.
self.addEventListener('message', (event) => {
  if ((event.data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});
