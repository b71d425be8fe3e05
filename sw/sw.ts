import { clientsClaim } from 'workbox-core';
import type { PrecacheEntry } from 'workbox-precaching';
import { wakePagesOnSync } from './background-sync.ts';
import { keepImages } from './images.ts';
import { passBy } from './pass-by.ts';
import { areOf, serveFromPrecache } from './precache.ts';
import { showPushes } from './push.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] };

const entries = self.__WB_MANIFEST;
passBy(self);
const precache = serveFromPrecache(self, entries);
keepImages();
showPushes(self);
wakePagesOnSync(self);

// A first visit that goes offline at once then finds the chunks of the other screens.
clientsClaim();

// No skipWaiting at install: a new version takes over when the person agrees, not in the middle of service.
self.addEventListener('message', (event) => {
  const message = event.data as { type?: unknown; paths?: string[] } | null;
  if (message?.type === 'SKIP_WAITING') void self.skipWaiting();
  if (message?.type === 'REFILL') event.waitUntil(precache.refill().catch((error: unknown) => console.info(error)));
  if (message?.type === 'IS_YOURS') event.ports[0]?.postMessage(areOf(entries, message.paths ?? []));
});
