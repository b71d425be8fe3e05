import { sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { CustomersDashboard } from '../../contract/customers/calls.ts';
import type { Tx } from '../db/tx.ts';

type Figures = z.infer<typeof CustomersDashboard>;

/**
 * Figures of the customer list for a period, compared with the one of the same length before it. Returning:
 * ordered in the period and before it.
 */
export async function customerFigures(
  db: Tx,
  restaurantId: string,
  { from, to }: { from: string; to: string },
): Promise<Figures> {
  const before = new Date(2 * Date.parse(from) - Date.parse(to)).toISOString();
  const { rows } = await db.execute<Record<string, string>>(sql`
    WITH came AS (
      SELECT created_at, customer_status FROM customers WHERE restaurant_id = ${restaurantId} AND deleted_at IS NULL
    ), again AS (
      SELECT o.customer_id, o.placed_at FROM orders o
        JOIN customers c ON c.restaurant_id = o.restaurant_id AND c.id = o.customer_id AND c.first_order_at < o.placed_at
       WHERE o.restaurant_id = ${restaurantId} AND o.deleted_at IS NULL AND c.deleted_at IS NULL
         AND o.order_status NOT IN ('rejected', 'cancelled') AND o.placed_at >= ${before} AND o.placed_at < ${to}
    )
    SELECT count(*) FILTER (WHERE created_at < ${to}) AS total,
           count(*) FILTER (WHERE created_at < ${from}) AS total_before,
           count(*) FILTER (WHERE created_at >= ${from} AND created_at < ${to}) AS new,
           count(*) FILTER (WHERE created_at >= ${before} AND created_at < ${from}) AS new_before,
           count(*) FILTER (WHERE customer_status = 'blocked') AS blocked,
           (SELECT count(DISTINCT customer_id) FROM again WHERE placed_at >= ${from}) AS returning,
           (SELECT count(DISTINCT customer_id) FROM again WHERE placed_at < ${from}) AS returning_before
      FROM came`);
  const of = (name: string) => Number(rows[0]?.[name] ?? 0);
  return {
    total_customers_count: figure(of('total'), of('total_before')),
    new_customers_count: figure(of('new'), of('new_before')),
    returning_customers_count: figure(of('returning'), of('returning_before')),
    // It is not stored when customers were blocked, so there is nothing to compare with.
    blocked_customers_count: { value: of('blocked'), percent_increment: null },
  };
}

/** In per cent, with one decimal. */
const figure = (value: number, before: number) => ({
  value,
  percent_increment: before === 0 ? null : Math.round(((value - before) / before) * 1000) / 10,
});
