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
export function serveFromPrecache(sw: ServiceWorkerGlobalScope, entries: PrecacheEntry[]): Precache {
  cleanupOutdatedCaches();
  const precache = new PrecacheController();
  precache.addToCacheList(entries);
  const fill = async (event: Pick<ExtendableEvent, 'type' | 'waitUntil'>) => {
    const cache = await sw.caches.open(precache.strategy.cacheName);
    await storeChunks(cache, entries, sw.location.origin).catch((error: unknown) => console.info(error));
    await precache.install(event as ExtendableEvent); // Workbox reads nothing else of it
  };
  sw.addEventListener('install', (event) => event.waitUntil(fill(event)));
  sw.addEventListener('activate', (event) => void precache.activate(event));
  registerRoute(new PrecacheRoute(precache, { cleanURLs: false }));
  const shell = precache.createHandlerBoundToURL('/index.html');
  registerRoute(
    ({ request, url }) => request.mode === 'navigate' && isAppPage(url),
    (visit) => shell(visit).catch(withoutFiles),
  );
  registerRoute(
    ({ request, url }) => request.mode === 'navigate' && publicPageOf(url.pathname) !== null,
    (visit) => fetch(visit.request).catch(() => shell(visit).catch(withoutFiles)),
  );
  return {
    async refill() {
      const cache = await sw.caches.open(precache.strategy.cacheName);
      const stored = new Set((await cache.keys()).map(({ url }) => url));
      if ([...precache.getURLsToCacheKeys().values()].every((key) => stored.has(key))) return;
      const page = await (await fetch('/index.html', { cache: 'no-store' })).text();
      const scripts = [...page.matchAll(/src="(\/[^"]+\.js)"/g)].map(([, path]) => path!);
      // The server has another build, which installs itself.
      if (scripts.length === 0 || !areOf(entries, scripts)) return void (await sw.registration.update());
      await fill({ type: 'install', waitUntil: () => undefined });
    },
  };
}

export interface Precache {
  /** Browsers empty caches of installed apps, too: loads what is missing. A complete cache asks the server for nothing. */
  refill(): Promise<void>;
}

/** In place of the browser's own error page, which does not say why. It looks again by itself. */
const withoutFiles = (): Response =>
  new Response(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="10"><title>Galley</title>
<body style="margin:10vh auto;max-width:30rem;padding:0 1rem;font:1rem/1.5 system-ui;color-scheme:light dark">
<h1>Galley needs a network to open</h1>
<p>The browser has removed Galley’s own files from this device. They are loaded again as soon as there is a network.</p>`,
    { status: 503, headers: { 'Content-Type': 'text/html; charset=utf-8' } },
  );

/** Whether these files belong to this build. A page asks whether it is as old as the service worker that controls it. */
export function areOf(entries: PrecacheEntry[], paths: string[]): boolean {
  const own = new Set(entries.map(({ url }) => `/${url}`));
  return paths.every((path) => own.has(path));
}
