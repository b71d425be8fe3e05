import { readFile as readBytes } from 'node:fs/promises';
import { basename } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { OnDuplicate } from '../../../contract/customers/import-calls.ts';
import type { ImportRowError } from '../../../contract/import/shapes.ts';
import { customer_imports } from '../../db/schema/customers.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import { importActor, type LocalFile, type NotImported } from '../../import/importer.ts';
import { newFile } from '../../import/receive-file.ts';
import { runImport } from '../../import/run-import.ts';
import { newId } from '../../platform/ids.ts';
import { findRestaurant } from '../../restaurants/find-restaurant.ts';
import { loadRestaurant } from '../../restaurants/store.ts';
import { blankImport, customerImporter, planOptions, type StoredImport } from './importer.ts';
import { failedOf, readFile } from './read-file.ts';
import { dryRun } from './write-rows.ts';

export interface ImportedCustomers {
  kind: 'done';
  created: number;
  updated: number;
  skipped: number;
  failed: number;
  errors: Pick<ImportRowError, 'row' | 'column' | 'code'>[];
}

/** The import of the API, from a file on this machine. A file that cannot be read changes nothing. */
export async function importCustomers(
  options: LocalFile & { isDryRun: boolean; onDuplicate: OnDuplicate },
): Promise<ImportedCustomers | NotImported> {
  const { pools, now } = options;
  const found = await findRestaurant(pools, options.email);
  if (!found) return { kind: 'no_restaurant' };
  const restaurantId = found.restaurant_id;
  const content = await readBytes(options.file);
  const file = readFile(content, null, found.country_code);
  if ('fault' in file) return { kind: 'unreadable', fault: file.fault };
  if (file.unread.length > 0) options.progress?.(`Columns that were not read: ${file.unread.join(', ')}`);
  const row: StoredImport = {
    ...blankImport,
    ...newFile({ restaurantId, now, actor: importActor }, newId(now), content),
    status: 'queued',
    file_name: basename(options.file).slice(0, 200),
    options: { mapping: null, on_duplicate: options.onDuplicate },
    requested_at: now.toISOString(),
  };
  const failed = failedOf(file);
  const report = {
    kind: 'done' as const,
    failed: failed.length,
    errors: failed.flatMap(({ errors }) => errors.map(({ row: at, column, code }) => ({ row: at, column, code }))),
  };
  if (options.isDryRun)
    return withTransaction(pools.app, restaurantId, 'read', async (client) => {
      const db = drizzle(client);
      const plan = planOptions(row, await loadRestaurant(db, restaurantId), now);
      return { ...(await dryRun(db, restaurantId, file, plan)), ...report };
    });
  await withTransaction(pools.app, restaurantId, 'write', async (client) => {
    await drizzle(client).insert(customer_imports).values(row);
  });
  const done = await runImport(customerImporter, {
    pool: pools.app,
    restaurantId,
    importId: row.id,
    now: () => now,
    enqueue: null,
    onWritten: (version) => options.onWritten?.(restaurantId, version),
    onPart: ({ status, rows_done: rows }) =>
      status === 'running' && options.progress?.(`${rows} of ${file.rows.length} rows`),
  });
  if (done?.status !== 'done') throw new Error('The import did not end');
  return { created: done.created_count, updated: done.updated_count, skipped: done.skipped_count, ...report };
}
