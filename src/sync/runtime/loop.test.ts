import { afterEach, describe, expect, test, vi } from 'vitest';
import { makeServer, type ReferenceServer } from '../../../tests/support/reference-server.ts';
import { dish, id, pathOf } from '../../../tests/support/rows.ts';
import { breaches, openTablet, type Tablet } from '../../../tests/support/tablet.ts';
import { type SyncStatus, WRITE_EPOCH } from '../../data/db.ts';
import { mutateIn } from '../../data/mutate.ts';
import { setAvailability } from '../../features/menu/mutations.ts';
import { syncLabel } from '../../shell/layout/sync-label.ts';
import { type Loop, makeLoop } from './loop.ts';
import type { Answer, Transport } from '../protocol/transport.ts';

const HOUR = 3_600_000;
const dishes = [100, 101, 102].map((n) => dish(n));

interface Kitchen {
  server: ReferenceServer;
  tablet: Tablet;
  loop: Loop;
  /** Requests to the server, in order. */
  calls: ('push' | 'pull')[];
  /** Answers in place of the server's. */
  fault: { push?: Answer<never> | undefined; pull?: Answer<never> | undefined };
  status(): Promise<SyncStatus>;
  tap(n: number): Promise<string>;
}

const loops: Loop[] = [];
afterEach(() => {
  for (const loop of loops.splice(0)) loop.stop();
  vi.restoreAllMocks();
});

async function kitchen(): Promise<Kitchen> {
  const server = makeServer();
  server.put('menu_items', ...dishes);
  const calls: Kitchen['calls'] = [];
  const fault: Kitchen['fault'] = {};
  const transport: Transport = {
    push: async (body) => {
      calls.push('push');
      return fault.push ?? server.transport.push(body);
    },
    pull: async (body) => {
      calls.push('pull');
      return fault.pull ?? server.transport.pull(body);
    },
  };
  const tablet = await openTablet({ transport });
  server.now = tablet.time.now;
  const loop = makeLoop(tablet.engine);
  loops.push(loop);
  tablet.store.onQueued = loop.kick;
  return {
    server,
    tablet,
    loop,
    calls,
    fault,
    status: async () => (await tablet.db.sync.get('status'))?.value as SyncStatus,
    async tap(n) {
      const path = pathOf(dishes[n]!);
      const ticket = mutateIn(tablet.store, setAvailability, { path, body: { availability_status: 'sold_out' } });
      await ticket.durable;
      return ticket.key;
    },
  };
}

async function running(): Promise<Kitchen> {
  const made = await kitchen();
  void made.loop.run();
  await made.tablet.untilIdle();
  made.calls.length = 0;
  return made;
}

/** What the status line says. */
const words = ({ gate, isDown }: SyncStatus, waiting = 0) => {
  const { before, count, noun, after } = syncLabel({
    gate,
    isDown: isDown === true,
    waiting,
    attention: 0,
    lastPullAt: null,
  });
  return before + count + noun + after;
};
const waiting = ({ tablet }: Kitchen) => tablet.db.outbox.count();
const unanswered = { kind: 'unanswered' } as const;
const says = (status: number, code: string, retryAfterMs: number | null = null): Answer<never> => ({
  kind: 'status',
  status,
  error: { code, message: code, request_id: 'req-1' },
  retryAfterMs,
});

describe('a full disk during a pull', () => {
  test('is reported to the pages until there is room (R20)', async () => {
    const made = await running();
    const said: string[] = [];
    made.tablet.engine.onDisk = (state) => said.push(state);
    made.fault.push = unanswered;
    const key = await made.tap(0);
    await made.tablet.untilIdle();
    delete made.fault.push;
    made.tablet.disk.fillUp(0, 100_000);
    made.loop.now();
    await made.tablet.pass(30_000);
    expect(new Set(said)).toEqual(new Set(['full']));
    expect((await made.tablet.db.outbox.toArray()).map((entry) => entry.key)).toEqual([key]);
    made.tablet.disk.fillUp(0, 0);
    await made.tablet.pass(60_000);
    expect(said.at(-1)).toBe('well');
    expect(made.server.effects.map((effect) => effect.key)).toEqual([key]);
    expect(await waiting(made)).toBe(0);
  });

  test('that hangs is reported and retried (R43)', async () => {
    const made = await running();
    const said: string[] = [];
    made.tablet.engine.onDisk = (state) => said.push(state);
    const hangs = vi.spyOn(made.tablet.db, 'transaction').mockImplementation(() => new Promise(() => {}) as never);
    made.loop.now();
    await made.tablet.pass(200_000);
    expect(said).toContain('stuck');
    hangs.mockRestore();
    await made.tablet.pass(240_000);
    expect(said.at(-1)).toBe('well');
  });
});

