import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeServer, type ReferenceServer } from '../../tests/support/reference-server.ts';
import { dish, id, order, pathOf } from '../../tests/support/rows.ts';
import { breaches, loseAnswers, openTablet, type Tablet } from '../../tests/support/tablet.ts';
import { setAvailability } from '../features/menu/mutations.ts';
import { setStatus } from '../features/orders/mutations.ts';
import { makeDb } from './db.ts';
import { mutateIn } from './mutate.ts';
import { isOutdated } from './outdated.ts';
import { recover } from '../sync/recovery/recover.ts';
import { definitionOf } from '../sync/runtime/registry.ts';
import { withdrawEntry } from '../sync/recovery/withdraw.ts';
import { reopen } from './reopen.ts';
import { watchRows } from './watch.ts';
import { soon } from '../../tests/support/soon.ts';

const korma = dish(100);
const turn = ({ store }: Tablet, availability_status: 'available' | 'sold_out', item = korma) =>
  mutateIn(store, setAvailability, { path: pathOf(item), body: { availability_status } });
const step = ({ store }: Tablet, order_status: 'accepted' | 'preparing') =>
  mutateIn(store, setStatus, { path: { id: id(500) }, body: { order_status } });

async function kitchen(options: Partial<Parameters<typeof openTablet>[0]> = {}) {
  const server: ReferenceServer = makeServer();
  server.put('menu_items', korma, dish(101));
  server.put('orders', order(500));
  const tablet = await openTablet({ transport: server.transport, ...options });
  await tablet.load();
  return { server, tablet };
}

/** From now on the disk is full. Returns a function that makes room. */
function fill({ db }: Tablet): () => void {
  let isFull = true;
  const refuse = () => {
    if (isFull) throw new DOMException('There is no room', 'QuotaExceededError');
  };
  db.outbox.hook('creating', refuse);
  return () => {
    isFull = false;
  };
}

const outbox = async ({ db }: Tablet) => (await db.outbox.orderBy('seq').toArray()).map((entry) => entry.key);
const told = ({ store }: Tablet) => store.unsavedMutations.list().map(({ key, kind }) => [key, kind]);
const shown = ({ store }: Tablet) => store.overlay.over('menu_items', korma.id, korma, 0)?.availability_status;

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined));
afterEach(() => void vi.restoreAllMocks());

describe('a full disk', () => {
  test('is reported; the mutation is stored once there is room (R20)', async () => {
    const { server, tablet } = await kitchen();
    const makeRoom = fill(tablet);
    const { key, durable } = turn(tablet, 'sold_out');
    const ended = Promise.allSettled([durable]);
    await tablet.pass(60_000);
    expect((await ended)[0].status).toBe('rejected');
    expect([told(tablet), shown(tablet)]).toEqual([[[key, 'full']], 'sold_out']);
    expect([...tablet.store.unsaved.keys()]).toEqual([key]);
    expect(await breaches(tablet.db)).toEqual([]);
    makeRoom();
    await tablet.pass(5_000);
    expect([told(tablet), tablet.store.unsaved.size, await outbox(tablet)]).toEqual([[], 0, [key]]);
    await tablet.sync();
    expect(server.effects.map((effect) => effect.key)).toEqual([key]);
    expect(await tablet.counters()).toEqual({ issued: 1, done: 1, dead: 0, withdrawn: 0 });
  });

  test('keeps the order: later mutations wait and are reported (R5, R20)', async () => {
    const { tablet } = await kitchen();
    const makeRoom = fill(tablet);
    const mutations = [step(tablet, 'accepted'), turn(tablet, 'sold_out'), step(tablet, 'preparing')];
    const ended = Promise.allSettled(mutations.map((mutation) => mutation.durable));
    await tablet.pass(10_000);
    expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    mutations.push(turn(tablet, 'available', dish(101)));
    mutations.at(-1)!.durable.catch(() => undefined);
    await tablet.pass(10_000);
    const keys = mutations.map((mutation) => mutation.key);
    expect(told(tablet)).toEqual(keys.map((key) => [key, 'full']));
    makeRoom();
    await tablet.pass(5_000);
    expect(await outbox(tablet)).toEqual(keys);
    expect(await tablet.row('orders', id(500))).toMatchObject({ order_status: 'preparing' });
    expect(await breaches(tablet.db)).toEqual([]);
  });

  test('lets a mutation be given up; later ones continue (R20)', async () => {
    const { tablet } = await kitchen();
    const makeRoom = fill(tablet);
    const [first, second] = [turn(tablet, 'sold_out'), turn(tablet, 'sold_out', dish(101))];
    for (const { durable } of [first, second]) durable.catch(() => undefined);
    await tablet.pass(10_000);
    tablet.store.unsavedMutations.list()[0]!.discard();
    expect([shown(tablet), told(tablet)]).toEqual(['available', [[second.key, 'full']]]);
    makeRoom();
    await tablet.pass(5_000);
    expect([await outbox(tablet), await tablet.counters()]).toMatchObject([[second.key], { issued: 1 }]);
  });

  test('is tried again at once on request (R20)', async () => {
    const { tablet } = await kitchen();
    const makeRoom = fill(tablet);
    const { key, durable } = turn(tablet, 'sold_out');
    durable.catch(() => undefined);
    await tablet.pass(10_000);
    makeRoom();
    tablet.store.unsavedMutations.list()[0]!.retry();
    await tablet.untilIdle();
    expect([await outbox(tablet), told(tablet)]).toEqual([[key], []]);
  });
});

