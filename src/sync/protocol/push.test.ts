import { describe, expect, test } from 'vitest';
import type { ErrorBody } from '../../../contract/errors.ts';
import { PUSH_BYTES } from '../../../contract/limits.ts';
import { makeServer, type ReferenceServer } from '../../../tests/support/reference-server.ts';
import { category, dish, id, order, pathOf } from '../../../tests/support/rows.ts';
import { breaches, openTablet, type Tablet, type TabletOptions } from '../../../tests/support/tablet.ts';
import { mutateIn } from '../../data/mutate.ts';
import { createItem, editItem, setAvailability } from '../../features/menu/mutations.ts';
import { setStatus } from '../../features/orders/mutations.ts';
import type { Answer, PushBody, PushReply, Transport } from './transport.ts';
import { withdrawEntry } from '../recovery/withdraw.ts';

const dishes = [100, 101, 102, 103].map((n) => dish(n));
const minutes = (n: number) => n * 60_000;

interface Wire extends Transport {
  /** All push bodies, as JSON. */
  sent: string[];
  /** Answers to the next pushes, in place of the server. */
  next: ((body: PushBody) => Promise<Answer<PushReply>> | Answer<PushReply>)[];
}

function wireTo(server: ReferenceServer): Wire {
  const wire: Wire = {
    sent: [],
    next: [],
    push: async (body) => {
      wire.sent.push(JSON.stringify(body));
      return (await wire.next.shift()?.(body)) ?? server.transport.push(body);
    },
    pull: server.transport.pull,
  };
  return wire;
}

async function kitchen(options: Partial<TabletOptions> = {}) {
  const server = makeServer();
  server.put('menu_items', ...dishes);
  server.put('orders', order(500));
  const wire = wireTo(server);
  const tablet = await openTablet({ transport: wire, ...options });
  await tablet.load();
  return { server, wire, tablet };
}

const soldOut = (tablet: Tablet, n: number) =>
  mutateIn(tablet.store, setAvailability, {
    path: pathOf(dishes[n]!),
    body: { availability_status: 'sold_out' },
  });

const mids = async ({ db }: Tablet) => (await db.outbox.orderBy('seq').toArray()).map((entry) => entry.mid);
const refusal = (status: number, code?: string, retryAfterMs: number | null = null): Answer<PushReply> => ({
  kind: 'status',
  status,
  error: code ? ({ code, message: code } satisfies ErrorBody) : null,
  retryAfterMs,
});
const sentMutations = (wire: Wire, i: number) => (JSON.parse(wire.sent[i]!) as PushBody).mutations;

