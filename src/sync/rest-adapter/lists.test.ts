import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openRestTablet } from '../../../tests/support/rest-server/tablet.ts';
import { order } from '../../../tests/support/rest-server/seed.ts';
import { id } from '../../../tests/support/rows.ts';
import { breaches } from '../../../tests/support/tablet.ts';
import { mutateIn } from '../../data/mutate.ts';
import { createCategory } from '../../features/menu/mutations.ts';
import { setStatus } from '../../features/orders/mutations.ts';
import { makeLoop } from '../runtime/loop.ts';
import { collections } from './collections.ts';

describe("lists of a server with only the specification's calls", () => {
  test("load the restaurant with the specification's calls alone (R18)", async () => {
    const tablet = await openRestTablet({ seed: { orders: 230, customers: 120, dishes: 110, messages: 5 } });
    expect(await tablet.step()).toBe('rest');
    const { db, server } = tablet;
    expect(await db.orders.count()).toBe(230);
    expect(await db.customers.count()).toBe(120);
    expect(await db.menu_items.count()).toBe(110);
    expect(await db.menu_categories.toArray()).toMatchObject([{ name: 'Mains' }]);
    expect(await db.chat_messages.count()).toBe(5);
    expect(await db.notifications.toArray()).toMatchObject([{ title: 'Welcome' }]);
    expect(await db.restaurants.toArray()).toMatchObject([{ name: 'The Plain Table', timezone: 'Europe/London' }]);
    expect((await db.sync.get('isComplete'))?.value).toBe(true);
    expect(server.log.filter((line) => !line.isSpecified)).toEqual([]);
    expect(await breaches(db)).toEqual([]);
  });

  test('without changes write no row (R40)', async () => {
    const tablet = await openRestTablet();
    await tablet.step();
    const before = await tablet.db.orders.toArray();
    tablet.protocol.look('/restaurant/orders');
    await tablet.pass(15_000);
    tablet.protocol.look('/restaurant/orders');
    const calls = tablet.line.calls;
    await tablet.step();
    expect(tablet.line.calls).toBeGreaterThan(calls);
    expect(await tablet.db.orders.toArray()).toEqual(before);
    const changed = tablet.server.store.rows.orders[0]!;
    changed['order_status'] = 'accepted';
    await tablet.pass(15_000);
    tablet.protocol.look('/restaurant/orders');
    await tablet.step();
    const after = await tablet.db.orders.toArray();
    expect(after.filter((row, i) => row.version !== before[i]!.version)).toMatchObject([{ id: changed.id }]);
  });

  test('that shift remove nothing until read unchanged (R18)', async () => {
    const tablet = await openRestTablet({ seed: { orders: 150 } });
    await tablet.step();
    const { store } = tablet.server;
    const gone = store.rows.orders.pop()!;
    let n = 1000;
    tablet.line.fate = (_, call) => {
      // Somebody places an order between any two pages.
      if (call === 'GET /orders') store.rows.orders.push({ id: store.newId(), ...order(store, n++) });
      return 'answered';
    };
    const look = async () => {
      await tablet.pass(300_000);
      tablet.protocol.look('/restaurant/orders');
      await tablet.step();
    };
    await look();
    expect(await tablet.db.orders.get(gone.id)).toBeDefined();
    tablet.line.fate = () => 'answered';
    await look();
    expect(await tablet.db.orders.get(gone.id)).toBeUndefined();
    expect((await tablet.db.orders.toCollection().primaryKeys()).toSorted()).toEqual(
      store.rows.orders.map((row) => row.id).toSorted(),
    );
  });

  test('are read while viewed, the visible ones more often', async () => {
    const tablet = await openRestTablet();
    await tablet.step();
    const asked = async (path: string | null, ms: number) => {
      await tablet.pass(ms);
      if (path) tablet.protocol.look(path);
      const from = tablet.server.log.length;
      await tablet.step();
      return new Set(tablet.server.log.slice(from).map((line) => line.call.split('/')[1]));
    };
    expect(await asked(null, 3_600_000)).toEqual(new Set());
    expect(await asked('/restaurant/customers', 0)).toContain('menu');
    expect(await asked('/restaurant/customers', 15_000)).toEqual(new Set(['orders', 'customers', 'promotions']));
    expect(await asked('/restaurant/menu', 5_000)).toEqual(new Set(['menu']));
  });

  test('that fail do not stop others and are retried', async () => {
    const tablet = await openRestTablet();
    tablet.line.fate = (_, call) => (call.startsWith('GET /chat') ? { status: 500 } : 'answered');
    expect(await tablet.step()).toBe('backoff');
    expect(await tablet.db.customers.count()).toBe(3);
    expect((await tablet.db.sync.get('isComplete'))?.value).toBe(false);
    tablet.line.fate = () => 'answered';
    expect(await tablet.step()).toBe('rest');
    expect(await tablet.db.chats.count()).toBe(1);
    expect((await tablet.db.sync.get('isComplete'))?.value).toBe(true);
  });

  test('with few fields still fill the screens', async () => {
    const tablet = await openRestTablet();
    const { rows } = tablet.server.store;
    rows.orders = [{ id: '7', status: 'x', customer: null, lines: null, total_amount: 'free' }];
    rows.customers = [{ id: 'c', first_name: 'Ada', last_name: 'King', tags: null }];
    rows.items = [
      { id: 'i', menu_book_id: rows.books[0]!.id, category_id: 'unknown', name: 'Soup', is_available: false },
    ];
    await tablet.step();
    expect(await tablet.db.orders.get('7')).toMatchObject({ lines: [], total_amount: 0, order_status: 'pending' });
    expect(await tablet.db.customers.get('c')).toMatchObject({ name: 'Ada King', tags: [] });
    expect(await tablet.db.menu_items.get('i')).toMatchObject({ availability_status: 'sold_out', is_available: false });
    expect(await tablet.db.menu_categories.get('unknown')).toMatchObject({ name: 'Menu' });
  });
});

