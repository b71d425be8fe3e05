import { and, eq, gte, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import * as contract from '../../contract/payments/report-calls.ts';
import { isSold, orders } from '../db/schema/orders.ts';
import { payments } from '../db/schema/payments.ts';
import { SOURCE } from '../orders/import/rows.ts';
import { defineHandler, Refusal } from '../pipeline/handler.ts';
import type { Tx } from '../db/tx.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { readPeriod } from './read-period.ts';
import { reversedBy, taxSumsOf, type TaxedOrder, type TaxedRefund } from './tax-sums.ts';

type Period = { from: string; to: string };

/**
 * What was sold in a period, by tax rate: orders by the business day on which they were placed, as insights count them, but
 * without imported ones, less what refunds of the period took back.
 */
export const getTaxReport = defineHandler(contract.getTaxReport, async (c) => {
  const restaurant = await loadRestaurant(c.db, c.restaurantId);
  const period = readPeriod(c.query, restaurant);
  if (period instanceof Refusal) return period;
  const { currency } = restaurant;
  const sold = await readSold(
    c.db,
    c.restaurantId,
    currency,
    and(gte(orders.placed_at, period.from), lt(orders.placed_at, period.to)),
  );
  const refunds = await readRefunds(c.db, c.restaurantId, currency, period);
  const rates = taxSumsOf(sold, refunds);
  const sumOf = (field: 'net_amount' | 'tax_amount' | 'gross_amount') =>
    rates.reduce((sum, rate) => sum + rate[field], 0);
  return {
    from: c.query.from,
    to: c.query.to,
    currency,
    rates,
    refunded_amount: refunds.reduce((sum, refund) => sum + reversedBy(refund), 0),
    net_amount: sumOf('net_amount'),
    tax_amount: sumOf('tax_amount'),
    gross_amount: sumOf('gross_amount'),
  };
});

const readSold = (
  db: Tx,
  restaurantId: string,
  currency: string,
  which: ReturnType<typeof and>,
): Promise<TaxedOrder[]> =>
  db
    .select({
      id: orders.id,
      taxes: orders.taxes,
      total_amount: orders.total_amount,
      tip_amount: orders.tip_amount,
      paid_amount: orders.paid_amount,
    })
    .from(orders)
    .where(
      and(
        eq(orders.restaurant_id, restaurantId),
        eq(orders.currency, currency),
        isNull(orders.deleted_at),
        isSold,
        or(isNull(orders.external_source), sql`${orders.external_source} <> ${SOURCE}`),
        which,
      ),
    );

/** Refunds settled in the period, each with what its order had got back before. */
async function readRefunds(
  db: Tx,
  restaurantId: string,
  currency: string,
  { from, to }: Period,
): Promise<TaxedRefund[]> {
  const inPeriod = db
    .select({ id: payments.order_id })
    .from(payments)
    .where(
      and(
        eq(payments.restaurant_id, restaurantId),
        // A refund changes its payment, so older rows have none of this period.
        gte(payments.updated_at, from),
        sql`jsonb_array_length(${payments.refunds}) > 0`,
      ),
    );
  const rows = await db
    .select({ order_id: payments.order_id, refunds: payments.refunds })
    .from(payments)
    .where(and(eq(payments.restaurant_id, restaurantId), inArray(payments.order_id, inPeriod)));
  const ids = [...new Set(rows.flatMap(({ order_id }) => order_id ?? []))];
  const refunded = ids.length === 0 ? [] : await readSold(db, restaurantId, currency, inArray(orders.id, ids));
  return refunded.flatMap((order) => {
    const settled = rows
      .filter(({ order_id }) => order_id === order.id)
      .flatMap(({ refunds }) => refunds)
      .filter(({ refund_status }) => refund_status === 'succeeded')
      .map(({ amount, settled_at, created_at }) => ({ amount, at: settled_at ?? created_at }))
      .toSorted((a, b) => a.at.localeCompare(b.at));
    let before = 0;
    return settled.flatMap(({ amount, at }) => {
      const refund = { order, amount, before };
      before += amount;
      return at >= from && at < to ? [refund] : [];
    });
  });
}