describe('a push', () => {
  test('sends mutations in order, numbered without gaps (R5)', async () => {
    const { server, wire, tablet } = await kitchen();
    const taps = [0, 1, 2].map((n) => soldOut(tablet, n));
    await Promise.all(taps.map((tap) => tap.durable));
    expect(await mids(tablet)).toEqual([null, null, null]);
    expect(await tablet.push()).toEqual({ kind: 'sent', settled: 3 });
    await soldOut(tablet, 3).durable;
    await tablet.push();
    expect(server.effects.map(({ mid, key }) => [mid, key])).toEqual([
      ...taps.map((tap, i) => [i + 1, tap.key]),
      [4, expect.any(String)],
    ]);
    expect(wire.sent.map((body) => (JSON.parse(body) as PushBody).confirm_upto)).toEqual([0, 3]);
  });

  test('with nothing to send sends nothing', async () => {
    const { wire, tablet } = await kitchen();
    expect(await tablet.push()).toEqual({ kind: 'empty' });
    expect(wire.sent).toEqual([]);
  });

  test('leaves no gap for withdrawn or replaced mutations (R5)', async () => {
    const { server, tablet } = await kitchen();
    const withdrawn = soldOut(tablet, 0);
    await withdrawn.durable;
    await soldOut(tablet, 1).durable;
    await soldOut(tablet, 1).durable;
    await soldOut(tablet, 2).durable;
    const { db, engine } = tablet;
    await withdrawEntry({ db, definitions: engine.definitions, at: '' }, withdrawn.key);
    await tablet.sync();
    expect(server.effects.map((effect) => effect.mid)).toEqual([1, 2]);
  });

  test('without an answer is repeated with the same bytes (R5)', async () => {
    const { wire, tablet } = await kitchen();
    wire.next.push(() => ({ kind: 'unanswered' }));
    await soldOut(tablet, 0).durable;
    expect(await tablet.push()).toMatchObject({ kind: 'closed', gate: 'offline' });
    await tablet.time.pass(minutes(60));
    tablet.store.serverOffsetMs = 99_000;
    await soldOut(tablet, 1).durable;
    await tablet.push();
    expect(sentMutations(wire, 1)[0]).toEqual(sentMutations(wire, 0)[0]);
    expect(sentMutations(wire, 1)).toHaveLength(2);
  });

  test('takes effect once if its answer is lost (R4)', async () => {
    const { server, wire, tablet } = await kitchen();
    wire.next.push((body) => {
      server.push(body);
      return { kind: 'unanswered' };
    });
    await soldOut(tablet, 0).durable;
    await tablet.push();
    expect(await tablet.push()).toEqual({ kind: 'sent', settled: 1 });
    expect(server.effects).toHaveLength(1);
    await tablet.sync();
    expect(await tablet.counters()).toEqual({ issued: 1, done: 1, dead: 0, withdrawn: 0 });
  });

  test('gives up after 30 s; a late answer is harmless (R31)', async () => {
    const { server, wire, tablet } = await kitchen();
    let answer: (late: Answer<PushReply>) => void = () => undefined;
    wire.next.push(() => new Promise((resolve) => (answer = resolve)));
    await soldOut(tablet, 0).durable;
    const pushed = tablet.push();
    while (wire.sent.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setTimeout(resolve, 5));
    await tablet.time.pass(30_000);
    expect(await pushed).toMatchObject({ kind: 'closed', gate: 'offline' });
    answer({ kind: 'ok', data: server.push(JSON.parse(wire.sent[0]!) as PushBody) });
    await tablet.sync();
    expect(server.effects).toHaveLength(1);
    expect(await breaches(tablet.db)).toEqual([]);
  });

  test('sends at most 50 mutations within the size limit', async () => {
    const { wire, tablet } = await kitchen();
    for (let n = 0; n < 60; n++)
      await mutateIn(tablet.store, createItem, {
        path: { id: id(1), categoryId: category.id },
        body: { id: id(2000 + n), name: `New ${n}`, price_amount: 1, ...(n > 50 && { description: 'ü'.repeat(2000) }) },
      }).durable;
    await tablet.sync();
    expect(wire.sent.map((_, i) => sentMutations(wire, i).length)).toEqual([50, 10]);
    expect(wire.sent.every((body) => Buffer.byteLength(body) < PUSH_BYTES)).toBe(true);
    expect(await tablet.counters()).toMatchObject({ issued: 60, done: 60 });
  });

  test('stays under the byte limit with long texts', async () => {
    const { wire, tablet } = await kitchen();
    for (let n = 0; n < 40; n++)
      await mutateIn(tablet.store, createItem, {
        path: { id: id(1), categoryId: category.id },
        body: { id: id(2000 + n), name: '咖'.repeat(160), price_amount: 1, description: '咖'.repeat(2000) },
      }).durable;
    await tablet.sync();
    expect(wire.sent.length).toBeGreaterThan(1);
    expect(Math.max(...wire.sent.map((body) => Buffer.byteLength(body)))).toBeLessThan(PUSH_BYTES);
    expect(await tablet.counters()).toMatchObject({ issued: 40, done: 40 });
  });
});

