import Dexie from 'dexie';
import { IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { id, order } from '../../../tests/support/rows.ts';
import type { OrderStatus } from '../../../contract/orders/calls.ts';
import { makeDb, type GalleyDb } from '../../data/db.ts';
import {
  allDates,
  countByStatus,
  heldOrders,
  isDueIn,
  isForLater,
  newestOpen,
  openOrders,
  ordersByIds,
  ordersOfDay,
  ordersOfToday,
  ordersPage,
  rowsToFill,
  scanOrders,
} from './queries.ts';

let db: GalleyDb;

beforeEach(() => {
  db = makeDb('galley:test', { indexedDB: new IDBFactory(), IDBKeyRange });
});
afterEach(() => db.close());

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 17, minute)).toISOString();
const statuses: OrderStatus[] = ['pending', 'completed', 'rejected', 'completed', 'cancelled'];

/** Twenty orders, one per minute, cycling through five statuses. */
const twenty = Array.from({ length: 20 }, (_, n) =>
  order(500 + n, { placed_at: at(n), order_status: statuses[n % 5]!, order_no: String(n) }),
);
const numbers = (rows: { order_no: string }[]) => rows.map((row) => Number(row.order_no));

test('a day has its orders, start included, newest first', async () => {
  await db.orders.bulkAdd(twenty);
  expect(numbers(await ordersOfDay(db, { from: at(5), to: at(9) }))).toEqual([8, 7, 6, 5]);
});

test('a day includes earlier open orders that are due then', async () => {
  const forLater = { is_asap: false, placed_at: at(0), due_at: at(7) };
  await db.orders.bulkAdd([
    ...twenty.slice(5, 9),
    order(600, { ...forLater, order_no: '30', order_status: 'accepted' }),
    order(601, { ...forLater, order_no: '31', order_status: 'completed' }),
    order(602, { ...forLater, order_no: '32', order_status: 'pending', due_at: at(9) }),
    order(603, { ...forLater, order_no: '33', order_status: 'pending', is_asap: true }),
  ]);
  expect(numbers(await ordersOfDay(db, { from: at(5), to: at(9) }))).toEqual([8, 7, 6, 5, 30]);
  const later = (await openOrders(db)).filter(isForLater);
  expect(numbers(later.filter((row) => isDueIn(row, { from: at(5), to: at(9) })))).toEqual([30]);
  expect(numbers(later).toSorted()).toEqual([30, 32]);
});

test("keeps every open order of earlier days in today's list", async () => {
  const before = { is_asap: true, placed_at: at(0), due_at: at(1) };
  await db.orders.bulkAdd([
    ...twenty.slice(5, 9),
    order(600, { ...before, order_no: '30', order_status: 'preparing' }),
    order(601, { ...before, order_no: '31', order_status: 'ready' }),
    order(602, { ...before, order_no: '32', order_status: 'completed' }),
    order(603, { ...before, order_no: '33', order_status: 'pending' }),
    order(604, { ...before, order_no: '34', order_status: 'out_for_delivery' }),
    // For a later day: only in its own tab until it is cooked or due.
    order(605, { ...before, order_no: '35', order_status: 'accepted', is_asap: false, due_at: at(20) }),
    order(606, { ...before, order_no: '36', order_status: 'preparing', is_asap: false, due_at: at(20) }),
  ]);
  const today = numbers(await ordersOfToday(db, { from: at(5), to: at(9) }));
  expect(today.slice(0, 4)).toEqual([8, 7, 6, 5]);
  expect(today.slice(4).toSorted()).toEqual([30, 31, 33, 34, 36]);
});

test('finds every open order, whatever its date', async () => {
  await db.orders.bulkAdd(twenty);
  expect(numbers(await openOrders(db))).toEqual([0, 5, 10, 15]);
});

