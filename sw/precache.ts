import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { isAppPage } from './app-page.ts';

/** The shell and every chunk come from the device; pages of the app are the shell; everything else, the API above all, goes to the network. */
export function serveFromPrecache(entries: PrecacheEntry[]): void {
  cleanupOutdatedCaches();
  precacheAndRoute(entries, { cleanURLs: false });
  registerRoute(
    ({ request, url }) => request.mode === 'navigate' && isAppPage(url),
    createHandlerBoundToURL('/index.html'),
  );
}

/** Are these files of this build? A page asks whether it is as old as the service worker over it. */
export function areOf(entries: PrecacheEntry[], paths: string[]): boolean {
  const own = new Set(entries.map(({ url }) => `/${url}`));
  return paths.every((path) => own.has(path));
}
