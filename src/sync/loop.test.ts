import { expect, test } from 'vitest';
import { order } from '../../tests/sim/rows.ts';
import { applied, EPOCH, makeTablet, news, status, type Tablet } from '../../tests/sim/tablet.ts';
import type { SyncStatus } from '../data/db.ts';
import { mutateIn } from '../data/mutate.ts';
import { setStatus } from '../features/orders/mutations.ts';
import { makeLoop, SAFETY_MS, type Loop } from './loop.ts';

async function running(): Promise<Tablet & { loop: Loop; statusNow: () => Promise<SyncStatus> }> {
  const tablet = await makeTablet();
  await tablet.load({ orders: [order(1), order(2)] });
  const loop = makeLoop(tablet.engine);
  tablet.store.onQueued = loop.kick;
  return Object.assign(tablet, {
    loop,
    statusNow: async () => (await tablet.db.sync.get('status'))?.value as SyncStatus,
  });
}

/** Real time for the promises that are already on their way; the loop's own time stands still. */
const rest = () => new Promise((resolve) => setTimeout(resolve, 40));
const accept = ({ store }: Tablet, n: number) =>
  mutateIn(store, setStatus, { path: { id: order(n).id }, body: { order_status: 'accepted' } });

test('the loop sends what waits, pulls, and says that all is well', async () => {
  const tablet = await running();
  await accept(tablet, 1).durable;
  tablet.pushAnswers.push(applied(11));
  tablet.pullAnswers.push(news(11, { puts: { orders: [order(1, { version: 11, order_status: 'accepted' })] } }));
  void tablet.loop.run();
  await rest();
  expect(await tablet.db.outbox.count()).toBe(0);
  expect(await tablet.statusNow()).toMatchObject({ gate: 'open', phase: 'idle' });
  tablet.loop.stop();
});

test('a tap wakes the loop at once', async () => {
  const tablet = await running();
  tablet.pullAnswers.push(news(10), news(11));
  void tablet.loop.run();
  await rest();
  tablet.pushAnswers.push(applied(11));
  await accept(tablet, 1).durable;
  await rest();
  expect(tablet.pushed).toHaveLength(1);
  tablet.loop.stop();
});

test('without any news it looks once a minute', async () => {
  const tablet = await running();
  tablet.pullAnswers.push(news(10), news(10));
  void tablet.loop.run();
  await rest();
  expect(tablet.pulled).toHaveLength(1);
  await tablet.time.pass(SAFETY_MS - 1);
  await rest();
  expect(tablet.pulled).toHaveLength(1);
  await tablet.time.pass(1);
  await rest();
  expect(tablet.pulled).toHaveLength(2);
  tablet.loop.stop();
});

test('nobody answers: it waits twice as long each time, a tap does not hurry it, the person does', async () => {
  const tablet = await running();
  void tablet.loop.run();
  await rest();
  expect(await tablet.statusNow()).toMatchObject({ gate: 'offline', nextTryAt: tablet.time.now() + 250 });
  await accept(tablet, 1).durable;
  await rest();
  expect(tablet.pushed).toHaveLength(0);
  await tablet.time.pass(250);
  await rest();
  expect(await tablet.statusNow()).toMatchObject({ gate: 'offline', nextTryAt: tablet.time.now() + 500 });
  tablet.pushAnswers.push(applied(11));
  tablet.pullAnswers.push(news(11));
  tablet.loop.now();
  await rest();
  expect(await tablet.db.outbox.count()).toBe(0);
  expect(await tablet.statusNow()).toMatchObject({ gate: 'open', since: null });
  tablet.loop.stop();
});

test('a busy server names its time, and it is kept', async () => {
  const tablet = await running();
  tablet.pullAnswers.push(
    status(503, { retryAfterMs: 7000, error: { code: 'unavailable', message: '', request_id: 'r-1' } }),
  );
  void tablet.loop.run();
  await rest();
  expect(await tablet.statusNow()).toMatchObject({
    gate: 'backoff',
    nextTryAt: tablet.time.now() + 7000,
    requestId: 'r-1',
  });
  tablet.loop.stop();
});

test('a dead token closes the gate, keeps the queue, and a new one opens it', async () => {
  const tablet = await running();
  await accept(tablet, 1).durable;
  tablet.pushAnswers.push(status(401));
  void tablet.loop.run();
  await rest();
  expect(await tablet.statusNow()).toMatchObject({ gate: 'auth', since: '2026-11-20T18:30:00.000Z' });
  expect(await tablet.db.outbox.count()).toBe(1);
  tablet.pushAnswers.push(applied(11));
  tablet.pullAnswers.push(news(11));
  tablet.loop.now();
  await rest();
  expect(await tablet.db.outbox.count()).toBe(0);
  tablet.loop.stop();
});

test('the browser says offline: nothing is tried until it says online', async () => {
  const tablet = await running();
  tablet.loop.setOnline(false);
  void tablet.loop.run();
  await rest();
  expect(tablet.pulled).toHaveLength(0);
  expect(await tablet.statusNow()).toMatchObject({ gate: 'offline' });
  tablet.pullAnswers.push(news(10));
  tablet.loop.setOnline(true);
  await rest();
  expect(tablet.pulled).toHaveLength(1);
  expect(await tablet.statusNow()).toMatchObject({ gate: 'open' });
  tablet.loop.stop();
});

test('a poke brings a pull, unless it says what is known already', async () => {
  const tablet = await running();
  tablet.pullAnswers.push(news(12), news(13));
  void tablet.loop.run();
  await rest();
  tablet.loop.poke(EPOCH, 12);
  await rest();
  expect(tablet.pulled).toHaveLength(1);
  tablet.loop.poke(EPOCH, 13);
  await rest();
  expect(tablet.pulled).toHaveLength(2);
  tablet.loop.stop();
});

test('a quiet hour writes nothing but the time of the last news', async () => {
  const tablet = await running();
  const onTime = () => news(10, { server_time: new Date(tablet.time.now()).toISOString() })();
  tablet.pullAnswers.push(...Array.from({ length: 20 }, () => onTime));
  void tablet.loop.run();
  await rest();
  const written: unknown[] = [];
  for (const table of tablet.db.tables) table.hook('updating', (_, key) => void written.push(key));
  for (let i = 0; i < 5; i++) {
    await tablet.time.pass(SAFETY_MS);
    await rest();
  }
  expect(tablet.pulled).toHaveLength(6);
  expect(written).toEqual(Array(5).fill('lastPullAt'));
  tablet.loop.stop();
});
