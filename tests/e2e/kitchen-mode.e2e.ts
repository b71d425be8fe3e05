import type { Page } from 'playwright-core';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { axeFindings, smallTargets } from '../support/axe.ts';
import { openDevice, type Device } from '../support/device.ts';
import { callApi, requestData } from './api.ts';
import { ownerPool } from './database.ts';
import { startGalley, type Galley } from './galley.ts';
import { heldRows } from './held-rows.ts';
import { openKitchen, type Kitchen } from './kitchen.ts';
import { orderLink, takeStep } from './orders.ts';
import { stepsOf, storedOrders } from './truth.ts';

const PIN = '4071';

let galley: Galley;
let owner: pg.Pool;
let kitchen: Kitchen;
let tablet: Device;
let page: Page;

beforeAll(async () => {
  galley = await startGalley({ cluster: inject('cluster') });
  owner = ownerPool(galley);
  kitchen = await openKitchen(galley, owner, { email: 'mode@galley.test', name: 'The Hatch', seed: 61, openOrders: 3 });
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

const title = (name: string) => page.getByRole('heading', { level: 1, name });
const pinPrompt = (name: string) => page.getByText(`Enter the PIN to open ${name}.`);
/** The status of the API's answer to this tablet's own token. */
async function insights(): Promise<number> {
  const token = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('piniaState')!) as { authToken: string }).authToken,
  );
  return (await callApi(galley.origin, 'GET', '/dashboard/insights', { token })).status;
}

/** Another device takes money. */
async function takeCash(amount: number): Promise<void> {
  const as = { token: kitchen.token };
  const orders = await requestData<{ id: string; due_amount: number }[]>(galley.origin, 'GET', '/orders', as);
  const { id } = orders.find((order) => order.due_amount > amount)!;
  await requestData(galley.origin, 'POST', `/orders/${id}/payments`, { ...as, body: { method: 'cash', amount } });
}
const payments = () => heldRows(page, 'payments');

test('kitchen mode asks for the PIN before money, not orders', async () => {
  await tablet.go('/restaurant/settings');
  await page.getByRole('button', { name: 'Turn on kitchen mode' }).click();
  await page.getByLabel('Password').fill(kitchen.password);
  await page.getByLabel('New PIN', { exact: true }).fill('1234');
  await page.getByLabel('Confirm new PIN').fill('1234');
  await page.getByRole('button', { name: 'Turn on kitchen mode' }).click();
  await page.getByText('Harder to guess').waitFor();
  await page.getByLabel('New PIN', { exact: true }).fill(PIN);
  await page.getByLabel('Confirm new PIN').fill(PIN);
  await page.getByRole('button', { name: 'Turn on kitchen mode' }).click();
  await page.getByRole('article').first().waitFor();
  expect(new URL(page.url()).search).toBe('?view=kitchen');
  expect(await insights()).toBe(403);

  for (const [path, name] of [
    ['insights', 'Insights'],
    ['payments', 'Payments'],
    ['settings', 'Settings'],
    ['menu', 'Menu'],
  ] as const) {
    await tablet.go(`/restaurant/${path}`);
    await pinPrompt(name).waitFor();
  }
  expect(await page.getByRole('link', { name: 'Log out' }).count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  expect((await smallTargets(page, 48)).filter((line) => /^(\d|Delete|Open|Leave|Back)/.test(line))).toEqual([]);
  await tablet.go('/restaurant/menu?view=availability');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await pinPrompt('Menu').count()).toBe(0);
});

test('the PIN opens the page, which closes after five minutes', async () => {
  await tablet.go('/restaurant/insights');
  for (const digit of ['9', '9', '9', '9']) await page.getByRole('button', { name: digit, exact: true }).click();
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
  await page.getByText('Wrong PIN.').waitFor();
  await page.clock.install({ time: new Date() });
  await page.getByLabel('PIN', { exact: true }).pressSequentially(PIN);
  await page.keyboard.press('Enter');
  await page.getByText('Revenue', { exact: true }).first().waitFor();
  expect(await insights()).toBe(200);
  await page.clock.runFor(5 * 60_000 + 1_000);
  await pinPrompt('Insights').waitFor();
  await page.reload();
  await pinPrompt('Insights').waitFor();
});

test('the kitchen works offline and its changes arrive afterwards', async () => {
  const [first] = kitchen.orders;
  await tablet.goOffline();
  await tablet.go('/restaurant/orders?view=kitchen');
  await takeStep(page, 'Accept', first!.order_no);
  await takeStep(page, 'Start', first!.order_no);
  await page.getByText('Keep cooking').waitFor();
  await tablet.go('/restaurant/payments');
  await page.getByLabel('PIN', { exact: true }).pressSequentially(PIN);
  await page.keyboard.press('Enter');
  await title('Payments').waitFor();
  await pinPrompt('Payments').waitFor({ state: 'hidden' });
  await tablet.goOnline();
  const steps = async () =>
    (await storedOrders(owner, kitchen.restaurantId, [first!.order_no])).flatMap((order) => stepsOf(order));
  await expect.poll(steps).toEqual(['accepted', 'preparing']);
});

test("the owner's password restores everything on the same data", async () => {
  const known = await payments();
  await takeCash(123);
  await tablet.waitForStatus('All changes saved');
  await tablet.go('/restaurant/payments');
  await page.getByRole('button', { name: 'Leave kitchen mode' }).click();
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Leave kitchen mode' }).click();
  await page.getByText('Wrong password.').waitFor();
  await page.getByLabel('Password').fill(kitchen.password);
  await page.getByRole('button', { name: 'Leave kitchen mode' }).click();
  await expect.poll(() => pinPrompt('Payments').count()).toBe(0);
  await title('Payments').waitFor();
  await expect.poll(payments).toBe(known + 1);
  expect(await insights()).toBe(200);
  await page.getByRole('link', { name: 'Log out' }).waitFor();
  await tablet.go('/restaurant/orders?date=all');
  await orderLink(page, kitchen.orders[0]!.order_no).waitFor();
  await tablet.waitForStatus('All changes saved');
  expect(tablet.problems).toEqual([]);
});
