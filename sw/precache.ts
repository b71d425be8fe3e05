import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { publicPageOf } from '../contract/public-pages.ts';
import { isAppPage } from './app-page.ts';

/**
 * The shell and every chunk come from the device; pages of the app are the shell; everything else, the API above all, goes to the network.
 * So do the public pages, which are read as they are now. Without a network the shell says so in their place, and takes a signed-in
 * visit of /restaurant to the app.
 */
export function serveFromPrecache(entries: PrecacheEntry[]): void {
  cleanupOutdatedCaches();
  precacheAndRoute(entries, { cleanURLs: false });
  const shell = createHandlerBoundToURL('/index.html');
  registerRoute(({ request, url }) => request.mode === 'navigate' && isAppPage(url), shell);
  registerRoute(
    ({ request, url }) => request.mode === 'navigate' && publicPageOf(url.pathname) !== null,
    (visit) => fetch(visit.request).catch(() => shell(visit)),
  );
}

/** Are these files of this build? A page asks whether it is as old as the service worker over it. */
export function areOf(entries: PrecacheEntry[], paths: string[]): boolean {
  const own = new Set(entries.map(({ url }) => `/${url}`));
  return paths.every((path) => own.has(path));
}
