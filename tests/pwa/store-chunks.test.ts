import { afterEach, expect, test, vi } from 'vitest';
import { storeChunks } from '../../sw/store-chunks.ts';

const ORIGIN = 'https://galley.test';
const names = Array.from({ length: 60 }, (_, index) => `assets/c${index}-0123.${index % 2 ? 'css' : 'js'}`);
const entries = [...names.map((url) => ({ url, revision: null })), { url: 'index.html', revision: 'a1' }];
const texts = Object.fromEntries(names.map((name) => [name, `/* ${name} */`]));

afterEach(() => vi.unstubAllGlobals());

function openCache(stored: string[] = []) {
  const responses = new Map<string, Response | null>(stored.map((name) => [`${ORIGIN}/${name}`, null]));
  const cache = {
    keys: async () => [...responses.keys()].map((url) => ({ url })),
    put: async (url: string, response: Response) => void responses.set(url, response),
  };
  return { cache: cache as unknown as Cache, responses };
}

function answer(response: () => Response) {
  const fetching = vi.fn<(path: string) => Promise<Response>>(async () => response());
  vi.stubGlobal('fetch', fetching);
  return fetching;
}

test('stores every chunk from one response', async () => {
  const { cache, responses } = openCache();
  const fetching = answer(() => Response.json(texts));
  await storeChunks(cache, entries, ORIGIN);
  expect(fetching.mock.calls.map(([path]) => path)).toEqual(['/chunks.json']);
  expect([...responses.keys()]).toEqual(names.map((name) => `${ORIGIN}/${name}`));
  const script = responses.get(`${ORIGIN}/${names[0]}`)!;
  expect(script.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8');
  expect(await script.text()).toBe(`/* ${names[0]} */`);
  expect(responses.get(`${ORIGIN}/${names[1]}`)!.headers.get('Content-Type')).toBe('text/css; charset=utf-8');
});

test('leaves a few missing files to the usual installation', async () => {
  const { cache } = openCache(names.slice(0, 20));
  const fetching = answer(() => Response.json(texts));
  await storeChunks(cache, entries, ORIGIN);
  expect(fetching).not.toHaveBeenCalled();
});

test('stores nothing when the file is missing, and only files of its own build', async () => {
  const { cache, responses } = openCache();
  answer(() => new Response('Not found', { status: 404 }));
  await storeChunks(cache, entries, ORIGIN);
  expect(responses.size).toBe(0);
  answer(() => Response.json({ [names[0]!]: 'own', 'assets/other-4567.js': 'of another build' }));
  await storeChunks(cache, entries, ORIGIN);
  expect([...responses.keys()]).toEqual([`${ORIGIN}/${names[0]}`]);
});
