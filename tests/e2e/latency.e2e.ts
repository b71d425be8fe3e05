import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDevice, type Device } from '../support/device.ts';
import { startProxy, type ChaosProxy } from '../support/proxy.ts';
import { FULL_SIZE } from '../support/traffic.ts';
import { ownerPool } from './database.ts';
import { startGalley, type Galley } from './galley.ts';
import { openKitchen, type Kitchen } from './kitchen.ts';
import { turnItem } from './orders.ts';
import { arrivals, watchItem } from './sightings.ts';
import { storedItems } from './truth.ts';

const seed = Number(process.env['SEED'] ?? 20_261_121);

let galley: Galley;
let owner: pg.Pool;
let kitchen: Kitchen;
let network: ChaosProxy;
let tablet: Device;
let laptop: Device;

beforeAll(async () => {
  galley = await startGalley();
  owner = ownerPool(galley);
  kitchen = await openKitchen(galley, owner, {
    email: 'latency@galley.test',
    name: 'Spice Route',
    seed,
    size: FULL_SIZE,
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

test('four years of trade are on the device', async () => {
  const { rows } = await owner.query('SELECT count(*)::int AS count FROM orders WHERE restaurant_id = $1', [
    kitchen.restaurantId,
  ]);
  const count = FULL_SIZE.orders + kitchen.orders.length;
  expect(rows[0].count).toBe(count);
  await tablet.goOffline();
  await tablet.go('/restaurant/orders?date=all');
  await tablet.page
    .getByText(`of ${count.toLocaleString('en-GB')}`)
    .first()
    .waitFor();
  await tablet.goOnline();
});

test('the other device shows each single change within a second of its commit', async () => {
  for (const device of [tablet, laptop]) await device.go(kitchen.itemsPath);
  const waits: number[] = [];
  for (const item of kitchen.shown.slice(20, 27)) {
    await watchItem(laptop.page, item.name);
    await turnItem(tablet.page, item.name, false);
    const seen = await arrivals(laptop.page, [item.name]);
    const stored = await storedItems(owner, kitchen.restaurantId);
    waits.push(seen[item.name]! - stored.find(({ id }) => id === item.id)!.updatedAt);
  }
  console.info(`server's commit of one change to the other device's screen: ${spread(waits)}`);
  expect(median(waits)).toBeLessThanOrEqual(1000);
});

const median = (waits: number[]) => waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)]!;
const spread = (waits: number[]) => `median ${median(waits)} ms, longest ${Math.max(...waits)} ms`;
