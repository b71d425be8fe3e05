import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Insights } from '../../contract/dashboard/calls.ts';
import { callApi } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { pastOrders } from '../../tests/support/traffic.ts';
import { importOrders } from '../orders/import/import-orders.ts';

// What the insights say about a till's file that was imported, against sums of the file's own lines. Nothing is shared with the server: a
// till writes wall times, so the business day of a line follows from its text.

/** In the evening, so that each day's trade has orders before and after it. */
const CUTOFF = '19:45';
const EMAIL = 'owner@galley.test';
/** The nights in which Europe/London changes its clock, at times that exist once. */
const nights = [
  '90001,29/03/26 00:30,Night Naan,2,2.35,1',
  '90002,29/03/26 02:30,Night Naan,1,2.35,1',
  '90003,25/10/26 00:45,Night Naan,3,2.35,1',
  '90004,25/10/26 02:15,Night Naan,4,2.35,1',
  '90005,25/10/26 19:44,Night Naan,5,2.35,1',
  '90006,25/10/26 19:45,Night Naan,6,2.35,1',
];

let app: TestApp;
let owner: SignedUp;
let folder: string;
let lines: string[];

beforeAll(async () => {
  app = await startApp({ startsAt: '2026-11-20T18:30:00.000Z' });
  owner = await signUp(app, { email: EMAIL });
  folder = await mkdtemp(join(tmpdir(), 'galley-insights-'));
  const size = { seed: 7, orders: 900, lines: 3_000, dishes: 30, from: '2026-03-20', to: '2026-11-10' };
  lines = [...pastOrders(size).csv.trim().split('\n'), ...nights];
  const file = join(folder, 'till.csv');
  await writeFile(file, lines.join('\n'));
  await app.pools.owner.query(
    `UPDATE restaurants r SET timezone = 'Europe/London', business_day_cutoff_time = $2, version = s.version
       FROM spaces s WHERE s.restaurant_id = r.restaurant_id AND r.restaurant_id = $1`,
    [owner.restaurant.id, CUTOFF],
  );
  const done = await importOrders({ pools: app.pools, file, email: EMAIL, now: app.clock.now() });
  if (done.kind !== 'done' || done.orders !== 906 || done.bad.length > 0) throw new Error(JSON.stringify(done));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

interface Sold {
  number: string;
  day: string;
  hour: number;
  name: string;
  quantity: number;
  amount: number;
}

function soldOf(line: string): Sold {
  const [number = '', when = '', name = '', quantity, price] = line.split(',');
  const [, day, month, year, time = ''] = /^(\d\d)\/(\d\d)\/(\d\d) (\d\d:\d\d)$/.exec(when)!;
  const date = new Date(Date.UTC(2000 + Number(year), Number(month) - 1, Number(day)));
  if (time < CUTOFF) date.setUTCDate(date.getUTCDate() - 1);
  return {
    number,
    day: date.toISOString().slice(0, 10),
    hour: Number(time.slice(0, 2)),
    name,
    quantity: Number(quantity),
    amount: Number(quantity) * Math.round(Number(price) * 100),
  };
}

const sum = (rows: Sold[]) => rows.reduce((all, { amount }) => all + amount, 0);
const count = (rows: Sold[]) => new Set(rows.map(({ number }) => number)).size;

test.each([
  ['2026-03-19', '2026-11-10'],
  ['2026-03-28', '2026-03-28'],
  ['2026-03-29', '2026-03-29'],
  ['2026-03-28', '2026-03-30'],
  ['2026-10-24', '2026-10-24'],
  ['2026-10-25', '2026-10-25'],
  ['2026-10-01', '2026-10-31'],
  ['2026-07-06', '2026-07-12'],
])('%s to %s equals the sums of the file, to the penny', async (from, to) => {
  const sold = lines
    .slice(1)
    .map(soldOf)
    .filter(({ day }) => day >= from && day <= to);
  expect(sold.length).toBeGreaterThan(0);
  const path = `/dashboard/insights?date=${from}..${to}`;
  const { data } = await callApi<Insights>(app.fetch, 'GET', path, { token: owner.token });

  expect(data.total_revenue.value).toBe(sum(sold));
  expect(data.total_orders_count.value).toBe(count(sold));
  expect(data.series.map(({ date, revenue, orders_count: orders }) => [date, revenue, orders])).toEqual(
    data.series.map(({ date }) => {
      const rows = sold.filter(({ day }) => day === date);
      return [date, sum(rows), count(rows)];
    }),
  );
  expect(data.by_hour.map(({ revenue, orders_count: orders }) => [revenue, orders])).toEqual(
    Array.from({ length: 24 }, (_, hour) => {
      const rows = sold.filter((row) => row.hour === hour);
      return [sum(rows), count(rows)];
    }),
  );
  const items = Map.groupBy(sold, ({ name }) => name);
  const named = [...data.top_items, ...data.bottom_items];
  expect(named).toHaveLength(Math.min(40, items.size));
  expect(named).toEqual(
    named.map(({ name }) => {
      const rows = items.get(name) ?? [];
      return { name, quantity: rows.reduce((all, { quantity }) => all + quantity, 0), revenue: sum(rows) };
    }),
  );
});
