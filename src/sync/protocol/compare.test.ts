import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Order } from '../../../contract/orders/calls.ts';
import { makeServer } from '../../../tests/support/reference-server.ts';
import { book, category, dish, id, order, pathOf } from '../../../tests/support/rows.ts';
import { breaches, openTablet, plain, START, type Tablet } from '../../../tests/support/tablet.ts';
import { instant } from '../../data/clock.ts';
import { mutateIn } from '../../data/mutate.ts';
import { createItem, editItem } from '../../features/menu/mutations.ts';
import { removeOrder, setStatus } from '../../features/orders/mutations.ts';
import { pushOnce } from './push.ts';
import type { PullBody } from './transport.ts';

const MINUTE = 60_000;
const korma = dish(100);

async function kitchen(orders = 3) {
  const server = makeServer();
  server.put('menu_books', book);
  server.put('menu_categories', category);
  server.put('menu_items', korma, dish(101));
  for (let n = 0; n < orders; n++)
    server.put('orders', order(500 + n, { placed_at: instant(START - (9 - n) * MINUTE) }));
  const asked: PullBody[] = [];
  const pull: typeof server.transport.pull = (body) => {
    asked.push(body);
    return server.transport.pull(body);
  };
  const tablet = await openTablet({ transport: { ...server.transport, pull } });
  await tablet.load();
  asked.length = 0;
  return { server, tablet, asked };
}

type Kitchen = Awaited<ReturnType<typeof kitchen>>;

/** Runs the next comparison and the pull after it. */
async function compare({ tablet, asked }: Kitchen): Promise<{ hasReloaded: boolean }> {
  await tablet.pass(2 * MINUTE);
  asked.length = 0;
  await tablet.load();
  expect(asked[0]?.compare).toBeDefined();
  return { hasReloaded: asked.some((body) => body.cursor === null) };
}

const told = async ({ db }: Tablet) => (await db.sync.get('compared'))?.value;

async function isServers({ server, tablet }: Kitchen): Promise<void> {
  for (const table of ['menu_items', 'orders'] as const)
    for (const row of await tablet.db.table(table).toArray())
      expect(plain(row)).toEqual(server.get(table, (row as Order).id));
  expect(await tablet.db.orders.count()).toBe(3);
  expect(await tablet.db.menu_items.count()).toBe(2);
}

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined));
afterEach(() => void vi.restoreAllMocks());

describe('a mirror that differs from the server', () => {
  test.each<[string, (made: Kitchen) => unknown]>([
    ['a row is missing', ({ tablet }) => tablet.db.orders.delete(id(501))],
    ['a row is there that the server never had', ({ tablet }) => tablet.db.orders.add(order(599))],
    [
      'a row says something else at the same version',
      ({ tablet }) => tablet.db.menu_items.update(id(100), { name: '?' }),
    ],
    [
      'a row was left behind by a version that the cursor has passed',
      async ({ server, tablet }) => {
        const before = (await tablet.db.orders.get(id(500)))!;
        server.put('orders', { ...server.get('orders', id(500))!, customer_note: 'No nuts' });
        await tablet.load();
        await tablet.db.orders.put(before);
      },
    ],
    [
      'the base under a waiting change is another one',
      async ({ tablet }) => {
        await mutateIn(tablet.store, setStatus, { path: { id: id(500) }, body: { order_status: 'accepted' } }).durable;
        const touch = `orders:${id(500)}` as const;
        const { base } = (await tablet.db.shadow.get(touch))!;
        await tablet.db.shadow.put({ touch, base: { ...base!, order_no: '?' } });
      },
    ],
  ])('because %s is loaded afresh and counted (R41)', async (_, damage) => {
    const made = await kitchen();
    await damage(made);
    expect(await compare(made)).toEqual({ hasReloaded: true });
    expect(await told(made.tablet)).toEqual({ repairs: 1, repairedAt: instant(made.tablet.time.now()), isOff: false });
    await made.tablet.sync();
    await isServers(made);
    expect(await breaches(made.tablet.db)).toEqual([]);
    expect(await compare(made)).toEqual({ hasReloaded: false });
  });

  test('is loaded afresh under unchanged pending mutations (R15, R41)', async () => {
    const made = await kitchen();
    const { tablet } = made;
    await mutateIn(tablet.store, editItem, { path: pathOf(korma), body: { price_amount: 1200 } }).durable;
    await mutateIn(tablet.store, setStatus, { path: { id: id(502) }, body: { order_status: 'accepted' } }).durable;
    const before = await tablet.db.outbox.toArray();
    await tablet.db.orders.delete(id(501));
    expect(await compare(made)).toEqual({ hasReloaded: true });
    expect(await tablet.db.outbox.toArray()).toEqual(before);
    expect(await breaches(tablet.db)).toEqual([]);
    expect((await tablet.row('menu_items', korma.id))?.price_amount).toBe(1200);
    expect(await tablet.row('orders', id(501))).not.toBeNull();
  });

  test('and differs again is reported, not reloaded again', async () => {
    const made = await kitchen();
    const { tablet } = made;
    await tablet.db.orders.delete(id(501));
    await compare(made);
    await tablet.db.orders.delete(id(501));
    expect(await compare(made)).toEqual({ hasReloaded: false });
    expect(await told(tablet)).toMatchObject({ repairs: 1, isOff: true });
    await tablet.pass(60 * MINUTE);
    expect(await compare(made)).toEqual({ hasReloaded: true });
    expect(await told(tablet)).toMatchObject({ repairs: 2, isOff: false });
  });
});

