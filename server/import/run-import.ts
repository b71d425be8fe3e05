import type pg from 'pg';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { JobServices } from '../area.ts';
import type { Tx } from '../db/tx.ts';
import { withTransaction } from '../db/with-transaction.ts';
import { inSpace, type Space } from '../jobs/in-space.ts';
import type { JobRun } from '../jobs/jobs.ts';
import { notify } from '../notifications/notify.ts';
import type { Enqueue } from '../pipeline/handler.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import type { Importer } from './importer.ts';
import { findImport, updateImport, type ImportsTable, type Stored } from './stored.ts';

export interface RunOptions<Table extends ImportsTable> {
  pool: pg.Pool;
  restaurantId: string;
  importId: string;
  now: () => Date;
  /** After each commit, to poke connected devices. */
  onWritten: (version: number) => void;
  onPart?: (row: Stored<Table>) => void;
  /** Null: nobody is notified. */
  enqueue: ((db: Tx, job: string, ids: Parameters<Enqueue>[1]) => ReturnType<Enqueue>) | null;
}

/** The job that imports large files. Repeated after a fault, it goes on where it stopped. */
export const importJobs =
  <Table extends ImportsTable, Read extends object>(importer: Importer<Table, Read>) =>
  ({ pools, bus }: Pick<JobServices, 'pools' | 'bus'>): Record<string, JobRun> => ({
    [importer.job]: async ({ restaurant_id, import_id }, { clock, enqueue }) => {
      await runImport(importer, {
        pool: pools.app,
        restaurantId: restaurant_id!,
        importId: import_id!,
        now: () => clock.now(),
        onWritten: (version) => bus.publish(restaurant_id!, version),
        enqueue,
      });
    },
  });

/** Imports a stored file, if that is not over, and says so. How far it is is stored with each part, so none is done or counted twice. */
export async function runImport<Table extends ImportsTable, Read extends object>(
  importer: Importer<Table, Read>,
  { pool, restaurantId, importId, now, onWritten, onPart, enqueue }: RunOptions<Table>,
): Promise<Stored<Table> | null> {
  const { table } = importer;
  const begun = await withTransaction(pool, restaurantId, 'read', async (client) => {
    const db = drizzle(client);
    const row = await findImport(table, db, restaurantId, importId);
    const isOpen = row?.status === 'queued' || row?.status === 'running';
    return row?.content && isOpen ? { row, restaurant: await loadRestaurant(db, restaurantId) } : null;
  });
  if (!begun) return null;
  const run = { ...begun, pool, now, inPart };
  const read = await importer.read(run.row, run.restaurant, now());
  if ('fault' in read) {
    const errors = [{ row: 1, column: null, code: 'file_unreadable', message: read.fault }];
    await inPart(() => Promise.resolve({ ...importer.failed?.(errors), status: 'failed', content: null }));
    return run.row;
  }
  const result = await importer.write(run, read);
  await inPart(async (space) => {
    const end = { ...result, status: 'done', content: null };
    const { what, counts, failed, url } = importer.done({ ...run.row, ...end });
    if (enqueue)
      await notify(
        { ...space, restaurantId, now: now(), enqueue: (job, ids) => enqueue(space.db, job, ids) },
        {
          type: 'import_done',
          title: `Your ${what} have been imported`,
          body: `${counts.filter(Boolean).join(', ')}.`,
          severity: failed > 0 ? 'warning' : 'success',
          url,
          group_key: `${importer.waiting.table.slice(0, -1)}:${importId}`,
        },
      );
    return end;
  });
  return run.row;

  async function inPart(write: (space: Space) => Promise<object>): Promise<void> {
    const { result: progress, version } = await inSpace(pool, restaurantId, async (space) => {
      const fields = { status: 'running', ...(await write(space)) } as Partial<Stored<Table>>; // as the importer says
      await updateImport(table, space.db, run.row, fields);
      return fields;
    });
    run.row = { ...run.row, ...progress };
    if (version !== null) onWritten(version);
    onPart?.(run.row);
  }
}