describe('a blocked queue', () => {
  test.each([
    ['auth', refusal(401, 'unauthenticated'), 0],
    ['upgrade', refusal(426, 'upgrade_required'), 0],
    ['onboarding', refusal(403, 'profile_incomplete'), 0],
    ['onboarding', refusal(403, 'email_unverified'), 0],
    ['backoff', refusal(429, 'too_many', 7000), 0],
    ['backoff', refusal(503, 'unavailable', 1000), 1],
    ['backoff', refusal(503, 'disk_full', 10_000), 0],
    ['backoff', refusal(502), 1],
    ['backoff', refusal(404), 0],
    ['offline', { kind: 'unanswered' } as const, 0],
  ])('stays complete when blocked by %s', async (gate, answer, attempts) => {
    const { wire, tablet } = await kitchen();
    wire.next.push(() => answer);
    await soldOut(tablet, 0).durable;
    expect(await tablet.push()).toEqual({
      kind: 'closed',
      gate,
      retryAfterMs: answer.kind === 'status' ? answer.retryAfterMs : null,
      requestId: null,
      code: answer.kind === 'status' ? answer.error?.code : undefined,
    });
    expect(await tablet.db.outbox.toArray()).toMatchObject([{ state: 'queued', lease: null, mid: 1, attempts }]);
    expect(await breaches(tablet.db)).toEqual([]);
    await tablet.sync();
    expect(await tablet.counters()).toMatchObject({ done: 1 });
  });

  test('keeps the results before a busy server’s stop (R29)', async () => {
    const { server, wire, tablet } = await kitchen();
    await soldOut(tablet, 0).durable;
    await soldOut(tablet, 1).durable;
    const busyAfter = (n: number) => (body: PushBody) =>
      ({
        kind: 'ok',
        data: { ...server.push({ ...body, mutations: body.mutations.slice(0, n) }), stopped: 'unavailable' },
      }) as const;
    wire.next.push(busyAfter(1), busyAfter(0));
    expect(await tablet.push()).toEqual({ kind: 'sent', settled: 1 });
    expect(await tablet.push()).toMatchObject({ kind: 'closed', gate: 'backoff' });
    await tablet.sync();
    expect(server.effects.map((effect) => effect.mid)).toEqual([1, 2]);
  });
});

describe('a server that has lost count of the device', () => {
  test('gets everything under a new client id (R32)', async () => {
    const { server, tablet } = await kitchen();
    const before = server.save();
    await soldOut(tablet, 0).durable;
    await tablet.push();
    const { version, ...lost } = before;
    // It has its rows but forgot its clients.
    server.restore({ ...server.save(), lastMids: lost.lastMids, results: lost.results }, server.epoch);
    expect(version).toBeGreaterThan(0);
    const second = soldOut(tablet, 1);
    await second.durable;
    const clientId = (await tablet.db.sync.get('clientId'))?.value;
    await tablet.sync();
    expect((await tablet.db.sync.get('clientId'))?.value).not.toBe(clientId);
    expect(server.effects.at(-1)).toMatchObject({ mid: 1, key: second.key });
    expect(server.effects).toHaveLength(2);
    expect(await tablet.counters()).toEqual({ issued: 2, done: 2, dead: 0, withdrawn: 0 });
  });

  test('gets new mutations after a device was restored (R4, R32)', async () => {
    const { server, wire, tablet } = await kitchen();
    const clientId = (await tablet.db.sync.get('clientId'))?.value;
    // Done after the backup: the server does not know it, but its numbers are used up.
    await soldOut(tablet, 0).durable;
    wire.next.push((body) => {
      server.push({ ...body, mutations: body.mutations.map((each) => ({ ...each, key: id(900 + each.mid) })) });
      return { kind: 'unanswered' };
    });
    await tablet.push();
    const [first] = sentMutations(wire, 0);
    await tablet.push();
    expect((await tablet.db.sync.get('clientId'))?.value).not.toBe(clientId);
    await tablet.push();
    expect(sentMutations(wire, 2)).toEqual([{ ...first, mid: 1 }]);
    await tablet.sync();
    expect(await tablet.counters()).toEqual({ issued: 1, done: 1, dead: 0, withdrawn: 0 });
  });

  test('gets mutations again whose results it lost (R32)', async () => {
    const { server, wire, tablet } = await kitchen();
    wire.next.push((body) => {
      const reply = server.push(body);
      return { kind: 'ok', data: { ...reply, results: [] } };
    });
    await soldOut(tablet, 0).durable;
    await tablet.push();
    await tablet.sync();
    expect(server.effects).toHaveLength(1);
    expect(await tablet.counters()).toMatchObject({ done: 1 });
  });
});

