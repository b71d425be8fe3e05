import type { Page } from 'playwright-core';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { InventoryItem } from '../../contract/inventory/calls.ts';
import { axeFindings } from '../support/axe.ts';
import { openDevice, type Device } from '../support/device.ts';
import { callApi, openAccount, publishWebsite, requestData, type Account } from './api.ts';
import { ownerPool } from './database.ts';
import { startGalley, type Galley } from './galley.ts';
import { stayOpen } from './kitchen.ts';

let galley: Galley;
let owner: pg.Pool;
let account: Account;
let slug: string;
/** In the store room. */
let phone: Device;
/** At the point of sale. */
let tablet: Device;
let korma: { dishId: string; stockId: string };

beforeAll(async () => {
  galley = await startGalley({ cluster: inject('cluster') });
  owner = ownerPool(galley);
  account = await openAccount(galley, 'stock@galley.test', 'The Store Room');
  await stayOpen(owner, account.restaurantId);
  slug = (await owner.query<{ slug: string }>('SELECT slug FROM restaurants')).rows[0]!.slug;
  const book = `/menu/books/${await create('/menu/books', { name: 'All day', status: 'published' })}`;
  const items = `${book}/categories/${await create(`${book}/categories`, { name: 'Curries' })}/items`;
  korma = await countDish(await create(items, { name: 'Lamb korma', price_amount: 1150 }), 'Lamb korma', '10');
  await countDish(await create(items, { name: 'Tarka dal', price_amount: 795 }), 'Tarka dal', '6');
  await publishWebsite(galley, account.token);
  phone = await openDevice({ origin: galley.origin, viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  tablet = await openDevice({ origin: galley.origin, viewport: { width: 1180, height: 820 } });
  for (const device of [phone, tablet]) {
    await device.signIn(account);
    await device.isLoaded();
  }
});

afterAll(async () => {
  await Promise.all([phone?.dispose(), tablet?.dispose()]);
  await owner?.end();
  await galley?.dispose();
});

const ask = <T = unknown>(method: 'GET' | 'POST', path: string, body?: object) =>
  requestData<T>(galley.origin, method, path, { token: account.token, body });
const create = async (path: string, body: object) => (await ask<{ id: string }>('POST', path, body)).id;

async function countDish(dishId: string, name: string, quantity: string) {
  const stockId = await create('/menu/inventory', {
    kind: 'menu_item',
    menu_item_id: dishId,
    name,
    unit: 'portion',
    auto_sold_out: true,
  });
  await ask('POST', `/menu/inventory/${stockId}/movements`, {
    movement_type: 'recount',
    counted_quantity: quantity,
  });
  return { dishId, stockId };
}

const stored = async () => (await ask<InventoryItem>('GET', `/menu/inventory/${korma.stockId}`)).quantity;
const orderOnline = () =>
  callApi(galley.origin, 'POST', `/public/restaurants/${slug}/orders`, {
    body: {
      order_type: 'pickup',
      lines: [{ menu_item_id: korma.dishId, quantity: 1 }],
      customer: { name: 'Nora Webb', phone: '020 7946 0123' },
    },
  });
const website = async () => (await fetch(`${galley.origin}/site/${slug}`)).text();

/** The stock of the korma in the list, on a phone as on a tablet. */
const inList = (page: Page) =>
  page.locator(`[data-row="${korma.stockId}"] [data-quantity]`).getAttribute('data-quantity');
const boardSwitch = (page: Page) => page.getByRole('switch', { name: 'Lamb korma available' });
const dish = (page: Page) => page.getByRole('region', { name: 'Dishes' }).getByRole('button', { name: /Lamb korma/ });

test('a stock-take without a network is kept through a reload', async () => {
  const { page } = phone;
  await phone.go('/restaurant/inventory');
  await expect.poll(() => inList(page)).toBe('10');
  expect(await axeFindings(page)).toEqual([]);
  await phone.goOffline();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Count stock' }).click();
  await page.getByRole('heading', { name: 'Lamb korma' }).waitFor();
  await page.getByText('Expected: 10 portions').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const counted = page.getByLabel('Counted (portions)');
  await counted.fill('two');
  await counted.press('Enter');
  await page.getByText('Enter a number such as 2 or 0.75.').waitFor();
  await counted.fill('2');
  await counted.press('Enter');
  await page.getByRole('heading', { name: 'Tarka dal' }).waitFor();
  await counted.fill('6');
  await counted.press('Enter');
  await page.getByText('2 of 2 counted, 1 differed').waitFor();
  await page.getByRole('list', { name: 'Differences' }).getByText('−8 portions').waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await phone.waitForStatus('Offline, 2 changes waiting');
  await page.reload();
  await expect.poll(() => inList(page)).toBe('2');
  expect(await stored()).toBe('10');
});

test('a later restock on a tablet adds to what the phone counted before', async () => {
  const { page } = tablet;
  await tablet.go('/restaurant/inventory');
  await page.getByRole('link', { name: 'Lamb korma' }).click();
  const panel = page.getByRole('dialog', { name: 'Lamb korma' });
  await panel.getByLabel('Amount (portions)').fill('3');
  await panel.getByLabel('Note').fill('From the freezer');
  expect(await axeFindings(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Save restock' }).click();
  await expect.poll(() => inList(page)).toBe('13');
  await tablet.waitForStatus('All changes saved');
  await phone.goOnline();
  await phone.waitForStatus('All changes saved');
  for (const device of [phone, tablet]) await expect.poll(() => inList(device.page)).toBe('5');
  expect(await stored()).toBe('5');
  await panel.getByText('From the freezer').waitFor();
});

test('an order that sells the rest makes the dish sold out everywhere', async () => {
  const { page } = tablet;
  await phone.go('/restaurant/menu?view=availability');
  await expect.poll(() => boardSwitch(phone.page).isChecked()).toBe(true);
  await tablet.go('/restaurant/orders?view=counter');
  for (let portions = 0; portions < 5; portions += 1) await dish(page).click();
  expect(await page.getByText('Stock.').count()).toBe(0);
  await dish(page).click();
  await page.getByText('5 portions of Lamb korma left, this order takes 6 portions.').waitFor();
  await page.getByRole('button', { name: 'One Lamb korma less' }).click();
  await page.getByText('Stock.').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: /^Place order/ }).click();
  await page.getByText(/is in the kitchen/).waitFor();

  await expect.poll(() => dish(page).isDisabled()).toBe(true);
  await dish(page).getByText('Sold out').waitFor();
  await expect.poll(() => boardSwitch(phone.page).isChecked()).toBe(false);
  expect(await website()).toContain('Sold out');
  expect(await orderOnline()).toMatchObject({ status: 409, error: { code: 'items_unavailable' } });
  await phone.page.getByRole('button', { name: /^Notifications/ }).click();
  await phone.page.getByText('Lamb korma is out of stock').first().waitFor();
  expect(await stored()).toBe('0');
});

test('a restock brings the dish back everywhere', async () => {
  const { page } = phone;
  await phone.go('/restaurant/inventory?stock_status=out');
  await page.getByRole('button', { name: 'One more: Lamb korma' }).click();
  await phone.waitForStatus('All changes saved');
  await expect.poll(() => dish(tablet.page).isEnabled()).toBe(true);
  await phone.go('/restaurant/menu?view=availability');
  await expect.poll(() => boardSwitch(page).isChecked()).toBe(true);
  expect(await website()).not.toContain('Sold out');
  expect(await orderOnline()).toMatchObject({ status: 200 });
  expect(await stored()).toBe('0');
  await expect.poll(() => dish(tablet.page).isDisabled()).toBe(true);
  expect([...phone.problems, ...tablet.problems]).toEqual([]);
});
