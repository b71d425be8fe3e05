import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { makeServer } from '../../tests/support/reference-server.ts';
import { category, dish, id, pathOf } from '../../tests/support/rows.ts';
import { openTablet, type Tablet } from '../../tests/support/tablet.ts';
import { editItem, setAvailability } from '../features/menu/mutations.ts';
import type { GalleyDb, Mirrored } from './db.ts';
import { mutateIn } from './mutate.ts';
import { follow, type KeptResult, watch, watchRows } from './watch.ts';
import { soon } from '../../tests/support/soon.ts';

const korma = dish(100);
const dal = dish(101);
const off = { path: pathOf(korma), body: { availability_status: 'sold_out' as const } };
const leaves: (() => void)[] = [];

async function kitchen() {
  const server = makeServer();
  server.put('menu_items', korma, dal);
  const tablet = await openTablet({ transport: server.transport });
  await tablet.load();
  return { server, tablet };
}

/** What a screen with the menu shows, each time it renders. */
async function screen(tablet: Tablet) {
  const kept: KeptResult<Mirrored<'menu_items'>[]> = { value: undefined };
  const live = watchRows(tablet.store, 'menu_items', (db) => db.menu_items.toArray(), kept);
  const drawn: (Mirrored<'menu_items'>[] | undefined)[] = [];
  leaves.push(live.subscribe(() => drawn.push(live.get())));
  await soon(() => expect(drawn.length).toBeGreaterThan(0));
  return { drawn, now: () => live.get()!, statuses: () => drawn.map((rows) => rows?.[0]?.availability_status) };
}

/** With a timeout long enough for a busy machine. */
const rest = () => new Promise((resolve) => setTimeout(resolve, 40));

afterEach(() => {
  for (const leave of leaves.splice(0)) leave();
  vi.restoreAllMocks();
});

describe('rows on a screen', () => {
  test('are unknown at first, then those of the database', async () => {
    const { tablet } = await kitchen();
    const live = watchRows(tablet.store, 'menu_items', (db) => db.menu_items.toArray(), { value: undefined });
    expect(live.get()).toBeUndefined();
    const { now } = await screen(tablet);
    expect(now().map((row) => row.name)).toEqual(['Dish 100', 'Dish 101']);
  });

  test('show rows just read, with mutations made since', async () => {
    const { tablet } = await kitchen();
    const read = await tablet.db.menu_items.toArray();
    const { durable } = mutateIn(tablet.store, setAvailability, off);
    const live = watchRows(tablet.store, 'menu_items', () => new Promise(() => {}), { value: undefined }, [], read);
    expect(live.get()!.map((row) => row.availability_status)).toEqual(['sold_out', 'available']);
    await durable;
  });

  test('show a mutation at once and never go back (R9, R19)', async () => {
    const { tablet } = await kitchen();
    const { now, statuses } = await screen(tablet);
    const { durable } = mutateIn(tablet.store, setAvailability, off);
    expect(now()[0]?.availability_status).toBe('sold_out');
    await durable;
    await rest();
    await tablet.sync();
    await soon(() => expect(now()[0]?._sync).toBeUndefined());
    const seen = statuses();
    expect(seen.slice(seen.indexOf('sold_out')).every((status) => status === 'sold_out')).toBe(true);
  });

  test('keep the identity of unchanged rows', async () => {
    const { tablet } = await kitchen();
    const { now } = await screen(tablet);
    const [, before] = now();
    await mutateIn(tablet.store, setAvailability, off).durable;
    await rest();
    expect(now()[1]).toBe(before);
  });

  test("show the server's values after a repair (R41)", async () => {
    const { tablet } = await kitchen();
    await tablet.db.menu_items.update(korma.id, { name: '?' });
    const { now } = await screen(tablet);
    expect(now()[0]?.name).toBe('?');
    await tablet.db.sync.bulkPut([
      { name: 'cursor', value: null },
      { name: 'snapshot', value: null },
    ]);
    await tablet.load();
    await soon(() => expect(now()[0]?.name).toBe('Dish 100'));
  });

  test('do not render for changes of other tables (R40)', async () => {
    const { server, tablet } = await kitchen();
    const { drawn } = await screen(tablet);
    const before = drawn.length;
    server.put('menu_categories', category);
    await tablet.load();
    await rest();
    expect(drawn.length).toBe(before);
  });

  test("take another device's value over earlier mutations (R9)", async () => {
    const { server, tablet } = await kitchen();
    const { now } = await screen(tablet);
    await mutateIn(tablet.store, setAvailability, off).durable;
    await tablet.sync();
    server.put('menu_items', { ...server.get('menu_items', korma.id)!, availability_status: 'hidden' });
    await tablet.load();
    await soon(() => expect(now()[0]?.availability_status).toBe('hidden'));
  });

  test("show another tab's mutations and never go back (R10)", async () => {
    const { tablet, server } = await kitchen();
    const other = await openTablet({ transport: server.transport, disk: tablet.disk, time: tablet.time });
    const here = await screen(tablet);
    const there = await screen(other);
    await mutateIn(other.store, setAvailability, off).durable;
    await soon(() => expect(here.now()[0]?.availability_status).toBe('sold_out'));
    await tablet.sync();
    await soon(() => expect(there.now()[0]?._sync).toBeUndefined());
    await rest();
    for (const { statuses } of [here, there]) {
      const seen = statuses();
      expect(seen.slice(seen.indexOf('sold_out'))).not.toContain('available');
      expect(seen.at(-1)).toBe('sold_out');
    }
  });

  test('show the newer edit despite a slow query (R9)', async () => {
    const { tablet } = await kitchen();
    const startedAt = tablet.store.overlay.count();
    const costs = (price_amount: number) => ({ path: pathOf(korma), body: { price_amount } });
    await mutateIn(tablet.store, editItem, costs(1)).durable;
    await mutateIn(tablet.store, editItem, costs(2)).durable;
    const read = await tablet.row('menu_items', korma.id);
    expect(tablet.store.overlay.over('menu_items', korma.id, read, startedAt)).toMatchObject({ price_amount: 2 });
  });

  test('include rows just created when requested by id', async () => {
    const { tablet } = await kitchen();
    const none = async () => [];
    const live = watchRows<'menu_items'>(tablet.store, 'menu_items', none, { value: undefined }, [id(900)]);
    leaves.push(live.subscribe(() => undefined));
    await soon(() => expect(live.get()).toEqual([]));
    tablet.store.overlay.add({ key: 'a', table: 'menu_items', ids: [id(900)], change: () => dish(900) });
    expect(live.get()).toMatchObject([{ id: id(900) }]);
  });

  test('keep no mutation in memory after an empty result', async () => {
    const { tablet } = await kitchen();
    const { overlay } = tablet.store;
    const tapAfter = async (key: string) => {
      overlay.add({ key, table: 'menu_items', ids: [korma.id], change: () => null });
      overlay.commit(key);
      await tablet.time.pass(11_000);
      overlay.add({ key: `after ${key}`, table: 'menu_items', ids: [id(901)], change: () => null });
      return overlay.over('menu_items', korma.id, korma, 0);
    };
    const none = watchRows(tablet.store, 'menu_items', async () => [], { value: undefined });
    leaves.push(none.subscribe(() => undefined));
    await soon(() => expect(none.get()).toEqual([]));
    expect(await tapAfter('a')).toBe(korma);
    const all = watchRows(tablet.store, 'menu_items', (db) => db.menu_items.toArray(), { value: undefined });
    leaves.push(all.subscribe(() => undefined));
    await soon(() => expect(all.get()?.length).toBeGreaterThan(0));
    expect(await tapAfter('b')).toBeNull();
  });
});

