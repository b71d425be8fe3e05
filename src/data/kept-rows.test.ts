import 'fake-indexeddb/auto';
import { isDeepStrictEqual } from 'node:util';
import Dexie, { type ObservabilitySet, RangeSet } from 'dexie';
import { IDBObjectStore as Store } from 'fake-indexeddb';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { makeServer } from '../../tests/support/reference-server.ts';
import { category, dish, id, pathOf } from '../../tests/support/rows.ts';
import { seeded } from '../../tests/support/seeded.ts';
import { soon } from '../../tests/support/soon.ts';
import { openTablet, type Tablet } from '../../tests/support/tablet.ts';
import { setAvailability } from '../features/menu/mutations.ts';
import type { GalleyDb, Mirrored } from './db.ts';
import { mutateIn } from './mutate.ts';
import { watch, watchRows } from './watch.ts';

type Rows = Mirrored<'menu_items'>[];

const MANY = 120;
const leaves: (() => void)[] = [];

afterEach(() => {
  for (const leave of leaves.splice(0)) leave();
  vi.restoreAllMocks();
});

/** Two tabs of one tablet with `MANY` dishes. */
async function kitchen() {
  const server = makeServer();
  server.put('menu_items', ...Array.from({ length: MANY }, (_, n) => dish(100 + n)));
  const tablet = await openTablet({ transport: server.transport });
  await tablet.load();
  const other = await openTablet({ transport: server.transport, disk: tablet.disk, time: tablet.time });
  return { tablet, other };
}

const all = (db: GalleyDb): Promise<Rows> => db.menu_items.toArray();
const ofCategory = (db: GalleyDb): Promise<Rows> => db.menu_items.where('category_id').equals(category.id).toArray();
/** As the database has them: no live query reads this. */
const stored = ({ db }: Tablet): Promise<Rows> => db.menu_items.toArray();

/** What a live query found last, and how often it was told. */
function heard(tablet: Tablet, query = all) {
  const told = { rows: [] as Rows, times: 0 };
  const next = (rows: Rows) => {
    told.rows = rows;
    told.times += 1;
  };
  leaves.push(watch(tablet.store, query).subscribe(next, (error) => expect.unreachable(String(error))));
  return told;
}

/** Rows that are read of the database from now on. */
function readings() {
  const read = { each: 0, whole: 0 };
  const { get, getAll } = Store.prototype;
  vi.spyOn(Store.prototype, 'get').mockImplementation(function (this: IDBObjectStore, ...args: Parameters<typeof get>) {
    if (this.name === 'menu_items') read.each += 1;
    return get.apply(this, args);
  });
  vi.spyOn(Store.prototype, 'getAll').mockImplementation(function (
    this: IDBObjectStore,
    ...args: Parameters<typeof getAll>
  ) {
    if (this.name === 'menu_items') read.whole += 1;
    return getAll.apply(this, args);
  });
  return read;
}

/** A live query that has found all rows. */
async function screen(tablet: Tablet, query = all) {
  const told = heard(tablet, query);
  await soon(() => expect(told.rows).toHaveLength(MANY));
  return told;
}

