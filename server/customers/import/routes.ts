import { createHash } from 'node:crypto';
import { setImmediate as pause } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import * as z from 'zod/mini';
import * as contract from '../../../contract/customers/import-calls.ts';
import { CUSTOMER_IMPORT, ImportMapping, type CustomerImport } from '../../../contract/customers/import-calls.ts';
import { ROWS_PER_VERSION } from '../../../contract/limits.ts';
import { limits } from '../../pipeline/limits.ts';
import { keepNewest, waitingFiles } from '../../db/keep-newest.ts';
import { take } from '../../db/rate-limits.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import { customer_imports } from '../../db/schema/customers.ts';
import {
  answer,
  defineHandler,
  defineHandlerWithoutTransaction,
  refuse,
  Refusal,
  type BaseContext,
  type Handler,
} from '../../pipeline/handler.ts';
import type { Services } from '../../pipeline/services.ts';
import { READ_AT_ONCE } from '../../import/read-in-thread.ts';
import { isId } from '../../platform/ids.ts';
import { loadRestaurant } from '../../restaurants/store.ts';
import { ImportPlan } from './plan-rows.ts';
import { failedOf, faultOfHead, readCustomerFile, valuesOf, type ReadFile } from './read-file.ts';
import { finishImport, planOptions, writeBatch } from './run-import.ts';
import { findImport, newestImports, toImport, updateImport, type StoredImport } from './store.ts';
import { findAllKnown } from './write-rows.ts';
import { bytesOf } from '../../pipeline/received-files.ts';

const IMPORTS = 10;

const importCustomers = defineHandler(contract.importCustomers, async (c) => {
  const { file, file_id: fileId, file_name: fileName = 'customers.csv', on_duplicate = 'skip' } = c.body;
  const mapping = mappingOf(c.body.mapping);
  if (mapping instanceof Refusal) return mapping;
  if ((file === undefined) === (fileId === undefined))
    return refuse('invalid_fields', { field_errors: { file: 'Choose a CSV file.' } });
  const sent = fileId ? await findImport(c.db, c.restaurantId, fileId.toLowerCase()) : null;
  if (fileId && !sent) return refuse('file_missing');
  if (sent && sent.status !== 'uploaded') return answer(toImport(sent), { notice: { code: 'already_done' } });
  const content = sent?.content ?? bytesOf(file?.[0] ?? '');
  // Not of a device that has sent the file before: its queue would stop.
  const exceeded = sent ? null : await take(c.accounts, limits.fileReads, c.restaurantId, c.now);
  if (exceeded) return refuse('too_many', { retry_after_seconds: exceeded.retryAfterSeconds });
  const restaurant = await loadRestaurant(c.db, c.restaurantId);
  const isDryRun = ['true', '1', true].includes(c.body.dry_run ?? false);
  const row: StoredImport = {
    ...newImport(c, sent?.id ?? c.opId, content),
    file_name: fileName,
    options: { mapping, on_duplicate },
    requested_at: c.occurredAt,
    status: 'queued',
  };
  const store = () =>
    sent ? updateImport(c.db, c.restaurantId, row.id, row) : c.db.insert(customer_imports).values(row);
  const queue = async () => {
    await store();
    await c.enqueue('customers.import', { restaurant_id: c.restaurantId, import_id: row.id });
    return toImport(row);
  };
  const unreadable = (fault: string) => refuse('invalid_fields', { field_errors: { file: fault } });
  if (content.length > READ_AT_ONCE && !isDryRun) {
    const fault = faultOfHead(content, mapping);
    return fault === null ? queue() : unreadable(fault);
  }
  // Reading more would hold the space's lock for long; the job does it without.
  const read = await readCustomerFile(content, mapping, restaurant.country_code);
  if ('fault' in read) return unreadable(read.fault);
  row.rows_total = read.rows.length;
  if (isDryRun) {
    const plan = new ImportPlan(await findAllKnown(c.db, c.restaurantId), planOptions(row, restaurant, c.now));
    return dryRun(row, read, plan);
  }
  if (read.rows.length > ROWS_PER_VERSION) return queue();
  await store();
  const written = await writeBatch(c, row, read, planOptions(row, restaurant, c.now));
  return toImport(await finishImport({ ...c, enqueue: null }, written, read));
});

/** Kept with its bytes until the import that names it arrives. The bytes of a file change no row of a device, so no space is locked. */
export const importFileRoutes = ({ pools }: Pick<Services, 'pools'>): Handler[] => [
  defineHandlerWithoutTransaction(contract.storeImportFile, async (c) => {
    const id = c.path.id.toLowerCase();
    const { restaurantId } = c.session;
    if (!isId(id)) return refuse('not_found');
    const exceeded = await take(c.accounts, limits.fileReads, restaurantId, c.now);
    if (exceeded) return refuse('too_many', { retry_after_seconds: exceeded.retryAfterSeconds });
    const content = bytesOf(c.body.file[0]!);
    if (content.length > CUSTOMER_IMPORT.bytes)
      return refuse('invalid_fields', { field_errors: { file: 'The file is larger than 5 MB. Import it in parts.' } });
    const actor = { kind: 'user' as const, id: c.user.id, name: c.user.name ?? '' };
    const wanted = newImport({ restaurantId, now: c.now, actor }, id, content);
    return withTransaction(pools.app, restaurantId, 'write', async (client) => {
      const db = drizzle(client);
      await db.insert(customer_imports).values(wanted).onConflictDoNothing();
      const present = await findImport(db, restaurantId, id);
      await keepNewest(db, restaurantId, id, waitingFiles.customers);
      return present?.content_hash === wanted.content_hash ? { id } : refuse('id_taken');
    });
  }),
];

const listImports = defineHandler(contract.listImports, async (c) => ({
  imports: (await newestImports(c.db, c.restaurantId, IMPORTS)).map(toImport),
}));

const getImport = defineHandler(contract.getImport, async (c) => {
  const row = isId(c.path.id) ? await findImport(c.db, c.restaurantId, c.path.id.toLowerCase()) : null;
  return row ? toImport(row) : refuse('not_found');
});

const getImportRejects = defineHandler(contract.getImportRejects, async (c) => {
  const row = isId(c.path.id) ? await findImport(c.db, c.restaurantId, c.path.id.toLowerCase()) : null;
  if (!row) return refuse('not_found');
  return { file_name: `rejects-${row.file_name.replace(/\.\w+$/, '')}.csv`, csv: row.errors_csv ?? '' };
});

export const importRoutes: Handler[] = [importCustomers, listImports, getImport, getImportRejects];

function newImport(c: Pick<BaseContext, 'restaurantId' | 'now' | 'actor'>, id: string, content: Buffer): StoredImport {
  return {
    restaurant_id: c.restaurantId,
    id,
    status: 'uploaded',
    file_name: '',
    content,
    content_hash: createHash('sha256').update(content).digest('hex'),
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
    created_at: c.now.toISOString(),
    created_by: c.actor,
  };
}

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

async function dryRun(row: StoredImport, file: ReadFile, plan: ImportPlan): Promise<CustomerImport> {
  const failed = failedOf(file);
  const counts = { created: 0, updated: 0, skipped: 0 };
  for (const [at, values] of valuesOf(file.rows).entries()) {
    if (at % ROWS_PER_VERSION === 0) await pause();
    counts[plan.add(values)] += 1;
  }
  const errors = failed.flatMap((one) => one.errors).slice(0, CUSTOMER_IMPORT.errorsShown);
  return { ...toImport(row), ...counts, status: 'done', rows_done: file.rows.length, failed: failed.length, errors };
}
