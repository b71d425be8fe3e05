import { and, eq, gte, inArray, isNull, lt, sql, type SQL } from 'drizzle-orm';
import { openStatuses } from '../../contract/orders/status.ts';
import { businessDay, businessDayRange } from '../../contract/restaurant/business-day.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import { orders } from '../db/schema/orders.ts';

/** The first order number of a business day. */
const FIRST = 101;

/**
 * The next number of the current business day, for the statement that inserts the order. Under the space's lock, so that numbers are unique.
 * Numbers of open orders are skipped, whatever their day: one used yesterday for today must not be taken for another in the kitchen.
 */
export function nextOrderNo(
  { id, timezone, business_day_cutoff_time: cutoff }: Pick<Restaurant, 'id' | 'timezone' | 'business_day_cutoff_time'>,
  now: Date,
): SQL<string> {
  const { from, to } = businessDayRange(businessDay(now, timezone, cutoff), timezone, cutoff);
  // Includes deleted orders, as numbers are not reused, but not imported ones.
  const numbered = and(
    eq(orders.restaurant_id, id),
    gte(orders.placed_at, from),
    lt(orders.placed_at, to),
    isNull(orders.external_source),
    sql`${orders.order_no} ~ '^[0-9]{1,8}$'`,
  );
  const open = and(eq(orders.restaurant_id, id), isNull(orders.deleted_at), inArray(orders.order_status, openStatuses));
  const first = sql`(SELECT greatest(${FIRST}::int, coalesce(max(${orders.order_no}::int), 0) + 1) FROM ${orders} WHERE ${numbered})`;
  const used = sql`SELECT ${orders.order_no} FROM ${orders} WHERE ${open}`;
  const most = sql`(SELECT count(*)::int FROM ${orders} WHERE ${open})`;
  return sql`(SELECT n::text FROM generate_series(${first}, ${first} + ${most}) n WHERE n::text NOT IN (${used}) ORDER BY n LIMIT 1)`;
}