describe('a live query of many rows', () => {
  test('reads those that changed, and the others are the same objects', async () => {
    const { tablet } = await kitchen();
    const told = await screen(tablet);
    const before = told.rows;
    const read = readings();
    await tablet.db.menu_items.update(id(103), { name: 'Changed' });
    await soon(() => expect(told.rows[3]!.name).toBe('Changed'));
    expect(read.whole).toBe(0);
    // The one that changed, for the update and for the query, and one in 97 that is renewed.
    expect(read.each).toBeLessThan(6);
    expect(told.rows.filter((row) => !before.includes(row)).length).toBeLessThan(4);
    expect(told.rows).toEqual(await stored(tablet));
  });

  test.each([
    ['rows that appear', (db: GalleyDb) => db.menu_items.bulkPut([dish(1), dish(900)])],
    ['rows that are deleted', (db: GalleyDb) => db.menu_items.bulkDelete([id(100), id(104), id(219)])],
    ['a range that is deleted', (db: GalleyDb) => db.menu_items.where('id').between(id(110), id(190)).delete()],
    ['a table that is cleared', (db: GalleyDb) => db.menu_items.clear()],
    ['more rows than are read one by one', (db: GalleyDb) => db.menu_items.toCollection().modify({ name: 'New' })],
    [
      'a table that is replaced',
      (db: GalleyDb) =>
        db.transaction('rw', db.menu_items, async () => {
          await db.menu_items.clear();
          await db.menu_items.bulkPut(Array.from({ length: MANY }, (_, n) => dish(150 + n, { name: 'Other' })));
        }),
    ],
  ])('finds %s, by this tab or another', async (_, change) => {
    for (const writer of ['tablet', 'other'] as const) {
      const tabs = await kitchen();
      const whole = await screen(tabs.tablet);
      const indexed = await screen(tabs.tablet, ofCategory);
      await change(tabs[writer].db);
      await tabs.tablet.untilIdle();
      const rows = await stored(tabs.tablet);
      await soon(() => {
        expect(whole.rows).toEqual(rows);
        expect(indexed.rows).toEqual(rows);
      });
    }
  });

  test('reads again what changed while it was read', async () => {
    const { tablet } = await kitchen();
    const { getAll } = Store.prototype;
    vi.spyOn(Store.prototype, 'getAll').mockImplementationOnce(function (this: IDBObjectStore, ...args) {
      const request = getAll.apply(this, args);
      // The answer is here, and the message of a later commit is handled before it.
      request.addEventListener('success', () => {
        tablet.disk.damage(tablet.db.name, 'menu_items', id(103), dish(103, { name: 'Meanwhile' }));
        Dexie.on.storagemutated.fire(messageOf(tablet, [id(103)]));
      });
      return request;
    });
    const told = heard(tablet);
    await soon(() => expect(told.rows[3]?.name).toBe('Meanwhile'));
  });

  test('keeps nothing of a transaction that fails', async () => {
    const { tablet } = await kitchen();
    const told = await screen(tablet);
    const { db } = tablet;
    const failing = db.transaction('rw', db.menu_items, async () => {
      await db.menu_items.update(id(103), { name: 'Lost' });
      throw new Error('No');
    });
    await expect(failing).rejects.toThrow('No');
    await db.menu_items.update(id(104), { name: 'Kept' });
    await soon(() => expect(told.rows[4]!.name).toBe('Kept'));
    expect(told.rows).toEqual(await stored(tablet));
  });

  test('reads everything of a database that was opened again (R43)', async () => {
    const { tablet, other } = await kitchen();
    const told = await screen(tablet);
    tablet.loseConnections();
    tablet.disk.damage(tablet.db.name, 'menu_items', id(103), dish(103, { name: 'Behind its back' }));
    await other.db.menu_items.update(id(104), { name: 'Changed' });
    await soon(async () => {
      await tablet.time.pass(500);
      expect(told.rows[4]?.name).toBe('Changed');
    });
    expect(told.rows[3]!.name).toBe('Behind its back');
  });

  test('finds in time what nobody has told it', async () => {
    const { tablet } = await kitchen();
    const told = await screen(tablet);
    for (let n = 0; n < MANY; n++)
      tablet.disk.damage(tablet.db.name, 'menu_items', id(100 + n), dish(100 + n, { name: 'Untold' }));
    for (let n = 0; n < 4; n++) {
      const { times } = told;
      await tablet.db.menu_items.update(id(104), { name: `Change ${n}` });
      await soon(() => expect(told.times).toBeGreaterThan(times));
    }
    expect(told.rows.filter(({ name }) => name === 'Untold').length).toBeGreaterThan(3);
  });

  test('a query of another kind reads the database', async () => {
    const { tablet } = await kitchen();
    await screen(tablet);
    tablet.disk.damage(tablet.db.name, 'menu_items', id(103), dish(103, { name: 'Untold' }));
    expect((await stored(tablet))[3]!.name).toBe('Untold');
  });
});