describe('a live query', () => {
  /** The results that a screen receives. */
  function heard<T>(tablet: Tablet, query: (db: Tablet['db']) => Promise<T>) {
    const values: T[] = [];
    const faults: unknown[] = [];
    leaves.push(
      watch(tablet.store, query).subscribe(
        (value) => values.push(value),
        (fault) => faults.push(fault),
      ),
    );
    return { values, faults };
  }

  test('answers again after each change of its rows', async () => {
    const { tablet } = await kitchen();
    const { values } = heard(tablet, (db) => db.outbox.count());
    await soon(() => expect(values).toEqual([0]));
    await mutateIn(tablet.store, setAvailability, off).durable;
    await soon(() => expect(values.at(-1)).toBe(1));
  });

  test('runs again after a lost connection', async () => {
    const { tablet } = await kitchen();
    let isLost = false;
    let lost = 0;
    const { values, faults } = heard(tablet, async (db) => {
      if (isLost) {
        lost += 1;
        throw new Error('Connection to Indexed Database server lost');
      }
      return db.outbox.count();
    });
    await soon(() => expect(values).toEqual([0]));
    isLost = true;
    await mutateIn(tablet.store, setAvailability, off).durable;
    await soon(() => expect(lost).toBe(1));
    isLost = false;
    await soon(async () => {
      await tablet.time.pass(1000);
      expect(values.at(-1)).toBe(1);
    });
    expect(faults).toEqual([]);
  });

  test('runs again after its own transaction aborted (R9, R43)', async () => {
    const { tablet } = await kitchen();
    let isLost = false;
    const { values, faults } = heard(tablet, (db) => {
      // Like Safari: running transactions abort.
      if (isLost) setImmediate(tablet.loseConnections);
      return db.transaction('r', db.outbox, async () => {
        let count = 0;
        for (let i = 0; i < (isLost ? 200 : 1); i++) count = await db.outbox.count();
        return count;
      });
    });
    await soon(() => expect(values).toEqual([0]));
    isLost = true;
    await mutateIn(tablet.store, setAvailability, off).durable;
    await rest();
    isLost = false;
    expect(values).toEqual([0]);
    await soon(async () => {
      await tablet.time.pass(1000);
      expect(values.at(-1)).toBe(1);
    });
    expect(faults).toEqual([]);
  });

  /** From now on the database cannot be opened. Returns a function that ends this. */
  function closedDisk(): () => void {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const open = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
      throw new DOMException('Internal error opening backing store', 'UnknownError');
    });
    return () => open.mockRestore();
  }

  test('recovers when the database opens again (R43)', async () => {
    const { tablet } = await kitchen();
    const other = await openTablet({ transport: makeServer().transport, disk: tablet.disk, time: tablet.time });
    const screens = [1, 2, 3].map(() => heard(tablet, async (db) => (await db.sync.get('cursor'))?.value));
    await soon(() => expect(screens.every(({ values }) => values.length === 1)).toBe(true));
    tablet.loseConnections();
    const again = closedDisk();
    await other.db.sync.put({ name: 'cursor', value: 'new' });
    await soon(async () => {
      await tablet.time.pass(100);
      await expect(tablet.db.sync.get('cursor')).rejects.toThrow('UnknownError');
    });
    again();
    await soon(async () => {
      await tablet.time.pass(500);
      expect(screens.map(({ values }) => values.at(-1))).toEqual(['new', 'new', 'new']);
    });
    expect(screens.flatMap(({ faults }) => faults)).toEqual([]);
  });

  test('retries without limit if no screen waits (R29, R43, R48)', async () => {
    const { tablet } = await kitchen();
    const other = await openTablet({ transport: makeServer().transport, disk: tablet.disk, time: tablet.time });
    const values: unknown[] = [];
    const query = (db: GalleyDb) => db.sync.get('cursor');
    leaves.push(follow(tablet.store, query, { next: (row) => values.push(row?.value) }));
    await soon(() => expect(values).toHaveLength(1));
    tablet.loseConnections();
    const again = closedDisk();
    await other.db.sync.put({ name: 'cursor', value: 'new' });
    for (let i = 0; i < 60; i++) {
      await rest();
      await tablet.time.pass(1000);
    }
    again();
    await soon(async () => {
      await tablet.time.pass(1000);
      expect(values.at(-1)).toBe('new');
    });
  });

  test('does not open a database that was sealed (R33)', async () => {
    const { tablet } = await kitchen();
    const query = vi.fn<() => Promise<number>>(() => Promise.reject(new Error('Connection lost')));
    leaves.push(follow(tablet.store, query, { next: () => undefined }));
    await soon(() => expect(query).toHaveBeenCalledOnce());
    await rest();
    tablet.store.isClosed = true;
    tablet.db.close({ disableAutoOpen: true });
    await tablet.time.pass(60_000);
    await rest();
    expect([query.mock.calls.length, tablet.db.isOpen()]).toEqual([1, false]);
  });

  test('reports an error that persists to the screen', async () => {
    const { tablet } = await kitchen();
    const { values, faults } = heard(tablet, () => Promise.reject(new Error('The query is wrong')));
    await soon(async () => {
      await tablet.time.pass(3000);
      expect(faults).toHaveLength(1);
    });
    expect(values).toEqual([]);
  });

  test('is not retried after its screen has gone', async () => {
    const { tablet } = await kitchen();
    const query = vi.fn<() => Promise<number>>(() => Promise.reject(new Error('Connection lost')));
    const leave = watch(tablet.store, query).subscribe(
      () => undefined,
      () => undefined,
    );
    await soon(() => expect(query).toHaveBeenCalledOnce());
    await rest();
    leave();
    await tablet.time.pass(60_000);
    await rest();
    expect(query).toHaveBeenCalledOnce();
  });

  test('restarts silently after ten minutes without changes', async () => {
    const { tablet } = await kitchen();
    const query = vi.fn<(db: GalleyDb) => Promise<Mirrored<'menu_items'>[]>>((db) => db.menu_items.toArray());
    const told = vi.fn<() => void>();
    leaves.push(watchRows(tablet.store, 'menu_items', query, { value: undefined }).subscribe(told));
    await soon(() => expect(told).toHaveBeenCalledOnce());
    await tablet.time.pass(9 * 60_000);
    await rest();
    expect(query).toHaveBeenCalledOnce();
    await tablet.time.pass(60_000);
    await soon(() => expect(query).toHaveBeenCalledTimes(2));
    await rest();
    expect(told).toHaveBeenCalledOnce();
    await mutateIn(tablet.store, setAvailability, off).durable;
    await soon(() => expect(query).toHaveBeenCalledTimes(3));
  });

  test('says nothing while nobody is signed in', () => {
    const told = vi.fn<() => void>();
    watch(null, async () => 1).subscribe(told, told)();
    expect(told).not.toHaveBeenCalled();
  });
});
