import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Order } from '../../../../contract/orders/calls.ts';
import { readCsv } from '../../../../contract/csv.ts';
import { order } from '../../../../tests/support/rows.ts';
import { makeDb, type GalleyDb } from '../../../data/db.ts';
import { allDates } from '../queries.ts';
import { collectOrders } from './export-orders.ts';
import { noFilters } from './filters.ts';
import type { ReadOldOrders } from './read-old-orders.ts';

const clock = { timezone: 'Europe/London', business_day_cutoff_time: '04:00' };
const everything = { ...noFilters, status: null, date: 'all' };
const PAGE = 4;
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 17, minute)).toISOString();
/** One per minute, but for two that share one. */
const stored = Array.from({ length: 25 }, (_, n) =>
  order(500 + n, { placed_at: at(n === 9 ? 10 : n), order_status: 'completed', order_no: String(n) }),
);

let db: GalleyDb;
beforeEach(() => {
  db = makeDb('galley:export', { indexedDB: new IDBFactory(), IDBKeyRange });
});
afterEach(() => db.close());

/** As the server answers; `pages`: how many before it cannot be reached. */
function server({ rows = stored, pages = Infinity } = {}) {
  const sizes: number[] = [];
  const readOld: ReadOldOrders = async function* (until) {
    const old = rows
      .filter((row) => row.placed_at <= until)
      .toSorted((a, b) => b.placed_at.localeCompare(a.placed_at) || b.id.localeCompare(a.id));
    for (let from = 0; from < old.length; from += PAGE) {
      if (sizes.length >= pages) return yield 'unreachable';
      sizes.push(Math.min(PAGE, old.length - from));
      yield old.slice(from, from + PAGE);
    }
  };
  return { readOld, sizes };
}

async function exported(readOld: ReadOldOrders, range = allDates) {
  const scope = { plan: 'scan' as const, range };
  const { parts, ...result } = await collectOrders({ db, filters: everything, scope, clock, readOld });
  const [head, ...rows] = readCsv(await new Blob(parts).text())!;
  expect(head!.cells[0]).toBe('Order Number');
  return { ...result, numbers: rows.map(({ cells }) => Number(cells[0])) };
}

const keep = async (rows: Order[], isComplete: boolean) => {
  await db.orders.bulkAdd(rows);
  await db.sync.put({ name: 'isComplete', value: isComplete } as never);
};

test('a device that has all orders reads none from the server', async () => {
  await keep(stored, true);
  const { readOld, sizes } = server();
  expect(await exported(readOld)).toMatchObject({ count: 25, missingUntil: null });
  expect(sizes).toEqual([]);
});

test('orders that only the server has follow page by page, each once', async () => {
  await keep([stored[2]!, ...stored.slice(15)], false);
  const { readOld, sizes } = server();
  const { numbers, ...result } = await exported(readOld);
  expect(result).toEqual({ count: 25, missingUntil: null });
  expect(numbers).toHaveLength(25);
  expect(numbers.toSorted((a, b) => a - b)).toEqual(stored.map((_, n) => n));
  expect(Math.max(...sizes)).toBe(PAGE);
});

test('a period ends the reading where it begins', async () => {
  await keep(stored.slice(20), false);
  const { readOld, sizes } = server({ rows: stored.slice(0, 16) });
  const { numbers } = await exported(readOld, { from: at(11), to: at(16) });
  expect(numbers).toEqual([15, 14, 13, 12, 11]);
  expect(sizes).toHaveLength(2);
});

test('an export without the server says what is missing', async () => {
  await keep(stored.slice(20), false);
  const { readOld } = server({ pages: 2 });
  const { count, missingUntil } = await exported(readOld);
  expect([count, missingUntil]).toEqual([8, at(17)]);
});
