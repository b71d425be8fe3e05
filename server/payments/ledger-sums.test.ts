import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { seeded } from '../../tests/support/seeded.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { findWrongSums } from '../../tests/support/ledger-sums.ts';
import { findObstacles } from '../account/deletion.ts';
import { withTransaction } from '../db/with-transaction.ts';
import type { Tx } from '../db/tx.ts';
import { walletOf } from '../withdrawals/wallet.ts';
import { walletBalanceAt } from './ledger.ts';
import { statsOf } from './stats.ts';

const [FROM, DAYS] = [Date.parse('2024-01-01T00:00:00.000Z'), 1000];

let app: TestApp;
let owner: SignedUp;
beforeAll(async () => {
  app = await startApp();
});
beforeEach(async () => {
  owner = await signUp(app);
});
afterAll(() => app.close());

/** Three payments a day, each partly settled; minor units 50 to 4500 pending, 40 to 3600 available. */
async function fillYears(days: number): Promise<void> {
  await app.pools.owner.query(
    `INSERT INTO ledger_entries (restaurant_id, id, transaction_id, account, entry_type, amount, currency, effective_at, created_at)
     SELECT $1, gen_random_uuid(), md5(n::text)::uuid, account, 'sale', amount * (1 + n % 90), 'GBP', at, at
       FROM generate_series(0, $3 * 3 - 1) n, LATERAL (SELECT $2::timestamptz + n * interval '8 hours' AS at) t,
            (VALUES ('wallet_pending', 50), ('wallet_available', 40), ('sales', -90)) lines (account, amount)`,
    [owner.restaurant.id, new Date(FROM).toISOString(), days],
  );
}

/** Reads as the API does. `plans`: how PostgreSQL did it, per statement. */
async function explain<T>(read: (db: Tx) => Promise<T>): Promise<{ found: T; plans: string[] }> {
  const statements: { text: string; values: unknown[] }[] = [];
  return withTransaction(app.pools.app, owner.restaurant.id, 'read', async (client) => {
    const logger = { logQuery: (text: string, values: unknown[]) => void statements.push({ text, values }) };
    const found = await read(drizzle(client, { logger }));
    const plans: string[] = [];
    for (const { text, values } of statements) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, COSTS off) ${text}`, values);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    }
    return { found, plans };
  });
}

test('no balance reads an entry', async () => {
  await fillYears(DAYS);
  await app.pools.owner.query('ANALYZE ledger_entries, ledger_sums');
  const { id } = owner.restaurant;
  const read = await explain(async (db) => ({
    wallet: await walletOf(db, id, 'GBP'),
    stats: await statsOf(db, id, 'GBP'),
    obstacles: await findObstacles(db, id),
  }));
  const { wallet, stats, obstacles } = read.found;
  const sum = Array.from({ length: DAYS * 3 }, (_, n) => 1 + (n % 90)).reduce((a, b) => a + b);
  expect([wallet.pending_amount, wallet.available_amount, wallet.reserved_amount]).toEqual([50 * sum, 40 * sum, 0]);
  expect([stats.total_sales, stats.pending_balance, stats.wallet_balance]).toEqual([90 * sum, 50 * sum, 40 * sum]);
  expect(obstacles).toEqual(['wallet']);
  const ofBooks = read.plans.filter((plan) => plan.includes('ledger_'));
  expect(ofBooks).toHaveLength(3);
  expect(ofBooks.filter((plan) => plan.includes('ledger_entries'))).toEqual([]);
});

test('a balance of the past reads the entries of one month', async () => {
  await fillYears(DAYS);
  await app.pools.owner.query('ANALYZE ledger_entries, ledger_sums');
  const random = seeded(119);
  const instants = ['2024-01-01T00:00:00.000Z', '2025-02-01T00:00:00.000Z', '2025-01-31T23:59:59.999Z'];
  for (let i = 0; i < 12; i++) instants.push(new Date(FROM + random.between(0, DAYS * 1440) * 60_000).toISOString());
  for (const instant of instants) {
    const { found, plans } = await explain((db) => walletBalanceAt(db, owner.restaurant.id, 'GBP', instant));
    const { rows } = await app.pools.owner.query<{ sum: string }>(
      `SELECT coalesce(sum(amount), 0) AS sum FROM ledger_entries
        WHERE restaurant_id = $1 AND account LIKE 'wallet%' AND effective_at < $2`,
      [owner.restaurant.id, instant],
    );
    expect([instant, found]).toEqual([instant, Number(rows[0]!.sum)]);
    // Both wallet accounts: three entries a day, and up to 33 months of sums.
    expect(mostRows(plans.join('\n'))).toBeLessThanOrEqual(2 * 31 * 3 + 2 * 33);
    expect(plans.join('\n')).not.toContain('Seq Scan on ledger_entries');
  }
});

/** Of any step of a plan: rows that it gave, or read and threw away. */
const mostRows = (plan: string) =>
  Math.max(
    0,
    ...[...plan.matchAll(/(?:rows=|Removed by Filter: )([\d.]+)/g)].map(([, count]) => Math.round(Number(count))),
  );

test('money of another currency is not in the sums', async () => {
  await fillYears(1);
  const { found } = await explain((db) => statsOf(db, owner.restaurant.id, 'EUR'));
  expect(found).toMatchObject({ total_sales: 0, wallet_balance: 0, pending_balance: 0, currency: 'EUR' });
});

test('sums follow entries that are deleted, by month', async () => {
  await fillYears(100);
  await app.pools.owner.query(
    `DELETE FROM ledger_entries WHERE restaurant_id = $1 AND effective_at BETWEEN '2024-01-20' AND '2024-02-10'`,
    [owner.restaurant.id],
  );
  expect(await findWrongSums(app.pools.owner)).toEqual([]);
  const { rows } = await app.pools.owner.query<{ account: string; month: string }>(
    `SELECT account, month::text FROM ledger_sums WHERE restaurant_id = $1 ORDER BY 1, 2`,
    [owner.restaurant.id],
  );
  expect(rows.filter(({ account }) => account === 'sales').map(({ month }) => month)).toEqual([
    '2024-01-01',
    '2024-02-01',
    '2024-03-01',
    '2024-04-01',
  ]);
});
