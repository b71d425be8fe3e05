import { expect, test } from 'vitest';
import { category, item, itemPath, order } from '../../tests/sim/rows.ts';
import { BEGIN, EPOCH, makeTablet, news, status, type Tablet } from '../../tests/sim/tablet.ts';
import { mutateIn } from '../data/mutate.ts';
import * as menu from '../features/menu/mutations.ts';
import { setStatus } from '../features/orders/mutations.ts';
import { pullOnce } from './pull.ts';
import { trimOrders } from './sweep.ts';

const position = (after: string | null) => ({ epoch: EPOCH, version: 20, table: 'orders', after });
const move = ({ store }: Tablet, n: number, order_status: 'accepted' | 'preparing' | 'ready') =>
  mutateIn(store, setStatus, { path: { id: order(n).id }, body: { order_status } });

test('a first load is written page by page and counts as complete with its last page', async () => {
  const tablet = await makeTablet();
  tablet.pullAnswers.push(
    news(20, { puts: { menu_items: [item(1)], orders: [order(1)] }, snapshot: position('a'), more: true }),
    news(20, { puts: { orders: [order(2)] } }),
  );
  expect(await pullOnce(tablet.engine)).toEqual({ kind: 'more', isLoading: true, rows: 2 });
  expect(await tablet.db.orders.count()).toBe(1);
  expect((await tablet.db.sync.get('isComplete'))?.value).toBe(false);
  expect(await pullOnce(tablet.engine)).toEqual({ kind: 'caught_up', rows: 1 });
  expect(tablet.pulled.map(({ cursor, snapshot }) => [cursor, snapshot])).toEqual([
    [null, undefined],
    [null, position('a')],
  ]);
  expect((await tablet.db.sync.get('isComplete'))?.value).toBe(true);
  expect((await tablet.db.sync.get('cursor'))?.value).toEqual({ epoch: EPOCH, version: 20 });
});

test('a first load goes on where it was interrupted', async () => {
  const tablet = await makeTablet();
  tablet.pullAnswers.push(news(20, { puts: { orders: [order(1)] }, snapshot: position('a'), more: true }), status(503));
  await pullOnce(tablet.engine);
  expect(await pullOnce(tablet.engine)).toMatchObject({ kind: 'closed', gate: 'backoff' });
  tablet.pullAnswers.push(news(20));
  await pullOnce(tablet.engine);
  expect(tablet.pulled.at(-1)?.snapshot).toEqual(position('a'));
  expect(await tablet.db.orders.count()).toBe(1);
});

test('a reset loads everything afresh, sweeps what is gone, and keeps what waits', async () => {
  const tablet = await makeTablet();
  await tablet.load({ orders: [order(1), order(2), order(3)] });
  await move(tablet, 2, 'accepted').durable;
  tablet.pullAnswers.push(
    news(20, { reset: 'purged' }),
    news(20, { puts: { orders: [order(1, { version: 15 })] }, snapshot: position('a'), more: true }),
    news(20),
  );
  for (let i = 0; i < 3; i++) await pullOnce(tablet.engine);
  expect((await tablet.db.orders.toArray()).map(({ id }) => id)).toEqual([order(1).id]);
  // Its order is gone, so the step fits no more: it was never sent and is shown as a conflict.
  expect(await tablet.db.dead_letters.toArray()).toEqual([expect.objectContaining({ reason: 'apply_failed' })]);
});

test('fresh rows become the base, and what waits is made again on top of them', async () => {
  const tablet = await makeTablet();
  await tablet.load({ orders: [order(1)] });
  const { key, durable } = move(tablet, 1, 'preparing');
  await durable;
  const fresh = order(1, { version: 12, order_status: 'accepted', kitchen_note: 'no nuts' });
  tablet.pullAnswers.push(news(12, { puts: { orders: [fresh] } }));
  await pullOnce(tablet.engine);
  expect(await tablet.db.orders.get(order(1).id)).toMatchObject({
    version: 12,
    order_status: 'preparing',
    kitchen_note: 'no nuts',
    _sync: { op_ids: [key] },
  });
  expect(await tablet.db.shadow.toArray()).toEqual([{ touch: `orders:${order(1).id}`, base: fresh }]);
});

test('a change that does not fit on the fresh row any more becomes a visible conflict', async () => {
  const tablet = await makeTablet();
  await tablet.load({ orders: [order(1)] });
  await move(tablet, 1, 'accepted').durable;
  const cancelled = order(1, { version: 12, order_status: 'cancelled' });
  tablet.pullAnswers.push(news(12, { puts: { orders: [cancelled] } }));
  await pullOnce(tablet.engine);
  const [letter] = await tablet.db.dead_letters.toArray();
  expect(letter).toMatchObject({ reason: 'apply_failed', error: { code: 'order_already_final' }, theirs: cancelled });
  expect(letter?.yours).toMatchObject({ order_status: 'accepted' });
  expect(await tablet.db.orders.get(order(1).id)).toEqual(cancelled);
  expect(await tablet.db.counters.toArray()).toEqual([
    { name: 'dead', value: 1 },
    { name: 'issued', value: 1 },
  ]);
});

