import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { MenuUpload, MenuUploadError } from '../../../contract/menu/upload-calls.ts';
import type { Pools } from '../../db/open.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import { inSpace } from '../../jobs/in-space.ts';
import type { JobContext, JobRun } from '../../jobs/jobs.ts';
import { readInThread } from '../../menu-reader/read-in-thread.ts';
import type { ReadMenu } from '../../menu-reader/read-menu.ts';
import type { Vision } from '../../integrations/vision.ts';
import type { Tx } from '../../db/tx.ts';
import type { Bus } from '../../platform/bus.ts';
import { exponentOf } from '../../platform/currency.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { newId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { loadRestaurant } from '../../restaurants/store.ts';
import { askModel } from './ask-model.ts';
import { notifyUpload } from './notify-upload.ts';
import { pageKey, removePages } from './page-key.ts';
import { countAttempt, findUpload, readFiles, removeFiles, updateUpload } from './store.ts';

export interface MenuJobsOptions {
  pools: Pick<Pools, 'app'>;
  bus: Bus;
  files: FileStore;
  /** Null: the OCR alone reads. */
  vision: Vision | null;
  log: Pick<Log, 'info' | 'warn'>;
}

/** A file that ends the process or its thread this often is given up. */
const ATTEMPTS = 3;

/** Within the two minutes after which a job counts as lost; a model may have what the OCR leaves of them. */
const LIMIT_MS = 80_000;
const MODEL_MS = 60_000;
const WHOLE_MS = 110_000;

/** Reads uploaded menus: each takes a core and 200 MB. Repeated after a fault it writes the same again. */
export function menuJobs(options: MenuJobsOptions): Record<string, JobRun> {
  return {
    'menu.read': ({ restaurant_id, upload_id }, context) => readUpload(options, restaurant_id!, upload_id!, context),
    'menu.forget': async ({ restaurant_id, upload_id }) => {
      const upload = await withTransaction(options.pools.app, restaurant_id!, 'write', (client: pg.PoolClient) =>
        findUpload(drizzle(client), restaurant_id!, upload_id!),
      );
      if (upload?.status === 'closed') await removePages(options.files, restaurant_id!, upload);
    },
  };
}

async function readUpload(
  { pools, bus, files, vision, log }: MenuJobsOptions,
  restaurantId: string,
  uploadId: string,
  { clock, enqueue }: JobContext,
): Promise<void> {
  const inTenant = <T>(run: (db: Tx) => Promise<T>) =>
    withTransaction(pools.app, restaurantId, 'write', (client: pg.PoolClient) => run(drizzle(client)));
  const begun = await inTenant(async (db) => {
    const upload = await findUpload(db, restaurantId, uploadId);
    if (!upload || !isReading(upload)) return null;
    const attempts = await countAttempt(db, restaurantId, uploadId);
    const { currency } = await loadRestaurant(db, restaurantId);
    return { sources: await readFiles(db, restaurantId, uploadId), currency, attempts };
  });
  if (!begun) return;
  const read = async () => {
    const startedAt = clock.now().getTime();
    const exponent = exponentOf(begun.currency);
    const byOcr = await readInThread({
      files: begun.sources,
      exponent,
      limitMs: LIMIT_MS,
      progress: (pages_done, pages_count) => {
        // Only for the eye: the next one, or the end, says it again.
        void inTenant((db) => updateUpload(db, restaurantId, uploadId, { pages_done, pages_count })).catch(
          () => undefined,
        );
      },
    });
    const limitMs = Math.min(MODEL_MS, WHOLE_MS - (clock.now().getTime() - startedAt));
    const menu = byOcr && (await askModel(byOcr, { vision, log, exponent, limitMs }));
    if (menu?.status === 'read')
      for (const [page, { jpeg }] of menu.pages.entries()) await files.put(pageKey(restaurantId, uploadId, page), jpeg);
    return toChange(menu, clock.now());
  };
  const change =
    begun.attempts > ATTEMPTS
      ? failed('reading_failed')
      : await read().catch((error: unknown) => {
          if (begun.attempts < ATTEMPTS) throw error;
          return failed('reading_failed');
        });
  const { result: isWanted, version } = await inSpace(pools.app, restaurantId, async ({ db, bump }) => {
    const upload = await findUpload(db, restaurantId, uploadId);
    // Its owner may have discarded it meanwhile.
    if (!upload || !isReading(upload)) return false;
    await updateUpload(db, restaurantId, uploadId, change);
    await removeFiles(db, restaurantId, uploadId);
    const now = clock.now();
    await notifyUpload(
      { db, restaurantId, now, bump, enqueue: (job, ids) => enqueue(db, job, ids) },
      { error: null, categories: [], ...change, id: uploadId },
    );
    return true;
  });
  if (version !== null) bus.publish(restaurantId, version);
  if (!isWanted) await removePages(files, restaurantId, { id: uploadId, pages: change.pages ?? [] });
}

const isReading = ({ status }: MenuUpload) => status === 'uploaded' || status === 'reading';

type Change = Pick<MenuUpload, 'status'> & Partial<MenuUpload>;

const failed = (error: MenuUploadError): Change => ({ status: 'failed', error });

function toChange(menu: ReadMenu | null, now: Date): Change {
  if (!menu) return failed('took_too_long');
  if (menu.status === 'refused') return failed(menu.code);
  if (menu.categories.length === 0) return failed('nothing_found');
  return {
    status: 'needs_review',
    pages_done: menu.pages.length,
    pages_count: menu.pages.length,
    pages: menu.pages.map(({ width, height }) => ({ width, height })),
    categories: menu.categories.map(({ name, confidence, items }) => ({
      id: newId(now),
      name,
      confidence,
      items: items.map((item) => ({ ...item, id: newId(now) })),
    })),
  };
}
