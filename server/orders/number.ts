import { and, eq, gte, isNull, lt, sql } from 'drizzle-orm';
import { businessDay, businessDayRange } from '../../contract/restaurant/business-day.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import { orders } from '../db/schema.ts';
import type { Tx } from '../pipeline/handler.ts';

/** The first order of a business day. */
const FIRST = 101;

/** The next number of the running business day. Under the space's lock, so that no two orders get one. */
export async function nextOrderNo(
  db: Tx,
  restaurantId: string,
  restaurant: Pick<Restaurant, 'timezone' | 'business_day_cutoff_time'>,
  now: Date,
): Promise<string> {
  const { timezone, business_day_cutoff_time: cutoff } = restaurant;
  const { from, to } = businessDayRange(businessDay(now, timezone, cutoff), timezone, cutoff);
  // Deleted ones too: a number is not given twice. An import's numbers are somebody else's.
  const [found] = await db
    .select({ last: sql<number | null>`max(${orders.order_no}::int)` })
    .from(orders)
    .where(
      and(
        eq(orders.restaurant_id, restaurantId),
        gte(orders.placed_at, from),
        lt(orders.placed_at, to),
        isNull(orders.external_source),
        sql`${orders.order_no} ~ '^[0-9]{1,8}$'`,
      ),
    );
  return String(Math.max(FIRST, (found?.last ?? 0) + 1));
}
