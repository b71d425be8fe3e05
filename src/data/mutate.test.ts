import { afterEach, describe, expect, test, vi } from 'vitest';
import { makeServer, type ReferenceServer } from '../../tests/support/reference-server.ts';
import { category, dish, id, order, pathOf } from '../../tests/support/rows.ts';
import { instant } from './clock.ts';
import { breaches, loseAnswers, openTablet, plain, START, type Tablet } from '../../tests/support/tablet.ts';
import { createItem, editItem, removeItems, setAvailability } from '../features/menu/mutations.ts';
import { setStatus } from '../features/orders/mutations.ts';
import { definitionOf } from '../sync/runtime/registry.ts';
import { WRITE_EPOCH } from './db.ts';
import { applyPending } from './apply-pending.ts';
import { writeTransaction } from './store-mutation.ts';
import { mutateIn } from './mutate.ts';
import { OutdatedCode } from './outdated.ts';
import { soon } from '../../tests/support/soon.ts';

const korma = dish(100);
const off = { path: pathOf(korma), body: { availability_status: 'sold_out' as const } };
const on = { path: pathOf(korma), body: { availability_status: 'available' as const } };
const costs = (price_amount: number) => ({ path: pathOf(korma), body: { price_amount } });

async function kitchen(): Promise<{ server: ReferenceServer; tablet: Tablet }> {
  const server = makeServer();
  server.put('menu_items', korma, dish(101));
  server.put('orders', order(500));
  const tablet = await openTablet({ transport: server.transport });
  await tablet.load();
  return { server, tablet };
}