describe('a hanging write of the loop itself (R17, R43)', () => {
  const hang = () => new Promise(() => {}) as never;
  /** What the pages are told about the disk. */
  const heard = ({ tablet }: Kitchen) => {
    const said: string[] = [];
    tablet.engine.onDisk = (state) => said.push(state);
    return said;
  };

  test.each([
    ['that all is well', unanswered, undefined, (made: Kitchen) => made.loop.now()],
    ['that nobody answers', undefined, unanswered, (made: Kitchen) => made.loop.now()],
    ['that the browser is offline', undefined, undefined, (made: Kitchen) => made.loop.setOnline(false)],
  ] as const)('is reported while the loop continues: the status says %s', async (_, before, then, begin) => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const made = await kitchen();
    const { db } = made.tablet;
    const said = heard(made);
    made.fault.pull = before;
    void made.loop.run();
    await made.tablet.pass(1000);
    made.fault.pull = then;
    const put = db.sync.put.bind(db.sync) as (row: { name: string }) => never;
    const hanging = vi.spyOn(db.sync, 'put');
    hanging.mockImplementation((row) => (row.name === 'status' ? hang() : put(row)));
    begin(made);
    await made.tablet.pass(60_000);
    expect(said).toContain('stuck');
    hanging.mockRestore();
    made.fault.pull = undefined;
    await made.tap(0);
    await made.tablet.pass(200_000);
    expect([said.at(-1), await waiting(made)]).toEqual(['well', 0]);
    expect(await made.status()).toMatchObject({ gate: 'open' });
  });

  test('is reported while the loop continues: trimming old orders', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const made = await kitchen();
    const said = heard(made);
    const hanging = vi.spyOn(made.tablet.db.orders, 'count').mockImplementation(hang);
    void made.loop.run();
    await made.tablet.pass(200_000);
    expect(said).toContain('stuck');
    hanging.mockRestore();
    await made.tap(0);
    await made.tablet.pass(200_000);
    expect([said.at(-1), await waiting(made)]).toEqual(['well', 0]);
  });
});

describe('the loop', () => {
  test('loads, sends and reports that all is well', async () => {
    const made = await kitchen();
    const tapped = made.tap(0);
    void made.loop.run();
    await made.tablet.pass(2_000);
    expect(await made.tablet.db.menu_items.count()).toBe(3);
    expect(made.server.effects.map(({ key }) => key)).toEqual([await tapped]);
    expect(await waiting(made)).toBe(0);
    expect(await made.status()).toEqual({
      gate: 'open',
      since: null,
      nextTryAt: null,
      requestId: null,
      phase: 'idle',
    });
  });

  test('sends a mutation at once and pulls its effect', async () => {
    const made = await running();
    await made.tap(0);
    await made.tablet.untilIdle();
    expect(made.calls.slice(0, 2)).toEqual(['push', 'pull']);
    expect(await waiting(made)).toBe(0);
    expect(await made.tablet.counters()).toMatchObject({ issued: 1, done: 1 });
  });

  test('pulls once a minute without pokes (R39)', async () => {
    const { tablet, calls } = await running();
    await tablet.pass(59_999);
    expect(calls).toEqual([]);
    await tablet.pass(1);
    expect(calls).toEqual(['pull']);
  });

  test('writes only the last pull’s time when idle (R40)', async () => {
    const { tablet } = await running();
    const put = vi.spyOn(tablet.db.sync, 'put');
    await tablet.pass(HOUR);
    expect(new Set(put.mock.calls.map(([row]) => row.name))).toEqual(new Set(['lastPullAt']));
  });

  test('pulls at a poke with a new version', async () => {
    const { server, tablet, loop, calls } = await running();
    loop.poke('epoch-1', server.version());
    await tablet.untilIdle();
    expect(calls).toEqual([]);
    server.put('menu_items', dish(100, { price_amount: 1 }));
    loop.poke('epoch-1', server.version());
    await tablet.untilIdle();
    expect(calls).toEqual(['pull']);
    expect(await tablet.row('menu_items', id(100))).toMatchObject({ price_amount: 1 });
    loop.poke('epoch-2', 1);
    await tablet.untilIdle();
    expect(calls).toEqual(['pull', 'pull']);
  });

  test('reports an answer, so that the stream opens', async () => {
    const { tablet } = await kitchen();
    let reached = 0;
    const loop = makeLoop(tablet.engine, () => (reached += 1));
    loops.push(loop);
    void loop.run();
    await tablet.untilIdle();
    expect(reached).toBe(1);
  });

  test('does nothing more after it was stopped', async () => {
    const made = await kitchen();
    const ended = made.loop.run();
    await made.tablet.untilIdle();
    made.loop.stop();
    await ended;
    made.calls.length = 0;
    made.loop.now();
    await made.tablet.pass(HOUR);
    expect(made.calls).toEqual([]);
  });
});