test('counts each status within the range, zeros included', async () => {
  await db.orders.bulkAdd(twenty);
  expect(await countByStatus(db, { from: at(10), to: at(20) })).toEqual({
    pending: 2,
    accepted: 0,
    preparing: 0,
    ready: 0,
    out_for_delivery: 0,
    completed: 4,
    rejected: 2,
    cancelled: 2,
  });
});

test('finds a page of all dates by its key', async () => {
  await db.orders.bulkAdd(twenty);
  const page = { range: allDates, statuses: null, descending: true, offset: 15, limit: 15 };
  expect(numbers(await ordersPage(db, page))).toEqual([4, 3, 2, 1, 0]);
  expect(numbers(await ordersPage(db, { ...page, descending: false, offset: 0, limit: 3 }))).toEqual([0, 1, 2]);
});

test('a distant page has the same rows as stepping there', async () => {
  await db.orders.bulkAdd(
    Array.from({ length: 400 }, (_, n) => order(1000 + n, { placed_at: at(n), order_no: String(n) })),
  );
  const page = { range: allDates, statuses: null, descending: true, offset: 390, limit: 15 };
  expect(numbers(await ordersPage(db, page))).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
  expect(numbers(await ordersPage(db, { ...page, descending: false, offset: 398 }))).toEqual([398, 399]);
});

test('a page of one status has only that status', async () => {
  await db.orders.bulkAdd(twenty);
  const page = { range: allDates, statuses: ['completed'] as const, descending: true, offset: 2, limit: 3 };
  expect(numbers(await ordersPage(db, page))).toEqual([13, 11, 8]);
});

test('merges rejected and cancelled orders on a page', async () => {
  await db.orders.bulkAdd(twenty);
  const closed = ['rejected', 'cancelled'] as const;
  const page = { range: allDates, statuses: closed, descending: true, offset: 3, limit: 3 };
  expect(numbers(await ordersPage(db, page))).toEqual([12, 9, 7]);
  expect(numbers(await ordersPage(db, { ...page, descending: false, offset: 0 }))).toEqual([2, 4, 7]);
});

describe.each([
  ['that reads backward in one request', IDBObjectStore],
  ['that steps backward', undefined],
])('in a browser %s', (_, store) => {
  beforeEach(() => void vi.stubGlobal('IDBObjectStore', store));
  afterEach(() => vi.unstubAllGlobals());

  test('every page of closed orders matches sorting them all', async () => {
    // Three at each instant, and far more of one status than of the other.
    const many = Array.from({ length: 260 }, (_n, n) => {
      const order_status = n % 7 === 0 ? 'rejected' : n % 2 === 0 ? 'cancelled' : 'completed';
      return order(1000 + n, { placed_at: at(Math.floor(n / 3)), order_no: String(n), order_status });
    });
    await db.orders.bulkAdd(many);
    const statuses = ['rejected', 'cancelled'] as const;
    for (const descending of [true, false]) {
      const all = await ordersPage(db, { range: allDates, statuses, descending, offset: 0, limit: 260 });
      const instants = all.map((row) => row.placed_at);
      expect(instants).toEqual(descending ? instants.toSorted().reverse() : instants.toSorted());
      expect(all).toHaveLength(many.filter((row) => row.order_status !== 'completed').length);
      for (let offset = 0; offset < all.length + 10; offset += 9) {
        const page = await ordersPage(db, { range: allDates, statuses, descending, offset, limit: 9 });
        expect(page).toEqual(all.slice(offset, offset + 9));
      }
    }
  });

  test('every page is right despite orders of one instant', async () => {
    const together = [1, 3, 9, 40];
    const many = Array.from({ length: 240 }, (_n, n) =>
      order(1000 + n, {
        placed_at: at(Math.floor(n / together[Math.floor(n / 60)]!) + n - (n % 60)),
        order_no: String(n),
      }),
    );
    await db.orders.bulkAdd(many);
    for (const statuses of [null, ['pending'] as const]) {
      const all = await ordersPage(db, { range: allDates, statuses, descending: true, offset: 0, limit: 240 });
      expect(new Set(all.map(({ id: one }) => one)).size).toBe(240);
      for (let offset = 0; offset < 250; offset += 7) {
        const page = await ordersPage(db, { range: allDates, statuses, descending: true, offset, limit: 7 });
        expect(page).toEqual(all.slice(offset, offset + 7));
      }
    }
  });

  test('a scan yields newest first, for one status too', async () => {
    await db.orders.bulkAdd(
      Array.from({ length: 500 }, (_n, n) => order(1000 + n, { placed_at: at(n), order_no: String(n) })),
    );
    const seen: string[] = [];
    await scanOrders(db, allDates, new AbortController().signal, (rows) => {
      seen.push(...numbers(rows).map(String));
    });
    expect(seen).toEqual(Array.from({ length: 500 }, (_n, n) => String(499 - n)));
    const page = { range: allDates, statuses: ['pending'] as const, descending: true, offset: 330, limit: 5 };
    expect(numbers(await ordersPage(db, page))).toEqual([169, 168, 167, 166, 165]);
  });
});

