import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDevice, type Device } from '../support/device.ts';
import { startProxy, type ChaosProxy } from '../support/proxy.ts';
import { seeded } from '../support/seeded.ts';
import { ownerPool, postmasterPid } from './database.ts';
import { startGalley, type Galley } from './galley.ts';
import { openKitchen, type Kitchen } from './kitchen.ts';
import { stepButton, takeStep, turnItem } from './orders.ts';
import { lastMids, stepsOf, storedItems, storedOrders, storedResults } from './truth.ts';

const KILLS = 20;
const PUSH = '/backend/sync/push';
const seed = Number(process.env['SEED'] ?? 4);

let galley: Galley;
let owner: pg.Pool;
let network: ChaosProxy;
let tablet: Device;
let kitchen: Kitchen;

beforeAll(async () => {
  galley = await startGalley();
  owner = ownerPool(galley);
  kitchen = await openKitchen(galley, owner, {
    email: 'kill@galley.test',
    name: 'Last Orders',
    seed: 21,
    openOrders: 10,
  });
  network = await startProxy({ port: galley.port, seed });
  tablet = await openDevice({ origin: network.origin });
  await tablet.signIn(kitchen);
  await tablet.waitForStatus('All changes saved');
  await tablet.isLoaded();
});

afterAll(async () => {
  await tablet?.dispose();
  await network?.close();
  await owner?.end();
  await galley?.dispose();
});

/**
 * Each round: the server is down, the person goes on tapping, the server starts and is killed again at a random moment of the
 * replay: before a change, between two, or after the last one and before its answer.
 */
test(`${KILLS} kills during replay lose or double nothing`, async () => {
  const random = seeded(seed);
  const isOff = new Map(kitchen.shown.map((item) => [item.name, false]));
  const steps = kitchen.orders.flatMap((order) => [
    { order, step: 'Accept' as const, to: 'accepted' },
    { order, step: 'Start' as const, to: 'preparing' },
  ]);
  const accepted: { order_no: string; to: string }[] = [];
  let clicks = 0;
  const progress: number[] = [];

  await tablet.go(kitchen.itemsPath);
  const second = await tablet.tab('/restaurant/orders?date=all');
  await stepButton(second, 'Accept', kitchen.orders[0]!.order_no).waitFor();
  network.setReachable(false);
  await galley.kill();

  for (let round = 1; round <= KILLS; round++) {
    for (const item of random.shuffled(kitchen.shown).slice(0, 4)) {
      await turnItem(tablet.page, item.name, isOff.get(item.name)!);
      isOff.set(item.name, !isOff.get(item.name)!);
      clicks++;
    }
    const next = steps.shift();
    if (next) {
      await takeStep(second, next.step, next.order.order_no);
      accepted.push({ order_no: next.order.order_no, to: next.to });
      clicks++;
    }
    // Every few rounds the database dies as well.
    if (round % 5 === 0) await killDatabase();
    await galley.start();
    const before = await count();
    const { promise: pushed, resolve } = Promise.withResolvers<void>();
    let isAnswered = false;
    network.hooks.beforeForward = (passed) => void (passed.path === PUSH && resolve());
    network.hooks.afterAnswer = (passed) => void (isAnswered ||= passed.path === PUSH);
    network.setReachable(true);
    // Going offline and online tells the app that the network is back.
    await tablet.goOffline();
    await tablet.goOnline();
    await Promise.race([pushed, sleep(60_000).then(() => notSent(round))]);
    // Kill after this many further results, or after the last one if there are fewer.
    const wanted = before + random.between(0, 7);
    while (!isAnswered && (await count()) < wanted) await sleep(1);
    await sleep(random.next() * 10);
    await galley.kill();
    network.setReachable(false);
    progress.push((await count()) - before);
  }

  await galley.start();
  network.hooks = {};
  network.setReachable(true);
  await tablet.goOffline();
  await tablet.goOnline();
  await tablet.waitForStatus('All changes saved');

  const stored = new Map(
    (await storedItems(owner, kitchen.restaurantId)).map((item) => [item.name, item.availability_status]),
  );
  expect(Object.fromEntries(kitchen.shown.map(({ name }) => [name, stored.get(name)]))).toEqual(
    Object.fromEntries(kitchen.shown.map(({ name }) => [name, isOff.get(name) ? 'sold_out' : 'available'])),
  );
  const orders = await storedOrders(
    owner,
    kitchen.restaurantId,
    kitchen.orders.map((order) => order.order_no),
  );
  expect(Object.fromEntries(orders.map((order) => [order.order_no, stepsOf(order)]))).toEqual(
    Object.fromEntries(
      orders.map(({ order_no }) => [order_no, accepted.filter((t) => t.order_no === order_no).map((t) => t.to)]),
    ),
  );
  const results = await storedResults(owner, kitchen.restaurantId);
  expect(results.map((result) => result.mid)).toEqual(results.map((_, i) => i + 1));
  expect(new Set(results.map((result) => result.key)).size).toBe(results.length);
  expect(results.every((result) => result.outcome === 'applied')).toBe(true);
  // A switch that was turned again before it was ever sent is one change; nothing else may be missing.
  expect(results.length).toBeLessThanOrEqual(clicks);
  expect(Object.values(await lastMids(owner, kitchen.restaurantId))).toEqual([results.length]);
  console.info(
    `${clicks} taps, ${results.length} changes, ${KILLS} kills; changes made before each: ${progress.join(' ')}`,
  );
  // The kills hit different moments of the replay, not only before or after it.
  expect(new Set(progress).size).toBeGreaterThan(2);
});

/** Fails with the state of the tablet and of the server, because the silence alone explains nothing. */
async function notSent(round: number): Promise<never> {
  const statusTexts = await tablet.page.getByRole('status').allTextContents();
  throw new Error(
    `Round ${round}: the queue is not sent; the tablet says ${statusTexts.join(' | ')}\n${galley.output().slice(-2000)}`,
  );
}

async function killDatabase(): Promise<void> {
  process.kill(postmasterPid(galley), 'SIGKILL');
}

const count = async () => (await storedResults(owner, kitchen.restaurantId)).length;
