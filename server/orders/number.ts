import { and, eq, gte, isNull, lt, sql, type SQL } from 'drizzle-orm';
import { businessDay, businessDayRange } from '../../contract/restaurant/business-day.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import { isOpenOrder, orders } from '../db/schema/orders.ts';

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
  const first = sql`SELECT greatest(${FIRST}::int, coalesce(max(${orders.order_no}::int), 0) + 1) FROM ${orders} WHERE ${numbered}`;
  const isUsed = sql`EXISTS (SELECT FROM ${orders} WHERE ${orders.restaurant_id} = ${id} AND ${orders.order_no} = n::text AND ${isOpenOrder})`;
  return sql`(WITH RECURSIVE candidate (n) AS ((${first}) UNION ALL SELECT n + 1 FROM candidate WHERE ${isUsed}) SELECT max(n)::text FROM candidate)`;
}
