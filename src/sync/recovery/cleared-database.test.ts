import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openRestTablet } from '../../../tests/support/rest-server/tablet.ts';
import { makeServer } from '../../../tests/support/reference-server.ts';
import { dish, id, order, pathOf } from '../../../tests/support/rows.ts';
import { breaches, openTablet, type Tablet } from '../../../tests/support/tablet.ts';
import { instant } from '../../data/clock.ts';
import { mutateIn } from '../../data/mutate.ts';
import type { RescuedMutation } from '../../data/rescue-on-leave.ts';
import { sendMessage } from '../../features/chats/mutations.ts';
import { setAvailability } from '../../features/menu/mutations.ts';
import { setStatus } from '../../features/orders/mutations.ts';
import { watchForClearedDatabase } from './cleared-database.ts';
import { makeLoop, type Loop } from '../runtime/loop.ts';
import { restProtocol } from '../rest-adapter/rest-protocol.ts';
import { recover } from './recover.ts';
import { definitionOf } from '../runtime/registry.ts';

const korma = dish(100);
const loops: Loop[] = [];

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined));
afterEach(() => {
  vi.restoreAllMocks();
  for (const loop of loops.splice(0)) loop.stop();
});

/** A tablet whose worker runs, and that has loaded everything. */
async function kitchen() {
  const server = makeServer();
  server.put('menu_items', korma);
  server.put('orders', order(500));
  const tablet = await openTablet({ transport: server.transport });
  const loop = makeLoop(tablet.engine);
  loops.push(loop);
  tablet.store.onQueued = loop.kick;
  void loop.run();
  await tablet.quiet();
  return { server, tablet, loop };
}

/** Live queries run in real time, however busy the machine is. */
const rest = ({ quiet }: Tablet) => new Promise<void>((resolve) => setTimeout(() => void quiet().then(resolve), 40));

/** The browser throws the database away under the living page. */
function clear({ disk, db, loseConnections }: Tablet): void {
  disk.evict(db.name);
  loseConnections();
}

const turnOff = ({ store }: Tablet) =>
  mutateIn(store, setAvailability, { path: pathOf(korma), body: { availability_status: 'sold_out' } });
const accept = ({ store }: Tablet) =>
  mutateIn(store, setStatus, { path: { id: id(500) }, body: { order_status: 'accepted' } });
const nameOf = async ({ db }: Tablet) => (await db.sync.get('clientId'))?.value;

describe('a database that the browser throws away under a living page', () => {
  test('is made anew: the device takes a new name and loads everything afresh (R48)', async () => {
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

  test('takes a tap of that moment as soon as everything is there again, and says meanwhile why not yet (R20, R48)', async () => {
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

  test('gives back what waited in it, in order and once, out of the memory of the page, and the page is told (R4, R5, R48)', async () => {
    const { server, tablet, loop } = await kitchen();
    const { push } = server.transport;
    const told: RescuedMutation[][] = [];
    const leave = watchForClearedDatabase(tablet.store, (taps) => told.push(taps));
    // The first has arrived and its answer is lost; the second was never sent.
    tablet.engine.transport = { ...server.transport, push: async (body) => (await push(body), { kind: 'unanswered' }) };
    const first = turnOff(tablet);
    await first.durable;
    await tablet.quiet();
    const second = accept(tablet);
    await second.durable;
    await rest(tablet);
    clear(tablet);
    tablet.engine.transport = server.transport;
    loop.now();
    await tablet.pass(5_000);
    await rest(tablet);
    expect(told.map((taps) => taps.map(({ entry }) => [entry.key, entry.mid, entry.state]))).toEqual([
      [
        [first.key, null, 'queued'],
        [second.key, null, 'queued'],
      ],
    ]);
    const rebase = { db: tablet.db, definitions: definitionOf, at: instant(tablet.time.now()) };
    // Each tab of the device does it.
    await recover(rebase, told[0]!);
    await recover(rebase, told[0]!);
    expect(await breaches(tablet.db)).toEqual([]);
    loop.kick();
    await tablet.pass(5_000);
    expect(server.effects.map(({ key }) => key)).toEqual([first.key, second.key]);
    expect(await tablet.counters()).toEqual({ issued: 2, done: 2, dead: 0, withdrawn: 0 });
    leave();
  });

  test('and what was left behind waits until everything is there, and is no letter before (R2, R48)', async () => {
    const { server, tablet, loop } = await kitchen();
    const told: RescuedMutation[][] = [];
    const leave = watchForClearedDatabase(tablet.store, (taps) => told.push(taps));
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
    await expect(recover(rebase, told[0]!)).rejects.toThrow('loaded');
    expect(await tablet.db.dead_letters.count()).toBe(0);
    tablet.engine.transport = server.transport;
    loop.now();
    await tablet.pass(5_000);
    await recover(rebase, told[0]!);
    expect((await tablet.db.outbox.toArray()).map((entry) => entry.key)).toEqual([key]);
    leave();
  });

  test('a reply that was on its way to a server without keys is looked for in the chat, and is not sent again (R18, R48, R4)', async () => {
    const tablet = await openRestTablet();
    const { server, line, engine } = tablet;
    let way = tablet.way;
    const loop = makeLoop(engine, undefined, async (isNew) =>
      isNew ? (way = restProtocol(engine, (call) => line.ask(call))) : way,
    );
    loops.push(loop);
    void loop.run();
    await tablet.quiet();
    const told: RescuedMutation[][] = [];
    const leave = watchForClearedDatabase(tablet.store, (taps) => told.push(taps));
    line.fate = (_, call) => (call.startsWith('POST') ? 'done in silence' : 'answered');
    const path = { id: server.store.rows.chats[0]!.id };
    const body = { message: 'Ten minutes', message_id: id(900), seen_inbound_at: null };
    await mutateIn(tablet.store, sendMessage, { path, body }).durable;
    loop.kick();
    await rest(tablet);
    expect(await tablet.db.outbox.toArray()).toMatchObject([{ state: 'inflight' }]);
    await rest(tablet);
    clear(tablet);
    line.fate = () => 'answered';
    loop.now();
    // The answer is waited for, and then everything is loaded afresh.
    await tablet.pass(40_000);
    await rest(tablet);
    expect(told).toHaveLength(1);
    await recover({ db: tablet.db, definitions: definitionOf, at: instant(tablet.time.now()) }, told[0]!);
    loop.kick();
    await tablet.pass(5_000);
    expect(server.store.rows.messages.filter((row) => row['message'] === 'Ten minutes')).toHaveLength(1);
    expect(await tablet.db.dead_letters.count()).toBe(0);
    way.look('/restaurant/chats');
    loop.kick();
    await tablet.pass(5_000);
    expect(await tablet.counters()).toEqual({ issued: 1, done: 1, dead: 0, withdrawn: 0 });
    expect(await breaches(tablet.db)).toEqual([]);
    leave();
  });
});
