import type { Page } from 'playwright-core';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openDevice, type Device } from '../support/device.ts';
import { requestData } from './api.ts';
import { ownerPool } from './database.ts';
import { startGalley, type Galley } from './galley.ts';
import { openKitchen, type Kitchen } from './kitchen.ts';
import { fillPass } from './pass.ts';
import { memoryOf } from './steady.ts';

const OPEN = 60;
const HOURS = 8;
const PER_ROUND = 2;

let galley: Galley;
let owner: pg.Pool;
let kitchen: Kitchen;
let tablet: Device;
let page: Page;

beforeAll(async () => {
  galley = await startGalley({ cluster: inject('cluster') });
  owner = ownerPool(galley);
  kitchen = await openKitchen(galley, owner, {
    email: 'evening@galley.test',
    name: 'The Evening',
    seed: 57,
    openOrders: 0,
  });
  await fillPass(owner, kitchen, { count: OPEN, firstNo: 101, now: new Date() });
  tablet = await openDevice({ origin: galley.origin, viewport: { width: 1280, height: 800 } });
  await tablet.signIn(kitchen);
  await tablet.isLoaded();
  page = tablet.page;
});

afterAll(async () => {
  await tablet?.dispose();
  await owner?.end();
  await galley?.dispose();
});

const openCount = async () => Number((await page.getByRole('button', { name: /^All \d/ }).textContent())!.slice(3));

/** The orders in PostgreSQL that are ready to be handed out. */
async function readyOrders(): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(
    "SELECT id FROM orders WHERE restaurant_id = $1 AND order_status = 'ready'",
    [kitchen.restaurantId],
  );
  return rows.map(({ id }) => id);
}

test('eight hours of service leave memory use unchanged', async () => {
  await page.clock.install({ time: new Date() });
  await tablet.go('/restaurant/orders?view=kitchen');
  await page.locator('[data-act]').first().waitFor();
  const usual = await openCount();
  let firstNo = 2001;
  /** Some orders come in, some minutes pass, as many leave, and the front of house hands them out. */
  const round = async (minutes: number) => {
    await fillPass(owner, kitchen, { count: PER_ROUND, firstNo, now: new Date(), status: 'pending' });
    firstNo += PER_ROUND;
    await expect.poll(openCount).toBe(usual + PER_ROUND);
    await page.clock.runFor(minutes * 60_000);
    while ((await openCount()) > usual) await page.locator('[data-act]').first().click();
    for (const id of await readyOrders())
      await requestData(galley.origin, 'POST', `/orders/${id}/status`, {
        token: kitchen.token,
        body: { order_id: id, order_status: 'completed' },
      });
  };
  // Caches and lists of bounded length are full after some rounds.
  for (let i = 0; i < 8; i += 1) await round(1);
  const before = await memoryOf(tablet, page);
  for (let i = 0; i < HOURS * 2; i += 1) await round(30);
  const after = await memoryOf(tablet, page);
  console.info('memory before and after eight hours', before, after);
  // Eight hours are 5,760 ticks and 96 bumps: 220 bytes kept per tick, 13 kB or two listeners per bump, exceed this.
  expect(after.nodes).toBeLessThanOrEqual(before.nodes * 1.1);
  expect(after.listeners).toBeLessThanOrEqual(before.listeners + 150);
  expect(after.heapMB).toBeLessThanOrEqual(before.heapMB + 1.25);
  expect(tablet.problems).toEqual([]);
});
