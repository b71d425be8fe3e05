import { describe, expect, test } from 'vitest';
import { makeServer } from '../../../tests/support/reference-server.ts';
import { category, dish, id, order, pathOf, priced } from '../../../tests/support/rows.ts';
import { breaches, openTablet, plain, type Tablet } from '../../../tests/support/tablet.ts';
import { mutateIn } from '../../data/mutate.ts';
import { addDish, createBody, emptyDraft } from '../../features/point-of-sale/draft.ts';
import { createOrder } from '../../features/point-of-sale/mutations.ts';
import { createCategory, createItem, editItem, removeItems, setAvailability } from '../../features/menu/mutations.ts';
import { restoreOrder, setStatus } from '../../features/orders/mutations.ts';
import { countWaiting } from '../runtime/state.ts';

const korma = dish(100);
const path = { id: id(1), categoryId: category.id };

async function kitchen() {
  const server = makeServer();
  server.put('menu_items', korma, dish(101));
  server.put('orders', order(500));
  const tablet = await openTablet({ transport: server.transport });
  await tablet.load();
  return { server, tablet };
}

const edit = ({ store }: Tablet, body: { name?: string; price_amount?: number }) =>
  mutateIn(store, editItem, { path: pathOf(korma), body });
const soldOut = ({ store }: Tablet) =>
  mutateIn(store, setAvailability, { path: pathOf(korma), body: { availability_status: 'sold_out' } });
const step = ({ store }: Tablet, order_status: 'accepted' | 'preparing' | 'ready' | 'completed') =>
  mutateIn(store, setStatus, { path: { id: id(500) }, body: { order_status } });
const states = async ({ db }: Tablet) => (await db.outbox.orderBy('seq').toArray()).map((entry) => entry.state);
const letters = ({ db }: Tablet) => db.dead_letters.orderBy('at').toArray();

/** The next pull's answer was made before the push that the server has answered. */
function pullsAreLate(tablet: Tablet, server: ReturnType<typeof makeServer>) {
  const { client_id, cursor } = { client_id: '', cursor: { epoch: server.epoch, version: server.version() } };
  const early = server.pull({ client_id, schema: 1, cursor });
  tablet.engine.transport = { ...server.transport, pull: async () => ({ kind: 'ok', data: early }) };
}

describe('a mutation that the server applied', () => {
  test('stays until a pull brings its effect (R9)', async () => {
    const { server, tablet } = await kitchen();
    const { key, durable } = edit(tablet, { price_amount: 5 });
    await durable;
    pullsAreLate(tablet, server);
    await tablet.push();
    await tablet.pull();
    expect(await states(tablet)).toEqual(['acked']);
    expect(await tablet.row('menu_items', korma.id)).toMatchObject({ price_amount: 5, _sync: { op_ids: [key] } });
    expect(await countWaiting(tablet.db)).toBe(0);
    tablet.engine.transport = server.transport;
    await tablet.pull();
    expect(await states(tablet)).toEqual([]);
    expect(await tablet.row('menu_items', korma.id)).toEqual(server.get('menu_items', korma.id));
    expect(await tablet.db.shadow.count()).toBe(0);
    expect(await tablet.db.done.toArray()).toMatchObject([{ key, outcome: 'done' }]);
    expect(await tablet.counters()).toEqual({ issued: 1, done: 1, dead: 0, withdrawn: 0 });
  });

  test('is not sent again while it waits for the pull', async () => {
    const { tablet } = await kitchen();
    await soldOut(tablet).durable;
    await tablet.push();
    expect(await tablet.push()).toEqual({ kind: 'empty' });
  });

  test('is done at once if it changed nothing', async () => {
    const { server, tablet } = await kitchen();
    server.put('orders', order(500, { order_status: 'ready' }));
    await step(tablet, 'accepted').durable;
    await tablet.load();
    await tablet.push();
    expect(await states(tablet)).toEqual([]);
    expect(await tablet.row('orders', id(500))).toMatchObject({ order_status: 'ready' });
    expect(await tablet.counters()).toMatchObject({ done: 1 });
  });

  test('fails if superseded, once the current row arrives (R27)', async () => {
    const { server, tablet } = await kitchen();
    const { key, durable } = soldOut(tablet);
    await durable;
    const later = {
      availability_status: 'hidden',
      availability_changed_at: '2026-11-20T23:00:00.000Z',
      availability_op_id: id(7),
    } as const;
    server.put('menu_items', { ...server.get('menu_items', korma.id)!, ...later });
    await tablet.sync();
    expect(await letters(tablet)).toMatchObject([
      { key, reason: 'superseded', error: null, theirs: { availability_status: 'hidden' } },
    ]);
    expect(await tablet.row('menu_items', korma.id)).toEqual(server.get('menu_items', korma.id));
    expect(await tablet.counters()).toEqual({ issued: 1, done: 0, dead: 1, withdrawn: 0 });
    expect(await breaches(tablet.db)).toEqual([]);
  });
});

