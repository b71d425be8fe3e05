import Dexie from 'dexie';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { makeServer } from '../../../tests/support/reference-server.ts';
import { dish, id, order, pathOf } from '../../../tests/support/rows.ts';
import { breaches, openTablet, START, type Tablet } from '../../../tests/support/tablet.ts';
import { makeDisk } from '../../../tests/sim/disk.ts';
import { databaseName } from '../../data/db.ts';
import { mutateIn } from '../../data/mutate.ts';
import { createOrder } from '../../features/point-of-sale/mutations.ts';
import { editItem, setAvailability } from '../../features/menu/mutations.ts';
import { setStatus } from '../../features/orders/mutations.ts';
import { makeLoop } from '../runtime/loop.ts';
import { readSyncState } from '../runtime/state.ts';
import { definitionOf } from '../runtime/registry.ts';
import { retryFailedChange } from './retry-failed-change.ts';

const DAY = 24 * 3_600_000;
const YEAR = 365 * DAY;
const dishes = [100, 101, 102].map((n) => dish(n));

afterEach(() => void vi.restoreAllMocks());

async function kitchen(options: Partial<Parameters<typeof openTablet>[0]> = {}) {
  const server = makeServer();
  server.put('menu_items', ...dishes);
  server.put('orders', order(500));
  const tablet = await openTablet({ transport: server.transport, ...options });
  server.now = tablet.time.now;
  return { server, tablet };
}

const turnOff = ({ store }: Tablet, n: number) =>
  mutateIn(store, setAvailability, { path: pathOf(dishes[n]!), body: { availability_status: 'sold_out' } });
const price = ({ store }: Tablet, n: number, price_amount: number) =>
  mutateIn(store, editItem, { path: pathOf(dishes[n]!), body: { price_amount } });
const accept = ({ store }: Tablet) =>
  mutateIn(store, setStatus, { path: { id: id(500) }, body: { order_status: 'accepted' } });

const order1 = ({ store }: Tablet) =>
  mutateIn(store, createOrder, {
    body: {
      id: id(700),
      short_code: 'K7',
      channel: 'walk_in',
      order_type: 'pickup',
      lines: [{ id: id(701), menu_item_id: id(100), quantity: 1, name: 'Korma', unit_amount: 895 }],
    },
  });

const skews = new WeakMap<Tablet, number>();

/** Sets the tablet's clock wrong by `ms`. */
function skew(tablet: Tablet, ms: number): void {
  const { engine, store, time } = tablet;
  if (!skews.has(tablet)) {
    engine.clock = { now: () => time.now() + skews.get(tablet)!, after: time.after };
    store.clock = engine.clock;
  }
  skews.set(tablet, ms);
}

