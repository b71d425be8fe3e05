import { registerRoute } from 'workbox-routing';
import { IMAGE_CACHE, IMAGE_CACHE_MAX } from '../contract/files/image-cache.ts';

const path = /\/files\/[0-9a-f-]{36}\/[0-9a-f-]{36}$/;

/**
 * Images of the menu that were viewed once are there without a network. Their content never changes, so the copy is never asked
 * again. Nothing else is kept: no answer with rows, no error, and nothing of another origin that cannot be looked into.
 */
export function keepImages(): void {
  registerRoute(
    ({ url, request }) => request.method === 'GET' && request.destination === 'image' && path.test(url.pathname),
    async ({ request, event }) => {
      const cache = await caches.open(IMAGE_CACHE);
      const kept = await cache.match(request.url);
      if (kept) return kept;
      const response = await fetch(request);
      if (isImage(response)) event.waitUntil(keep(cache, request.url, response.clone()));
      return response;
    },
  );
}

const isImage = (response: Response): boolean =>
  response.status === 200 &&
  response.type !== 'opaque' &&
  (response.headers.get('Content-Type') ?? '').startsWith('image/');

async function keep(cache: Cache, url: string, response: Response): Promise<void> {
  try {
    await cache.put(url, response);
    const urls = await cache.keys();
    // Oldest first.
    for (const old of urls.slice(0, Math.max(0, urls.length - IMAGE_CACHE_MAX))) await cache.delete(old);
  } catch {
    // A full disk belongs to unsent changes; the network has the image.
    await caches.delete(IMAGE_CACHE);
  }
}