describe('a mutation that the server refuses', () => {
  test('fails with both values and unblocks the queue (R26)', async () => {
    const { server, tablet } = await kitchen();
    server.refusals.set('orders.setStatus', {
      code: 'status_changed',
      message: 'No',
      current: order(500, { order_status: 'cancelled' }),
    });
    const bad = step(tablet, 'accepted');
    const good = edit(tablet, { price_amount: 5 });
    await Promise.all([bad.durable, good.durable]);
    await tablet.push();
    expect(await letters(tablet)).toMatchObject([
      {
        key: bad.key,
        reason: 'rejected',
        error: { code: 'status_changed' },
        theirs: { order_status: 'cancelled' },
        yours: { order_status: 'accepted' },
        entry: { call: 'orders.setStatus' },
      },
    ]);
    expect(await tablet.row('orders', id(500))).toMatchObject({ order_status: 'pending' });
    expect(await breaches(tablet.db)).toEqual([]);
    await tablet.sync();
    expect(server.get('menu_items', korma.id)).toMatchObject({ price_amount: 5 });
    expect(await tablet.counters()).toEqual({ issued: 2, done: 1, dead: 1, withdrawn: 0 });
  });

  test('is refused again if the first answer was lost', async () => {
    const { server, tablet } = await kitchen();
    server.refusals.set('orders.setStatus', { code: 'status_changed', message: 'No' });
    const { key, durable } = step(tablet, 'accepted');
    await durable;
    tablet.engine.transport = {
      ...server.transport,
      push: async (body) => {
        server.push(body);
        return { kind: 'unanswered' };
      },
    };
    await tablet.push();
    server.refusals.clear();
    tablet.engine.transport = server.transport;
    await tablet.push();
    expect(await letters(tablet)).toMatchObject([{ key, reason: 'rejected', error: { code: 'status_changed' } }]);
    expect(server.effects).toEqual([]);
  });

  test('to create a row takes never-sent dependents along (R26)', async () => {
    const { server, tablet } = await kitchen();
    server.refusals.set('menu.createItem', { code: 'id_taken', message: 'No' });
    const made = mutateIn(tablet.store, createItem, { path, body: { id: id(900), name: 'Dal', price_amount: 1 } });
    await made.durable;
    let later: { key: string; durable: Promise<void> } | null = null;
    tablet.engine.transport = {
      ...server.transport,
      push: async (body) => {
        const itemPath = { ...path, itemId: id(900) };
        later = mutateIn(tablet.store, editItem, { path: itemPath, body: { price_amount: 2 } });
        await later.durable;
        return server.transport.push(body);
      },
    };
    await tablet.push();
    expect((await letters(tablet)).map(({ key, reason }) => [key, reason]).toSorted()).toEqual(
      [
        [made.key, 'rejected'],
        [later!.key, 'dependency'],
      ].toSorted(),
    );
    expect(await tablet.row('menu_items', id(900))).toBeNull();
    expect(await tablet.db.outbox.count()).toBe(0);
    expect(await breaches(tablet.db)).toEqual([]);
    expect(await tablet.counters()).toEqual({ issued: 2, done: 0, dead: 2, withdrawn: 0 });
  });

  /** Sends the queue and runs `during` while the push is in flight. */
  async function pushDuring({ tablet, server }: Awaited<ReturnType<typeof kitchen>>, during: () => Promise<unknown>) {
    tablet.engine.transport = {
      ...server.transport,
      push: async (body) => {
        await during();
        return server.transport.push(body);
      },
    };
    await tablet.push();
    tablet.engine.transport = server.transport;
  }
  const reasons = async (tablet: Tablet) =>
    (await letters(tablet)).map(({ entry, reason }) => [entry.call, reason]).toSorted();

  test('to create a dish takes along an order with it (R26)', async () => {
    const { server, tablet } = await kitchen();
    server.refusals.set('menu.createItem', { code: 'id_taken', message: 'No' });
    await mutateIn(tablet.store, createItem, { path, body: { id: id(900), name: 'Dal', price_amount: 1 } }).durable;
    await pushDuring({ server, tablet }, async () => {
      const draft = addDish(emptyDraft(), id(900), priced(dish(900)), id(901));
      const body = createBody(draft, id(902), 'A1', { country: 'GB', currency: 'GBP', usualMinutes: 20 });
      await mutateIn(tablet.store, createOrder, { body }).durable;
      await soldOut(tablet).durable;
    });
    expect(await reasons(tablet)).toEqual([
      ['menu.createItem', 'rejected'],
      ['orders.create', 'dependency'],
    ]);
    expect(await tablet.row('orders', id(902))).toBeNull();
    expect(await states(tablet)).toEqual(['queued']);
    expect(await breaches(tablet.db)).toEqual([]);
    expect(await tablet.counters()).toEqual({ issued: 3, done: 0, dead: 2, withdrawn: 0 });
  });

  test('has no row of its own if only a later mutation made the row (R26)', async () => {
    const { server, tablet } = await kitchen();
    server.refusals.set('orders.restore', { code: 'not_found', message: 'No' });
    const { key, durable } = mutateIn(tablet.store, restoreOrder, { path: { id: id(902) }, body: {} });
    await durable;
    const draft = addDish(emptyDraft(), korma.id, priced(korma), id(901));
    const body = createBody(draft, id(902), 'A1', { country: 'GB', currency: 'GBP', usualMinutes: 20 });
    await mutateIn(tablet.store, createOrder, { body }).durable;
    await tablet.push();
    expect(await letters(tablet)).toMatchObject([{ key, reason: 'rejected', theirs: null, yours: null }]);
    expect(await breaches(tablet.db)).toEqual([]);
  });

  test('to create a category takes its dish and edits along (R26)', async () => {
    const { server, tablet } = await kitchen();
    server.refusals.set('menu.createCategory', { code: 'id_taken', message: 'No' });
    const body = { id: id(910), name: 'Curries' };
    await mutateIn(tablet.store, createCategory, { path: { id: id(1) }, body }).durable;
    const inIt = { id: id(1), categoryId: id(910) };
    await pushDuring({ server, tablet }, async () => {
      const made = { id: id(911), name: 'Dal', price_amount: 1 };
      await mutateIn(tablet.store, createItem, { path: inIt, body: made }).durable;
      const itemPath = { ...inIt, itemId: id(911) };
      await mutateIn(tablet.store, editItem, { path: itemPath, body: { price_amount: 2 } }).durable;
    });
    expect(await reasons(tablet)).toEqual([
      ['menu.createCategory', 'rejected'],
      ['menu.createItem', 'dependency'],
      ['menu.editItem', 'dependency'],
    ]);
    expect(await tablet.row('menu_items', id(911))).toBeNull();
    expect(await tablet.db.outbox.count()).toBe(0);
    expect(await breaches(tablet.db)).toEqual([]);
  });

  test('to create a dish keeps its removal with others (R26)', async () => {
    const { server, tablet } = await kitchen();
    server.refusals.set('menu.createItem', { code: 'id_taken', message: 'No' });
    await mutateIn(tablet.store, createItem, { path, body: { id: id(900), name: 'Dal', price_amount: 1 } }).durable;
    await pushDuring(
      { server, tablet },
      () => mutateIn(tablet.store, removeItems, { path, body: { item_ids: [id(900), korma.id] } }).durable,
    );
    expect(await reasons(tablet)).toEqual([['menu.createItem', 'rejected']]);
    expect(await states(tablet)).toEqual(['queued']);
    await tablet.sync();
    expect(server.get('menu_items', korma.id)).toBeNull();
    expect(await breaches(tablet.db)).toEqual([]);
  });

  test('keeps the other mutations of its row (R6)', async () => {
    const { server, tablet } = await kitchen();
    server.refusals.set('menu.editItem', { code: 'invalid_fields', message: 'No' });
    await edit(tablet, { price_amount: 5 }).durable;
    const kept = soldOut(tablet);
    await kept.durable;
    await tablet.push();
    expect(await tablet.row('menu_items', korma.id)).toMatchObject({
      price_amount: 895,
      availability_status: 'sold_out',
      _sync: { op_ids: [kept.key] },
    });
    expect(await breaches(tablet.db)).toEqual([]);
  });

  test('with an unknown call is listed, too (R16)', async () => {
    const { server, tablet } = await kitchen();
    await soldOut(tablet).durable;
    await tablet.db.outbox.toCollection().modify({ call: 'menu.launchRocket' });
    await tablet.push();
    expect(await letters(tablet)).toMatchObject([{ error: { code: 'unsupported_version' } }]);
    expect(plain(await tablet.row('menu_items', korma.id))).toEqual(server.get('menu_items', korma.id));
  });
});

