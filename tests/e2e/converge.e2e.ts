import type { Page } from 'playwright-core';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openDevice, type Device } from '../support/device.ts';
import { startProxy, type ChaosProxy } from '../support/proxy.ts';
import { ownerPool } from './database.ts';
import { startGalley, type Galley } from './galley.ts';
import { openKitchen, type Kitchen } from './kitchen.ts';
import { itemSwitch, stepButton, switchedOn, takeStep, turnItem } from './orders.ts';
import { stepsOf, storedItems, storedOrders, storedResults } from './truth.ts';
import { failedChangeOf, openUnsent } from './unsent.ts';

let galley: Galley;
let owner: pg.Pool;
let networks: Record<'kitchen' | 'office', ChaosProxy>;

beforeAll(async () => {
  galley = await startGalley({ cluster: inject('cluster') });
  owner = ownerPool(galley);
  networks = {
    kitchen: await startProxy({ port: galley.port, seed: 1 }),
    office: await startProxy({ port: galley.port, seed: 2 }),
  };
});

afterAll(async () => {
  for (const network of Object.values(networks ?? {})) await network.close();
  await owner?.end();
  await galley?.dispose();
});

const orders: ('kitchen' | 'office')[][] = [
  ['kitchen', 'office'],
  ['office', 'kitchen'],
];

test.for(orders)('two tabs on two devices converge: %s before %s (R10, R11)', async ([before, after]) => {
  const kitchen = await openKitchen(galley, owner, {
    email: `${before}-first@galley.test`,
    name: `The ${before}`,
    seed: before === 'kitchen' ? 31 : 32,
    openOrders: 4,
  });
  for (const network of Object.values(networks)) network.setReachable(true);
  const devices = {
    kitchen: await openDevice({ origin: networks.kitchen.origin }),
    office: await openDevice({ origin: networks.office.origin }),
  };
  try {
    await changeApart(devices, kitchen);
    for (const name of [before!, after!]) {
      networks[name].setReachable(true);
      await devices[name].goOnline();
      await devices[name].waitForStatus(/^\s*(All changes saved|\d+ changes? needs? attention)/);
    }
    await agree(devices, kitchen);
    expect([...devices.kitchen.problems, ...devices.office.problems]).toEqual([]);
  } finally {
    await Promise.all(Object.values(devices).map((device) => device.dispose()));
  }
});

type Devices = Record<'kitchen' | 'office', Device>;

/** Both devices have two tabs, go offline, and change the same dishes and orders. */
async function changeApart(devices: Devices, kitchen: Kitchen): Promise<void> {
  const [soup, fish, bread, salad] = kitchen.shown.map((item) => item.name) as [string, string, string, string];
  const [both, shut, mine, yours] = kitchen.orders.map((order) => order.order_no) as [string, string, string, string];
  const tabs = {} as Record<keyof Devices, Page>;
  for (const name of ['kitchen', 'office'] as const) {
    const device = devices[name];
    await device.signIn(kitchen);
    await device.waitForStatus('All changes saved');
    await device.isLoaded();
    await device.go(kitchen.itemsPath);
    await itemSwitch(device.page, soup).waitFor();
    tabs[name] = await device.tab('/restaurant/orders?date=all');
    await stepButton(tabs[name], 'Accept', both).waitFor();
  }
  for (const name of ['kitchen', 'office'] as const) {
    networks[name].setReachable(false);
    await devices[name].goOffline();
  }
  // The kitchen first. The office taps later, so its change to a dish that both touched wins, whichever device returns first.
  await turnItem(devices.kitchen.page, soup, false);
  await turnItem(devices.kitchen.page, fish, false);
  await takeStep(tabs.kitchen, 'Accept', both);
  await takeStep(tabs.kitchen, 'Accept', shut);
  await takeStep(tabs.kitchen, 'Start', shut);
  await takeStep(tabs.kitchen, 'Accept', mine);
  await turnItem(devices.office.page, soup, false);
  await turnItem(devices.office.page, soup, true);
  await turnItem(devices.office.page, bread, false);
  await turnItem(devices.office.page, salad, false);
  await takeStep(tabs.office, 'Accept', both);
  await reject(tabs.office, shut);
  await takeStep(tabs.office, 'Accept', yours);
  await devices.kitchen.waitForStatus('Offline, 6 changes waiting', { page: tabs.kitchen });
}

async function reject(page: Page, orderNo: string): Promise<void> {
  await page.getByRole('button', { name: `More for #${orderNo}` }).click();
  await page.getByRole('menuitem', { name: `Reject #${orderNo}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio').first().click();
  await dialog.getByRole('button', { name: `Reject #${orderNo}` }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Expects that every tab of every device shows the server's rows, and that each tap either took effect or is named in a notice. */
async function agree(devices: Devices, kitchen: Kitchen): Promise<void> {
  const stored = await storedItems(owner, kitchen.restaurantId);
  const on = stored.filter((item) => item.availability_status === 'available').map((item) => item.name);
  const truth = kitchen.shown.map((item) => item.name).filter((name) => on.includes(name));
  const [soup, fish, bread, salad] = kitchen.shown.map((item) => item.name) as [string, string, string, string];
  expect(
    kitchen.shown
      .map((item) => item.name)
      .filter((name) => !on.includes(name))
      .toSorted(),
  ).toEqual([fish, bread, salad].toSorted());
  expect(on).toContain(soup);
  for (const device of Object.values(devices)) {
    const tab = await device.tab(kitchen.itemsPath);
    await itemSwitch(tab, soup).waitFor();
    for (const page of [device.page, tab]) await expect.poll(() => switchedOn(page, kitchen.shown)).toEqual(truth);
  }

  const [both, shut, mine, yours] = kitchen.orders.map((order) => order.order_no) as [string, string, string, string];
  const orders = await storedOrders(owner, kitchen.restaurantId, [both, shut, mine, yours]);
  const steps = Object.fromEntries(orders.map((order) => [order.order_no, stepsOf(order)]));
  expect(steps[both]).toEqual(['accepted']);
  expect(steps[mine]).toEqual(['accepted']);
  expect(steps[yours]).toEqual(['accepted']);
  // One device advanced the order that the other rejected: whichever arrived first, the final status wins and the loser is told.
  const isRejected = steps[shut]!.at(-1) === 'rejected';
  const results = await storedResults(owner, kitchen.restaurantId);
  const refused = results.filter((result) => result.outcome === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  const loser = isRejected ? devices.kitchen : devices.office;
  const panel = await openUnsent(loser.page);
  await failedChangeOf(panel, shut).waitFor();
}