describe('a long list of slow pages', () => {
  const PAGE_MS = 25_000;

  /** A worker reads 800 orders in slow pages and is at the third. */
  async function reading() {
    const tablet = await openRestTablet({ seed: { orders: 800 } });
    const { line, time, engine } = tablet;
    const disk: string[] = [];
    engine.onDisk = (state) => disk.push(state);
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { request: ask } = line;
    line.request = async (call) => {
      await new Promise<void>((resolve) => void time.after(PAGE_MS, resolve));
      return ask(call);
    };
    const loop = makeLoop(engine, undefined, async () => tablet.protocol);
    onTestFinished(() => {
      loop.stop();
      vi.restoreAllMocks();
    });
    tablet.store.onQueued = loop.kick;
    void loop.run();
    const pages = () => tablet.server.log.filter(({ call }) => call === 'GET /orders').length;
    while (pages() < 3) await tablet.pass(PAGE_MS);
    return { tablet, disk, pages };
  }

  test('is no disk timeout and is read once (R43)', async () => {
    const { tablet, disk, pages } = await reading();
    // Every other list is read between the pages, each of them as slowly.
    await tablet.pass(20 * PAGE_MS);
    expect(disk).toEqual([]);
    expect(await tablet.db.orders.count()).toBe(800);
    // The first page again: nothing has changed meanwhile.
    expect(pages()).toBe(9);
    expect((await tablet.db.sync.get('isComplete'))?.value).toBe(true);
  });

  test('lets mutations out between pages and shows them (R18, R9)', async () => {
    const { tablet, pages } = await reading();
    const { rows } = tablet.server.store;
    const keys = await tablet.db.orders.toCollection().primaryKeys();
    const tapped = [keys[0]!, keys.at(-1)!];
    for (const id of tapped)
      await mutateIn(tablet.store, setStatus, { path: { id }, body: { order_status: 'accepted' } }).durable;
    const before = pages();
    await tablet.pass(3 * PAGE_MS);
    expect(rows.orders.filter((row) => row['order_status'] === 'accepted')).toHaveLength(2);
    expect(pages() - before).toBeLessThan(3);
    for (let i = 0; i < 8; i++) {
      await tablet.pass(PAGE_MS);
      for (const id of tapped) expect(await tablet.row('orders', id)).toMatchObject({ order_status: 'accepted' });
      expect(await breaches(tablet.db)).toEqual([]);
    }
    await tablet.pass(24 * PAGE_MS);
    expect(await tablet.counters()).toMatchObject({ issued: 2, done: 2 });
  });

  test('paused for long is read from its first page', async () => {
    const tablet = await openRestTablet({ seed: { orders: 320 } });
    const asked: string[] = [];
    const { request: ask } = tablet.line;
    tablet.line.request = (call) => {
      if (call.path === '/orders') asked.push(call.query!['page_no']!);
      return ask(call);
    };
    while (asked.length < 2) await tablet.protocol.pull();
    await tablet.pass(10 * 60_000);
    await tablet.step();
    expect(asked).toEqual(['1', '2', '1', '2', '3', '4', '1']);
    expect(await tablet.db.orders.count()).toBe(320);
  });
});

