import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { makeServer } from '../../../tests/support/reference-server.ts';
import { category, dish, id, order, pathOf } from '../../../tests/support/rows.ts';
import { breaches, openTablet, START, type Tablet } from '../../../tests/support/tablet.ts';
import { closeDb, openFor } from '../../data/current.ts';
import { instant } from '../../data/clock.ts';
import { deleteDeadLetter, writeTransaction } from '../../data/store-mutation.ts';
import { mutateIn } from '../../data/mutate.ts';
import {
  createCategory,
  createItem,
  editCategory,
  editItem,
  removeItems,
  setAvailability,
} from '../../features/menu/mutations.ts';
import { setStatus } from '../../features/orders/mutations.ts';
import { createOrder } from '../../features/point-of-sale/mutations.ts';
import { prepare } from '../protocol/identity.ts';
import { recover } from './recover.ts';
import { definitionOf } from '../runtime/registry.ts';
import { retryFailedChange } from './retry-failed-change.ts';
import { dismiss, dismissEach, restore, withdraw } from './unsent-changes.ts';
import { withdrawEntry } from './withdraw.ts';

const korma = dish(100);
const path = pathOf(korma);

async function kitchen() {
  const server = makeServer();
  server.put('menu_items', korma);
  server.put('orders', order(500));
  const tablet = await openTablet({ transport: server.transport });
  await tablet.load();
  return { server, tablet };
}

type EditBody = { name?: string; price_amount?: number; expected_price_amount?: number };

const takeBack = ({ db, time }: Tablet, key: string) =>
  withdrawEntry({ db, definitions: definitionOf, at: instant(time.now()) }, key);
const again = ({ store }: Tablet, key: string) => retryFailedChange(store, definitionOf, key);

async function edit({ store }: Tablet, body: EditBody): Promise<string> {
  const { key, durable } = mutateIn(store, editItem, { path, body });
  await durable;
  return key;
}

async function soldOut({ store }: Tablet): Promise<string> {
  const body = { availability_status: 'sold_out' as const };
  const { key, durable } = mutateIn(store, setAvailability, { path, body });
  await durable;
  return key;
}

async function step({ store }: Tablet, order_status: 'accepted' | 'ready' | 'completed'): Promise<string> {
  const { key, durable } = mutateIn(store, setStatus, { path: { id: id(500) }, body: { order_status } });
  await durable;
  return key;
}

afterEach(() => void vi.restoreAllMocks());