describe('a clock that is wrong by a year', () => {
  test.each([
    ['ahead', YEAR],
    ['behind', -YEAR],
  ])('%s sends everything once, in order, with correct times (R44)', async (_, ms) => {
    const { server, tablet } = await kitchen();
    skew(tablet, ms);
    await tablet.load();
    tablet.store.serverOffsetMs = (await tablet.db.sync.get('serverOffsetMs'))!.value as number;
    const taps = [turnOff(tablet, 0), accept(tablet), turnOff(tablet, 1)];
    for (const tap of taps) await tap.durable;
    expect((await tablet.db.outbox.toArray()).map((entry) => Date.parse(entry.occurredAt) - START)).toEqual([0, 1, 2]);
    await tablet.sync();
    expect(server.effects.map((effect) => effect.key)).toEqual(taps.map((tap) => tap.key));
    const [done] = await tablet.db.done.toArray();
    expect([done?.sentAt, (await readSyncState(tablet.db)).lastPullAt]).toEqual([
      new Date(START).toISOString(),
      new Date(START).toISOString(),
    ]);
    expect(await breaches(tablet.db)).toEqual([]);
  });

  test('and corrected mid-push lets the next worker send (R14, R44)', async () => {
    const { server, tablet } = await kitchen({ isLeader: false });
    await tablet.load();
    skew(tablet, YEAR);
    await turnOff(tablet, 0).durable;
    tablet.engine.transport = { ...server.transport, push: () => new Promise(() => {}) };
    void tablet.push();
    await tablet.untilIdle();
    const other = await openTablet({
      transport: server.transport,
      disk: tablet.disk,
      time: tablet.time,
      isLeader: false,
    });
    expect(await other.push()).toMatchObject({ kind: 'sent' });
    expect(server.effects).toHaveLength(1);
  });

  test('and corrected during backoff ends the wait (R30, R44)', async () => {
    const { server, tablet } = await kitchen();
    skew(tablet, YEAR);
    const loop = makeLoop({
      ...tablet.engine,
      transport: { ...server.transport, push: async (body) => (isUp ? server.transport.push(body) : unanswered) },
    });
    let isUp = false;
    tablet.store.onQueued = loop.kick;
    void loop.run();
    await tablet.untilIdle();
    await turnOff(tablet, 0).durable;
    await tablet.untilIdle();
    expect(server.effects).toEqual([]);
    isUp = true;
    skew(tablet, 0);
    await turnOff(tablet, 1).durable;
    await tablet.untilIdle();
    expect(server.effects).toHaveLength(2);
    loop.stop();
  });

  test('and corrected still fails a poison mutation (R12, R44)', async () => {
    const { server, tablet } = await kitchen();
    await tablet.load();
    skew(tablet, YEAR);
    const { key, durable } = turnOff(tablet, 0);
    await durable;
    const fails = { kind: 'status', status: 500, error: null, retryAfterMs: null } as const;
    tablet.engine.transport = { ...server.transport, push: async () => fails };
    await tablet.push();
    skew(tablet, 0);
    for (let i = 0; i < 12; i++) {
      await tablet.push();
      await tablet.time.pass(60_000);
      await tablet.pull();
    }
    expect(await tablet.db.dead_letters.toArray()).toMatchObject([{ key, reason: 'rejected' }]);
  });

  test('and corrected keeps a mutation without a newer pull (R12, R44)', async () => {
    const { server, tablet } = await kitchen();
    skew(tablet, YEAR);
    await tablet.load();
    skew(tablet, 0);
    const { durable } = turnOff(tablet, 0);
    await durable;
    const error = { code: 'invalid_fields', message: 'Check the marked fields' };
    const refuses = { kind: 'status', status: 422, error, retryAfterMs: null } as const;
    tablet.engine.transport = { ...server.transport, push: async () => refuses, pull: async () => refuses };
    for (let i = 0; i < 6; i++) {
      await tablet.push();
      await tablet.pull();
      await tablet.time.pass(60_000);
    }
    expect(await tablet.db.dead_letters.count()).toBe(0);
    tablet.engine.transport = server.transport;
    await tablet.sync();
    expect(server.effects).toHaveLength(1);
  });

  test('and jumping before a restore still lists losses (R36, R44)', async () => {
    const { server, tablet } = await kitchen();
    await tablet.load();
    const backup = server.save();
    const { key, durable } = turnOff(tablet, 0);
    await durable;
    await tablet.sync();
    skew(tablet, YEAR);
    server.restore(backup, 'epoch-2');
    await tablet.sync();
    expect(await tablet.db.dead_letters.toArray()).toMatchObject([{ key, reason: 'lost' }]);
    const again = await retryFailedChange(tablet.store, definitionOf, key);
    await again!.durable;
    await tablet.sync();
    expect(server.get('menu_items', id(100))).toMatchObject({ availability_status: 'sold_out' });
  });
});

const unanswered = { kind: 'unanswered' } as const;