describe('a disk that never answers', () => {
  test('is reported; the mutation is stored once afterwards (R20, R43)', async () => {
    const { server, tablet } = await kitchen();
    const hangs = vi.spyOn(tablet.db, 'transaction').mockImplementation(() => new Promise(() => {}) as never);
    const { key, durable } = turn(tablet, 'sold_out');
    const ended = Promise.allSettled([durable]);
    await tablet.pass(11_000);
    expect([told(tablet), shown(tablet)]).toEqual([[[key, 'storage']], 'sold_out']);
    expect((await ended)[0].status).toBe('rejected');
    expect([...tablet.store.unsaved.keys()]).toEqual([key]);
    hangs.mockRestore();
    await tablet.pass(20_000);
    expect([told(tablet), await outbox(tablet)]).toEqual([[], [key]]);
    await tablet.sync();
    expect(server.effects.map((effect) => effect.key)).toEqual([key]);
  });

  test('does not store a mutation given up meanwhile (R1, R20)', async () => {
    const { tablet } = await kitchen();
    // Another connection locks the stores.
    let release = false;
    await tablet.db.open();
    const held = tablet.db.backendDB().transaction(['outbox'], 'readwrite');
    const spin = () => {
      if (!release) held.objectStore('outbox').get(-1).onsuccess = spin;
    };
    spin();
    const turns = () => new Promise<void>((resolve) => void setTimeout(resolve, 20));
    const { durable } = turn(tablet, 'sold_out');
    durable.catch(() => undefined);
    await turns();
    await tablet.time.pass(11_000, turns);
    expect(told(tablet)).toEqual([[expect.any(String), 'storage']]);
    tablet.store.unsavedMutations.list()[0]!.discard();
    release = true;
    await tablet.pass(30_000);
    expect([await outbox(tablet), told(tablet), shown(tablet)]).toEqual([[], [], 'available']);
    expect(await breaches(tablet.db)).toEqual([]);
  });

  test('does not store a mutation given up mid-try (R1, R20)', async () => {
    const { tablet } = await kitchen();
    const makeRoom = fill(tablet);
    const [first, second] = [turn(tablet, 'sold_out'), turn(tablet, 'sold_out', dish(101))];
    for (const { durable } of [first, second]) durable.catch(() => undefined);
    await tablet.pass(10_000);
    makeRoom();
    const [told] = tablet.store.unsavedMutations.list();
    // In the middle of its transaction.
    tablet.db.outbox.hook('creating', () => {
      if (tablet.store.unsaved.has(first.key)) told!.discard();
    });
    await tablet.pass(20_000);
    expect(await outbox(tablet)).toEqual([second.key]);
    expect([shown(tablet), tablet.store.unsavedMutations.list()]).toEqual(['available', []]);
    expect([await breaches(tablet.db), await tablet.counters()]).toMatchObject([[], { issued: 1 }]);
  });

  test('while opening is given up, and opening starts anew (R43)', async () => {
    const { tablet } = await kitchen();
    const { indexedDB, IDBKeyRange } = tablet.disk.tab();
    let isHanging = true;
    const slow = {
      ...indexedDB,
      open: (name: string, version?: number) => (isHanging ? {} : indexedDB.open(name, version)),
    };
    const db = makeDb(tablet.db.name, { indexedDB: slow as IDBFactory, IDBKeyRange });
    const read = db.menu_items.count().catch(() => 'given up');
    const opening = reopen(db, tablet.store.clock);
    await tablet.pass(11_000);
    await opening;
    expect(await read).toBe('given up');
    isHanging = false;
    await reopen(db, tablet.store.clock);
    expect(await db.menu_items.count()).toBe(2);
    db.close();
  });
});