describe('a mutation withdrawn before it was sent', () => {
  test('leaves the row as if never made (R7, R24)', async () => {
    const { server, tablet } = await kitchen();
    const before = await tablet.row('menu_items', korma.id);
    const key = await edit(tablet, { name: 'Madras' });
    expect(await takeBack(tablet, key)).toBe(true);
    expect(await tablet.row('menu_items', korma.id)).toEqual(before);
    expect([await tablet.db.outbox.count(), await tablet.db.shadow.count()]).toEqual([0, 0]);
    expect(await tablet.db.done.toArray()).toMatchObject([{ key, outcome: 'withdrawn', ackVersion: null }]);
    expect(await tablet.counters()).toEqual({ issued: 1, done: 0, dead: 0, withdrawn: 1 });
    await tablet.sync();
    expect(server.effects).toEqual([]);
  });

  test('keeps the other mutations of its row', async () => {
    const { tablet } = await kitchen();
    const key = await edit(tablet, { name: 'Madras' });
    const kept = await soldOut(tablet);
    await takeBack(tablet, key);
    expect(await tablet.row('menu_items', korma.id)).toMatchObject({
      name: 'Dish 100',
      availability_status: 'sold_out',
      _sync: { op_ids: [kept] },
    });
    expect(await breaches(tablet.db)).toEqual([]);
  });

  test('takes dependents of its new row along (R24)', async () => {
    const { tablet } = await kitchen();
    const made = mutateIn(tablet.store, createCategory, {
      path: { id: id(1) },
      body: { id: id(900), name: 'Starters' },
    });
    await made.durable;
    await mutateIn(tablet.store, editCategory, {
      path: { id: id(1), categoryId: id(900) },
      body: { name: 'Snacks' },
    }).durable;
    expect(await takeBack(tablet, made.key)).toBe(true);
    expect(await tablet.row('menu_categories', id(900))).toBeNull();
    expect(await tablet.counters()).toEqual({ issued: 2, done: 0, dead: 0, withdrawn: 2 });
    expect(await breaches(tablet.db)).toEqual([]);
  });

  test('takes along what depends on it through other rows (R24)', async () => {
    const { tablet } = await kitchen();
    const { store } = tablet;
    const made = mutateIn(store, createItem, {
      path: { id: path.id, categoryId: category.id },
      body: { id: id(900), name: 'Dal', price_amount: 500 },
    });
    const line = { id: id(902), menu_item_id: id(900), quantity: 1, name: 'Dal', unit_amount: 500 };
    const body = { id: id(901), order_type: 'pickup' as const, channel: 'walk_in' as const, lines: [line] };
    mutateIn(store, createOrder, { body });
    mutateIn(store, setStatus, { path: { id: id(901) }, body: { order_status: 'preparing' } });
    const kept = mutateIn(store, setStatus, { path: { id: id(500) }, body: { order_status: 'accepted' } });
    await kept.durable;
    expect(await takeBack(tablet, made.key)).toBe(true);
    expect(await tablet.db.outbox.toArray()).toMatchObject([{ key: kept.key }]);
    expect(await tablet.row('orders', id(901))).toBeNull();
    expect(await tablet.counters()).toEqual({ issued: 4, done: 0, dead: 0, withdrawn: 3 });
    expect(await breaches(tablet.db)).toEqual([]);
  });

  test('leaves a deletion that concerns other rows, too (R24)', async () => {
    const { tablet } = await kitchen();
    const { store } = tablet;
    const parent = { id: path.id, categoryId: category.id };
    const made = mutateIn(store, createItem, { path: parent, body: { id: id(900), name: 'Dal', price_amount: 500 } });
    const gone = mutateIn(store, removeItems, { path: parent, body: { item_ids: [id(900), korma.id] } });
    await gone.durable;
    expect(await takeBack(tablet, made.key)).toBe(true);
    expect(await tablet.db.outbox.toArray()).toMatchObject([{ key: gone.key }]);
    expect(await tablet.row('menu_items', korma.id)).toBeNull();
    expect(await breaches(tablet.db)).toEqual([]);
  });

  test('fails a later mutation that needs it', async () => {
    const { tablet } = await kitchen();
    const ready = await step(tablet, 'ready');
    const completed = await step(tablet, 'completed');
    await takeBack(tablet, ready);
    expect(await tablet.db.dead_letters.toArray()).toMatchObject([
      { key: completed, reason: 'apply_failed', error: { code: 'transition_not_allowed' } },
    ]);
    expect(await tablet.row('orders', id(500))).toMatchObject({ order_status: 'pending' });
    expect(await tablet.counters()).toEqual({ issued: 2, done: 0, dead: 1, withdrawn: 1 });
    expect(await breaches(tablet.db)).toEqual([]);
  });

  test('must exist and never have been sent (R24)', async () => {
    const { server, tablet } = await kitchen();
    tablet.engine.transport = { ...server.transport, push: async () => ({ kind: 'unanswered' }) };
    const key = await step(tablet, 'accepted');
    await tablet.push();
    expect(await takeBack(tablet, key)).toBe(false);
    expect(await takeBack(tablet, 'no such key')).toBe(false);
    expect(await tablet.db.outbox.toArray()).toMatchObject([{ key }]);
    expect(await breaches(tablet.db)).toEqual([]);
  });
});

