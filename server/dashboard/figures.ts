import { sql, type SQL } from 'drizzle-orm';
import { isSold } from '../db/schema/orders.ts';
import type { Tx } from '../db/tx.ts';
import type { Period } from './periods.ts';

/** Reads the maintained sums of server/db/schema/insights.ts. */

export interface OrderSums {
  orders_count: number;
  revenue: number;
}

/** Sums of one day (index into the period's dates), channel and order type. */
export interface DayRow extends OrderSums {
  day: number;
  channel: string;
  order_type: string;
  refunded_amount: number;
  tip_amount: number;
  discount_amount: number;
  prep_ms: number;
  prepared_count: number;
  rejected_count: number;
  rejected_amount: number;
  cancelled_count: number;
}

const measures = [
  'orders_count',
  'refunded_amount',
  'tip_amount',
  'discount_amount',
  'prep_ms',
  'prepared_count',
  'rejected_count',
  'rejected_amount',
  'cancelled_count',
] as const;

/** The instants between which the period lies, the later one not included. */
export const span = ({ starts }: Period) => ({ from: starts[0]!, to: starts.at(-1)! });

/** Index of a row's day. A day that begins when the next one does (its zone skipped it) has no orders. */
const dayOf = ({ starts }: Period) =>
  sql`width_bucket(bucket, ${sql.param(`{${starts.join(',')}}`)}::timestamptz[]) - 1`;

/** By day, channel and order type. */
export async function dayRows(db: Tx, restaurantId: string, period: Period): Promise<DayRow[]> {
  const { from, to } = span(period);
  const summed = sql.join(
    measures.map((name) => sql`sum(${sql.identifier(name)}) AS ${sql.identifier(name)}`),
    sql`, `,
  );
  const { rows } = await db.execute<Record<string, string>>(sql`
    SELECT ${dayOf(period)} AS day, channel, order_type, sum(revenue_amount) AS revenue, ${summed}
      FROM ${tableOf(period)}
     WHERE restaurant_id = ${restaurantId} AND bucket >= ${from} AND bucket < ${to}
     GROUP BY 1, 2, 3`);
  return rows.map((row) => ({
    ...(Object.fromEntries(measures.map((name) => [name, Number(row[name])])) as Record<
      (typeof measures)[number],
      number
    >),
    revenue: Number(row['revenue']),
    day: Number(row['day']),
    channel: row['channel']!,
    order_type: row['order_type']!,
  }));
}

/** By day (index into the period's dates): what one compares with. */
export async function daySums(db: Tx, restaurantId: string, period: Period): Promise<Map<number, OrderSums>> {
  return sumsBy(db, restaurantId, period, dayOf(period));
}

/** By hour of the restaurant's clock, 0 to 23. */
export async function hourSums(
  db: Tx,
  restaurantId: string,
  period: Period,
  timezone: string,
): Promise<Map<number, OrderSums>> {
  return sumsBy(db, restaurantId, period, sql`date_part('hour', bucket AT TIME ZONE ${timezone})`);
}

async function sumsBy(db: Tx, restaurantId: string, period: Period, key: SQL): Promise<Map<number, OrderSums>> {
  const { from, to } = span(period);
  const { rows } = await db.execute<Record<string, string>>(sql`
    SELECT ${key} AS key, sum(orders_count) AS orders_count, sum(revenue_amount) AS revenue
      FROM ${tableOf(period)}
     WHERE restaurant_id = ${restaurantId} AND bucket >= ${from} AND bucket < ${to}
     GROUP BY 1`);
  return new Map(
    rows.map((row) => [
      Number(row['key']),
      { orders_count: Number(row['orders_count']), revenue: Number(row['revenue']) },
    ]),
  );
}

/** The hours of UTC if they are the restaurant's, which is a quarter of the rows. */
const tableOf = ({ isInHours }: Period) => (isInHours ? sql`hour_figures` : sql`order_figures`);

/** Distinct customers with an accepted order in the period, and all customers at its end. */
export async function customerCounts(
  db: Tx,
  restaurantId: string,
  period: Period,
): Promise<{ unique: number; total: number }> {
  const { to } = span(period);
  const { days, edges } = wholeDays(period);
  const { rows } = await db.execute<Record<string, string>>(sql`
    SELECT (SELECT count(*) FROM (
              SELECT customer_id FROM customer_figures
               WHERE restaurant_id = ${restaurantId} AND orders_count > 0 AND ${days}
              UNION
              SELECT customer_id FROM orders o
               WHERE restaurant_id = ${restaurantId} AND deleted_at IS NULL AND customer_id IS NOT NULL
                 AND ${isSold} AND ${edges}) came) AS unique,
           (SELECT count(*) FROM customers WHERE restaurant_id = ${restaurantId} AND deleted_at IS NULL AND created_at < ${to}) AS total`);
  return { unique: Number(rows[0]!['unique']), total: Number(rows[0]!['total']) };
}

export interface ItemSums {
  name: string;
  quantity: number;
  revenue: number;
}

/** What sold, most pieces first, under the newest of its names. */
export async function itemRows(db: Tx, restaurantId: string, period: Period): Promise<ItemSums[]> {
  const { days, edges } = wholeDays(period);
  const { rows } = await db.execute<Record<string, string>>(sql`
    SELECT (max(ARRAY[day::text, name]))[2] AS name, sum(quantity) AS quantity, sum(revenue) AS revenue
      FROM (
        SELECT item_key, name, max(day) AS day, sum(quantity) AS quantity, sum(revenue_amount) AS revenue FROM item_figures
         WHERE restaurant_id = ${restaurantId} AND ${days}
         GROUP BY 1, 2
        UNION ALL
        SELECT coalesce(menu_item_id, name), name, (placed_at AT TIME ZONE 'UTC')::date, quantity, revenue
          FROM orders o, sold_lines(o) line
         WHERE restaurant_id = ${restaurantId} AND deleted_at IS NULL AND ${isSold} AND ${edges}) sold
     GROUP BY item_key
    HAVING sum(quantity) > 0
     ORDER BY sum(quantity) DESC, sum(revenue) DESC, 1`);
  return rows.map(({ name, quantity, revenue }) => ({
    name: name!,
    quantity: Number(quantity),
    revenue: Number(revenue),
  }));
}

/**
 * Conditions that split the period: `days` for rows by whole UTC days inside it, and `edges` for orders in what is left at both ends, so
 * that at most two days of orders are read.
 */
function wholeDays(period: Period): { days: SQL; edges: SQL } {
  const { from, to } = span(period);
  const first = new Date(Math.ceil(Date.parse(from) / DAY_MS) * DAY_MS).toISOString();
  const end = new Date(Math.floor(Date.parse(to) / DAY_MS) * DAY_MS).toISOString();
  if (first >= end) return { days: sql`false`, edges: sql`placed_at >= ${from} AND placed_at < ${to}` };
  return {
    days: sql`day >= ${first.slice(0, 10)} AND day < ${end.slice(0, 10)}`,
    edges: sql`((placed_at >= ${from} AND placed_at < ${first}) OR (placed_at >= ${end} AND placed_at < ${to}))`,
  };
}

const DAY_MS = 86_400_000;