test.each(Array.from({ length: 8 }, (_, n) => n + 1))(
  'whatever two tabs and a worker write, each tab shows what is stored, seed %i (R6, R9, R10)',
  async (seed) => {
    const random = seeded(seed);
    const { tablet, other } = await kitchen();
    const read = readings();
    const screens = [tablet, other].flatMap((tab) =>
      [all, ofCategory].map((query) => {
        const live = watchRows(tab.store, 'menu_items', query, { value: undefined });
        leaves.push(live.subscribe(() => undefined));
        return { tab, rows: () => live.get() ?? [] };
      }),
    );
    await soon(() => expect(screens.every(({ rows }) => rows().length === MANY)).toBe(true));
    const startedWith = read.whole;
    let version = 10;
    let made = 0;
    let queries = 0;
    const any = () => 95 + random.between(0, MANY + 10);
    const newer = (n: number) => dish(n, { version: ++version, name: `Version ${version}` });
    const write = ({ menu_items: items }: GalleyDb): PromiseLike<unknown> => {
      const kind = random.between(0, 19);
      const [from, to] = [id(any()), id(any())].toSorted() as [string, string];
      if (kind < 12) return items.put(newer(any()));
      if (kind < 15) return items.delete(from);
      if (kind < 18) return items.bulkPut(Array.from({ length: random.between(2, 70) }, () => newer(any())));
      if (kind < 19) return items.where('id').between(from, to).delete();
      return items.clear().then(() => items.bulkPut(Array.from({ length: MANY }, (_, n) => newer(100 + n))));
    };
    const worker = await rawly(tablet);
    /** What a worker writes; the message of it comes later. */
    const writeElsewhere = async (): Promise<void> => {
      const rows = Array.from({ length: random.between(1, 3) }, () => newer(any()));
      const gone = random.chance(0.3) ? [id(any())] : [];
      const turnsLate = random.between(0, 12);
      await worker(rows, gone);
      await turns(turnsLate);
      Dexie.on.storagemutated.fire(messageOf(tablet, [...rows.map((row) => row.id), ...gone]));
    };
    /** A tap on a dish that is shown; it must show at once. */
    const tap = ({ tab, rows }: (typeof screens)[number]): PromiseLike<unknown> => {
      const row = rows()[random.between(0, rows().length - 1)];
      if (!row) return Promise.resolve();
      made += 1;
      const status = random.chance(0.5) ? ('sold_out' as const) : ('hidden' as const);
      const { key, durable } = mutateIn(tab.store, setAvailability, {
        path: pathOf(row),
        body: { availability_status: status },
      });
      expect(rows().find((one) => one.id === row.id)?._sync?.op_ids).toContain(key);
      return durable;
    };
    for (let round = 0; round < 15; round++) {
      const before = screens.map(({ rows }) => new Map(rows().map((row) => [row.id, row])));
      const under: PromiseLike<unknown>[] = [];
      for (let n = random.between(1, 6); n > 0; n--) {
        const one = screens[random.between(0, 3)]!;
        const kind = random.between(0, 9);
        under.push(kind < 3 ? tap(one) : kind < 6 ? writeElsewhere() : write(one.tab.db));
        queries += 4;
        await turns(random.between(0, 8));
      }
      await Promise.allSettled(under);
      await tablet.untilIdle();
      const rows = await stored(tablet);
      await soon(() => expect(screens.map((one) => one.rows())).toEqual(screens.map(() => rows)));
      for (const [n, one] of screens.entries())
        for (const row of one.rows()) {
          const old = before[n]!.get(row.id);
          if (old && isDeepStrictEqual(old, row)) expect(row).toBe(old);
        }
    }
    // Neither idle nor always reading everything.
    expect(made).toBeGreaterThan(3);
    expect(read.whole - startedWith).toBeLessThan(queries);
  },
);

/** What another tab or worker sends when it has written rows. */
function messageOf({ db }: Tablet, ids: string[]): ObservabilitySet {
  const changed = new RangeSet().addKeys(ids);
  const part = `idb://${db.name}/menu_items/`;
  return structuredClone({
    [part]: changed,
    [`${part}:dels`]: changed,
    [`${part}category_id`]: new RangeSet(category.id),
  });
}

/** Of the event loop. */
async function turns(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await new Promise((resolve) => setImmediate(resolve));
}

/** Writes on a connection of its own, of which nobody is told. */
async function rawly({ db, disk }: Tablet): Promise<(rows: object[], gone: string[]) => Promise<void>> {
  const connection = await new Promise<IDBDatabase>((resolve) => {
    const request = disk.tab('worker').indexedDB.open(db.name);
    request.addEventListener('success', () => resolve(request.result));
  });
  return (rows, gone) =>
    new Promise((resolve) => {
      const tx = connection.transaction('menu_items', 'readwrite');
      for (const row of rows) tx.objectStore('menu_items').put(row);
      for (const key of gone) tx.objectStore('menu_items').delete(key);
      tx.addEventListener('complete', () => resolve());
    });
}