describe('a failed change', () => {
  async function refused() {
    const { server, tablet } = await kitchen();
    server.refusals.set('menu.editItem', { code: 'changed_elsewhere', message: 'No' });
    const key = await edit(tablet, { name: 'Madras', price_amount: 5 });
    await tablet.sync();
    server.refusals.clear();
    return { server, tablet, key };
  }

  test('is retried as a new mutation in its transaction (R27)', async () => {
    const { server, tablet, key } = await refused();
    await tablet.time.pass(60_000);
    const ticket = await again(tablet, key);
    await ticket?.durable;
    expect(ticket?.key).not.toBe(key);
    expect(await tablet.db.dead_letters.count()).toBe(0);
    const [entry] = await tablet.db.outbox.toArray();
    expect(entry?.body).toEqual({
      name: 'Madras',
      price_amount: 5,
      occurred_at: instant(START + 60_000),
      op_id: ticket?.key,
      device_name: 'Kitchen tablet',
    });
    expect(await breaches(tablet.db)).toEqual([]);
    await tablet.sync();
    expect(server.get('menu_items', korma.id)).toMatchObject({ name: 'Madras', price_amount: 5 });
    expect(await tablet.counters()).toEqual({ issued: 2, done: 1, dead: 1, withdrawn: 0 });
  });

  test('is retried with only the superseded fields (R27, R49)', async () => {
    const { server, tablet } = await kitchen();
    const key = await edit(tablet, { name: 'Madras', price_amount: 5, expected_price_amount: 895 });
    const standing = { at: instant(START), by: null, device_name: 'Counter' };
    const push = server.transport.push;
    tablet.engine.transport = {
      ...server.transport,
      async push(body) {
        const answer = await push(body);
        const notice = { code: 'superseded' as const, current: korma, fields: { price_amount: standing } };
        if (answer.kind === 'ok') for (const result of answer.data.results) result.notice = notice;
        return answer;
      },
    };
    await tablet.sync();
    await (
      await again(tablet, key)
    )?.durable;
    const [entry] = await tablet.db.outbox.toArray();
    expect(Object.keys(entry!.body).toSorted()).toEqual(['device_name', 'occurred_at', 'op_id', 'price_amount']);
  });

  test('is retried on the newest row (R27)', async () => {
    const { server, tablet, key } = await refused();
    server.put('menu_items', { ...korma, description: 'New' });
    await tablet.load();
    await (
      await again(tablet, key)
    )?.durable;
    expect(await tablet.row('menu_items', korma.id)).toMatchObject({ name: 'Madras', description: 'New' });
  });

  test('is retried once, though tapped twice (R27)', async () => {
    const { server, tablet, key } = await refused();
    const [first, second] = await Promise.all([again(tablet, key), again(tablet, key)]);
    await Promise.all([first?.durable, second?.durable]);
    expect(await tablet.counters()).toMatchObject({ issued: 2, withdrawn: 0 });
    await tablet.sync();
    expect(server.effects).toHaveLength(1);
    expect(await breaches(tablet.db)).toEqual([]);
  });

  test('stays if its mutation is no longer possible (R27)', async () => {
    const { server, tablet } = await kitchen();
    server.refusals.set('orders.setStatus', { code: 'status_changed', message: 'No' });
    const key = await step(tablet, 'accepted');
    await tablet.push();
    server.put('orders', order(500, { order_status: 'cancelled' }));
    await tablet.load();
    const ticket = await again(tablet, key);
    await expect(ticket?.durable).rejects.toThrow('cannot be made');
    expect(await tablet.db.dead_letters.toArray()).toMatchObject([{ key }]);
    expect(await breaches(tablet.db)).toEqual([]);
  });

  test('stays while the disk refuses the retry', async () => {
    const { tablet, key } = await refused();
    vi.spyOn(tablet.db, 'transaction').mockRejectedValue(new Error('Connection lost'));
    const ticket = await again(tablet, key);
    await tablet.pass(10_000);
    await expect(ticket?.durable).rejects.toThrow('Connection lost');
    expect(await tablet.db.dead_letters.count()).toBe(1);
    vi.restoreAllMocks();
    tablet.store.unsavedMutations.list()[0]?.retry();
    await tablet.untilIdle();
    expect([await tablet.db.dead_letters.count(), await tablet.db.outbox.count()]).toEqual([0, 1]);
    expect(await breaches(tablet.db)).toEqual([]);
  });

  test('that was superseded wins when retried', async () => {
    const { server, tablet } = await kitchen();
    const key = await soldOut(tablet);
    server.put('menu_items', {
      ...korma,
      availability_status: 'hidden',
      availability_changed_at: instant(START + 1000),
      availability_op_id: id(7),
    });
    await tablet.sync();
    expect(await tablet.db.dead_letters.toArray()).toMatchObject([{ key, reason: 'superseded' }]);
    await tablet.time.pass(60_000);
    await (
      await again(tablet, key)
    )?.durable;
    await tablet.sync();
    expect(server.get('menu_items', korma.id)).toMatchObject({ availability_status: 'sold_out' });
    expect(await tablet.counters()).toEqual({ issued: 2, done: 1, dead: 1, withdrawn: 0 });
  });

  test('once resolved is not stored again by a frozen page (R27)', async () => {
    const { tablet, key } = await refused();
    const { db } = tablet;
    const { entry } = (await db.dead_letters.get(key))!;
    await writeTransaction(db, ['dead_letters', 'sync'], () => deleteDeadLetter(db, key));
    await recover({ db, definitions: definitionOf, at: instant(START) }, [{ entry, instead: null }]);
    expect(await db.outbox.count()).toBe(0);
    expect(await db.dead_letters.count()).toBe(0);
  });

  test('that is missing or unknown cannot be retried', async () => {
    const { tablet, key } = await refused();
    expect(await again(tablet, 'no such key')).toBeUndefined();
    expect(await retryFailedChange(tablet.store, () => undefined, key)).toBeUndefined();
    expect(await tablet.db.dead_letters.count()).toBe(1);
  });
});