describe('newer rows under pending mutations', () => {
  test('become the base row of all pending mutations (R6)', async () => {
    const { server, tablet } = await kitchen();
    const first = edit(tablet, { name: 'Mine' });
    await first.durable;
    const second = soldOut(tablet);
    await second.durable;
    server.put('menu_items', { ...korma, name: 'Theirs', price_amount: 77, description: 'New' });
    await tablet.pull();
    expect(await tablet.row('menu_items', korma.id)).toMatchObject({
      name: 'Mine',
      price_amount: 77,
      description: 'New',
      availability_status: 'sold_out',
      _sync: { op_ids: [first.key, second.key] },
    });
    expect(plain((await tablet.db.shadow.get(`menu_items:${korma.id}`))!.base)).toEqual(
      server.get('menu_items', korma.id),
    );
    expect(await breaches(tablet.db)).toEqual([]);
    await tablet.sync();
    expect(await tablet.row('menu_items', korma.id)).toEqual(server.get('menu_items', korma.id));
  });

  test('fail a never-sent mutation that no longer fits (R28)', async () => {
    const { server, tablet } = await kitchen();
    const { key, durable } = step(tablet, 'accepted');
    await durable;
    server.put('orders', order(500, { order_status: 'cancelled' }));
    await tablet.pull();
    expect(await letters(tablet)).toMatchObject([
      {
        key,
        reason: 'apply_failed',
        error: { code: 'order_already_final' },
        theirs: { order_status: 'cancelled' },
        yours: { order_status: 'accepted' },
      },
    ]);
    expect(await tablet.row('orders', id(500))).toMatchObject({ order_status: 'cancelled' });
    expect(await breaches(tablet.db)).toEqual([]);
    expect(await tablet.push()).toEqual({ kind: 'empty' });
  });

  test('leave a sent mutation to the server’s answer (R28)', async () => {
    const { server, tablet } = await kitchen();
    const { key, durable } = step(tablet, 'accepted');
    await durable;
    tablet.engine.transport = { ...server.transport, push: async () => ({ kind: 'unanswered' }) };
    await tablet.push();
    server.put('orders', order(500, { order_status: 'cancelled' }));
    await tablet.pull();
    expect(await letters(tablet)).toEqual([]);
    expect(await states(tablet)).toEqual(['queued']);
    expect(await tablet.row('orders', id(500))).toMatchObject({ order_status: 'cancelled' });
    expect(await breaches(tablet.db)).toEqual([]);
    tablet.engine.transport = server.transport;
    await tablet.sync();
    expect(await letters(tablet)).toMatchObject([{ key, reason: 'rejected', error: { code: 'order_already_final' } }]);
    expect(await breaches(tablet.db)).toEqual([]);
  });

  test('take a deleted row’s pending mutations along', async () => {
    const { server, tablet } = await kitchen();
    const first = edit(tablet, { name: 'Mine' });
    await first.durable;
    const second = soldOut(tablet);
    await second.durable;
    server.remove('menu_items', korma.id);
    await tablet.pull();
    expect(await tablet.row('menu_items', korma.id)).toBeNull();
    expect((await letters(tablet)).map((letter) => [letter.reason, letter.error?.code])).toEqual([
      ['apply_failed', 'not_found'],
      ['apply_failed', 'not_found'],
    ]);
    expect(await tablet.db.shadow.count()).toBe(0);
    expect(await tablet.counters()).toEqual({ issued: 2, done: 0, dead: 2, withdrawn: 0 });
    expect(await breaches(tablet.db)).toEqual([]);
  });

  test('deleted here and there are deleted once', async () => {
    const { server, tablet } = await kitchen();
    await mutateIn(tablet.store, removeItems, { path, body: { item_ids: [korma.id, id(101)] } }).durable;
    server.remove('menu_items', korma.id);
    await tablet.sync();
    expect(await tablet.db.menu_items.count()).toBe(0);
    expect(await tablet.counters()).toEqual({ issued: 1, done: 1, dead: 0, withdrawn: 0 });
    expect(await breaches(tablet.db)).toEqual([]);
  });

  test('keep a row created here but not yet sent (R6)', async () => {
    const { server, tablet } = await kitchen();
    await mutateIn(tablet.store, createItem, { path, body: { id: id(900), name: 'Dal', price_amount: 1 } }).durable;
    server.put('menu_items', dish(102));
    await tablet.pull();
    expect(await tablet.row('menu_items', id(900))).toMatchObject({ name: 'Dal' });
    await tablet.sync();
    expect(await tablet.row('menu_items', id(900))).toEqual(server.get('menu_items', id(900)));
    expect(await breaches(tablet.db)).toEqual([]);
  });
});
