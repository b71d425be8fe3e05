import { sql } from 'drizzle-orm';
import * as contract from '../../contract/dashboard/calls.ts';
import { readDateFilter } from '../../contract/query.ts';
import { businessDay, businessDayRange } from '../../contract/restaurant/business-day.ts';
import { LOSS_HISTORY, soldOutLoss, type HourSales, type Loss } from '../../contract/restaurant/sold-out-loss.ts';
import { isDate } from '../pipeline/date-range.ts';
import { isSold } from '../db/schema/orders.ts';
import { defineHandler, refuse } from '../pipeline/handler.ts';
import type { Tx } from '../db/tx.ts';
import { loadRestaurant } from '../restaurants/store.ts';

const DAY_MS = 86_400_000;

/** Expected sales of dishes in the times in which they were sold out. The screen states the method. */
export const soldOutLosses = defineHandler(contract.soldOutLosses, async (c) => {
  const restaurant = await loadRestaurant(c.db, c.restaurantId);
  const { timezone, business_day_cutoff_time: cutoff } = restaurant;
  const today = businessDay(c.now, timezone, cutoff);
  const days = readDateFilter(c.query.date) ?? { from: today, to: today };
  if (!isDate(days.from) || !isDate(days.to) || days.from > days.to)
    return refuse('invalid_fields', { field_errors: { date: 'Not a date, or not a range of dates' } });
  if ((Date.parse(days.to) - Date.parse(days.from)) / DAY_MS + 1 > contract.LOSSES_DAYS_MAX)
    return refuse('invalid_fields', { field_errors: { date: `More than ${contract.LOSSES_DAYS_MAX} days` } });
  const range = businessDayRange(days.from, timezone, cutoff, days.to);
  const end = new Date(Math.min(c.now.getTime(), Date.parse(range.to))).toISOString();
  const spells = range.from < end ? await readSoldOut(c.db, c.restaurantId, range.from, end) : [];
  const sales = await readSales(c.db, c.restaurantId, timezone, [...new Set(spells.map(({ itemId }) => itemId))], {
    from: new Date(Date.parse(range.from) - LOSS_HISTORY).toISOString(),
    to: end,
  });
  const losses = new Map<string, Loss & { name: string }>();
  for (const { itemId, name, from, to } of spells) {
    const one = soldOutLoss(sales.get(itemId) ?? [], { from, to }, restaurant);
    const sum = losses.get(itemId) ?? { minutes: 0, quantity: 0, revenue: 0, name };
    losses.set(itemId, {
      name,
      minutes: sum.minutes + one.minutes,
      quantity: sum.quantity + one.quantity,
      revenue: sum.revenue + one.revenue,
    });
  }
  const items = [...losses]
    .filter(([, { minutes }]) => minutes > 0)
    .map(([id, { name, minutes, quantity, revenue }]) => ({
      menu_item_id: id,
      name,
      sold_out_minutes: Math.round(minutes),
      lost_quantity: Math.round(quantity * 10) / 10,
      lost_amount: Math.round(revenue),
    }))
    .toSorted((a, b) => b.lost_amount - a.lost_amount || (a.name < b.name ? -1 : 1));
  return {
    ...days,
    currency: restaurant.currency,
    as_of: c.now.toISOString(),
    total_amount: items.reduce((sum, item) => sum + item.lost_amount, 0),
    items,
  };
});

interface SoldOut {
  itemId: string;
  name: string;
  from: number;
  to: number;
}

/** Where dishes were sold out between two instants. An absence with an end of its own is over then, without a change of the row. */
async function readSoldOut(db: Tx, restaurantId: string, from: string, to: string): Promise<SoldOut[]> {
  const { rows } = await db.execute<{ item_id: string; name: string; from_ms: string; to_ms: string }>(sql`
    SELECT item_id, name, extract(epoch FROM began) * 1000 AS from_ms, extract(epoch FROM ended) * 1000 AS to_ms
      FROM (
        SELECT p.menu_item_id AS item_id, i.name, greatest(p.started_at, ${from}::timestamptz) AS began,
               least(coalesce(p.ended_at, i.unavailable_until), ${to}::timestamptz) AS ended
          FROM sold_out_periods p
          JOIN menu_items i ON i.restaurant_id = p.restaurant_id AND i.id = p.menu_item_id
         WHERE p.restaurant_id = ${restaurantId} AND p.started_at < ${to} AND coalesce(p.ended_at, ${to}) > ${from}) spell
     WHERE ended > began
     ORDER BY item_id, began`);
  return rows.map((row) => ({
    itemId: row.item_id,
    name: row.name,
    from: Math.round(Number(row.from_ms)),
    to: Math.round(Number(row.to_ms)),
  }));
}

/** Accepted sales of these dishes by hours of the restaurant's clock. */
async function readSales(
  db: Tx,
  restaurantId: string,
  timezone: string,
  itemIds: string[],
  { from, to }: { from: string; to: string },
): Promise<Map<string, HourSales[]>> {
  const sales = new Map<string, HourSales[]>();
  if (itemIds.length === 0) return sales;
  const { rows } = await db.execute<Record<'item_id' | 'at_ms' | 'quantity' | 'revenue', string>>(sql`
    SELECT menu_item_id AS item_id, extract(epoch FROM date_trunc('hour', placed_at, ${timezone})) * 1000 AS at_ms,
           sum(quantity) AS quantity, sum(revenue) AS revenue
      FROM orders o, sold_lines(o) line
     WHERE restaurant_id = ${restaurantId} AND deleted_at IS NULL AND placed_at >= ${from} AND placed_at < ${to}
       AND ${isSold} AND menu_item_id = ANY(${sql.param(`{${itemIds.join(',')}}`)}::text[])
     GROUP BY 1, 2`);
  for (const row of rows) {
    const of = sales.get(row.item_id) ?? [];
    of.push({ at: Math.round(Number(row.at_ms)), quantity: Number(row.quantity), revenue: Number(row.revenue) });
    sales.set(row.item_id, of);
  }
  return sales;
}
