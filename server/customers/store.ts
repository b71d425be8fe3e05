import { and, asc, eq, gte, isNull, lt, ne, or, sql, type SQL } from 'drizzle-orm';
import { sameDigits, type PhoneFields } from '../../contract/auth/phone.ts';
import { phoneKeysOf } from '../../contract/auth/phone-search.ts';
import type { Customer, CustomerSegment } from '../../contract/customers/calls.ts';
import { SEGMENT_RULES } from '../../contract/customers/segment.ts';
import { listPage } from '../db/list-page.ts';
import { customers } from '../db/schema/customers.ts';
import type { FieldChanges } from '../db/field-merge.ts';
import type { Tx } from '../db/tx.ts';
import { contains, matchesPhoneSearch, type PhoneSearch } from '../db/search.ts';

export interface CustomerFilter {
  /** Instants: from included, to excluded. */
  created?: { from: string; to: string } | undefined;
  status?: Customer['customer_status'] | undefined;
  segment?: { name: CustomerSegment; now: Date } | undefined;
  search?: PhoneSearch;
}

/** By newest order, newest first; customers without orders last. */
export async function listCustomers(
  db: Tx,
  restaurantId: string,
  filter: CustomerFilter,
  page: { limit: number; offset: number },
) {
  const where = conditions(restaurantId, filter);
  const { rows, total } = await listPage(db, customers, { where, order: newestOrderFirst, page });
  return { customers: rows.map(toCustomer), total };
}

/** All of them, in the order of the list. */
export async function listAllCustomers(db: Tx, restaurantId: string, filter: CustomerFilter): Promise<Customer[]> {
  const rows = await db
    .select()
    .from(customers)
    .where(conditions(restaurantId, filter))
    .orderBy(...newestOrderFirst);
  return rows.map(toCustomer);
}

const newestOrderFirst = [
  sql`${customers.last_order_at} DESC NULLS LAST`,
  sql`${customers.created_at} DESC NULLS LAST`,
  asc(customers.id),
];

/** Of a customer who was merged into another one, the other one: a device may still know the first. */
export async function findCustomer(
  db: Tx,
  restaurantId: string,
  id: string,
): Promise<{ customer: Customer; fieldChanges: FieldChanges } | null> {
  const [row] = await db
    .select()
    .from(customers)
    .where(and(eq(customers.restaurant_id, restaurantId), eq(customers.id, id)))
    .limit(1);
  if (row?.merged_into_id) return findCustomer(db, restaurantId, row.merged_into_id);
  return row && row.deleted_at === null ? { customer: toCustomer(row), fieldChanges: row.field_changes } : null;
}

type Reachable = PhoneFields & Pick<Customer, 'email'>;

/** True for customers with one of these numbers (`phoneKeys`); undefined: there are none. Each part has an index. */
export function hasNumber(keys: readonly string[]): SQL | undefined {
  const digits = keys.flatMap(sameDigits);
  if (digits.length === 0) return undefined;
  return sql`(${customers.phone} = ANY(${sql.param(digits.map((one) => `+${one}`))}::text[])
    OR (${customers.phone_raw} IS NOT NULL AND phone_numbers(${customers.phone_raw}) && ${sql.param(digits)}::text[]))`;
}

/** Another customer with this number or address. What was there `before` is no fault of this edit. */
export async function findNamesake(
  db: Tx,
  restaurantId: string,
  { id, phone, phone_raw, email }: Pick<Customer, 'id'> & Reachable,
  before: Reachable = { phone: null, phone_raw: null, email: null },
): Promise<Customer | null> {
  const known = phoneKeysOf(before);
  const same = or(
    hasNumber(phoneKeysOf({ phone, phone_raw }).filter((key) => !known.includes(key))),
    email && email !== before.email ? eq(customers.email, email) : undefined,
  );
  if (!same) return null;
  const [row] = await db
    .select()
    .from(customers)
    .where(and(eq(customers.restaurant_id, restaurantId), ne(customers.id, id), isNull(customers.deleted_at), same))
    .limit(1);
  return row ? toCustomer(row) : null;
}

export function toCustomer({
  restaurant_id: _,
  field_changes: __,
  language: ___,
  merged_into_id: ____,
  erased_at: _____,
  ...customer
}: typeof customers.$inferSelect): Customer {
  return customer;
}

/** `segmentOf` in SQL. */
function isInSegment({ name, now }: { name: CustomerSegment; now: Date }): SQL {
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();
  const { recentDays, lapsedDays, regularOrders, vipOrders } = SEGMENT_RULES;
  const at = sql`coalesce(${customers.last_order_at}, ${customers.created_at})`;
  const count = customers.orders_count;
  const isLapsed = sql`(${at} < ${before(lapsedDays)} OR (${count} = 0 AND ${at} < ${before(recentDays)}))`;
  const isRecent = sql`${at} >= ${before(recentDays)}`;
  if (name === 'lapsed') return isLapsed;
  if (name === 'at_risk') return sql`NOT ${isLapsed} AND NOT ${isRecent}`;
  if (name === 'vip') return sql`${isRecent} AND ${count} >= ${vipOrders}`;
  if (name === 'regular') return sql`${isRecent} AND ${count} >= ${regularOrders} AND ${count} < ${vipOrders}`;
  return sql`${isRecent} AND ${count} < ${regularOrders}`;
}

function conditions(restaurantId: string, { created, status, segment, search }: CustomerFilter): SQL | undefined {
  return and(
    eq(customers.restaurant_id, restaurantId),
    isNull(customers.deleted_at),
    created && and(gte(customers.created_at, created.from), lt(customers.created_at, created.to)),
    status && eq(customers.customer_status, status),
    segment && isInSegment(segment),
    search &&
      matchesPhoneSearch(sql`concat_ws(' ', ${customers.phone}, ${customers.phone_raw})`, search, (term) => [
        contains(sql`${customers.name}`, term),
        contains(sql`${customers.email}`, term),
        contains(sql`concat_ws(' ', ${customers.phone}, ${customers.phone_raw})`, term),
        contains(sql`${customers.tags}::text`, term),
      ]),
  );
}