describe('without an answer', () => {
  test('waits double up to a minute, mutations change nothing (R29, R30)', async () => {
    const made = await running();
    const { tablet, fault, calls } = made;
    fault.push = unanswered;
    await made.tap(0);
    await tablet.untilIdle();
    const waits: number[] = [];
    for (let i = 0; i < 10; i++) {
      const { gate, nextTryAt } = await made.status();
      expect(gate).toBe('offline');
      waits.push(nextTryAt! - tablet.time.now());
      calls.length = 0;
      await made.tap(1);
      await tablet.untilIdle();
      expect(calls).toEqual([]);
      await tablet.pass(nextTryAt! - tablet.time.now());
      expect(calls).toEqual(['push']);
    }
    expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
    delete fault.push;
    await tablet.pass(60_000);
    expect(await waiting(made)).toBe(0);
    expect(await breaches(tablet.db)).toEqual([]);
  });

  test.each([
    ['the line is dead', unanswered],
    ['a proxy answers for it', says(502, 'bad_gateway')],
    ['its database is away', says(503, 'unavailable', 1000)],
  ])('a lost stream makes the loop ask at once: %s', async (_, answer) => {
    const made = await running();
    made.fault.pull = answer;
    made.loop.doubt();
    await made.tablet.untilIdle();
    expect(made.calls).toEqual(['pull']);
    expect(words(await made.status())).toBe('Offline, 0 changes waiting');
    // The next doubt finds the server known to be gone.
    made.loop.doubt();
    await made.tablet.untilIdle();
    expect(made.calls).toEqual(['pull']);
  });

  test('a hanging request counts as offline after four seconds', async () => {
    const made = await running();
    const { promise, resolve } = Promise.withResolvers<Answer<never>>();
    const { pull } = made.server.transport;
    made.tablet.engine.transport.pull = async (body) => {
      await promise;
      return pull(body);
    };
    made.loop.doubt();
    await made.tablet.pass(3_999);
    expect(await made.status()).toMatchObject({ gate: 'open' });
    await made.tablet.pass(1);
    expect(await made.status()).toMatchObject({ gate: 'offline' });
    resolve(unanswered);
    await made.tablet.untilIdle();
    expect(await made.status()).toMatchObject({ gate: 'open', since: null });
    await made.tablet.pass(10_000);
    expect(await made.status()).toMatchObject({ gate: 'open' });
  });

  test('an answered doubt writes nothing that updates screens (R40)', async () => {
    const made = await running();
    const put = vi.spyOn(made.tablet.db.sync, 'put');
    made.loop.doubt();
    await made.tablet.pass(10_000);
    expect(made.calls).toEqual(['pull']);
    expect(put).not.toHaveBeenCalled();
  });

  test('the status says since when, and when it ends', async () => {
    const made = await running();
    made.fault.pull = unanswered;
    made.loop.kick();
    await made.tablet.untilIdle();
    const since = new Date(made.tablet.time.now()).toISOString();
    await made.tablet.pass(10_000);
    expect(await made.status()).toMatchObject({ gate: 'offline', since });
    delete made.fault.pull;
    made.loop.now();
    await made.tablet.untilIdle();
    expect(await made.status()).toMatchObject({ gate: 'open', since: null, nextTryAt: null });
  });

  test.each([
    ['the person asks', ({ loop }: Kitchen) => loop.now()],
    ['the browser says online', ({ loop }: Kitchen) => loop.setOnline(true)],
    ['a poke arrives', ({ loop }: Kitchen) => loop.poke('epoch-1', 0)],
  ])('it tries at once when %s', async (_, hint) => {
    const made = await running();
    made.fault.push = unanswered;
    await made.tap(0);
    await made.tablet.pass(20_000);
    delete made.fault.push;
    hint(made);
    await made.tablet.untilIdle();
    expect(await waiting(made)).toBe(0);
    expect(await made.status()).toMatchObject({ gate: 'open' });
  });

  test('and with the browser offline, it tries rarely', async () => {
    const made = await running();
    made.loop.setOnline(false);
    await made.tablet.untilIdle();
    expect(await made.status()).toMatchObject({ gate: 'offline' });
    await made.tap(0);
    await made.tablet.pass(14_999);
    expect(made.calls).toEqual([]);
    await made.tablet.pass(1);
    expect(await waiting(made)).toBe(0);
    expect(await made.status()).toMatchObject({ gate: 'open' });
  });

  test('and back online mid-write, it tries at once (R30)', async () => {
    const { tablet, loop, calls } = await running();
    const { db } = tablet;
    const put = db.sync.put.bind(db.sync);
    const spy = vi.spyOn(db.sync, 'put').mockImplementation(((value: never) => {
      spy.mockRestore();
      loop.setOnline(true);
      return put(value);
    }) as never); // resolves one of the overloads
    loop.setOnline(false);
    await tablet.pass(1000);
    expect(calls).toEqual(['pull']);
  });
});

