import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openDevice, type Device } from '../support/device.ts';
import { calm, rough, startProxy, type ChaosProxy } from '../support/proxy.ts';
import { ownerPool } from './database.ts';
import { startGalley, type Galley } from './galley.ts';
import { openKitchen, type Kitchen } from './kitchen.ts';
import { itemSwitch, orderLink, stepButton, switchedOn, takeStep, turnItem } from './orders.ts';
import { arrivals, watchItem, watchOrder } from './sightings.ts';
import { lastMids, stepsOf, storedItems, storedOrders, storedResults } from './truth.ts';

const seed = Number(process.env['SEED'] ?? 20_261_121);

let galley: Galley;
let owner: pg.Pool;
let kitchen: Kitchen;
let network: ChaosProxy;
let tablet: Device;
let laptop: Device;

beforeAll(async () => {
  galley = await startGalley({ cluster: inject('cluster') });
  owner = ownerPool(galley);
  kitchen = await openKitchen(galley, owner, {
    email: 'offline@galley.test',
    name: 'Spice Route',
    seed,
  });
  network = await startProxy({ port: galley.port, seed });
  [tablet, laptop] = await Promise.all([openDevice({ origin: network.origin }), openDevice({ origin: galley.origin })]);
  for (const device of [tablet, laptop]) {
    await device.signIn(kitchen);
    await device.isLoaded();
  }
});

afterAll(async () => {
  await Promise.all([tablet?.dispose(), laptop?.dispose()]);
  await network?.close();
  await owner?.end();
  await galley?.dispose();
});

test('offline switches and order steps survive restarts and apply once', async () => {
  const items = kitchen.shown.slice(0, 20);
  const { orders } = kitchen;
  network.setReachable(false);
  await tablet.goOffline();

  // What a person does during service.
  await tablet.go(kitchen.itemsPath);
  for (const item of items) await turnItem(tablet.page, item.name, false);
  await tablet.waitForStatus('Offline, 20 changes waiting');
  await tablet.go('/restaurant/orders?date=all');
  const moved = orders.slice(0, 10);
  for (const { order_no } of moved) await takeStep(tablet.page, 'Accept', order_no);
  for (const { order_no } of moved.slice(0, 5)) await takeStep(tablet.page, 'Start', order_no);
  await tablet.waitForStatus('Offline, 35 changes waiting');

  const everythingIsThere = async () => {
    await tablet.waitForStatus('Offline, 35 changes waiting');
    for (const { order_no } of moved.slice(0, 5)) await stepButton(tablet.page, 'Ready', order_no).waitFor();
    for (const { order_no } of moved.slice(5)) await stepButton(tablet.page, 'Start', order_no).waitFor();
    for (const { order_no } of orders.slice(10)) await stepButton(tablet.page, 'Accept', order_no).waitFor();
    await tablet.go(kitchen.itemsPath);
    await itemSwitch(tablet.page, items[0]!.name).waitFor();
    expect(await switchedOn(tablet.page, items)).toEqual([]);
  };
  await tablet.page.reload();
  await everythingIsThere();
  await tablet.close();
  await tablet.reopen('/restaurant/orders?date=all');
  await everythingIsThere();

  // The server and the other device know nothing yet.
  expect((await storedResults(owner, kitchen.restaurantId)).length).toBe(0);
  await laptop.go(kitchen.itemsPath);
  for (const item of items) await watchItem(laptop.page, item.name);
  const second = await laptop.tab('/restaurant/orders?date=all');
  for (const { order_no } of moved) await orderLink(second, order_no).waitFor();
  for (const { order_no } of moved) await watchOrder(second, order_no, 'New');

  network.setFaults(rough);
  network.force('/backend/sync/push', [{ drop: true }, { loseAnswer: true, duplicate: true }]);
  network.setReachable(true);
  await tablet.goOnline();
  await tablet.waitForStatus('All changes saved');
  network.setFaults(calm);

  const storedNow = await storedItems(owner, kitchen.restaurantId);
  const ofItem = new Map(storedNow.map((item) => [item.id, item]));
  const after = items.map((item) => ofItem.get(item.id)!);
  expect(after.map((item) => item.availability_status)).toEqual(items.map(() => 'sold_out'));
  expect(new Set(after.map((item) => item.availability_op_id)).size).toBe(20);
  expect(storedNow.filter((item) => item.availability_status !== 'available')).toHaveLength(20);
  // In the order of the taps: each change has its own version, later than the one before.
  expect(after.map((item) => item.version)).toEqual(after.map((item) => item.version).toSorted((a, b) => a - b));
  expect(new Set(after.map((item) => item.version)).size).toBe(20);

  const afterOrders = await storedOrders(
    owner,
    kitchen.restaurantId,
    orders.map((order) => order.order_no),
  );
  const steps = Object.fromEntries(afterOrders.map((order) => [order.order_no, stepsOf(order)]));
  expect(steps).toEqual(
    Object.fromEntries(
      orders.map(({ order_no }, i) => [order_no, i < 5 ? ['accepted', 'preparing'] : i < 10 ? ['accepted'] : []]),
    ),
  );
  for (const order of afterOrders) for (const event of order.events.slice(1)) expect(event.was_offline).toBe(true);

  const results = await storedResults(owner, kitchen.restaurantId);
  expect(results.map((result) => result.mid)).toEqual(Array.from({ length: 35 }, (_, i) => i + 1));
  expect(new Set(results.map((result) => result.client_id)).size).toBe(1);
  expect(results.every((result) => result.outcome === 'applied')).toBe(true);
  expect((await lastMids(owner, kitchen.restaurantId))[results[0]!.client_id]).toBe(35);

  const seenItems = await arrivals(
    laptop.page,
    items.map((item) => item.name),
  );
  const seenOrders = await arrivals(
    second,
    moved.map((order) => order.order_no),
  );
  expect(Object.keys({ ...seenItems, ...seenOrders })).toHaveLength(30);

  // Those that were forced; the others come by chance.
  const { dropped, answerLost, duplicated } = network.counts;
  expect(Math.min(dropped, answerLost, duplicated)).toBeGreaterThan(0);
  expect(tablet.problems).toEqual([]);
  expect(laptop.problems).toEqual([]);
});
