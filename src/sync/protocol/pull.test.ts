import { describe, expect, test, vi } from 'vitest';
import type { Order } from '../../../contract/orders/calls.ts';
import { makeServer, type ReferenceServer } from '../../../tests/support/reference-server.ts';
import { book, category, dish, id, order, pathOf } from '../../../tests/support/rows.ts';
import { breaches, openTablet, plain, START, type Tablet } from '../../../tests/support/tablet.ts';
import { mutateIn } from '../../data/mutate.ts';
import { editItem } from '../../features/menu/mutations.ts';
import { setStatus } from '../../features/orders/mutations.ts';
import { trimOrders } from './remove-stale-rows.ts';
import type { Answer, PullBody, Transport } from './transport.ts';

interface Wire extends Transport {
  /** Pulls after this number fail. */
  breakAfter: number;
  /** The answer to failing pulls. */
  breaksBy: Exclude<Answer<never>, { kind: 'ok' }>;
  asked: PullBody[];
}

function wireTo(server: ReferenceServer): Wire {
  const wire: Wire = {
    asked: [],
    breakAfter: Infinity,
    breaksBy: { kind: 'unanswered' },
    push: (body) => server.transport.push(body),
    pull: async (body) => {
      wire.asked.push(body);
      return wire.asked.length > wire.breakAfter ? wire.breaksBy : server.transport.pull(body);
    },
  };
  return wire;
}

async function kitchen(dishes = 3) {
  const server = makeServer();
  server.put('menu_books', book);
  server.put('menu_categories', category);
  for (let n = 0; n < dishes; n++) server.put('menu_items', dish(100 + n));
  server.put('orders', order(500), order(501));
  const wire = wireTo(server);
  const tablet = await openTablet({ transport: wire });
  return { server, wire, tablet };
}

const costs = (n: number, price_amount: number) => ({ path: pathOf(dish(n)), body: { price_amount } });
const tap = (tablet: Tablet, n: number, price: number) => mutateIn(tablet.store, editItem, costs(n, price));
const cursor = async ({ db }: Tablet) => (await db.sync.get('cursor'))?.value;
const prices = async ({ db }: Tablet) =>
  Object.fromEntries((await db.menu_items.toArray()).map((row) => [row.name, row.price_amount]));
const names = async ({ db }: Tablet) => (await db.menu_items.toArray()).map((row) => row.name);
const outboxKeys = async ({ db }: Tablet) => (await db.outbox.orderBy('seq').toArray()).map((entry) => entry.key);

describe('a first load', () => {
  test('shows each page at once and ends with the last (R35)', async () => {
    const { server, tablet } = await kitchen();
    server.pageSize = 3;
    expect(await tablet.pull()).toEqual({ kind: 'more', isLoading: true, rows: 3 });
    expect([await tablet.db.menu_items.count(), await cursor(tablet)]).toEqual([1, null]);
    expect((await tablet.db.sync.get('isComplete'))?.value).toBe(false);
    expect(await tablet.pull()).toMatchObject({ kind: 'more', isLoading: true });
    expect(await tablet.pull()).toEqual({ kind: 'caught_up', rows: 1 });
    expect(await cursor(tablet)).toEqual({ epoch: 'epoch-1', version: server.version() });
    expect((await tablet.db.sync.get('isComplete'))?.value).toBe(true);
    expect(plain(await tablet.row('menu_items', id(102)))).toEqual(server.get('menu_items', id(102)));
  });

  test('requests the next page while writing, none twice', async () => {
    const { server, wire, tablet } = await kitchen();
    server.pageSize = 3;
    await tablet.pull();
    expect(wire.asked).toHaveLength(2);
    await tablet.load();
    expect(wire.asked.map((body) => body.snapshot?.after ?? null)).toEqual([null, id(100), id(500)]);
  });

  test('continues where it was interrupted (R35)', async () => {
    const { server, wire, tablet } = await kitchen();
    server.pageSize = 3;
    await tablet.pull();
    const wire2 = wireTo(server);
    const again = await openTablet({ transport: wire2, disk: tablet.disk });
    await again.load();
    expect(wire2.asked[0]?.snapshot).toEqual(wire.asked[1]?.snapshot);
    expect(await again.db.menu_items.count()).toBe(3);
  });

  test('misses no change between its pages (R35)', async () => {
    const { server, tablet } = await kitchen();
    server.pageSize = 3;
    await tablet.pull();
    server.put('menu_items', dish(100, { price_amount: 1 }));
    server.remove('menu_items', id(101));
    server.put('menu_items', dish(99));
    await tablet.load();
    await tablet.load();
    expect(await prices(tablet)).toEqual({ 'Dish 100': 1, 'Dish 102': 895, 'Dish 99': 895 });
  });

  test('keeps mutations made between its pages (R15)', async () => {
    const { server, tablet } = await kitchen();
    server.pageSize = 3;
    await tablet.pull();
    await tap(tablet, 100, 5).durable;
    await tablet.load();
    expect(await prices(tablet)).toMatchObject({ 'Dish 100': 5 });
    expect(await breaches(tablet.db)).toEqual([]);
    await tablet.sync();
    expect(server.get('menu_items', id(100))).toMatchObject({ price_amount: 5 });
  });
});

