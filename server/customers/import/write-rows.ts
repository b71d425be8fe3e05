import { setImmediate as pause } from 'node:timers/promises';
import { and, eq, getTableColumns, isNull, or, sql, type SQLWrapper } from 'drizzle-orm';
import { phoneKeysOf } from '../../../contract/auth/phone-search.ts';
import { ROWS_PER_VERSION } from '../../../contract/limits.ts';
import { foldName } from '../../../contract/names.ts';
import type { ImportRow } from '../../../contract/customers/import-rows.ts';
import { consent_changes, customers } from '../../db/schema/customers.ts';
import type { Space } from '../../jobs/in-space.ts';
import type { Tx } from '../../db/tx.ts';
import { hasNumber, toCustomer } from '../store.ts';
import { IMPORT_SOURCE, ImportPlan, type KnownCustomer, type PlanOptions } from './plan-rows.ts';
import { valuesOf, type ReadFile } from './read-file.ts';

interface RowCounts {
  created: number;
  updated: number;
  skipped: number;
}

/** Writes rows of a file, at most ROWS_PER_VERSION of them, in the caller's transaction. */
export async function writeRows(
  { db, bump }: Space,
  restaurantId: string,
  rows: readonly ImportRow[],
  options: PlanOptions,
): Promise<RowCounts> {
  const counts: RowCounts = { created: 0, updated: 0, skipped: 0 };
  if (rows.length === 0) return counts;
  const plan = new ImportPlan(await findKnown(db, restaurantId, rows), options);
  for (const row of rows) counts[plan.add(row)] += 1;
  if (plan.changed.size === 0) return counts;
  const stamp = { version: await bump(), updated_at: options.now, updated_by: options.actor };
  const changed = [...plan.changed.values()].map(({ customer, fieldChanges }) => ({
    ...customer,
    ...stamp,
    restaurant_id: restaurantId,
    field_changes: fieldChanges,
  }));
  // One parameter: five hundred rows as parameters take longer to write down than to store.
  await db.execute(sql`
    INSERT INTO customers (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::customers, ${JSON.stringify(changed)}::jsonb)
    ON CONFLICT (restaurant_id, id) DO UPDATE SET ${excluded}`);
  if (plan.consents.length > 0)
    await db.insert(consent_changes).values(
      plan.consents.map(({ customerId, medium, granted }) => ({
        restaurant_id: restaurantId,
        id: options.newId(),
        customer_id: customerId,
        medium,
        granted,
        source: IMPORT_SOURCE,
        at: options.requestedAt,
        actor: options.actor,
      })),
    );
  return counts;
}

/** What an import may change of a known customer. */
const written = [
  'name',
  'phone',
  'phone_raw',
  'email',
  'birthday',
  'note',
  'tags',
  'addresses',
  'marketing_consent',
  'version',
  'updated_at',
  'updated_by',
  'field_changes',
] as const satisfies (keyof typeof customers.$inferSelect)[];
const excluded = sql.raw(written.map((column) => `${column} = excluded.${column}`).join(', '));
const columns = sql.raw(Object.keys(getTableColumns(customers)).join(', '));

/** The customers who one of the rows may be. */
async function findKnown(db: Tx, restaurantId: string, rows: readonly ImportRow[]): Promise<KnownCustomer[]> {
  const numbers = rows.flatMap(phoneKeysOf);
  const emails = rows.flatMap(({ email }) => email ?? []);
  const names = rows.flatMap(({ phone, email, name }) => (phone || email ? [] : foldName(name)));
  const found = await db
    .select()
    .from(customers)
    .where(
      and(
        eq(customers.restaurant_id, restaurantId),
        isNull(customers.deleted_at),
        or(
          hasNumber(numbers),
          emails.length > 0 ? isAnyOf(customers.email, emails) : undefined,
          names.length > 0
            ? and(
                isNull(customers.phone),
                isNull(customers.email),
                isAnyOf(sql`lower(normalize(trim(${customers.name})))`, names),
              )
            : undefined,
        ),
      ),
    );
  return found.map(toKnown);
}

/** IN looks into a hash table; = ANY would compare each stored customer with each of the values. */
const isAnyOf = (column: SQLWrapper, values: readonly string[]) =>
  sql`${column} IN (SELECT jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`;

/** What importing a whole file would do, compared with all customers. */
export async function dryRun(db: Tx, restaurantId: string, file: ReadFile, options: PlanOptions): Promise<RowCounts> {
  const ours = and(eq(customers.restaurant_id, restaurantId), isNull(customers.deleted_at));
  const plan = new ImportPlan((await db.select().from(customers).where(ours)).map(toKnown), options);
  const counts: RowCounts = { created: 0, updated: 0, skipped: 0 };
  for (const [at, values] of valuesOf(file.rows).entries()) {
    if (at % ROWS_PER_VERSION === 0) await pause();
    counts[plan.add(values)] += 1;
  }
  return counts;
}

const toKnown = (row: typeof customers.$inferSelect): KnownCustomer => ({
  customer: toCustomer(row),
  fieldChanges: row.field_changes,
});