describe('two tabs', () => {
  async function twoTabs(isLeader: boolean) {
    const first = await kitchen({ isLeader });
    const { server, tablet } = first;
    const wire = wireTo(server);
    const second = await openTablet({ transport: wire, disk: tablet.disk, time: tablet.time, isLeader });
    return { ...first, second, secondWire: wire };
  }
  /** Starts a push that waits for its answer. */
  async function underWay(wire: Wire, tablet: Tablet) {
    let answer: (given: Answer<PushReply>) => void = () => undefined;
    wire.next.push(() => new Promise((resolve) => (answer = resolve)));
    const pushed = tablet.push();
    while (wire.sent.length === 0) await new Promise((resolve) => setImmediate(resolve));
    return { pushed, answer: (given: Answer<PushReply>) => answer(given), body: JSON.parse(wire.sent[0]!) as PushBody };
  }

  test('without locks: the second waits until the lease expires (R14)', async () => {
    const { server, wire, tablet, second, secondWire } = await twoTabs(false);
    await soldOut(tablet, 0).durable;
    const { pushed, answer, body } = await underWay(wire, tablet);
    const busy = await second.push();
    expect(busy).toMatchObject({ kind: 'busy' });
    expect(secondWire.sent).toEqual([]);
    // The first worker is frozen, so its clock stands still. Its lease still expires.
    const until = (busy as { until: number }).until;
    second.engine.clock = { ...second.engine.clock, now: () => until + 1 };
    expect(await second.push()).toEqual({ kind: 'sent', settled: 1 });
    expect(sentMutations(secondWire, 0)).toEqual(sentMutations(wire, 0));
    answer({ kind: 'ok', data: server.push(body) });
    expect(await pushed).toMatchObject({ kind: 'sent' });
    await tablet.sync();
    expect(server.effects).toHaveLength(1);
    expect(await tablet.counters()).toEqual({ issued: 1, done: 1, dead: 0, withdrawn: 0 });
  });

  test('with locks: the leader takes over at once (R14)', async () => {
    const { server, wire, tablet, second, secondWire } = await twoTabs(true);
    await soldOut(tablet, 0).durable;
    await underWay(wire, tablet);
    expect(await second.push()).toEqual({ kind: 'sent', settled: 1 });
    expect(sentMutations(secondWire, 0)).toEqual(sentMutations(wire, 0));
    expect(server.effects).toHaveLength(1);
  });

  test('that both lead send the same, applied once (R14)', async () => {
    const { server, tablet, second } = await twoTabs(true);
    for (let n = 0; n < 4; n++) await soldOut(tablet, n).durable;
    await Promise.all([tablet.sync(), second.sync(), tablet.push(), second.push()]);
    await tablet.sync();
    expect(server.effects.map((effect) => effect.mid)).toEqual([1, 2, 3, 4]);
    expect(await tablet.counters()).toEqual({ issued: 4, done: 4, dead: 0, withdrawn: 0 });
    expect(await breaches(tablet.db)).toEqual([]);
  });

  test('ignore a late answer of an earlier epoch', async () => {
    const { server, wire, tablet, second } = await twoTabs(true);
    const backup = server.save();
    const { key, durable } = soldOut(tablet, 0);
    await durable;
    const { pushed, answer, body } = await underWay(wire, tablet);
    const late = server.push(body);
    server.restore(backup, 'epoch-2');
    server.effects.length = 0;
    await second.pull();
    answer({ kind: 'ok', data: late });
    expect(await pushed).toEqual({ kind: 'sent', settled: 0 });
    expect((await tablet.db.sync.get('epoch'))?.value).toBe('epoch-2');
    expect(await tablet.db.outbox.toArray()).toMatchObject([{ key, state: 'queued', mid: null }]);
    await second.sync();
    expect(server.effects.map((effect) => effect.key)).toEqual([key]);
    expect(await breaches(tablet.db)).toEqual([]);
  });

  test('keep a retry time named in an earlier epoch (R30)', async () => {
    const { server, wire, tablet, second } = await twoTabs(true);
    const backup = server.save();
    await soldOut(tablet, 0).durable;
    const { pushed, answer } = await underWay(wire, tablet);
    server.restore(backup, 'epoch-2');
    await second.pull();
    answer(refusal(429, 'too_many', 4000));
    expect(await pushed).toMatchObject({ kind: 'closed', gate: 'backoff', retryAfterMs: 4000 });
    expect(await tablet.db.outbox.toArray()).toMatchObject([{ state: 'queued', mid: null, attempts: 0 }]);
    expect(await breaches(tablet.db)).toEqual([]);
  });

  test('keep a retry time if the disk fails before the refusal is stored (R30)', async () => {
    const { wire, tablet } = await twoTabs(true);
    await soldOut(tablet, 0).durable;
    const { pushed, answer } = await underWay(wire, tablet);
    tablet.db.close({ disableAutoOpen: true });
    answer(refusal(429, 'too_many', 4000));
    expect(await pushed).toMatchObject({ kind: 'closed', gate: 'backoff', retryAfterMs: 4000 });
    await tablet.db.open();
    expect(await tablet.db.outbox.toArray()).toMatchObject([{ state: 'inflight', mid: 1 }]);
    expect(await breaches(tablet.db)).toEqual([]);
    expect(await tablet.push()).toEqual({ kind: 'sent', settled: 1 });
  });

  test('keep their leases when the other’s push fails (R14)', async () => {
    const { wire, tablet, second, secondWire } = await twoTabs(true);
    await soldOut(tablet, 0).durable;
    const { pushed, answer } = await underWay(wire, tablet);
    await underWay(secondWire, second);
    answer({ kind: 'unanswered' });
    await pushed;
    expect(await tablet.db.outbox.toArray()).toMatchObject([
      { state: 'inflight', lease: { holder: second.engine.holder } },
    ]);
  });
});