describe('a pull', () => {
  test('applies changes and deletions and moves the cursor (R8)', async () => {
    const { server, tablet } = await kitchen();
    await tablet.load();
    server.put('menu_items', dish(100, { price_amount: 1 }));
    server.remove('menu_items', id(101));
    server.remove('menu_items', id(999));
    expect(await tablet.pull()).toMatchObject({ kind: 'caught_up' });
    expect(await prices(tablet)).toEqual({ 'Dish 100': 1, 'Dish 102': 895 });
    expect(await cursor(tablet)).toEqual({ epoch: 'epoch-1', version: server.version() });
  });

  test('never shows part of a version (R8)', async () => {
    const { server, wire, tablet } = await kitchen(5);
    await tablet.load();
    server.pageSize = 2;
    server.put('menu_items', ...[100, 101, 102, 103].map((n) => dish(n, { price_amount: 1 })));
    server.put('menu_items', dish(104, { price_amount: 2 }));
    wire.breakAfter = wire.asked.length + 1;
    expect(await tablet.pull()).toMatchObject({ kind: 'closed', gate: 'offline' });
    wire.breakAfter = Infinity;
    expect(await prices(tablet)).toEqual({
      'Dish 100': 1,
      'Dish 101': 1,
      'Dish 102': 1,
      'Dish 103': 1,
      'Dish 104': 895,
    });
    expect(await tablet.pull()).toEqual({ kind: 'caught_up', rows: 1 });
  });

  test('keeps the earlier pages and the named time (R30)', async () => {
    const { server, wire, tablet } = await kitchen(5);
    await tablet.load();
    server.pageSize = 2;
    for (const n of [100, 101, 102]) server.put('menu_items', dish(n, { price_amount: 1 }));
    wire.breakAfter = wire.asked.length + 1;
    wire.breaksBy = { kind: 'status', status: 429, error: null, retryAfterMs: 20_000 };
    expect(await tablet.pull()).toMatchObject({ kind: 'closed', gate: 'backoff', retryAfterMs: 20_000 });
    expect(await prices(tablet)).toMatchObject({ 'Dish 101': 1, 'Dish 102': 895 });
  });

  test('keeps the named time if the disk fails before the earlier pages are stored (R30)', async () => {
    const { server, wire, tablet } = await kitchen(5);
    await tablet.load();
    server.pageSize = 2;
    for (const n of [100, 101, 102]) server.put('menu_items', dish(n, { price_amount: 1 }));
    wire.breakAfter = wire.asked.length + 1;
    const refused = { kind: 'status' as const, status: 429, error: null, retryAfterMs: 20_000 };
    wire.breaksBy = refused;
    const { pull } = tablet.engine.transport;
    tablet.engine.transport.pull = async (body) => {
      const answer = await pull(body);
      if (answer === refused) tablet.db.close({ disableAutoOpen: true });
      return answer;
    };
    expect(await tablet.pull()).toMatchObject({ kind: 'closed', gate: 'backoff', retryAfterMs: 20_000 });
  });

  test('settles nothing while its last page is missing (R9)', async () => {
    const { server, wire, tablet } = await kitchen(5);
    await tablet.load();
    const { durable, key } = tap(tablet, 100, 5);
    await durable;
    await tablet.push();
    server.pageSize = 2;
    server.put('menu_items', dish(101, { price_amount: 7 }), dish(102, { price_amount: 7 }));
    server.put('menu_items', dish(100, { price_amount: 9 }));
    wire.breakAfter = wire.asked.length + 1;
    await tablet.pull();
    // The dish comes only in its newest version, which is on the next page.
    expect(await tablet.row('menu_items', id(100))).toMatchObject({ price_amount: 5, _sync: { op_ids: [key] } });
    await tablet.push();
    expect(await tablet.row('menu_items', id(100))).toMatchObject({ price_amount: 5, _sync: { op_ids: [key] } });
    wire.breakAfter = Infinity;
    await tablet.load();
    expect(plain(await tablet.row('menu_items', id(100)))).toMatchObject({ price_amount: 9 });
    expect(await tablet.counters()).toEqual({ issued: 1, done: 1, dead: 0, withdrawn: 0 });
  });

  test('with a refusal keeps the newest row of later pages (R8, R26)', async () => {
    const { server, tablet } = await kitchen(5);
    await tablet.load();
    server.refusals.set('menu.editItem', { code: 'forbidden', message: 'No' });
    const bad = tap(tablet, 100, 5);
    await bad.durable;
    tablet.engine.transport = {
      ...server.transport,
      push: async (body) => {
        server.push(body);
        return { kind: 'unanswered' };
      },
    };
    await tablet.push();
    server.pageSize = 2;
    server.put('menu_items', dish(101, { price_amount: 7 }), dish(102, { price_amount: 7 }));
    server.put('menu_items', dish(100, { price_amount: 9 }));
    expect(await tablet.pull()).toEqual({ kind: 'caught_up', rows: 3 });
    expect(await tablet.row('menu_items', id(100))).toEqual(server.get('menu_items', id(100)));
    expect(await tablet.db.dead_letters.toArray()).toMatchObject([
      { key: bad.key, reason: 'rejected', theirs: { price_amount: 9 }, yours: { price_amount: 5 } },
    ]);
    expect(await breaches(tablet.db)).toEqual([]);
  });

  test('writes fewer than fifty rows at a time (R40)', async () => {
    const { server, tablet } = await kitchen(120);
    await tablet.load();
    const put = vi.spyOn(Object.getPrototypeOf(tablet.db.menu_items), 'bulkPut');
    server.put('menu_items', ...Array.from({ length: 120 }, (_, n) => dish(100 + n, { price_amount: 1 })));
    await tablet.pull();
    expect(put.mock.calls.map(([rows]) => (rows as unknown[]).length)).toEqual([49, 49, 22]);
    put.mockRestore();
  });

  test('is discarded if another tab has moved on (R38)', async () => {
    const { server, tablet } = await kitchen();
    await tablet.load();
    server.put('menu_items', dish(100, { price_amount: 1 }));
    const early = server.pull({ ...server.version, client_id: '', schema: 1, cursor: (await cursor(tablet)) as never });
    server.put('menu_items', dish(100, { price_amount: 2 }));
    const second = await openTablet({ transport: server.transport, disk: tablet.disk });
    tablet.engine.transport = {
      ...server.transport,
      pull: async () => {
        await second.load();
        return { kind: 'ok', data: early };
      },
    };
    expect(await tablet.pull()).toEqual({ kind: 'more', isLoading: false, rows: 0 });
    expect(await prices(tablet)).toMatchObject({ 'Dish 100': 2 });
    expect(await cursor(tablet)).toMatchObject({ version: server.version() });
  });

  test('without an answer, or refused, changes nothing', async () => {
    const { server, tablet } = await kitchen();
    await tablet.load();
    server.put('menu_items', dish(100, { price_amount: 1 }));
    const before = await cursor(tablet);
    tablet.engine.transport = { ...server.transport, pull: async () => ({ kind: 'unanswered' }) };
    expect(await tablet.pull()).toMatchObject({ kind: 'closed', gate: 'offline' });
    const no = { kind: 'status', status: 401, error: null, retryAfterMs: null } as const;
    tablet.engine.transport = { ...server.transport, pull: async () => no };
    expect(await tablet.pull()).toMatchObject({ kind: 'closed', gate: 'auth' });
    expect([await cursor(tablet), await prices(tablet)]).toMatchObject([before, { 'Dish 100': 895 }]);
  });

  test('measures the clock offset within a second', async () => {
    const { server, tablet } = await kitchen();
    server.now = () => START + 3_600_000;
    await tablet.load();
    expect((await tablet.db.sync.get('serverOffsetMs'))?.value).toBe(3_600_000);
    server.now = () => START + 3_600_400;
    await tablet.pull();
    expect((await tablet.db.sync.get('serverOffsetMs'))?.value).toBe(3_600_000);
  });

  test('trusts a slow answer’s time only within its bounds (R44)', async () => {
    const { server, tablet } = await kitchen();
    const offset = async () => Number((await tablet.db.sync.get('serverOffsetMs'))?.value ?? 0);
    server.now = () => tablet.time.now() + 3_600_000;
    await tablet.load();
    const after =
      (ms: number): Transport['pull'] =>
      async (body) => {
        const answer = await server.transport.pull(body);
        await tablet.time.pass(ms);
        return answer;
      };
    // Three slow pages.
    server.pageSize = 1;
    server.put('menu_items', dish(200), dish(201), dish(202));
    tablet.engine.transport = { ...server.transport, pull: after(25_000) };
    expect(await tablet.pull()).toMatchObject({ kind: 'caught_up', rows: 3 });
    expect(await offset()).toBe(3_600_000);
    // The device's clock is changed, so the answer does not fit the old one.
    server.now = () => tablet.time.now() + 7_200_000;
    await tablet.pull();
    expect(Math.abs((await offset()) - 7_200_000)).toBeLessThanOrEqual(12_500);
    tablet.engine.transport = server.transport;
    await tablet.pull();
    expect(await offset()).toBe(7_200_000);
    // And changed back while a request is running.
    server.now = () => START;
    let now = START + 100_000;
    tablet.engine.clock = { ...tablet.engine.clock, now: () => now };
    tablet.engine.transport = {
      ...server.transport,
      pull: async (body) => {
        now = START - 1000;
        return server.transport.pull(body);
      },
    };
    await tablet.pull();
    expect(await offset()).toBe(1000);
  });

  test('measures a first load from each page’s request (R44)', async () => {
    const { server, tablet } = await kitchen();
    server.now = tablet.time.now;
    server.pageSize = 1;
    let pages = 0;
    tablet.engine.transport = {
      ...server.transport,
      pull: (body) => {
        pages += 1;
        return server.transport.pull(body);
      },
    };
    expect(await tablet.pull()).toMatchObject({ kind: 'more', isLoading: true });
    // The next page has arrived; the worker is frozen.
    expect(pages).toBe(2);
    await tablet.time.pass(600_000);
    await tablet.pull();
    expect((await tablet.db.sync.get('serverOffsetMs'))?.value ?? 0).toBe(0);
  });

  test('without changes writes nothing that updates screens (R40)', async () => {
    const { server, tablet } = await kitchen();
    await tablet.load();
    await tablet.pull();
    server.now = tablet.time.now;
    const put = vi.spyOn(tablet.db.sync, 'put');
    await tablet.time.pass(5000);
    await tablet.pull();
    expect(put.mock.calls.map(([row]) => row.name).filter((name) => name !== 'cursor')).toEqual([]);
  });

  test('ignores tables that this code does not know', async () => {
    const { server, tablet } = await kitchen();
    await tablet.load();
    tablet.engine.transport = {
      ...server.transport,
      pull: async (body) => ({ kind: 'ok', data: { ...server.pull(body), to: 99, puts: { riders: [{ id: id(7) }] } } }),
    };
    expect(await tablet.pull()).toEqual({ kind: 'caught_up', rows: 0 });
    expect(await cursor(tablet)).toMatchObject({ version: 99 });
  });

  test('settles a push whose answer was lost (R4)', async () => {
    const { server, tablet } = await kitchen();
    await tablet.load();
    server.refusals.set('orders.setStatus', { code: 'status_changed', message: 'No' });
    const good = tap(tablet, 100, 5);
    await good.durable;
    const bad = mutateIn(tablet.store, setStatus, { path: { id: id(500) }, body: { order_status: 'accepted' } });
    await bad.durable;
    tablet.engine.transport = {
      ...server.transport,
      push: async (body) => {
        server.push(body);
        return { kind: 'unanswered' };
      },
    };
    await tablet.push();
    await tablet.pull();
    expect(await tablet.db.outbox.count()).toBe(0);
    expect(await tablet.db.dead_letters.toArray()).toMatchObject([{ key: bad.key, reason: 'rejected' }]);
    expect(await tablet.db.done.toArray()).toMatchObject([{ key: good.key, outcome: 'done' }]);
    expect(await tablet.row('orders', id(500))).toMatchObject({ order_status: 'pending' });
    expect(await breaches(tablet.db)).toEqual([]);
  });
});