describe('a mutation whose commit is unknown', () => {
  test('keeps its place before later mutations (R5, R43)', async () => {
    const { tablet } = await kitchen();
    loseAnswers(tablet, 1);
    const [first, second] = [step(tablet, 'accepted'), step(tablet, 'preparing')];
    await tablet.pass(5_000);
    await Promise.all([first.durable, second.durable]);
    expect(await outbox(tablet)).toEqual([first.key, second.key]);
    expect(told(tablet)).toEqual([]);
  });

  test('is not stored again if another tab replaced it (R4, R23, R43)', async () => {
    const { server, tablet } = await kitchen();
    const other = await openTablet({ transport: server.transport, disk: tablet.disk, time: tablet.time });
    loseAnswers(tablet, 3);
    const older = turn(tablet, 'sold_out');
    await tablet.untilIdle();
    const newer = turn(other, 'available');
    await newer.durable;
    await tablet.pass(5_000);
    await older.durable;
    expect(await outbox(tablet)).toEqual([newer.key]);
    expect(await tablet.row('menu_items', korma.id)).toMatchObject({ availability_status: 'available' });
    expect(await tablet.counters()).toEqual({ issued: 2, done: 0, dead: 0, withdrawn: 1 });
    expect(await breaches(tablet.db)).toEqual([]);
  });

  test('disappears if another tab stored and withdrew it (R6, R10, R24)', async () => {
    const { server, tablet } = await kitchen();
    const other = await openTablet({ transport: server.transport, disk: tablet.disk, time: tablet.time });
    const makeRoom = fill(tablet);
    const live = watchRows(tablet.store, 'menu_items', (db) => db.menu_items.toArray(), { value: undefined });
    const leave = live.subscribe(() => undefined);
    const { key, durable } = turn(tablet, 'sold_out');
    durable.catch(() => undefined);
    await tablet.pass(10_000);
    const status = () => live.get()?.find((row) => row.id === korma.id)?.availability_status;
    expect(status()).toBe('sold_out');
    const rebase = { db: other.db, definitions: definitionOf, at: '2026-11-20T19:00:00.000Z' };
    const entry = tablet.store.unsaved.get(key)!.entry;
    await recover(rebase, [{ entry, instead: null }]);
    expect(await withdrawEntry(rebase, key)).toBe(true);
    makeRoom();
    await tablet.pass(20_000);
    await soon(() => expect(status()).toBe('available'));
    expect([await outbox(tablet), told(tablet)]).toEqual([[], []]);
    leave();
  });
});

describe('while the disk does not answer', () => {
  /** The database is lost and cannot be opened until the returned function is called. */
  function lose({ db }: Tablet): () => void {
    const broken = vi
      .spyOn(db, 'transaction')
      .mockRejectedValue(new Error('Connection to Indexed Database server lost'));
    return () => broken.mockRestore();
  }

  test('the mutation is retried and finally stored (R20, R43)', async () => {
    const { tablet } = await kitchen();
    const find = lose(tablet);
    const { key, durable } = turn(tablet, 'sold_out');
    durable.catch(() => undefined);
    await tablet.pass(60_000);
    expect(told(tablet)).toEqual([[key, 'storage']]);
    find();
    await tablet.pass(5_000);
    expect([await outbox(tablet), told(tablet)]).toEqual([[key], []]);
  });

  test('outdated code does not write after reopening (R16)', async () => {
    const { tablet } = await kitchen();
    const open = vi.spyOn(tablet.db, 'open');
    tablet.db.close({ disableAutoOpen: true });
    const newer = await upgrade(tablet);
    const { key, durable } = turn(tablet, 'sold_out');
    const ended = Promise.allSettled([durable]);
    await tablet.pass(60_000);
    expect((await ended)[0].status).toBe('rejected');
    expect(open).toHaveBeenCalled();
    expect(told(tablet)).toEqual([[key, 'outdated']]);
    expect([...tablet.store.unsaved.keys()]).toEqual([key]);
    expect(await newer.table('outbox').count()).toBe(0);
    newer.close();
  });

  test('a sealed database is not reopened for another owner (R13, R33)', async () => {
    const { tablet } = await kitchen();
    tablet.db.close({ disableAutoOpen: true });
    const { key, durable } = turn(tablet, 'sold_out');
    const ended = Promise.allSettled([durable]);
    tablet.store.isClosed = true;
    await tablet.pass(60_000);
    expect((await ended)[0].status).toBe('rejected');
    expect(tablet.db.isOpen()).toBe(false);
    expect([...tablet.store.unsaved.keys()]).toEqual([key]);
  });
});

test('older code never writes to a newer schema (R16)', async () => {
  const { server, tablet } = await kitchen();
  tablet.db.close();
  const newer = await upgrade(tablet);
  newer.close();
  await expect(openTablet({ transport: server.transport, disk: tablet.disk })).rejects.toSatisfy(isOutdated);
});

/** The database as a later version of the code upgrades it. */
async function upgrade({ db, disk }: Tablet): Promise<Dexie> {
  const { indexedDB, IDBKeyRange } = disk.tab();
  const newer = new Dexie(db.name, { indexedDB, IDBKeyRange });
  newer.version(9).stores({ riders: 'id', outbox: '++seq, &key, mid, state, *touches' });
  await newer.open();
  return newer;
}
