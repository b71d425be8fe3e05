import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeServer } from '../../../tests/support/reference-server.ts';
import { dish, id, order, pathOf } from '../../../tests/support/rows.ts';
import { breaches, openTablet, type Tablet } from '../../../tests/support/tablet.ts';
import { instant } from '../../data/clock.ts';
import { mutateIn } from '../../data/mutate.ts';
import { keepCopies } from '../../data/copies.ts';
import { setAvailability } from '../../features/menu/mutations.ts';
import { setStatus } from '../../features/orders/mutations.ts';
import { watchForClearedDatabase } from './cleared-database.ts';
import { makeLoop, type Loop } from '../runtime/loop.ts';
import { recover } from './recover.ts';
import { definitionOf } from '../runtime/registry.ts';

const korma = dish(100);
const loops: Loop[] = [];

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined));
afterEach(() => {
  vi.restoreAllMocks();
  for (const loop of loops.splice(0)) loop.stop();
});

/** A tablet with a running worker that has loaded everything. */
async function kitchen() {
  const server = makeServer();
  server.put('menu_items', korma);
  server.put('orders', order(500));
  const tablet = await openTablet({ transport: server.transport });
  const loop = makeLoop(tablet.engine);
  loops.push(loop);
  tablet.store.onQueued = loop.kick;
  void loop.run();
  await tablet.untilIdle();
  return { server, tablet, loop };
}

/** Live queries run in real time, so wait for a timer, too. */
const rest = ({ untilIdle: quiet }: Tablet) =>
  new Promise<void>((resolve) => setTimeout(() => void quiet().then(resolve), 40));

/** Local storage outlives the database. Returns how often the page was told of the deletion, and of the new database. */
function keepsCopies({ db, store }: Tablet) {
  const values = new Map<string, string>();
  store.copies = keepCopies(db.name, {
    getItem: (name) => values.get(name) ?? null,
    setItem: (name, value) => void values.set(name, value),
    removeItem: (name) => void values.delete(name),
    key: (index) => [...values.keys()][index] ?? null,
    get length() {
      return values.size;
    },
  });
  const told = { gone: 0, cleared: 0 };
  const stop = watchForClearedDatabase(
    store,
    () => void (told.gone += 1),
    () => void (told.cleared += 1),
  );
  return { told, stop, copies: store.copies };
}

/** The browser deletes the database under the living page. */
function clear({ disk, db, loseConnections }: Tablet): void {
  disk.evict(db.name);
  loseConnections();
}

const turnOff = ({ store }: Tablet) =>
  mutateIn(store, setAvailability, { path: pathOf(korma), body: { availability_status: 'sold_out' } });
const accept = ({ store }: Tablet) =>
  mutateIn(store, setStatus, { path: { id: id(500) }, body: { order_status: 'accepted' } });
const nameOf = async ({ db }: Tablet) => (await db.sync.get('clientId'))?.value;

describe('a database that the browser deletes under a page', () => {
  test('gets a new client id and loads afresh (R48)', async () => {
    const { server, tablet, loop } = await kitchen();
    const before = await nameOf(tablet);
    clear(tablet);
    loop.kick();
    await tablet.pass(5_000);
    expect(await nameOf(tablet)).toEqual(expect.any(String));
    expect(await nameOf(tablet)).not.toBe(before);
    expect(await tablet.row('menu_items', korma.id)).toMatchObject({ availability_status: 'available' });
    const { durable } = turnOff(tablet);
    await durable;
    await tablet.pass(1_000);
    expect(server.effects).toHaveLength(1);
    expect(await tablet.counters()).toEqual({ issued: 1, done: 1, dead: 0, withdrawn: 0 });
  });

  test('reports mutations as not loaded and stores them later (R20, R48)', async () => {
    const { server, tablet, loop } = await kitchen();
    tablet.engine.transport = { ...server.transport, pull: async () => ({ kind: 'unanswered' }) };
    clear(tablet);
    const [first, second] = [turnOff(tablet), accept(tablet)];
    for (const { durable } of [first, second]) durable.catch(() => undefined);
    await tablet.pass(10_000);
    expect(tablet.store.unsavedMutations.list().map(({ key, kind }) => [key, kind])).toEqual([
      [first.key, 'loading'],
      [second.key, 'loading'],
    ]);
    tablet.engine.transport = server.transport;
    loop.now();
    await tablet.pass(10_000);
    expect(server.effects.map(({ key }) => key)).toEqual([first.key, second.key]);
    expect(tablet.store.unsavedMutations.list()).toEqual([]);
    expect(await breaches(tablet.db)).toEqual([]);
  });

  test('gets its pending mutations back, in order and once (R4, R5, R48)', async () => {
    const { server, tablet, loop } = await kitchen();
    const { push } = server.transport;
    const { told, stop, copies } = keepsCopies(tablet);
    // The first one arrived, but its answer is lost; the second was never sent.
    tablet.engine.transport = { ...server.transport, push: async (body) => (await push(body), { kind: 'unanswered' }) };
    const first = turnOff(tablet);
    await first.durable;
    await tablet.untilIdle();
    const second = accept(tablet);
    await second.durable;
    await rest(tablet);
    clear(tablet);
    tablet.engine.transport = server.transport;
    loop.now();
    await tablet.pass(5_000);
    await rest(tablet);
    expect(told).toEqual({ gone: expect.any(Number), cleared: 1 });
    expect(copies.read().map(({ entry }) => [entry.key, entry.mid, entry.state])).toEqual([
      [first.key, null, 'queued'],
      [second.key, null, 'queued'],
    ]);
    const rebase = { db: tablet.db, definitions: definitionOf, at: instant(tablet.time.now()) };
    // Each tab of the device does it.
    await recover(rebase, copies.read());
    await recover(rebase, copies.read());
    expect(await breaches(tablet.db)).toEqual([]);
    loop.kick();
    await tablet.pass(5_000);
    expect(server.effects.map(({ key }) => key)).toEqual([first.key, second.key]);
    expect(await tablet.counters()).toEqual({ issued: 2, done: 2, dead: 0, withdrawn: 0 });
    stop();
  });

  test('stores rescued mutations only after the load (R2, R48)', async () => {
    const { server, tablet, loop } = await kitchen();
    const { stop, copies } = keepsCopies(tablet);
    tablet.engine.transport = {
      push: async () => ({ kind: 'unanswered' }),
      pull: async () => ({ kind: 'unanswered' }),
    };
    const { key, durable } = turnOff(tablet);
    await durable;
    await rest(tablet);
    clear(tablet);
    loop.now();
    await tablet.pass(5_000);
    await rest(tablet);
    const rebase = { db: tablet.db, definitions: definitionOf, at: instant(tablet.time.now()) };
    const failed = await recover(rebase, copies.read());
    expect(failed?.left.map(({ entry }) => entry.key)).toEqual([key]);
    expect(String(failed?.error)).toContain('loaded');
    expect(await tablet.db.dead_letters.count()).toBe(0);
    tablet.engine.transport = server.transport;
    loop.now();
    await tablet.pass(5_000);
    await recover(rebase, copies.read());
    expect((await tablet.db.outbox.toArray()).map((entry) => entry.key)).toEqual([key]);
    stop();
  });
});