describe('a reset', () => {
  async function late() {
    const { server, wire, tablet } = await kitchen();
    await tablet.load();
    const waiting = tap(tablet, 100, 5);
    await waiting.durable;
    server.remove('menu_items', id(101));
    server.put('menu_items', dish(102, { price_amount: 7 }));
    server.purge();
    return { server, wire, tablet, waiting };
  }

  test('loads afresh, removes stale rows, keeps the outbox (R15)', async () => {
    const { server, tablet, waiting } = await late();
    await tablet.load();
    expect(await prices(tablet)).toEqual({ 'Dish 100': 5, 'Dish 102': 7 });
    expect(await outboxKeys(tablet)).toEqual([waiting.key]);
    expect(await breaches(tablet.db)).toEqual([]);
    expect(await cursor(tablet)).toEqual({ epoch: 'epoch-1', version: server.version() });
  });

  test('shows old rows until the new ones arrive (R15)', async () => {
    const { server, tablet } = await late();
    server.pageSize = 2;
    await tablet.pull();
    await tablet.pull();
    expect(await names(tablet)).toEqual(['Dish 100', 'Dish 101', 'Dish 102']);
    await tablet.load();
    expect(await names(tablet)).toEqual(['Dish 100', 'Dish 102']);
  });

  test('fails a never-sent mutation of a deleted row (R28)', async () => {
    const { server, tablet } = await kitchen();
    await tablet.load();
    const waiting = tap(tablet, 101, 5);
    await waiting.durable;
    server.remove('menu_items', id(101));
    server.purge();
    await tablet.load();
    expect(await names(tablet)).toEqual(['Dish 100', 'Dish 102']);
    expect(await tablet.db.dead_letters.toArray()).toMatchObject([
      { key: waiting.key, reason: 'apply_failed', theirs: null, yours: { price_amount: 5 } },
    ]);
    expect(await breaches(tablet.db)).toEqual([]);
    expect(await tablet.counters()).toEqual({ issued: 1, done: 0, dead: 1, withdrawn: 0 });
  });

  test('interrupted by another one ends with the latest rows', async () => {
    const { server, tablet } = await late();
    server.pageSize = 2;
    await tablet.pull();
    await tablet.pull();
    server.remove('menu_items', id(102));
    server.purge();
    await tablet.load();
    expect(await names(tablet)).toEqual(['Dish 100']);
    expect(await breaches(tablet.db)).toEqual([]);
  });

  test('for outdated code blocks the queue (R29)', async () => {
    const { server, tablet } = await kitchen();
    await tablet.load();
    tablet.engine.transport = {
      ...server.transport,
      pull: async (body) => ({ kind: 'ok', data: { ...server.pull(body), puts: {}, reset: 'schema' } }),
    };
    await tablet.pull();
    expect(await tablet.pull()).toMatchObject({ kind: 'closed', gate: 'upgrade' });
    expect(await names(tablet)).toHaveLength(3);
  });
});

