import { expect, test } from 'vitest';
import { openRestTablet, type RestTablet } from '../../../tests/support/rest-server/tablet.ts';
import { mutateIn } from '../../data/mutate.ts';
import { setStatus } from '../../features/orders/mutations.ts';

const DAY_MS = 24 * 3_600_000;

/** Sets the tablet's clock this far from the server's. */
function setClock({ engine, time }: RestTablet, ms: number): void {
  engine.clock = Object.assign(engine.clock, { now: () => time.now() + ms });
}

const accept = (tablet: RestTablet, n = 0) =>
  mutateIn(tablet.store, setStatus, {
    path: { id: tablet.server.store.rows.orders[n]!.id },
    body: { order_status: 'accepted' },
  }).durable;

const isStatus = (call: string) => call.endsWith('/status');

async function tryAgain(tablet: RestTablet, times: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    await tablet.pass(60_000);
    tablet.protocol.look('/restaurant/orders');
    await tablet.step();
  }
}

/** Like the loop: one push, then every due list. */
async function tryOnce({ protocol: way, pass }: RestTablet): Promise<void> {
  await pass(60_000);
  way.look('/restaurant/orders');
  await way.push();
  while ((await way.pull()).kind === 'more');
}

test('a poison mutation fails although the clock was ahead (R12, R44)', async () => {
  const tablet = await openRestTablet();
  setClock(tablet, DAY_MS);
  await tablet.step();
  await accept(tablet);
  tablet.line.fate = (_, call) => (isStatus(call) ? { status: 500 } : 'answered');
  expect(await tablet.step()).toBe('backoff');
  setClock(tablet, 0);
  await tryAgain(tablet, 12);
  expect(await tablet.db.dead_letters.toArray()).toMatchObject([{ reason: 'rejected' }]);
  expect(await tablet.db.outbox.count()).toBe(0);
});

test('a reading dated ahead does not prove the server up (R12, R44)', async () => {
  const tablet = await openRestTablet();
  setClock(tablet, DAY_MS);
  await tablet.step();
  setClock(tablet, 0);
  await accept(tablet);
  tablet.line.fate = () => ({ status: 500 });
  await tryAgain(tablet, 12);
  expect(await tablet.db.dead_letters.count()).toBe(0);
  expect(await tablet.db.outbox.toArray()).toMatchObject([{ state: 'queued' }]);
});

test('a clock jump does not fail a mutation early (R12, R44)', async () => {
  const tablet = await openRestTablet();
  await tablet.step();
  await accept(tablet);
  tablet.line.fate = (_, call) => (isStatus(call) ? { status: 500 } : 'answered');
  for (let n = 0; n < 9; n++) await tryOnce(tablet);
  setClock(tablet, DAY_MS);
  await tryOnce(tablet);
  expect(await tablet.db.dead_letters.count()).toBe(0);
  tablet.line.fate = () => 'answered';
  await tryAgain(tablet, 1);
  expect(await tablet.counters()).toMatchObject({ issued: 1, done: 1 });
});

test('a clock going back keeps no poison mutation pending (R12, R44)', async () => {
  const tablet = await openRestTablet();
  await tablet.step();
  await accept(tablet);
  tablet.line.fate = (_, call) => (isStatus(call) ? { status: 500 } : 'answered');
  for (let n = 1; n <= 12; n++) {
    setClock(tablet, -n * DAY_MS);
    await tryOnce(tablet);
  }
  expect(await tablet.db.dead_letters.toArray()).toMatchObject([{ reason: 'rejected' }]);
});

test('a list read before the last try proves nothing (R12)', async () => {
  const tablet = await openRestTablet();
  await tablet.step();
  await accept(tablet);
  tablet.line.fate = (_, call) => (isStatus(call) ? { status: 500 } : 'answered');
  for (let n = 0; n < 8; n++) await tryOnce(tablet);
  tablet.line.fate = () => ({ status: 500 });
  for (let n = 0; n < 12; n++) await tryOnce(tablet);
  expect(await tablet.db.dead_letters.count()).toBe(0);
});

test('a lease from before a clock change blocks nothing (R11, R44)', async () => {
  const first = await openRestTablet({ isLeader: false });
  await first.step();
  await accept(first);
  setClock(first, DAY_MS);
  first.line.fate = (_, call) => (isStatus(call) ? 'silence' : 'answered');
  void first.protocol.push();
  await expect.poll(() => first.db.outbox.toArray()).toMatchObject([{ state: 'inflight' }]);
  const { disk, time, server } = first;
  const next = await openRestTablet({ disk, time, server, isLeader: false });
  expect(await next.step()).toBe('rest');
  expect(await next.counters()).toMatchObject({ issued: 1, done: 1 });
});

test('a slow body does not change the clock offset (R44)', async () => {
  const tablet = await openRestTablet();
  setClock(tablet, -60_000);
  await tablet.step();
  const distance = async () => (await tablet.db.sync.get('serverOffsetMs'))?.value as number;
  const before = await distance();
  expect(Math.abs(before - 60_000)).toBeLessThan(1500);
  const { request: ask } = tablet.line;
  tablet.line.request = async (call) => {
    const answer = await ask(call);
    await new Promise<void>((resolve) => void tablet.time.after(20_000, resolve));
    return answer;
  };
  await tablet.pass(15_000);
  tablet.protocol.look('/restaurant/settings');
  const pulled = tablet.protocol.pull();
  await tablet.pass(21_000);
  expect(await pulled).toMatchObject({ kind: 'more' });
  expect(await distance()).toBe(before);
  // An uncertain one after the clock was corrected has the right time, too.
  tablet.line.request = ask;
  setClock(tablet, 0);
  await tablet.pass(15_000);
  tablet.protocol.look('/restaurant/orders');
  await tablet.step();
  expect(Math.abs(await distance())).toBeLessThan(1500);
});

test("sent and refused mutations have the server's time (R44)", async () => {
  const tablet = await openRestTablet();
  setClock(tablet, -DAY_MS);
  await tablet.step();
  await accept(tablet, 0);
  await accept(tablet, 1);
  const { rows } = tablet.server.store;
  rows.orders[1]!['order_status'] = 'cancelled';
  expect(await tablet.step()).toBe('rest');
  const [sent] = await tablet.db.done.toArray();
  const [letter] = await tablet.db.dead_letters.toArray();
  for (const at of [sent!.sentAt, letter!.at]) expect(Math.abs(Date.parse(at) - tablet.time.now())).toBeLessThan(2000);
});
