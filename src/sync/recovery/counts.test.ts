import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import { makeServer, type ReferenceServer } from '../../../tests/support/reference-server.ts';
import { book, category, dish, id, order, pathOf } from '../../../tests/support/rows.ts';
import { openTablet, type Tablet } from '../../../tests/support/tablet.ts';
import type { GalleyDb } from '../../data/db.ts';
import { mutateIn } from '../../data/mutate.ts';
import { follow } from '../../data/watch.ts';
import { setAvailability } from '../../features/menu/mutations.ts';
import { countByStatus, newestOpen, allDates, ordersPage } from '../../features/orders/queries.ts';
import { pushOnce } from '../protocol/push.ts';
import { readSyncState } from '../runtime/state.ts';

// Counts, not times, so they are the same on every machine.

const leaves: (() => void)[] = [];
afterEach(() => {
  for (const leave of leaves.splice(0)) leave();
});

async function tabletAt(server: ReferenceServer): Promise<Tablet> {
  const tablet = await openTablet({ transport: server.transport });
  await tablet.load();
  return tablet;
}

/** Returns a function that tells how often a mounted live query was read. */
async function mounted(tablet: Tablet, query: (db: GalleyDb) => Promise<unknown>): Promise<() => number> {
  let reads = 0;
  const fail = (error: unknown) => expect.unreachable(String(error));
  await new Promise<void>((next) => {
    const counted = (db: GalleyDb) => {
      reads += 1;
      return query(db);
    };
    leaves.push(follow(tablet.store, counted, { next: () => next(), fail }));
  });
  return () => reads;
}

test('a hundred offline mutations take two round trips', async () => {
  const server = makeServer();
  const dishes = Array.from({ length: 100 }, (_, n) => dish(100 + n));
  server.put('menu_items', ...dishes);
  const tablet = await tabletAt(server);
  for (const one of dishes)
    await mutateIn(tablet.store, setAvailability, { path: pathOf(one), body: { availability_status: 'sold_out' } })
      .durable;
  let trips = 0;
  const { push } = tablet.engine.transport;
  tablet.engine.transport = { ...server.transport, push: (body) => (trips++, push(body)) };
  while ((await pushOnce(tablet.engine)).kind === 'sent');
  expect([trips, server.effects.length]).toEqual([2, 100]);
});

test('a thousand changes update only concerned screens, once (R40)', async () => {
  const server = makeServer();
  server.put('menu_items', dish(100));
  server.put('orders', ...Array.from({ length: 1000 }, (_, n) => order(500 + n)));
  const tablet = await tabletAt(server);
  const page = { range: allDates, statuses: null, descending: true, offset: 0, limit: 15 };
  const concerned = await Promise.all([
    mounted(tablet, (db) => ordersPage(db, page)),
    mounted(tablet, (db) => ordersPage(db, { ...page, statuses: ['pending'] })),
    mounted(tablet, (db) => countByStatus(db, allDates)),
    mounted(tablet, (db) => newestOpen(db, 10)),
    mounted(tablet, (db) => db.orders.get(id(600))),
    mounted(tablet, readSyncState),
  ]);
  const others = await Promise.all([
    mounted(tablet, (db) => db.menu_items.toArray()),
    mounted(tablet, (db) => db.menu_items.get(id(100))),
    mounted(tablet, (db) => db.restaurants.toArray()),
  ]);
  for (let n = 0; n < 1000; n++) server.put('orders', order(500 + n, { order_status: 'accepted' }));
  await tablet.load();
  await expect.poll(() => concerned.map((reads) => reads())).toEqual(concerned.map(() => 2));
  await tablet.untilIdle();
  expect(concerned.map((reads) => reads())).toEqual(concerned.map(() => 2));
  expect(others.map((reads) => reads())).toEqual(others.map(() => 1));
});

test('a first load is usable after its first page (R35)', async () => {
  const server = makeServer();
  server.put('menu_books', book);
  server.put('menu_categories', category);
  server.put('menu_items', ...Array.from({ length: 250 }, (_, n) => dish(100 + n)));
  server.put('orders', ...Array.from({ length: 10_000 }, (_, n) => order(500 + n)));
  const tablet = await openTablet({ transport: server.transport });
  expect(await tablet.pull()).toMatchObject({ kind: 'more', isLoading: true, rows: 500 });
  const shown = await Promise.all([
    tablet.db.menu_items.count(),
    newestOpen(tablet.db, 15).then((rows) => rows.length),
    mutateIn(tablet.store, setAvailability, {
      path: pathOf(dish(100)),
      body: { availability_status: 'sold_out' },
    }).durable.then(() => tablet.row('menu_items', id(100))),
  ]);
  expect(shown).toMatchObject([250, 15, { availability_status: 'sold_out' }]);
  expect(await readSyncState(tablet.db)).toMatchObject({ isComplete: false, waiting: 1 });
});