describe('a mirror that equals the server’s', () => {
  test('is left alone, whatever is pending or in flight', async () => {
    const made = await kitchen();
    const { tablet, server } = made;
    const birth = { id: id(110), name: 'Dal', price_amount: 700 };
    await mutateIn(tablet.store, createItem, { path: { id: book.id, categoryId: category.id }, body: birth }).durable;
    await mutateIn(tablet.store, editItem, { path: pathOf(korma), body: { price_amount: 1200 } }).durable;
    await mutateIn(tablet.store, removeOrder, { body: { orderId: id(500) } }).durable;
    expect(await tablet.db.orders.get(id(500))).toBeUndefined();
    expect(await compare(made)).toEqual({ hasReloaded: false });
    await pushOnce(tablet.engine);
    server.put('menu_items', { ...server.get('menu_items', id(101))!, name: 'Tikka' });
    expect(await compare(made)).toEqual({ hasReloaded: false });
    expect(await told(tablet)).toBeUndefined();
  });

  test('is left alone if it changed before the comparison', async () => {
    const made = await kitchen();
    const { tablet, server, asked } = made;
    await tablet.pass(2 * MINUTE);
    const { db, comparison } = tablet.engine;
    const differs = comparison!.differs.bind(comparison);
    vi.spyOn(comparison!, 'differs').mockImplementationOnce(async (...args) => {
      await db.orders.delete(id(501));
      server.put('menu_items', { ...server.get('menu_items', id(101))!, name: 'Tikka' });
      await tablet.load();
      return differs(...args);
    });
    await tablet.load();
    expect(asked.filter((body) => body.cursor === null)).toEqual([]);
    expect(await told(tablet)).toBeUndefined();
  });

  test('has the newest orders of a large restaurant', async () => {
    const made = await kitchen(5);
    const { tablet, server } = made;
    server.floors = { orders: instant(START - 7 * MINUTE) };
    await tablet.db.orders.bulkDelete([id(500), id(501)]);
    expect(await compare(made)).toEqual({ hasReloaded: false });
    await tablet.db.orders.delete(id(503));
    expect(await compare(made)).toEqual({ hasReloaded: true });
  });
});

test('compares ten seconds after start, then every two minutes', async () => {
  const { tablet, asked } = await kitchen();
  const isAsked = async (ms: number) => {
    await tablet.pass(ms);
    asked.length = 0;
    await tablet.load();
    return asked[0]?.compare !== undefined;
  };
  expect(await isAsked(9_999)).toBe(false);
  expect(await isAsked(1)).toBe(true);
  expect(await isAsked(2 * MINUTE - 1)).toBe(false);
  expect(await isAsked(1)).toBe(true);
});
