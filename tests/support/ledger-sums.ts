import type pg from 'pg';

/** Sums of the books, of all restaurants, that differ between what the triggers keep and what the entries say. */
export async function findWrongSums(owner: pg.Pool): Promise<object[]> {
  const { rows } = await owner.query<object>(
    `SELECT * FROM (
       SELECT restaurant_id, currency, account, date_trunc('month', effective_at AT TIME ZONE 'UTC')::date AS month, sum(amount) AS computed
         FROM ledger_entries GROUP BY 1, 2, 3, 4) e
       FULL JOIN (SELECT restaurant_id, currency, account, month, amount AS kept FROM ledger_sums) s
       USING (restaurant_id, currency, account, month)
      WHERE coalesce(computed, 0) <> coalesce(kept, 0)`,
  );
  return rows;
}
