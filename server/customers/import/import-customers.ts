import { readFile as readBytes } from 'node:fs/promises';
import { basename } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { CUSTOMER_IMPORT, type ImportRowError, type OnDuplicate } from '../../../contract/customers/import-calls.ts';
import { ImportPlan } from './plan-rows.ts';
import { failedOf, readFile, valuesOf, type ReadFile } from './read-file.ts';
import { importer, planOptions, runImport } from './run-import.ts';
import { findImport, type StoredImport } from './store.ts';
import { findAllKnown } from './write-rows.ts';
import type { Pools } from '../../db/open.ts';
import { customer_imports } from '../../db/schema/customers.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import { newId } from '../../platform/ids.ts';
import { loadRestaurant } from '../../restaurants/store.ts';
import { findRestaurant } from '../../restaurants/find-restaurant.ts';

export interface ImportCustomersOptions {
  pools: Pick<Pools, 'owner' | 'app'>;
  file: string;
  /** E-mail address of the owner or the restaurant. */
  email: string;
  isDryRun: boolean;
  onDuplicate: OnDuplicate;
  now: Date;
  onWritten?: (restaurantId: string, version: number) => void;
  progress?: (message: string) => void;
}

export interface ImportedCustomers {
  created: number;
  updated: number;
  skipped: number;
  failed: number;
  errors: Pick<ImportRowError, 'row' | 'column' | 'code'>[];
}

/** The import of the API, from a file on this machine. A file that cannot be read changes nothing. */
export async function importCustomers(
  options: ImportCustomersOptions,
): Promise<({ kind: 'done' } & ImportedCustomers) | { kind: 'no_restaurant' } | { kind: 'unreadable'; fault: string }> {
  const { pools, now } = options;
  const found = await findRestaurant(pools, options.email);
  if (!found) return { kind: 'no_restaurant' };
  const restaurantId = found.restaurant_id;
  const content = await readBytes(options.file);
  const file = readFile(content, null, found.country_code);
  if ('fault' in file) return { kind: 'unreadable', fault: file.fault };
  if (file.unread.length > 0) options.progress?.(`Columns that were not read: ${file.unread.join(', ')}`);
  const row = newImport(options, restaurantId, content, file);
  if (options.isDryRun) {
    const [known, restaurant] = await withTransaction(pools.app, restaurantId, 'read', async (client) => {
      const db = drizzle(client);
      return [await findAllKnown(db, restaurantId), await loadRestaurant(db, restaurantId)] as const;
    });
    const plan = new ImportPlan(known, planOptions(row, restaurant, now));
    const counts = { created: 0, updated: 0, skipped: 0 };
    for (const values of valuesOf(file.rows)) counts[plan.add(values)] += 1;
    return { kind: 'done', ...counts, ...errorsOf(file) };
  }
  await withTransaction(pools.app, restaurantId, 'write', async (client) => {
    await drizzle(client).insert(customer_imports).values(row);
  });
  await runImport({
    pool: pools.app,
    restaurantId,
    importId: row.id,
    now: () => now,
    enqueue: null,
    onWritten: (version) => options.onWritten?.(restaurantId, version),
    onProgress: (rows) => options.progress?.(`${rows} of ${file.rows.length} rows`),
  });
  const done = await withTransaction(pools.app, restaurantId, 'read', (client) =>
    findImport(drizzle(client), restaurantId, row.id),
  );
  if (done?.status !== 'done') throw new Error('The import did not end');
  const counts = { created: done.created_count, updated: done.updated_count, skipped: done.skipped_count };
  return { kind: 'done', ...counts, ...errorsOf(file) };
}

const errorsOf = (file: ReadFile): Pick<ImportedCustomers, 'failed' | 'errors'> => {
  const failed = failedOf(file);
  return {
    failed: failed.length,
    errors: failed.flatMap(({ errors }) => errors.map(({ row, column, code }) => ({ row, column, code }))),
  };
};

function newImport(
  { file, onDuplicate, now }: ImportCustomersOptions,
  restaurantId: string,
  content: Buffer,
  { rows }: ReadFile,
): StoredImport {
  return {
    restaurant_id: restaurantId,
    id: newId(now),
    status: 'queued',
    file_name: basename(file).slice(0, 200),
    content: content.subarray(0, CUSTOMER_IMPORT.bytes),
    content_hash: null,
    options: { mapping: null, on_duplicate: onDuplicate },
    requested_at: now.toISOString(),
    rows_done: 0,
    rows_total: rows.length,
    created_count: 0,
    updated_count: 0,
    skipped_count: 0,
    failed_count: 0,
    errors: [],
    errors_csv: null,
    created_at: now.toISOString(),
    created_by: importer,
  };
}
