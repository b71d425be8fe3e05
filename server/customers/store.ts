import { and, eq, gte, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import type { Customer } from '../../contract/customers/calls.ts';
import { customers } from '../db/schema.ts';
import type { FieldChanges } from '../sync/field-merge.ts';
import type { Tx } from '../pipeline/handler.ts';
import { contains } from '../db/search.ts';

export interface CustomerFilter {
  /** Instants: from included, to not. */
  created?: { from: string; to: string } | undefined;
  status?: Customer['customer_status'] | undefined;
  words?: string[];
}

/** Customers whose newest order is newest come first, those without one last. */
export async function listCustomers(
  db: Tx,
  restaurantId: string,
  filter: CustomerFilter,
  page: { limit: number; offset: number },
) {
  const where = conditions(restaurantId, filter);
  const rows = await db
    .select()
    .from(customers)
    .where(where)
    .orderBy(sql`${customers.last_order_at} DESC NULLS LAST`, sql`${customers.created_at} DESC`, customers.id)
    .limit(page.limit)
    .offset(page.offset);
  return { customers: rows.map(toCustomer), total: await db.$count(customers, where) };
}

export async function findCustomer(
  db: Tx,
  restaurantId: string,
  id: string,
): Promise<{ customer: Customer; fieldChanges: FieldChanges } | null> {
  const [row] = await db
    .select()
    .from(customers)
    .where(and(eq(customers.restaurant_id, restaurantId), eq(customers.id, id), isNull(customers.deleted_at)))
    .limit(1);
  return row ? { customer: toCustomer(row), fieldChanges: row.field_changes } : null;
}

export function toCustomer({
  restaurant_id: _,
  field_changes: __,
  ...customer
}: typeof customers.$inferSelect): Customer {
  return customer;
}

function conditions(restaurantId: string, { created, status, words = [] }: CustomerFilter): SQL | undefined {
  return and(
    eq(customers.restaurant_id, restaurantId),
    isNull(customers.deleted_at),
    created && and(gte(customers.created_at, created.from), lt(customers.created_at, created.to)),
    status && eq(customers.customer_status, status),
    ...words.map((word) =>
      or(
        contains(sql`${customers.name}`, word),
        contains(sql`${customers.email}`, word),
        contains(sql`${customers.tags}::text`, word),
        // "07700" is how people write what is stored as "+447700".
        contains(sql`coalesce(${customers.phone}, ${customers.phone_raw})`, word.replace(/^0(?=\d{3})/, '')),
      ),
    ),
  );
}