describe('a mutation on which the server always fails', () => {
  /** The server fails on every push with this mutation. */
  function poison(wire: Wire, server: ReferenceServer, key: string, answer: Answer<PushReply>) {
    wire.push = async (body) => {
      wire.sent.push(JSON.stringify(body));
      return body.mutations.some((mutation) => mutation.key === key) ? answer : server.transport.push(body);
    };
  }
  async function withPoison(answer: Answer<PushReply>) {
    const made = await kitchen();
    const { server, wire, tablet } = made;
    const taps = [0, 1, 2].map((n) => soldOut(tablet, n));
    await Promise.all(taps.map((tap) => tap.durable));
    poison(wire, server, taps[1]!.key, answer);
    return { ...made, taps };
  }

  test('is sent alone after two errors', async () => {
    const { server, wire, tablet, taps } = await withPoison(refusal(500, 'internal'));
    for (let i = 0; i < 4; i++) await tablet.push();
    expect(wire.sent.map((_, i) => sentMutations(wire, i).length)).toEqual([3, 3, 1, 1]);
    expect(server.effects.map((effect) => effect.key)).toEqual([taps[0]!.key]);
  });

  test('fails after eight errors, ten minutes and a pull (R12)', async () => {
    const { server, tablet, taps } = await withPoison(refusal(500, 'internal'));
    for (let i = 0; i < 12; i++) {
      await tablet.push();
      await tablet.time.pass(minutes(1));
      await tablet.pull();
    }
    await tablet.sync();
    expect(await tablet.db.dead_letters.toArray()).toMatchObject([
      { key: taps[1]!.key, reason: 'rejected', error: { code: 'internal' } },
    ]);
    expect(server.effects.map((effect) => effect.key)).toEqual([taps[0]!.key, taps[2]!.key]);
    expect(await tablet.counters()).toEqual({ issued: 3, done: 2, dead: 1, withdrawn: 0 });
    expect(await breaches(tablet.db)).toEqual([]);
  });

  test('does not fail unless a pull proves the server up', async () => {
    const { tablet } = await withPoison(refusal(500, 'internal'));
    for (let i = 0; i < 30; i++) {
      await tablet.push();
      await tablet.time.pass(minutes(1));
    }
    expect(await tablet.db.dead_letters.count()).toBe(0);
  });

  test('does not fail before its eighth error', async () => {
    const { tablet } = await withPoison(refusal(500, 'internal'));
    for (let i = 0; i < 8; i++) {
      await tablet.push();
      await tablet.time.pass(minutes(20));
      await tablet.pull();
    }
    expect(await tablet.db.dead_letters.count()).toBe(0);
  });

  test('does not fail within ten minutes', async () => {
    const { tablet } = await withPoison(refusal(500, 'internal'));
    for (let i = 0; i < 30; i++) {
      await tablet.push();
      await tablet.pull();
      await tablet.time.pass(10_000);
    }
    expect(await tablet.db.dead_letters.count()).toBe(0);
  });

  test('that the API cannot read fails at the third try (R12)', async () => {
    const { server, tablet, taps } = await withPoison(refusal(422, 'invalid_fields'));
    for (let i = 0; i < 6; i++) {
      await tablet.push();
      await tablet.pull();
    }
    await tablet.sync();
    expect(await tablet.db.dead_letters.toArray()).toMatchObject([
      { key: taps[1]!.key, error: { code: 'invalid_fields' } },
    ]);
    expect(server.effects).toHaveLength(2);
  });

  test('does not fail because of an earlier pull (R12)', async () => {
    const { tablet } = await withPoison(refusal(422, 'invalid_fields'));
    await tablet.pull();
    // Set back by five seconds, the clock puts the first tries before that pull and the last one after it.
    tablet.engine.clock = { ...tablet.engine.clock, now: () => tablet.time.now() - 5_000 };
    for (let i = 0; i < 6; i++) {
      await tablet.push();
      await tablet.time.pass(2_000);
    }
    expect(await tablet.db.dead_letters.count()).toBe(0);
  });

  test('does not fail before a pull could bring its result (R4, R12)', async () => {
    const { server, wire, tablet } = await kitchen();
    wire.next.push(
      (body) => {
        server.push(body);
        return { kind: 'unanswered' };
      },
      ...Array.from({ length: 5 }, () => () => refusal(422, 'invalid_fields')),
    );
    await soldOut(tablet, 0).durable;
    for (let i = 0; i < 6; i++) {
      await tablet.time.pass(minutes(1));
      await tablet.push();
    }
    expect(await tablet.counters()).toEqual({ issued: 1, done: 0, dead: 0, withdrawn: 0 });
    await tablet.sync();
    expect(server.effects).toHaveLength(1);
    expect(await tablet.counters()).toEqual({ issued: 1, done: 1, dead: 0, withdrawn: 0 });
  });

  test('is kept when a proxy refuses it (R31)', async () => {
    const { tablet } = await withPoison(refusal(413));
    for (let i = 0; i < 20; i++) {
      await tablet.push();
      await tablet.time.pass(minutes(2));
    }
    expect(await tablet.db.dead_letters.count()).toBe(0);
    expect(await tablet.counters()).toMatchObject({ issued: 3, dead: 0 });
  });

  test('that creates a row takes its dependents along (R26)', async () => {
    const { server, wire, tablet } = await kitchen();
    const path = { id: id(1), categoryId: category.id };
    const made = mutateIn(tablet.store, createItem, { path, body: { id: id(900), name: 'Dal', price_amount: 1 } });
    await made.durable;
    poison(wire, server, made.key, refusal(422, 'invalid_fields'));
    await tablet.push();
    await mutateIn(tablet.store, setStatus, { path: { id: id(500) }, body: { order_status: 'accepted' } }).durable;
    await tablet.push();
    await tablet.pull();
    await mutateIn(tablet.store, editItem, { path: { ...path, itemId: id(900) }, body: { price_amount: 2 } }).durable;
    await tablet.push();
    expect((await tablet.db.dead_letters.toArray()).map((letter) => letter.reason).toSorted()).toEqual([
      'dependency',
      'rejected',
    ]);
    await tablet.sync();
    expect(await tablet.row('menu_items', id(900))).toBeNull();
    expect(server.get('orders', id(500))).toMatchObject({ order_status: 'accepted' });
    expect(await tablet.counters()).toEqual({ issued: 3, done: 1, dead: 2, withdrawn: 0 });
    expect(await breaches(tablet.db)).toEqual([]);
  });
});
