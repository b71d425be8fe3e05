import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Insights } from '../../contract/dashboard/calls.ts';
import { readCsv } from '../../contract/csv.ts';
import { callApi } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { pastOrders } from '../../tests/support/traffic.ts';
import { importOrders } from '../orders/import/import-orders.ts';
import { inSpace } from '../jobs/in-space.ts';
import { spreadsheets } from './spreadsheets.ts';

const clock = { timezone: 'America/New_York', business_day_cutoff_time: '19:45' };
let app: TestApp;
let owner: SignedUp;
let folder: string;

beforeAll(async () => {
  app = await startApp({ startsAt: '2026-11-20T18:30:00.000Z' });
  owner = await signUp(app);
  folder = await mkdtemp(join(tmpdir(), 'galley-spreadsheets-'));
  const file = join(folder, 'till.csv');
  const size = { seed: 9, orders: 300, lines: 900, dishes: 20, from: '2026-10-20', to: '2026-11-12' };
  await writeFile(file, pastOrders(size).csv);
  await inSpace(app.pools.app, owner.restaurant.id, async ({ db, bump }) => {
    const { timezone, business_day_cutoff_time: cutoff } = clock;
    await db.execute(
      sql`UPDATE restaurants SET timezone = ${timezone}, business_day_cutoff_time = ${cutoff}, version = ${await bump()}`,
    );
  });
  await importOrders({ pools: app.pools, file, email: owner.user.email, now: app.clock.now() });
  // Every third order has fees and a refund, every tenth was never sold.
  await inSpace(app.pools.app, owner.restaurant.id, async ({ db, bump }) => {
    const version = await bump();
    await db.execute(sql`
      WITH numbered AS (SELECT id, row_number() OVER (ORDER BY placed_at, id) AS n FROM orders)
      UPDATE orders o SET version = ${version},
             service_charge_amount = CASE WHEN n % 3 = 0 THEN 125 ELSE 0 END,
             packaging_fee_amount = CASE WHEN n % 3 = 0 THEN 30 ELSE 0 END,
             total_amount = total_amount + CASE WHEN n % 3 = 0 THEN 155 ELSE 0 END,
             refunded_amount = CASE WHEN n % 3 = 0 THEN 99 ELSE 0 END,
             order_status = CASE n % 10 WHEN 0 THEN 'cancelled' WHEN 5 THEN 'rejected' ELSE order_status END
        FROM numbered WHERE numbered.id = o.id`);
  });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

test('the orders of an export add up to insights, day by day', async () => {
  const { rows } = await app.pools.owner.query<{ row: Record<string, unknown> }>(
    'SELECT to_jsonb(o) AS row FROM orders o',
  );
  const csv = spreadsheets.orders!(
    rows.map(({ row }) => row),
    { currency: 'GBP', clock, now: app.clock.now() },
  );
  const [head, ...records] = readCsv(csv)!.map(({ cells }) => cells);
  const exported = records.map((cells) => Object.fromEntries(head!.map((name, at) => [name, cells[at]!])));
  expect(exported).toHaveLength(300);
  const minor = (text = '') => Math.round(Number(text) * 100);
  const sum = (some: typeof exported, column: string) => some.reduce((all, row) => all + minor(row[column]), 0);

  const path = '/dashboard/insights?date=2026-10-19..2026-11-13';
  const { data } = await callApi<Insights>(app.fetch, 'GET', path, { token: owner.token });
  expect(data.total_revenue.value).toBeGreaterThan(0);
  expect(sum(exported, 'revenue')).toBe(data.total_revenue.value);
  expect(data.series.map(({ date, revenue }) => [date, revenue])).toEqual(
    data.series.map(({ date }) => [
      date,
      sum(
        exported.filter((row) => row['business day'] === date),
        'revenue',
      ),
    ]),
  );
  const sold = exported.filter(({ status }) => status === 'completed');
  expect(sum(sold, 'refunded')).toBe(data.refunded_amount);
  for (const row of sold)
    expect(minor(row['subtotal']) + minor(row['service charge']) + minor(row['packaging'])).toBe(minor(row['total']));
  expect(exported.filter((row) => row['service charge'] === '1.25' && row['packaging'] === '0.30')).toHaveLength(100);
  // New York is behind, so the evening's hour shows that times are local.
  for (const row of exported) expect(row['placed']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00\.000Z$/);
  const hours = data.by_hour.flatMap(({ hour, orders_count: count }) => (count > 0 ? [hour] : []));
  expect(
    [...new Set(sold.map((row) => Number(row['placed (local time)']!.slice(11, 13))))].toSorted((a, b) => a - b),
  ).toEqual(hours);
});