describe('a server of the specification that fails', () => {
  test.each<[string, (call: string) => boolean]>([
    ['on every list', (call) => call.startsWith('GET')],
    ['on one of them', (call) => call === 'GET /customers'],
    ['behind a first page', (call) => call.startsWith('GET /menu/books/')],
  ])('%s is asked more and more rarely (R30)', async (_what, fails) => {
    const tablet = await openRestTablet();
    const loop = makeLoop(tablet.engine, undefined, async () => tablet.protocol);
    onTestFinished(() => loop.stop());
    let asked = 0;
    tablet.line.fate = (_, call) => {
      if (!fails(call)) return 'answered';
      asked += 1;
      return { status: 500 };
    };
    void loop.run();
    await tablet.pass(120_000);
    const before = asked;
    await tablet.pass(300_000);
    // Each list every half minute on average.
    expect(asked - before).toBeLessThan(collections.length * 12);
    expect(asked - before).toBeGreaterThan(5);
  });
});

describe('a list of such a server and a mutation', () => {
  /** A worker requests the orders; the test releases the answer. */
  async function held() {
    const slow = await openRestTablet();
    await slow.step();
    const { disk, time, server } = slow;
    const quick = await openRestTablet({ disk, time, server });
    await quick.step();
    await slow.pass(15_000);
    slow.protocol.look('/restaurant/orders');
    const { request: ask } = slow.line;
    let letGo = () => {};
    const gate = new Promise<void>((resolve) => (letGo = resolve));
    const isAsked = new Promise<void>((resolve) => {
      slow.line.request = async (call) => {
        const answer = await ask(call);
        if (call.path !== '/orders') return answer;
        resolve();
        await gate;
        return answer;
      };
    });
    const reading = slow.protocol.pull();
    await isAsked;
    const { id } = server.store.rows.orders[0]!;
    await mutateIn(quick.store, setStatus, { path: { id }, body: { order_status: 'accepted' } }).durable;
    expect((await quick.protocol.push()).kind).toBe('sent');
    const arrive = async () => {
      letGo();
      await reading;
    };
    return { quick, id, arrive };
  }

  test('requested before the answer confirms nothing (R9)', async () => {
    const { quick, id, arrive } = await held();
    await arrive();
    expect(await quick.db.outbox.toArray()).toMatchObject([{ state: 'acked' }]);
    expect(await quick.row('orders', id)).toMatchObject({ order_status: 'accepted' });
    expect(await breaches(quick.db)).toEqual([]);
    expect(await quick.step()).toBe('rest');
    expect(await quick.db.outbox.count()).toBe(0);
    expect(await quick.row('orders', id)).toMatchObject({ order_status: 'accepted' });
  });

  test('read by another worker since is discarded (R38)', async () => {
    const { quick, id, arrive } = await held();
    expect(await quick.step()).toBe('rest');
    expect(await quick.db.outbox.count()).toBe(0);
    await arrive();
    expect(await quick.row('orders', id)).toMatchObject({ order_status: 'accepted' });
  });

  test('complete keeps rows with pending mutations (R15)', async () => {
    const tablet = await openRestTablet();
    await tablet.step();
    const made = id(700);
    const path = { id: tablet.server.store.rows.books[0]!.id };
    await mutateIn(tablet.store, createCategory, { path, body: { id: made, name: 'Soups' } }).durable;
    tablet.line.fate = (_, call) => (call.startsWith('GET /menu/books/') ? { status: 503 } : 'answered');
    expect(await tablet.step()).toBe('backoff');
    tablet.line.fate = () => 'answered';
    await tablet.pass(15_000);
    tablet.protocol.look('/restaurant/menu');
    while ((await tablet.protocol.pull()).kind === 'more');
    expect(await tablet.row('menu_categories', made)).toMatchObject({ name: 'Soups' });
    expect(await breaches(tablet.db)).toEqual([]);
  });
});
