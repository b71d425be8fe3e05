import type pg from 'pg';
import { drizzle } from 'drizzle-orm/node-postgres';
import { rejectsCsv } from '../../../contract/import/rejects-csv.ts';
import { CUSTOMER_IMPORT, type CustomerImport } from '../../../contract/customers/import-calls.ts';
import type { Actor } from '../../../contract/fields.ts';
import { ROWS_PER_VERSION } from '../../../contract/limits.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import { inSpace, type Space } from '../../jobs/in-space.ts';
import { notify } from '../../notifications/notify.ts';
import type { Enqueue } from '../../pipeline/handler.ts';
import type { Tx } from '../../db/tx.ts';
import { newId } from '../../platform/ids.ts';
import { loadRestaurant } from '../../restaurants/store.ts';
import type { PlanOptions } from './plan-rows.ts';
import { failedOf, readCustomerFile, valuesOf, type ReadFile } from './read-file.ts';
import { findImport, updateImport, type StoredImport } from './store.ts';
import { writeRows } from './write-rows.ts';

export interface RunOptions {
  pool: pg.Pool;
  restaurantId: string;
  importId: string;
  now: () => Date;
  /** After each commit, to poke connected devices. */
  onWritten?: (version: number) => void;
  onProgress?: (rowsDone: number) => void;
  /** Null: nobody is notified. */
  enqueue: ((db: Tx, job: string, ids: Parameters<Enqueue>[1]) => ReturnType<Enqueue>) | null;
}

/**
 * Imports a stored file, 500 rows to a version, each under the space's lock, so that orders are taken in between. What was done is stored
 * with the rows, so a run that ended early goes on where it stopped. Returns null if there is nothing to do.
 */
export async function runImport(options: RunOptions): Promise<void> {
  const { pool, restaurantId, importId, now, onWritten, onProgress } = options;
  const begun = await withTransaction(pool, restaurantId, 'read', async (client) => {
    const db = drizzle(client);
    const row = await findImport(db, restaurantId, importId);
    return row?.content && isOpen(row) ? { row, restaurant: await loadRestaurant(db, restaurantId) } : null;
  });
  if (!begun) return;
  const { row, restaurant } = begun;
  const file = await readCustomerFile(row.content!, row.options?.mapping ?? null, restaurant.country_code);
  const inNext = async (run: (space: Space) => Promise<unknown>) => {
    const { version } = await inSpace(pool, restaurantId, run);
    if (version !== null) onWritten?.(version);
  };
  if ('fault' in file) {
    const { fault } = file;
    const errors = [{ row: 1, column: null, code: 'file_unreadable', message: fault }];
    return inNext(({ db }) => updateImport(db, restaurantId, importId, { status: 'failed', content: null, errors }));
  }
  let stored = row;
  while (stored.rows_done < file.rows.length) {
    await inNext(async (space) => {
      const at = now();
      stored = await writeBatch(space, stored, file, planOptions(stored, restaurant, at));
    });
    onProgress?.(stored.rows_done);
  }
  await inNext((space) => finishImport({ ...space, restaurantId, now: now(), enqueue: options.enqueue }, stored, file));
}

export const isOpen = ({ status }: Pick<CustomerImport, 'status'>) => status === 'queued' || status === 'running';

/** The next rows of the file, and how far it is, in one transaction. */
export async function writeBatch(
  space: Space,
  row: StoredImport,
  file: ReadFile,
  options: PlanOptions,
): Promise<StoredImport> {
  const batch = file.rows.slice(row.rows_done, row.rows_done + ROWS_PER_VERSION);
  const values = valuesOf(batch);
  const counts = await writeRows(space, row.restaurant_id, values, options);
  const fields = {
    status: 'running' as const,
    rows_total: file.rows.length,
    rows_done: row.rows_done + batch.length,
    created_count: row.created_count + counts.created,
    updated_count: row.updated_count + counts.updated,
    skipped_count: row.skipped_count + counts.skipped,
    failed_count: row.failed_count + batch.length - values.length,
  };
  await updateImport(space.db, row.restaurant_id, row.id, fields);
  return { ...row, ...fields };
}

export const planOptions = (row: StoredImport, restaurant: Restaurant, at: Date): PlanOptions => ({
  onDuplicate: row.options?.on_duplicate ?? 'skip',
  requestedAt: row.requested_at ?? at.toISOString(),
  now: at.toISOString(),
  actor: row.created_by ?? importer,
  opId: row.id,
  currency: restaurant.currency,
  countryCode: restaurant.country_code,
  newId: () => newId(at),
});

export const importer: Actor = { kind: 'system', id: null, name: 'Import' };

/** Keeps the result and the rejects, forgets the file, and says so. */
export async function finishImport(
  c: Space & { restaurantId: string; now: Date; enqueue: RunOptions['enqueue'] },
  row: StoredImport,
  file: ReadFile,
): Promise<StoredImport> {
  const failed = failedOf(file);
  const fields = {
    status: 'done' as const,
    rows_total: file.rows.length,
    errors: failed.flatMap(({ errors }) => errors).slice(0, CUSTOMER_IMPORT.errorsShown),
    errors_csv: failed.length > 0 ? rejectsCsv(file.head, failed) : null,
    content: null,
  };
  await updateImport(c.db, c.restaurantId, row.id, fields);
  const { enqueue } = c;
  if (enqueue) {
    const parts = [
      `${row.created_count} added`,
      row.updated_count > 0 && `${row.updated_count} updated`,
      row.skipped_count > 0 && `${row.skipped_count} skipped`,
      row.failed_count > 0 && `${row.failed_count} could not be read`,
    ];
    await notify(
      { ...c, enqueue: (job, ids) => enqueue(c.db, job, ids) },
      {
        type: 'import_done',
        title: 'Your customers have been imported',
        body: `${parts.filter(Boolean).join(', ')}.`,
        severity: row.failed_count > 0 ? 'warning' : 'success',
        url: `/restaurant/customers?import=${row.id}`,
        group_key: `customer_import:${row.id}`,
      },
    );
  }
  return { ...row, ...fields };
}