describe('the mirror', () => {
  test('keeps open orders and the newest closed ones (R42)', async () => {
    const { tablet } = await kitchen();
    const at = (n: number) => new Date(START + n * 1000).toISOString();
    const placed = (n: number, order_status: Order['order_status']) => order(n, { order_status, placed_at: at(n) });
    await tablet.db.orders.bulkPut([
      ...Array.from({ length: 520 }, (_, n) => placed(1000 + n, 'completed')),
      placed(600, 'pending'),
      placed(601, 'cancelled'),
    ]);
    expect(await trimOrders(tablet.db, 10)).toBe(511);
    expect(await tablet.db.orders.count()).toBe(11);
    expect(await tablet.db.orders.get(id(600))).toBeDefined();
    expect(await tablet.db.orders.get(id(1519))).toBeDefined();
  });

  test('keeps a closed order with a pending mutation (R42)', async () => {
    const { server, tablet } = await kitchen();
    server.put('orders', order(500, { order_status: 'ready', placed_at: '2020-01-01T00:00:00.000Z' }));
    await tablet.load();
    await mutateIn(tablet.store, setStatus, { path: { id: id(500) }, body: { order_status: 'completed' } }).durable;
    await tablet.db.orders.bulkPut(
      Array.from({ length: 520 }, (_, n) => order(1000 + n, { order_status: 'completed' })),
    );
    await trimOrders(tablet.db, 10);
    expect(await tablet.row('orders', id(500))).toMatchObject({ order_status: 'completed' });
    expect(await breaches(tablet.db)).toEqual([]);
  });
});
