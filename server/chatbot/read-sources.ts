import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pools } from '../db/open.ts';
import { withTransaction } from '../db/with-transaction.ts';
import { fetchSafely, UnsafeAddress, type Fetched, type FetchOptions } from '../integrations/fetch-safely.ts';
import { inSpace } from '../jobs/in-space.ts';
import type { JobRun } from '../jobs/jobs.ts';
import { readOwn, saveSources, type Source } from './store.ts';
import { passagesOf } from './passages.ts';

export interface ReadOptions {
  pools: Pick<Pools, 'app'>;
  fetchOptions?: FetchOptions;
}

/** Reads the owner's website and file, and keeps their text as what the bot may quote. */
export const readJobs = ({ pools, fetchOptions }: ReadOptions): Record<string, JobRun> => ({
  'chatbot.read': async ({ restaurant_id }, { clock }) => {
    const restaurantId = restaurant_id!;
    const { value: own } = await withTransaction(pools.app, restaurantId, 'read', (client) =>
      readOwn({ db: drizzle(client), restaurantId }),
    );
    const sources: Source[] = [];
    for (const [source, url] of [
      ['website', own.website_url],
      ['file', own.file_upload_url],
    ] as const)
      if (url) sources.push(await readSource(source, url, clock.now(), fetchOptions));
    await inSpace(pools.app, restaurantId, async ({ db }) => {
      const { value: now } = await readOwn({ db, restaurantId });
      // An address that changed meanwhile has a job of its own.
      const current = sources.filter(
        ({ source, url }) => url === (source === 'website' ? now.website_url : now.file_upload_url),
      );
      await saveSources({ db, restaurantId }, current, {
        updated_at: clock.now().toISOString(),
        updated_by: { kind: 'system', id: null, name: 'Galley' },
      });
    });
  },
});

async function readSource(
  source: Source['source'],
  url: string,
  now: Date,
  options: FetchOptions = {},
): Promise<Source> {
  const base = { source, url, fetched_at: now.toISOString() };
  const failed = (error: string): Source => ({ ...base, status: 'failed', error, title: '', passages: 0, texts: [] });
  let fetched: Fetched;
  try {
    fetched = await fetchSafely(url, options);
  } catch (fault) {
    if (fault instanceof UnsafeAddress) return failed(fault.message);
    throw fault;
  }
  const read = await passagesOf(fetched);
  if (typeof read === 'string') return failed(read);
  return {
    ...base,
    status: 'read',
    error: null,
    title: read.title || new URL(url).hostname,
    passages: read.texts.length,
    texts: read.texts,
  };
}