test('the journal keeps the last day and the newest 200 (R36)', async () => {
  const { server, tablet } = await kitchen();
  server.now = tablet.time.now;
  const make = async (from: number, count: number) => {
    for (let i = from; i < from + count; i++) {
      const body = { id: id(2000 + i), name: `New ${i}`, price_amount: i };
      await mutateIn(tablet.store, createItem, { path: { id: id(1), categoryId: category.id }, body }).durable;
    }
    await tablet.sync();
  };
  const journal = async () =>
    (await tablet.db.done.orderBy('seq').toArray()).map((entry) => entry.body.price_amount as number);
  await make(0, 205);
  expect(await journal()).toEqual(Array.from({ length: 205 }, (_, i) => i));
  await tablet.time.pass(25 * 3_600_000);
  await make(205, 10);
  expect(await journal()).toEqual(Array.from({ length: 200 }, (_, i) => i + 15));
  expect(await tablet.counters()).toEqual({ issued: 215, done: 215, dead: 0, withdrawn: 0 });
});

test('the panel works on the database that is open', async () => {
  const store = openFor(id(31), id(32));
  await prepare(store.db, store.newId);
  await store.db.menu_items.add(korma);
  const first = mutateIn(store, editItem, { path, body: { name: 'Madras' } });
  await first.durable;
  expect(await withdraw(first.key)).toBe(true);
  const second = mutateIn(store, editItem, { path, body: { name: 'Madras' } });
  await second.durable;
  const [entry] = await store.db.outbox.toArray();
  await store.db.outbox.clear();
  const deadLetter = { reason: 'rejected', error: null, notice: null, theirs: null, yours: null } as const;
  for (const key of ['a', 'b', 'c', 'd', 'e'])
    await store.db.dead_letters.add({ ...deadLetter, key, seq: 1, at: '', entry: entry! });
  await dismiss('a');
  await dismissEach(['c', 'd']);
  expect(await store.db.dead_letters.toCollection().primaryKeys()).toEqual(['b', 'e']);
  await (
    await restore('b')
  )?.durable;
  expect([await store.db.dead_letters.count(), await store.db.outbox.count()]).toEqual([1, 1]);
  closeDb();
  await store.db.delete();
});