describe('when the server says "not now"', () => {
  test('its time is kept despite mutations and pokes (R30)', async () => {
    const made = await running();
    made.fault.push = says(429, 'too_many', 90_000);
    await made.tap(0);
    await made.tablet.untilIdle();
    expect(await made.status()).toMatchObject({
      gate: 'backoff',
      nextTryAt: made.tablet.time.now() + 90_000,
      requestId: 'req-1',
    });
    delete made.fault.push;
    made.calls.length = 0;
    await made.tap(1);
    made.server.put('menu_items', dish(102));
    made.loop.poke('epoch-1', made.server.version());
    await made.tablet.pass(89_999);
    expect(made.calls).toEqual([]);
    await made.tablet.pass(1);
    expect(await waiting(made)).toBe(0);
  });

  test('an early answer ends the wait for pokes (R30, R39)', async () => {
    const made = await running();
    made.fault.pull = says(429, 'too_many', HOUR);
    made.loop.now();
    await made.tablet.untilIdle();
    made.fault.pull = undefined;
    made.loop.setOnline(true);
    await made.tablet.pass(1000);
    expect(await made.status()).toMatchObject({ gate: 'open' });
    made.server.put('menu_items', dish(102, { price_amount: 7 }));
    made.loop.poke('epoch-1', made.server.version());
    await made.tablet.untilIdle();
    expect(await made.tablet.row('menu_items', id(102))).toMatchObject({ price_amount: 7 });
  });

  test('its time is kept despite disk errors (R30)', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const made = await running();
    made.fault.pull = says(503, 'unavailable', 30_000);
    made.tablet.disk.fillUp(0, 1);
    made.loop.now();
    await made.tablet.untilIdle();
    made.calls.length = 0;
    await made.tablet.pass(29_999);
    expect(made.calls).toEqual([]);
    await made.tablet.pass(1);
    expect(made.calls).not.toEqual([]);
  });

  test('a full disk is reported; no mutation is blamed', async () => {
    const made = await running();
    made.fault.push = says(503, 'disk_full', 10_000);
    const key = await made.tap(0);
    await made.tablet.untilIdle();
    expect(await made.status()).toMatchObject({ gate: 'backoff', isDiskFull: true });
    await made.tablet.pass(HOUR);
    expect(await made.tablet.db.outbox.toArray()).toMatchObject([{ key, attempts: 0 }]);
    delete made.fault.push;
    await made.tablet.pass(60_000);
    expect(await waiting(made)).toBe(0);
    expect(await made.status()).not.toHaveProperty('isDiskFull');
  });

  test('to pushes, pulls continue', async () => {
    const made = await running();
    made.fault.push = says(500, 'internal');
    await made.tap(0);
    made.server.put('menu_items', dish(102, { price_amount: 7 }));
    await made.tablet.untilIdle();
    expect(await made.tablet.row('menu_items', id(102))).toMatchObject({ price_amount: 7 });
    expect(await made.status()).toMatchObject({ gate: 'backoff', requestId: 'req-1' });
    expect(words(await made.status(), 1)).toBe('1 change waiting');
    expect(await waiting(made)).toBe(1);
  });

  test('to pushes, backoff grows although pulls succeed', async () => {
    const made = await running();
    made.fault.push = says(500, 'internal');
    await made.tap(0);
    made.calls.length = 0;
    await made.tablet.pass(10 * 60_000);
    expect(made.calls.filter((call) => call === 'push').length).toBeLessThan(30);
    expect(made.calls.filter((call) => call === 'push').length).toBeGreaterThan(15);
  });

  test('for one mutation, it fails and others arrive (R12)', async () => {
    const made = await running();
    const { tablet, server } = made;
    const keys: string[] = [];
    tablet.engine.transport.push = async (body) =>
      body.mutations.some(({ key }) => key === keys[0]) ? says(500, 'internal') : server.transport.push(body);
    made.loop.setOnline(false);
    keys.push(await made.tap(0), await made.tap(1));
    made.loop.setOnline(true);
    await tablet.pass(15 * 60_000);
    expect(server.effects.map((effect) => effect.key)).toEqual([keys[1]]);
    expect(await tablet.db.dead_letters.toArray()).toMatchObject([{ key: keys[0], reason: 'rejected' }]);
    expect(await made.status()).toMatchObject({ gate: 'open' });
    expect(await breaches(tablet.db)).toEqual([]);
  });
});

