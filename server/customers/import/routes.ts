import { and, desc, eq, ne } from 'drizzle-orm';
import * as z from 'zod/mini';
import * as contract from '../../../contract/customers/import-calls.ts';
import { ImportMapping, type CustomerImport } from '../../../contract/customers/import-calls.ts';
import { ROWS_PER_VERSION } from '../../../contract/limits.ts';
import { customer_imports } from '../../db/schema/customers.ts';
import { READ_AT_ONCE } from '../../import/read-in-thread.ts';
import { newFile, receiveFile, refuseReading, unreadable } from '../../import/receive-file.ts';
import { findImport, readImport, toRejects, toReport, updateImport } from '../../import/stored.ts';
import {
  answer,
  defineHandler,
  defineHandlerWithoutTransaction,
  refuse,
  Refusal,
  type Handler,
} from '../../pipeline/handler.ts';
import { bytesOf } from '../../pipeline/received-files.ts';
import type { Services } from '../../pipeline/services.ts';
import { loadRestaurant } from '../../restaurants/store.ts';
import { blankImport, customerImporter, planOptions, resultOf, writeBatch, type StoredImport } from './importer.ts';
import { failedOf, faultOfHead, readCustomerFile } from './read-file.ts';
import { dryRun } from './write-rows.ts';

const IMPORTS = 10;

const importCustomers = defineHandler(contract.importCustomers, async (c) => {
  const { file, file_id: fileId, file_name: fileName = 'customers.csv', on_duplicate = 'skip' } = c.body;
  const mapping = mappingOf(c.body.mapping);
  if (mapping instanceof Refusal) return mapping;
  if ((file === undefined) === (fileId === undefined)) return unreadable('Choose a CSV file.');
  const sent = fileId ? await findImport(customer_imports, c.db, c.restaurantId, fileId) : null;
  if (fileId && !sent) return refuse('file_missing');
  if (sent && sent.status !== 'uploaded') return answer(toImport(sent), { notice: { code: 'already_done' } });
  const content = sent?.content ?? bytesOf(file?.[0] ?? '');
  // Not of a device that has sent the file before: its queue would stop.
  const refused = sent ? null : await refuseReading(c, c.restaurantId);
  if (refused) return refused;
  const restaurant = await loadRestaurant(c.db, c.restaurantId);
  const isDryRun = ['true', '1', true].includes(c.body.dry_run ?? false);
  const row: StoredImport = {
    ...blankImport,
    ...newFile(c, sent?.id ?? c.opId, content),
    file_name: fileName,
    options: { mapping, on_duplicate },
    requested_at: c.occurredAt,
    status: 'queued',
  };
  const store = async (fields: Partial<StoredImport> = {}) => {
    const wanted = { ...row, ...fields };
    if (sent) await updateImport(customer_imports, c.db, wanted, wanted);
    else await c.db.insert(customer_imports).values(wanted);
    return toImport(wanted);
  };
  const queue = async () => {
    await c.enqueue('customers.import', { restaurant_id: c.restaurantId, import_id: row.id });
    return store();
  };
  if (content.length > READ_AT_ONCE && !isDryRun) {
    const fault = faultOfHead(content, mapping);
    return fault === null ? queue() : unreadable(fault);
  }
  // Reading more would hold the space's lock for long; the job does it without.
  const read = await readCustomerFile(content, mapping, restaurant.country_code);
  if ('fault' in read) return unreadable(read.fault);
  row.rows_total = read.rows.length;
  const options = planOptions(row, restaurant, c.now);
  if (isDryRun) {
    const done = { status: 'done', rows_done: row.rows_total, failed: failedOf(read).length } as const;
    const { errors } = resultOf(read);
    return { ...toImport(row), ...done, ...(await dryRun(c.db, c.restaurantId, read, options)), errors };
  }
  if (read.rows.length > ROWS_PER_VERSION) return queue();
  return store({ ...(await writeBatch(c, row, read, options)), ...resultOf(read), status: 'done', content: null });
});

/** Kept with its bytes until the import that names it arrives. */
export const importFileRoutes = (services: Pick<Services, 'pools'>): Handler[] => [
  defineHandlerWithoutTransaction(contract.storeImportFile, async (c) => {
    const row = await receiveFile(customerImporter, services, c, (file) => ({ ...blankImport, ...file }));
    return row instanceof Refusal ? row : { id: row.id };
  }),
];

/** Those that somebody asked for. */
const listImports = defineHandler(contract.listImports, async (c) => {
  const rows = await c.db
    .select()
    .from(customer_imports)
    .where(and(eq(customer_imports.restaurant_id, c.restaurantId), ne(customer_imports.status, 'uploaded')))
    .orderBy(desc(customer_imports.created_at), desc(customer_imports.id))
    .limit(IMPORTS);
  return { imports: rows.map(toImport) };
});

const toImport = (row: StoredImport): CustomerImport => ({
  ...toReport(row, '/customers/imports'),
  rows_total: row.rows_total,
  rows_done: row.rows_done,
  created: row.created_count,
  updated: row.updated_count,
  skipped: row.skipped_count,
  failed: row.failed_count,
  errors: row.errors,
});

export const importRoutes: Handler[] = [
  importCustomers,
  listImports,
  defineHandler(contract.getImport, readImport(customer_imports, toImport)),
  defineHandler(contract.getImportRejects, readImport(customer_imports, toRejects)),
];

/** A form has it as JSON. */
function mappingOf(given: ImportMapping | string | undefined): ImportMapping | null | Refusal {
  if (given === undefined || typeof given === 'object') return given ?? null;
  const wrong = refuse('invalid_fields', { field_errors: { mapping: 'Names no columns as JSON' } });
  try {
    const { data } = z.safeParse(ImportMapping, JSON.parse(given));
    return data ?? wrong;
  } catch {
    return wrong;
  }
}
