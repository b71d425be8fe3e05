import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute, type PrecacheEntry } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { publicPageOf } from '../contract/public-pages.ts';
import { isAppPage } from './app-page.ts';
import { storeChunks } from './store-chunks.ts';

/**
 * The shell and every chunk come from the device, and pages of the app are the shell. Everything else, above all the API, goes to
 * the network, and so do the public pages, which must be current. Without a network the shell takes their place and says so, and
 * redirects a signed-in visit of /restaurant to the app.
 */
export function serveFromPrecache(sw: ServiceWorkerGlobalScope, entries: PrecacheEntry[]): void {
  cleanupOutdatedCaches();
  const precache = new PrecacheController();
  precache.addToCacheList(entries);
  sw.addEventListener('install', (event) => {
    event.waitUntil(install());
    async function install(): Promise<void> {
      const cache = await sw.caches.open(precache.strategy.cacheName);
      await storeChunks(cache, entries, sw.location.origin).catch((error: unknown) => console.info(error));
      await precache.install(event);
    }
  });
  sw.addEventListener('activate', (event) => void precache.activate(event));
  registerRoute(new PrecacheRoute(precache, { cleanURLs: false }));
  const shell = precache.createHandlerBoundToURL('/index.html');
  registerRoute(({ request, url }) => request.mode === 'navigate' && isAppPage(url), shell);
  registerRoute(
    ({ request, url }) => request.mode === 'navigate' && publicPageOf(url.pathname) !== null,
    (visit) => fetch(visit.request).catch(() => shell(visit)),
  );
}

/** Whether these files belong to this build. A page asks whether it is as old as the service worker that controls it. */
export function areOf(entries: PrecacheEntry[], paths: string[]): boolean {
  const own = new Set(entries.map(({ url }) => `/${url}`));
  return paths.every((path) => own.has(path));
}