describe('a mutation stored by another version of the code', () => {
  /** As that version stored it. */
  const writtenBy = (tablet: Tablet, ver: number) => tablet.db.outbox.toCollection().modify({ ver });

  test('fails with a reason when its row is rebased (R16)', async () => {
    const { server, tablet } = await kitchen();
    await tablet.load();
    const { key, durable } = price(tablet, 0, 1);
    await durable;
    await writtenBy(tablet, 7);
    server.put('menu_items', dish(100, { price_amount: 950 }));
    await tablet.pull();
    expect(await tablet.db.dead_letters.toArray()).toMatchObject([
      { key, reason: 'apply_failed', error: { code: 'unsupported_version' } },
    ]);
    expect(await tablet.row('menu_items', id(100))).toMatchObject({ price_amount: 950 });
    expect(await tablet.counters()).toEqual({ issued: 1, done: 0, dead: 1, withdrawn: 0 });
    expect(await breaches(tablet.db)).toEqual([]);
  });

  test('takes effect as it would have then (R16, R25)', async () => {
    const { server, tablet } = await kitchen();
    await tablet.load();
    const { durable } = order1(tablet);
    await durable;
    // Older code accepted any text as a phone number.
    const asThen = { phone: 'at the bar', name: 'Sam' };
    await tablet.db.outbox.toCollection().modify((entry) => {
      Object.assign(entry, { ver: 1, body: { ...entry.body, customer: asThen } });
    });
    tablet.kill();
    const next = await openTablet({ transport: server.transport, disk: tablet.disk, time: tablet.time });
    // A newer row makes it rebase.
    server.put('menu_items', dish(100, { price_amount: 950 }));
    await next.push();
    const [entry] = await next.db.outbox.toArray();
    expect([entry?.ver, entry?.body['customer'], entry?.state]).toEqual([1, asThen, 'acked']);
    await next.sync();
    expect(await next.row('orders', id(700))).toMatchObject({
      customer: { name: 'Sam', phone: null },
      kitchen_note: 'Phone: at the bar',
    });
    expect(await next.counters()).toEqual({ issued: 1, done: 1, dead: 0, withdrawn: 0 });
    expect(await breaches(next.db)).toEqual([]);
  });

  test('can be retried in the current version’s form (R16, R27)', async () => {
    const { server, tablet } = await kitchen();
    await tablet.load();
    server.refusals.set('orders.create', { code: 'not_now', message: 'No' });
    await order1(tablet).durable;
    await tablet.db.outbox.toCollection().modify((entry) => {
      Object.assign(entry, { ver: 1, body: { ...entry.body, customer: { phone: 'at the bar', name: 'Sam' } } });
    });
    await tablet.sync();
    server.refusals.clear();
    const [deadLetter] = await tablet.db.dead_letters.toArray();
    await (await retryFailedChange(tablet.store, definitionOf, deadLetter!.key))!.durable;
    expect(await tablet.db.outbox.toArray()).toMatchObject([{ ver: 2, body: { kitchen_note: 'Phone: at the bar' } }]);
    await tablet.sync();
    expect(server.get('orders', id(700))).toMatchObject({ kitchen_note: 'Phone: at the bar' });
  });

  test('is left to the server if sent before (R16, R28)', async () => {
    const { server, tablet } = await kitchen();
    await tablet.load();
    const { key, durable } = price(tablet, 0, 1);
    await durable;
    const { push } = server.transport;
    tablet.engine.transport = { ...server.transport, push: async (body) => (await push(body), unanswered) };
    await tablet.push();
    await writtenBy(tablet, 7);
    await tablet.pull();
    expect([server.effects.length, await tablet.counters()]).toMatchObject([1, { issued: 1, done: 1, dead: 0 }]);
    expect(await tablet.db.done.get(key)).toMatchObject({ outcome: 'done' });
  });
});

