import { CUSTOMER_IMPORT } from '../../../contract/customers/import-calls.ts';
import { rejectsCsv } from '../../../contract/import/rejects-csv.ts';
import { ERRORS_SHOWN } from '../../../contract/import/shapes.ts';
import { ROWS_PER_VERSION } from '../../../contract/limits.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { waitingFiles } from '../../db/keep-newest.ts';
import { customer_imports } from '../../db/schema/customers.ts';
import { importActor, type Importer } from '../../import/importer.ts';
import type { Stored } from '../../import/stored.ts';
import type { Space } from '../../jobs/in-space.ts';
import { newId } from '../../platform/ids.ts';
import type { PlanOptions } from './plan-rows.ts';
import { failedOf, readCustomerFile, valuesOf, type ReadFile } from './read-file.ts';
import { writeRows } from './write-rows.ts';

export type StoredImport = Stored<typeof customer_imports>;

export const customerImporter: Importer<typeof customer_imports, ReadFile> = {
  table: customer_imports,
  waiting: waitingFiles.customers,
  bytes: CUSTOMER_IMPORT.bytes,
  job: 'customers.import',
  read: (row, restaurant) => readCustomerFile(row.content!, row.options?.mapping ?? null, restaurant.country_code),
  async write(run, file) {
    while (run.row.rows_done < file.rows.length)
      await run.inPart((space) => writeBatch(space, run.row, file, planOptions(run.row, run.restaurant, run.now())));
    return resultOf(file);
  },
  failed: (errors) => ({ errors }),
  done: ({ id, created_count, updated_count, skipped_count, failed_count: failed }) => ({
    what: 'customers',
    counts: [
      `${created_count} added`,
      updated_count > 0 && `${updated_count} updated`,
      skipped_count > 0 && `${skipped_count} skipped`,
      failed > 0 && `${failed} could not be read`,
    ],
    failed,
    url: `/restaurant/customers?import=${id}`,
  }),
};

/** A file of which nothing is done. */
export const blankImport = {
  status: 'uploaded' as const,
  file_name: '',
  options: null,
  requested_at: null,
  rows_done: 0,
  rows_total: 0,
  created_count: 0,
  updated_count: 0,
  skipped_count: 0,
  failed_count: 0,
  errors: [],
  errors_csv: null,
};

/** Writes the next rows of the file, and returns how far it is then. */
export async function writeBatch(space: Space, row: StoredImport, file: ReadFile, options: PlanOptions) {
  const batch = file.rows.slice(row.rows_done, row.rows_done + ROWS_PER_VERSION);
  const values = valuesOf(batch);
  const counts = await writeRows(space, row.restaurant_id, values, options);
  return {
    rows_total: file.rows.length,
    rows_done: row.rows_done + batch.length,
    created_count: row.created_count + counts.created,
    updated_count: row.updated_count + counts.updated,
    skipped_count: row.skipped_count + counts.skipped,
    failed_count: row.failed_count + batch.length - values.length,
  };
}

export const planOptions = (row: StoredImport, restaurant: Restaurant, at: Date): PlanOptions => ({
  onDuplicate: row.options?.on_duplicate ?? 'skip',
  requestedAt: row.requested_at ?? at.toISOString(),
  now: at.toISOString(),
  actor: row.created_by ?? importActor,
  opId: row.id,
  currency: restaurant.currency,
  countryCode: restaurant.country_code,
  newId: () => newId(at),
});

/** What is kept of a file: its rejects. */
export function resultOf(file: ReadFile) {
  const failed = failedOf(file);
  return {
    rows_total: file.rows.length,
    errors: failed.flatMap(({ errors }) => errors).slice(0, ERRORS_SHOWN),
    errors_csv: failed.length > 0 ? rejectsCsv(file.head, failed) : null,
  };
}
