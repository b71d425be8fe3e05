import { sql } from 'drizzle-orm';
import { PAGE_LIMIT_MAX } from '../../contract/limits.ts';
import * as contract from '../../contract/payments/report-calls.ts';
import type { StatementEntry } from '../../contract/payments/report-calls.ts';
import { readPaging } from '../../contract/query.ts';
import { answer, defineHandler, Refusal } from '../pipeline/handler.ts';
import { metaOf } from '../pipeline/paging.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { inWallet, walletBalanceAt } from './ledger.ts';
import { readPeriod } from './read-period.ts';

interface Row extends Record<string, unknown> {
  id: string;
  entry_type: StatementEntry['entry_type'];
  amount: string;
  balance_after: string;
  payment_id: string | null;
  order_id: string | null;
  withdrawal_id: string | null;
  effective_at: string;
  available_at: string | null;
}

/** The wallet as a bank statement: what it got and lost, by event, with the balance after each. */
export const getStatement = defineHandler(contract.getStatement, async (c) => {
  const paging = readPaging(c.query, { limit: PAGE_LIMIT_MAX, max: PAGE_LIMIT_MAX });
  const restaurant = await loadRestaurant(c.db, c.restaurantId);
  const period = readPeriod(c.query, restaurant);
  if (period instanceof Refusal) return period;
  const { currency } = restaurant;
  const opening = await walletBalanceAt(c.db, c.restaurantId, currency, period.from);
  const closing = await walletBalanceAt(c.db, c.restaurantId, currency, period.to);
  // Lines that only move money within the wallet add up to zero.
  const events = sql`
    SELECT min(id::text)::uuid AS id, entry_type, sum(amount) AS amount, min(effective_at) AS effective_at, min(created_at) AS created_at,
           min(payment_id::text)::uuid AS payment_id, min(order_id::text)::uuid AS order_id, min(withdrawal_id::text)::uuid AS withdrawal_id
      FROM ledger_entries
     WHERE restaurant_id = ${c.restaurantId} AND currency = ${currency} AND ${inWallet}
       AND effective_at >= ${period.from} AND effective_at < ${period.to}
     GROUP BY transaction_id, entry_type HAVING sum(amount) <> 0`;
  const { rows } = await c.db.execute<Row>(sql`
    SELECT e.id, e.entry_type, e.amount, e.payment_id, e.order_id, e.withdrawal_id, e.effective_at,
           CASE WHEN e.entry_type IN ('sale', 'tip', 'fee')
                THEN (SELECT k.available_on FROM checkouts k WHERE k.restaurant_id = ${c.restaurantId} AND k.payment_id = e.payment_id LIMIT 1)
           END AS available_at,
           ${opening}::bigint + sum(e.amount) OVER (ORDER BY e.effective_at, e.created_at, e.id) AS balance_after
      FROM (${events}) e ORDER BY e.effective_at, e.created_at, e.id LIMIT ${paging.limit} OFFSET ${paging.offset}`);
  const counted = await c.db.execute<{ count: string }>(sql`SELECT count(*) FROM (${events}) e`);
  const entries = rows.map((row): StatementEntry => ({
    ...row,
    amount: Number(row.amount),
    balance_after: Number(row.balance_after),
    effective_at: new Date(row.effective_at).toISOString(),
    available_at: row.available_at && new Date(row.available_at).toISOString(),
  }));
  const { from, to } = c.query;
  return answer(entries, {
    meta: metaOf(Number(counted.rows[0]!.count), paging),
    stats: { from, to, currency, opening_balance: opening, closing_balance: closing },
  });
});