test('survives thirty offline days and three schema versions (R5, R16, R37)', async () => {
  const disk = makeDisk();
  const path = pathOf(dishes[0]!);
  const server = makeServer();
  server.put('menu_items', ...dishes);
  server.put('orders', order(500));
  const rows = dishes.map((each) => server.get('menu_items', each.id)!);
  const cursor = { epoch: server.epoch, version: server.version() };
  const taps = [
    { key: id(901), call: 'menu.editItem', path, body: { price_amount: 1, op_id: id(901) }, row: rows[0]! },
    { key: id(902), call: 'orders.setStatus', path: { id: id(500) }, body: { order_status: 'accepted' }, row: null },
    { key: id(903), call: 'menu.editItem', path, body: { price_amount: 2, op_id: id(903) }, row: rows[0]! },
  ];
  await writeAsLongAgo(disk, { rows: [...rows, server.get('orders', id(500))!], cursor, taps });

  server.remove('menu_items', id(102));
  server.purge();
  const tablet = await openTablet({ transport: server.transport, disk });
  server.now = tablet.time.now;
  await tablet.time.pass(30 * DAY);
  expect(await tablet.db.outbox.count()).toBe(3);
  await tablet.sync();
  expect(server.effects.map((effect) => effect.key)).toEqual(taps.map((tap) => tap.key));
  expect(await tablet.row('menu_items', id(100))).toMatchObject({ price_amount: 2 });
  expect(await tablet.row('menu_items', id(102))).toBeNull();
  expect(await tablet.row('orders', id(500))).toMatchObject({ order_status: 'accepted' });
  expect(await tablet.counters()).toEqual({ issued: 3, done: 3, dead: 0, withdrawn: 0 });
  expect(await breaches(tablet.db)).toEqual([]);
});

interface Long {
  rows: { id: string }[];
  cursor: { epoch: string; version: number };
  taps: { key: string; call: string; path: Record<string, string>; body: Record<string, unknown> }[];
}

/** A database with a schema from before this code's first one, with three pending mutations. */
async function writeAsLongAgo(disk: ReturnType<typeof makeDisk>, { rows, cursor, taps }: Long): Promise<void> {
  const { indexedDB, IDBKeyRange } = disk.tab();
  const old = new Dexie(databaseName(id(1), id(2)), { indexedDB, IDBKeyRange });
  old.version(0.5).stores({
    menu_items: 'id',
    orders: 'id, placed_at',
    outbox: '++seq, &key, mid, state, *touches',
    shadow: 'touch',
    sync: 'name',
    counters: 'name',
  });
  const tableOf = (row: { id: string }) => (row.id === id(500) ? 'orders' : 'menu_items');
  for (const row of rows) {
    const keys = taps.filter((tap) => touched(tap) === `${tableOf(row)}:${row.id}`).map((tap) => tap.key);
    const price_amount = taps.findLast((tap) => keys.includes(tap.key))?.body['price_amount'];
    const shown = { ...row, ...(price_amount ? { price_amount } : { order_status: 'accepted' }) };
    await old.table(tableOf(row)).put(keys.length > 0 ? { ...shown, _sync: { op_ids: keys } } : row);
    if (keys.length > 0) await old.table('shadow').put({ touch: `${tableOf(row)}:${row.id}`, base: row });
  }
  for (const tap of taps)
    await old.table('outbox').add({
      ...tap,
      row: undefined,
      mid: null,
      ver: 1,
      touches: [touched(tap)],
      occurredAt: new Date(START).toISOString(),
      wasOffline: true,
      deviceName: 'Kitchen tablet',
      state: 'queued',
      attempts: 0,
      firstTryAt: null,
      lease: null,
      ackVersion: null,
      notice: null,
    });
  await old.table('counters').put({ name: 'issued', value: taps.length });
  await old.table('sync').bulkPut([
    { name: 'clientId', value: id(77) },
    { name: 'nextMid', value: 1 },
    { name: 'epoch', value: cursor.epoch },
    { name: 'cursor', value: cursor },
    { name: 'gen', value: 1 },
    { name: 'isComplete', value: true },
  ]);
  old.close();
}

const touched = ({ call, path }: Long['taps'][number]): string =>
  call === 'orders.setStatus' ? `orders:${path['id']}` : `menu_items:${path['itemId']}`;
