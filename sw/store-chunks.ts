import { CHUNKS_FILE } from '../contract/files/chunks-file.ts';

/** With fewer files missing, they are fetched one by one: an update then moves only what has changed. */
const MANY = 50;

const types = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' };

/**
 * Stores the chunks of this build in `cache`, all from one response, if many are missing. What it does not store, the usual
 * installation does; so no failure here matters.
 */
export async function storeChunks(cache: Cache, entries: readonly { url: string }[], origin: string): Promise<void> {
  const stored = new Set((await cache.keys()).map(({ url }) => url));
  const missing = entries.map(({ url }) => new URL(url, origin)).filter(({ href }) => !stored.has(href));
  if (missing.length < MANY) return;
  const response = await fetch(`/${CHUNKS_FILE}`, { cache: 'no-cache' });
  if (!response.ok) return;
  const texts = (await response.json()) as Record<string, string>;
  await Promise.all(
    missing.map(async ({ href, pathname }) => {
      const text = texts[pathname.slice(1)];
      if (text === undefined) return;
      const headers = {
        'Content-Type': types[pathname.endsWith('.css') ? 'css' : 'js'],
        'X-Content-Type-Options': 'nosniff',
      };
      await cache.put(href, new Response(text, { headers }));
    }),
  );
}