describe('a block that time does not end (R29)', () => {
  test.each([
    ['auth', says(401, 'unauthenticated')],
    ['onboarding', says(403, 'profile_incomplete')],
    ['upgrade', says(426, 'upgrade_required')],
  ] as const)('%s keeps the queue and names no next try', async (gate, answer) => {
    const made = await running();
    made.fault.push = answer;
    const key = await made.tap(0);
    await made.tablet.untilIdle();
    expect(await made.status()).toMatchObject({ gate, nextTryAt: null });
    expect(made.calls).toEqual(['push']);
    expect(await made.tablet.db.outbox.toArray()).toMatchObject([{ key, state: 'queued', attempts: 0 }]);
    delete made.fault.push;
    made.loop.now();
    await made.tablet.untilIdle();
    expect(await waiting(made)).toBe(0);
    expect(await made.status()).toMatchObject({ gate: 'open', since: null });
  });
});

describe('the local database', () => {
  test('is reopened after a lost connection (R43)', async () => {
    const made = await running();
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    made.server.put('menu_items', dish(102, { price_amount: 7 }));
    made.tablet.db.close({ disableAutoOpen: true });
    made.loop.now();
    await made.tablet.pass(2000);
    expect(warned).toHaveBeenCalled();
    expect(await made.tablet.row('menu_items', id(102))).toMatchObject({ price_amount: 7 });
  });

  test('is retried more and more rarely', async () => {
    const made = await running();
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    vi.spyOn(made.tablet.db, 'transaction').mockRejectedValue(new Error('QuotaExceededError'));
    made.loop.now();
    await made.tablet.pass(600_000);
    expect(made.calls.length).toBeLessThan(40);
    vi.restoreAllMocks();
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await made.tap(0);
    await made.tablet.pass(61_000);
    expect(await waiting(made)).toBe(0);
  });

  test('is left alone if newer code owns it (R16)', async () => {
    const made = await kitchen();
    const ended = made.loop.run();
    await made.tablet.untilIdle();
    await made.tap(0);
    await made.tablet.untilIdle();
    await made.tablet.db.sync.put({ name: 'writeEpoch', value: WRITE_EPOCH + 1 });
    made.server.put('menu_items', dish(102, { price_amount: 7 }));
    made.loop.now();
    await made.tablet.untilIdle();
    await ended;
    expect(await made.tablet.row('menu_items', id(102))).toMatchObject({ price_amount: 895 });
  });

  test('of older code is marked as this code’s', async () => {
    const made = await kitchen();
    await made.tablet.db.sync.put({ name: 'writeEpoch', value: WRITE_EPOCH - 1 });
    void made.loop.run();
    await made.tablet.untilIdle();
    expect((await made.tablet.db.sync.get('writeEpoch'))?.value).toBe(WRITE_EPOCH);
  });
});