/** Advances the tablet's time until `promise` settles. Returns how it settled. */
async function ended(tablet: Tablet, promise: Promise<unknown>): Promise<'kept' | 'failed'> {
  let how: 'kept' | 'failed' | null = null;
  promise.then(
    () => (how = 'kept'),
    () => (how = 'failed'),
  );
  for (let i = 0; i < 500 && !how; i++) {
    await tablet.time.pass(100);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return how ?? expect.fail('The change neither stands nor fails');
}

const shown = ({ store }: Tablet) => store.overlay.over('menu_items', korma.id, korma, 0);

/** With a timeout long enough for a busy machine. */

afterEach(() => void vi.restoreAllMocks());

describe('a mutation', () => {
  test('shows at once, then stores row, base, entry and counter (R3, R19)', async () => {
    const { tablet } = await kitchen();
    const { key, durable } = mutateIn(tablet.store, setAvailability, off);
    expect(shown(tablet)).toMatchObject({ availability_status: 'sold_out', _sync: { op_ids: [key] } });
    expect(await tablet.db.outbox.count()).toBe(0);
    await durable;
    const row = await tablet.row('menu_items', korma.id);
    expect(row).toMatchObject({ availability_status: 'sold_out', _sync: { op_ids: [key] } });
    expect(plain((await tablet.db.shadow.get(`menu_items:${korma.id}`))!.base)).toEqual({ ...korma, version: 1 });
    expect(await tablet.db.outbox.toArray()).toEqual([
      {
        seq: expect.any(Number) as number,
        mid: null,
        key,
        call: 'menu.setAvailability',
        ver: 1,
        path: off.path,
        body: { availability_status: 'sold_out', occurred_at: new Date(START).toISOString(), op_id: key },
        touches: [`menu_items:${korma.id}`],
        occurredAt: new Date(START).toISOString(),
        wasOffline: false,
        deviceName: 'Kitchen tablet',
        state: 'queued',
        attempts: 0,
        firstTryAt: null,
        lease: null,
        ackVersion: null,
        notice: null,
      },
    ]);
    expect(await tablet.counters()).toEqual({ issued: 1, done: 0, dead: 0, withdrawn: 0 });
    expect(await breaches(tablet.db)).toEqual([]);
  });

  test('on an order names its device and offline state', async () => {
    const { tablet } = await kitchen();
    tablet.store.isOffline = () => true;
    await mutateIn(tablet.store, setStatus, { path: { id: id(500) }, body: { order_status: 'accepted' } }).durable;
    const [entry] = await tablet.db.outbox.toArray();
    expect(entry?.body).toMatchObject({ was_offline: true, device_name: 'Kitchen tablet' });
  });

  test('stores the base row when creating and deleting rows (R3)', async () => {
    const { tablet } = await kitchen();
    const body = { id: id(900), name: 'Dal', price_amount: 500 };
    await mutateIn(tablet.store, createItem, { path: { id: id(1), categoryId: category.id }, body }).durable;
    await mutateIn(tablet.store, removeItems, {
      path: { id: id(1), categoryId: category.id },
      body: { item_ids: [korma.id, id(101)] },
    }).durable;
    expect(await tablet.db.shadow.get(`menu_items:${id(900)}`)).toEqual({
      touch: `menu_items:${id(900)}`,
      base: null,
    });
    expect(await tablet.row('menu_items', korma.id)).toBeNull();
    expect((await tablet.db.shadow.get(`menu_items:${id(101)}`))?.base).toMatchObject({ name: 'Dish 101' });
    expect(await breaches(tablet.db)).toEqual([]);
  });

  test('that restores a row pending deletion has both marks (R3)', async () => {
    const { tablet } = await kitchen();
    const path = { id: korma.menu_book_id, categoryId: korma.category_id };
    const gone = mutateIn(tablet.store, removeItems, { path, body: { item_ids: [korma.id] } });
    await gone.durable;
    const body = { id: korma.id, name: 'Korma', price_amount: 995 };
    const made = mutateIn(tablet.store, createItem, { path, body });
    await made.durable;
    expect((await tablet.row('menu_items', korma.id))?._sync?.op_ids).toEqual([gone.key, made.key]);
    expect(await breaches(tablet.db)).toEqual([]);
  });

  test('that creates a row again has no earlier marks (R3)', async () => {
    const { tablet } = await kitchen();
    const { db } = tablet;
    const edit = mutateIn(tablet.store, editItem, { path: pathOf(korma), body: { name: 'Madras' } });
    const path = { id: korma.menu_book_id, categoryId: korma.category_id };
    const gone = mutateIn(tablet.store, removeItems, { path, body: { item_ids: [korma.id] } });
    await Promise.all([edit.durable, gone.durable]);
    await db.outbox.toCollection().modify({ firstTryAt: START });
    await db.shadow.put({ touch: `menu_items:${korma.id}`, base: null });
    const made = mutateIn(tablet.store, createItem, { path, body: { id: korma.id, name: 'Korma', price_amount: 995 } });
    await made.durable;
    expect((await tablet.row('menu_items', korma.id))?._sync?.op_ids).toEqual([made.key]);
    const waiting = await db.outbox.orderBy('seq').toArray();
    expect(waiting.map(({ key }) => key)).toEqual([edit.key, gone.key, made.key]);
    expect(applyPending(null, waiting, definitionOf).keys).toEqual([made.key]);
  });

  test('wakes the worker only after it is stored', async () => {
    const { tablet } = await kitchen();
    const woken: number[] = [];
    tablet.store.onQueued = () => void tablet.db.outbox.count().then((n) => woken.push(n));
    const { durable } = mutateIn(tablet.store, setAvailability, off);
    expect(woken).toEqual([]);
    await durable;
    await soon(() => expect(woken).toEqual([1]));
  });

  test('has the later time and key, whatever the clock does (R22, R44)', async () => {
    const { tablet } = await kitchen();
    tablet.store.serverOffsetMs = 5000;
    const first = mutateIn(tablet.store, setAvailability, off);
    const second = mutateIn(tablet.store, setAvailability, on);
    tablet.store.clock = { ...tablet.store.clock, now: () => START - 3_600_000 };
    const third = mutateIn(tablet.store, setAvailability, off);
    await Promise.all([first.durable, second.durable, third.durable]);
    const [entry] = await tablet.db.outbox.toArray();
    expect([first.key, second.key, third.key].toSorted()).toEqual([first.key, second.key, third.key]);
    expect(entry).toMatchObject({ key: third.key, occurredAt: new Date(START + 5002).toISOString() });
  });

  test('has the right time if the clock was a day ahead and was corrected offline (R44)', async () => {
    const { tablet } = await kitchen();
    const day = 24 * 3_600_000;
    Object.assign(tablet.store, { serverOffsetMs: -day, offsetAtMs: START + day });
    tablet.store.clock = { ...tablet.store.clock, now: () => START + 60_000 };
    await mutateIn(tablet.store, setAvailability, off).durable;
    expect(await tablet.db.outbox.toArray()).toMatchObject([{ occurredAt: new Date(START + 60_000).toISOString() }]);
  });

  test('with invalid arguments throws and leaves no trace (R21)', async () => {
    const { tablet } = await kitchen();
    expect(() => mutateIn(tablet.store, editItem, costs(-1))).toThrow('price_amount');
    expect(shown(tablet)).toBe(korma);
    expect(await tablet.counters()).toEqual({ issued: 0, done: 0, dead: 0, withdrawn: 0 });
  });
});

describe('a mutation that cannot be stored', () => {
  test('is hidden and listed if the row refuses it (R21)', async () => {
    const { tablet } = await kitchen();
    const complete = { path: { id: id(500) }, body: { order_status: 'completed' as const } };
    const { key, durable } = mutateIn(tablet.store, setStatus, complete);
    await expect(durable).rejects.toThrow('cannot be made');
    const pending = await tablet.row('orders', id(500));
    expect(tablet.store.overlay.over('orders', id(500), pending, 0)).toBe(pending);
    expect(tablet.store.unsavedMutations.list()).toMatchObject([{ key, call: 'orders.setStatus', kind: 'refused' }]);
    expect(await breaches(tablet.db)).toEqual([]);
    expect(await tablet.counters()).toMatchObject({ issued: 0 });
  });

  test('leaves nothing if its last write fails (R3)', async () => {
    const { tablet } = await kitchen();
    tablet.db.outbox.hook('creating', () => {
      throw new Error('The disk is full');
    });
    const { durable } = mutateIn(tablet.store, setAvailability, off);
    expect(await ended(tablet, durable)).toBe('failed');
    expect(plain(await tablet.row('menu_items', korma.id))).toEqual({ ...korma, version: 1 });
    expect(await tablet.db.shadow.count()).toBe(0);
    expect(await tablet.counters()).toMatchObject({ issued: 0 });
  });

  test('stays on screen until the disk accepts it (R20)', async () => {
    const { tablet } = await kitchen();
    const broken = vi.spyOn(tablet.db, 'transaction').mockRejectedValue(new Error('Connection lost'));
    const { key, durable } = mutateIn(tablet.store, setAvailability, off);
    expect(await ended(tablet, durable)).toBe('failed');
    expect(broken.mock.calls.length).toBeGreaterThan(2);
    expect(shown(tablet)).toMatchObject({ availability_status: 'sold_out' });
    const [failed] = tablet.store.unsavedMutations.list();
    expect(failed).toMatchObject({ key, kind: 'storage' });
    broken.mockRestore();
    failed!.retry();
    await soon(async () => expect(await tablet.db.outbox.count()).toBe(1));
    expect(tablet.store.unsavedMutations.list()).toEqual([]);
  });

  test('disappears from the screen when given up (R20)', async () => {
    const { tablet } = await kitchen();
    vi.spyOn(tablet.db, 'transaction').mockRejectedValue(new Error('Connection lost'));
    expect(await ended(tablet, mutateIn(tablet.store, setAvailability, off).durable)).toBe('failed');
    tablet.store.unsavedMutations.list()[0]!.discard();
    expect(tablet.store.unsavedMutations.list()).toEqual([]);
    expect(shown(tablet)).toBe(korma);
  });

  test('asks for a reload if newer code owns the database (R16)', async () => {
    const { tablet } = await kitchen();
    await tablet.db.sync.put({ name: 'writeEpoch', value: WRITE_EPOCH + 1 });
    const reload = vi.fn<() => void>();
    tablet.store.onOutdated = reload;
    await expect(mutateIn(tablet.store, setAvailability, off).durable).rejects.toThrow(OutdatedCode);
    expect(reload).toHaveBeenCalledOnce();
    expect(tablet.store.unsavedMutations.list()).toMatchObject([{ kind: 'outdated' }]);
    expect(await tablet.db.outbox.count()).toBe(0);
  });
});

describe('a lost connection to the database', () => {
  test('is opened again and the mutation stored (R43)', async () => {
    const { tablet } = await kitchen();
    tablet.db.close({ disableAutoOpen: true });
    const { durable } = mutateIn(tablet.store, setAvailability, off);
    expect(await ended(tablet, durable)).toBe('kept');
    expect(await tablet.db.outbox.count()).toBe(1);
    expect(tablet.store.unsavedMutations.list()).toEqual([]);
  });

  test('aborts running work when it closes (R43)', async () => {
    const { db } = (await kitchen()).tablet;
    const get = db.sync.get.bind(db.sync);
    vi.spyOn(db.sync, 'get').mockImplementationOnce(((name: 'writeEpoch') => {
      const asked = get(name);
      db.close({ disableAutoOpen: false });
      return asked;
    }) as never); // resolves one of the overloads
    expect(await writeTransaction(db, ['sync'], async () => 'done')).toBe('done');
  });

  test('after the commit does not store a mutation twice (R43)', async () => {
    const { tablet } = await kitchen();
    loseAnswers(tablet, 2);
    expect(await ended(tablet, mutateIn(tablet.store, setAvailability, off).durable)).toBe('kept');
    expect(await tablet.db.outbox.count()).toBe(1);
    expect(await tablet.counters()).toMatchObject({ issued: 1 });
  });

  test('after the commit does not repeat a manual retry (R4, R43)', async () => {
    const { tablet } = await kitchen();
    loseAnswers(tablet, 4);
    expect(await ended(tablet, mutateIn(tablet.store, setAvailability, off).durable)).toBe('failed');
    vi.restoreAllMocks();
    await tablet.sync();
    expect(await tablet.counters()).toEqual({ issued: 1, done: 1, dead: 0, withdrawn: 0 });
    const [failed] = tablet.store.unsavedMutations.list();
    failed!.retry();
    await tablet.pass(10_000);
    expect(await tablet.db.outbox.count()).toBe(0);
    expect(await tablet.counters()).toEqual({ issued: 1, done: 1, dead: 0, withdrawn: 0 });
  });
});

describe('of two mutations of one row', () => {
  test('the newer availability replaces the unsent older one (R23)', async () => {
    const { server, tablet } = await kitchen();
    await mutateIn(tablet.store, setAvailability, off).durable;
    const { key, durable } = mutateIn(tablet.store, setAvailability, on);
    await durable;
    expect((await tablet.db.outbox.toArray()).map((entry) => entry.key)).toEqual([key]);
    expect(await tablet.row('menu_items', korma.id)).toMatchObject({
      availability_status: 'available',
      _sync: { op_ids: [key] },
    });
    expect(await tablet.counters()).toEqual({ issued: 2, done: 0, dead: 0, withdrawn: 1 });
    expect(await breaches(tablet.db)).toEqual([]);
    await tablet.sync();
    expect(server.effects.map((effect) => effect.key)).toEqual([key]);
  });

  test('an edit replaces one whose fields it names (R23)', async () => {
    const { server, tablet } = await kitchen();
    const seen = (price_amount: number, expected_price_amount: number) =>
      mutateIn(tablet.store, editItem, { path: off.path, body: { price_amount, expected_price_amount } });
    await seen(900, 895).durable;
    const { key, durable } = seen(950, 900);
    await durable;
    // The person first saw the value under both mutations.
    const entries = await tablet.db.outbox.toArray();
    expect(entries).toMatchObject([{ key, body: { price_amount: 950, expected_price_amount: 895, op_id: key } }]);
    expect(await tablet.row('menu_items', korma.id)).toMatchObject({ price_amount: 950 });
    expect(await breaches(tablet.db)).toEqual([]);
    await tablet.sync();
    expect(server.get('menu_items', korma.id)).toMatchObject({ price_amount: 950 });
    expect(server.effects).toHaveLength(1);
  });

  test('an edit made with knowledge of the row expects nothing (R23)', async () => {
    const { tablet } = await kitchen();
    await mutateIn(tablet.store, editItem, {
      path: off.path,
      body: { price_amount: 900, expected_price_amount: 895 },
    }).durable;
    await mutateIn(tablet.store, editItem, costs(950)).durable;
    const [entry, ...others] = await tablet.db.outbox.toArray();
    expect(others).toEqual([]);
    expect(Object.keys(entry!.body)).not.toContain('expected_price_amount');
  });

  test('edits of different fields keep their own times (R23, R49)', async () => {
    const { server, tablet } = await kitchen();
    await mutateIn(tablet.store, editItem, { path: off.path, body: { name: 'Madras', price_amount: 900 } }).durable;
    await tablet.time.pass(60_000);
    await mutateIn(tablet.store, editItem, costs(950)).durable;
    expect((await tablet.db.outbox.orderBy('seq').toArray()).map(({ body }) => [body.name, body.occurred_at])).toEqual([
      ['Madras', instant(START)],
      [undefined, instant(START + 60_000)],
    ]);
    await tablet.sync();
    expect(server.get('menu_items', korma.id)).toMatchObject({ name: 'Madras', price_amount: 950 });
  });

  test('both are sent if the first was ever sent (R23)', async () => {
    const { server, tablet } = await kitchen();
    await mutateIn(tablet.store, setAvailability, off).durable;
    tablet.engine.transport = { ...server.transport, push: async () => ({ kind: 'unanswered' }) };
    await tablet.push();
    await mutateIn(tablet.store, setAvailability, on).durable;
    expect(await tablet.db.outbox.count()).toBe(2);
    expect(await breaches(tablet.db)).toEqual([]);
  });

  test('both are sent if another call lies between them (R23)', async () => {
    const { tablet } = await kitchen();
    await mutateIn(tablet.store, setAvailability, off).durable;
    await mutateIn(tablet.store, editItem, costs(950)).durable;
    await mutateIn(tablet.store, setAvailability, on).durable;
    expect((await tablet.db.outbox.orderBy('seq').toArray()).map((entry) => entry.call)).toEqual([
      'menu.setAvailability',
      'menu.editItem',
      'menu.setAvailability',
    ]);
    expect(await breaches(tablet.db)).toEqual([]);
  });

  test('each step of an order is sent (R23)', async () => {
    const { tablet } = await kitchen();
    for (const order_status of ['accepted', 'preparing', 'ready'] as const)
      await mutateIn(tablet.store, setStatus, { path: { id: id(500) }, body: { order_status } }).durable;
    expect(await tablet.db.outbox.count()).toBe(3);
    expect(await tablet.row('orders', id(500))).toMatchObject({ order_status: 'ready' });
  });

  test('the newer is applied to sent ones, not the replaced (R6, R23)', async () => {
    const { server, tablet } = await kitchen();
    await mutateIn(tablet.store, editItem, { path: off.path, body: { name: 'Sent' } }).durable;
    tablet.engine.transport = { ...server.transport, push: async () => ({ kind: 'unanswered' }) };
    await tablet.push();
    await mutateIn(tablet.store, editItem, costs(950)).durable;
    await mutateIn(tablet.store, editItem, costs(999)).durable;
    expect((await tablet.db.outbox.orderBy('seq').toArray()).map((entry) => entry.body.price_amount)).toEqual([
      undefined,
      999,
    ]);
    expect(await tablet.row('menu_items', korma.id)).toMatchObject({ name: 'Sent', price_amount: 999 });
    expect(await breaches(tablet.db)).toEqual([]);
  });
});

test('a retried mutation takes a free seq after an abort (R5)', async () => {
  const { tablet } = await kitchen();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const put = vi.spyOn(tablet.db.counters, 'put').mockImplementationOnce(() =>
    // By then the entry has its seq, and the transaction aborts.
    tablet.db.outbox.count().then(() => {
      throw new Error('aborted');
    }),
  );
  const first = mutateIn(tablet.store, setAvailability, off);
  await soon(() => expect(put).toHaveBeenCalled());
  await tablet.untilIdle();
  // Meanwhile another tab makes a mutation.
  const other = await openTablet({ transport: tablet.engine.transport, disk: tablet.disk });
  const second = mutateIn(other.store, setStatus, { path: { id: id(500) }, body: { order_status: 'accepted' } });
  await second.durable;
  expect(await ended(tablet, first.durable)).toBe('kept');
  const keys = (await tablet.db.outbox.orderBy('seq').toArray()).map((entry) => entry.key);
  expect(keys).toEqual([second.key, first.key]);
  expect(await breaches(tablet.db)).toEqual([]);
});