test('a scan reads orders of one instant exactly once', async () => {
  const many = Array.from({ length: 1300 }, (_, n) =>
    order(1000 + n, { placed_at: at(Math.floor(n / 450)), order_no: String(n) }),
  );
  await db.orders.bulkAdd(many);
  const seen: string[] = [];
  const reads: number[] = [];
  await scanOrders(db, allDates, new AbortController().signal, (rows, read) => {
    seen.push(...rows.map((row) => row.id));
    reads.push(read);
  });
  expect(new Set(seen).size).toBe(1300);
  expect(seen).toHaveLength(1300);
  expect(reads.at(-1)).toBe(1300);
  expect(reads.length).toBeGreaterThan(2);
});

test('a scan reads what its page needs, then long steps', async () => {
  await db.orders.bulkAdd(
    Array.from({ length: 1200 }, (_, n) => order(1000 + n, { placed_at: at(n), order_no: String(n) })),
  );
  const reads: number[] = [];
  let hits = 0;
  await scanOrders(db, allDates, new AbortController().signal, (rows, read) => {
    reads.push(read);
    hits += rows.filter((row) => Number(row.order_no) % 5 === 4).length;
    return rowsToFill(15, hits, read);
  });
  // Five of the first 25 are hits, so ten more are expected within about fifty rows.
  expect(reads).toEqual([25, 80, 480, 880, 1200]);
  expect(rowsToFill(15, 0, 25)).toBeGreaterThan(400);
});

test('an aborted scan stops reading', async () => {
  await db.orders.bulkAdd(Array.from({ length: 900 }, (_, n) => order(1000 + n, { placed_at: at(n % 60) })));
  const stop = new AbortController();
  let steps = 0;
  await scanOrders(db, allDates, stop.signal, () => {
    steps += 1;
    stop.abort();
  });
  expect(steps).toBe(1);
});

test('keeps the order of ids and drops missing rows', async () => {
  await db.orders.bulkAdd(twenty);
  expect(numbers(await ordersByIds(db, [id(507), id(99999), id(502)]))).toEqual([7, 2]);
});

test('the newest open orders exclude finished ones', async () => {
  await db.orders.bulkAdd(twenty);
  await db.orders.put(order(600, { placed_at: at(12), order_status: 'ready', order_no: '99' }));
  expect(numbers(await newestOpen(db, 4))).toEqual([15, 99, 10, 5]);
});

describe('a device', () => {
  const sync = (name: string, value: unknown) => db.table('sync').put({ name, value });

  test('has all orders once its first sync is complete', async () => {
    expect(await heldOrders(db)).toBe('coming');
    await sync('isComplete', true);
    expect(await heldOrders(db)).toBe('all');
  });

  test('has some if old ones were dropped', async () => {
    await sync('isComplete', true);
    vi.spyOn(db.orders, 'count').mockReturnValue(Dexie.Promise.resolve(45_000));
    expect(await heldOrders(db)).toBe('some');
  });
});