test("a sent change that does not fit any more is left to the server's answer", async () => {
  const tablet = await makeTablet();
  await tablet.load({ orders: [order(1)] });
  await move(tablet, 1, 'accepted').durable;
  await tablet.db.outbox.toCollection().modify({ mid: 1, firstTryAt: 1 });
  tablet.pullAnswers.push(news(12, { puts: { orders: [order(1, { version: 12, order_status: 'cancelled' })] } }));
  await pullOnce(tablet.engine);
  expect(await tablet.db.dead_letters.count()).toBe(0);
  expect(await tablet.db.outbox.count()).toBe(1);
  expect(await tablet.db.orders.get(order(1).id)).toEqual(order(1, { version: 12, order_status: 'cancelled' }));
});

test('deleted rows go; under a pending change the base becomes absence', async () => {
  const tablet = await makeTablet();
  await tablet.load({ menu_items: [item(1), item(2)] });
  await mutateIn(tablet.store, menu.removeItems, {
    path: { id: item(2).menu_book_id, categoryId: item(2).category_id },
    body: { item_ids: [item(2).id] },
  }).durable;
  tablet.pullAnswers.push(news(12, { dels: { menu_items: [item(1).id, item(2).id] } }));
  await pullOnce(tablet.engine);
  expect(await tablet.db.menu_items.count()).toBe(0);
  expect(await tablet.db.shadow.toArray()).toEqual([{ touch: `menu_items:${item(2).id}`, base: null }]);
});

test('results that come with a pull settle what was never answered', async () => {
  const tablet = await makeTablet();
  await tablet.load({ menu_items: [item(1)] });
  await mutateIn(tablet.store, menu.editItem, { path: itemPath(item(1)), body: { name: 'Madras' } }).durable;
  await tablet.db.outbox.toCollection().modify({ mid: 1, firstTryAt: 1 });
  const fresh = item(1, { version: 12, name: 'Madras' });
  tablet.pullAnswers.push(
    news(12, {
      puts: { menu_items: [fresh] },
      last_mid: 1,
      results: [{ mid: 1, outcome: 'applied', version: 12, status: 200 }],
    }),
  );
  await pullOnce(tablet.engine);
  expect(await tablet.db.outbox.count()).toBe(0);
  expect(await tablet.db.menu_items.toArray()).toEqual([fresh]);
});

test('a page that another worker has overtaken is thrown away', async () => {
  const tablet = await makeTablet();
  await tablet.load({ orders: [order(1, { version: 9 })] });
  tablet.pullAnswers.push(async () => {
    await tablet.load({ orders: [order(1, { version: 14, order_status: 'ready' })] }, 14);
    return news(12, { puts: { orders: [order(1, { version: 12, order_status: 'accepted' })] } })();
  });
  expect(await pullOnce(tablet.engine)).toMatchObject({ kind: 'more', rows: 0 });
  expect(await tablet.db.orders.get(order(1).id)).toMatchObject({ version: 14 });
  expect((await tablet.db.sync.get('cursor'))?.value).toEqual({ epoch: EPOCH, version: 14 });
});

test('a server of another history is loaded afresh, by a client of a new name', async () => {
  const tablet = await makeTablet();
  await tablet.load({ orders: [order(1)] });
  const tap = move(tablet, 1, 'accepted');
  await tap.durable;
  await tablet.db.outbox.toCollection().modify({ mid: 4, firstTryAt: 1, state: 'acked', ackVersion: 11 });
  const before = (await tablet.db.sync.get('clientId'))?.value;
  tablet.pullAnswers.push(news(3, { epoch: 'epoch-2', reset: 'epoch' }));
  await pullOnce(tablet.engine);
  expect((await tablet.db.sync.get('clientId'))?.value).not.toBe(before);
  expect((await tablet.db.sync.get('cursor'))?.value).toBeNull();
  expect(await tablet.db.outbox.toArray()).toEqual([
    expect.objectContaining({ key: tap.key, mid: null, state: 'queued', ackVersion: null }),
  ]);
});

test("the clocks' difference is noted when it has changed by more than a second", async () => {
  const tablet = await makeTablet();
  tablet.pullAnswers.push(
    news(20, { server_time: '2026-11-20T18:30:00.400Z' }),
    news(20, { server_time: '2026-11-20T18:35:00.000Z' }),
  );
  await pullOnce(tablet.engine);
  expect((await tablet.db.sync.get('serverOffsetMs'))?.value).toBe(0);
  await pullOnce(tablet.engine);
  expect((await tablet.db.sync.get('serverOffsetMs'))?.value).toBe(300_000);
  expect((await tablet.db.sync.get('lastPullAt'))?.value).toBe(BEGIN);
});

test('tables that this code does not know are left alone', async () => {
  const tablet = await makeTablet();
  await tablet.load({});
  tablet.pullAnswers.push(news(12, { puts: { menu_categories: [category()], chats: [{ id: 'x' }] } }));
  expect(await pullOnce(tablet.engine)).toMatchObject({ kind: 'caught_up', rows: 1 });
  expect(await tablet.db.menu_categories.count()).toBe(1);
});

test('the oldest closed orders go when there are too many; open ones stay', async () => {
  const tablet = await makeTablet();
  const many = Array.from({ length: 520 }, (_, n) =>
    order(n, { order_status: n === 0 ? 'ready' : 'completed', placed_at: new Date(1e12 + n * 1000).toISOString() }),
  );
  await tablet.load({ orders: many });
  expect(await trimOrders(tablet.db, 10)).toBe(509);
  const left = (await tablet.db.orders.orderBy('placed_at').toArray()).map(({ id }) => id);
  expect(left).toEqual([order(0).id, ...many.slice(-10).map(({ id }) => id)]);
});
