import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import { id, order } from '../../../../tests/support/rows.ts';
import { closeDb, openFor } from '../../../data/current.ts';
import { session } from '../../../session/session.ts';
import { prefetchOrders, prefetchedOrders, forgetAhead, rowsQuery } from './prefetch-orders.ts';
import { readFilters } from './filters.ts';
import { scopeOf } from './scope.ts';

const place = {
  id: id(2),
  timezone: 'Europe/London',
  business_day_cutoff_time: '04:00',
  opening_hours: { weekly: {}, exceptions: [] },
} as unknown as Restaurant; // fields that the list does not read are left out

afterEach(() => {
  forgetAhead();
  closeDb();
});

const nameOf = (search: string) => {
  const filters = readFilters(search);
  return rowsQuery(filters, scopeOf(filters, place, Date.now()))?.name ?? '';
};
const numbersAhead = (search: string) => prefetchedOrders(nameOf(search))?.map((row) => row.order_no);

test("reads an address's rows before rendering, for that address only", async () => {
  session.restaurant = place;
  const { db } = openFor(id(1), place.id);
  const now = Date.now();
  await db.orders.bulkAdd(
    Array.from({ length: 20 }, (_, n) =>
      order(500 + n, { order_no: String(n), placed_at: new Date(now - n * 1000).toISOString() }),
    ),
  );
  await prefetchOrders('?date=all&page_no=2');
  expect(numbersAhead('?date=all&page_no=2')).toEqual(['15', '16', '17', '18', '19']);
  for (const other of ['?date=all', '?date=all&page_no=2&order_status=ready', '?date=all&page_no=2&limit=30', ''])
    expect(numbersAhead(other)).toBeUndefined();
  await prefetchOrders('?order_status=open');
  expect(numbersAhead('?order_status=open')).toHaveLength(20);
  await prefetchOrders('');
  expect(numbersAhead('')).toHaveLength(20);
  forgetAhead();
  expect(numbersAhead('')).toBeUndefined();
});

test('search, scheduled orders and kitchen are left to their screens', async () => {
  session.restaurant = place;
  openFor(id(1), place.id);
  for (const search of ['?date=all&orders=korma', '?scheduled=1', '?view=kitchen']) {
    await prefetchOrders(search);
    expect(prefetchedOrders(nameOf(search))).toBeUndefined();
  }
});
