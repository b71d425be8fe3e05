import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { axeFindings } from '../support/axe.ts';
import { openDevice, type Device } from '../support/device.ts';
import { callApi, requestData } from './api.ts';
import { ownerPool } from './database.ts';
import { newestMail, startGalley, type Galley } from './galley.ts';
import { heldRows } from './held-rows.ts';
import { openKitchen, type Kitchen } from './kitchen.ts';
import { itemSwitch, orderLink, takeStep, turnItem } from './orders.ts';
import { stepsOf, storedItems, storedOrders } from './truth.ts';

let galley: Galley;
let owner: pg.Pool;
let kitchen: Kitchen;
let office: Device;
let phone: Device;

beforeAll(async () => {
  galley = await startGalley({ cluster: inject('cluster') });
  owner = ownerPool(galley);
  kitchen = await openKitchen(galley, owner, {
    email: 'people@galley.test',
    name: 'The Anchor',
    seed: 71,
    openOrders: 3,
  });
  office = await openDevice({ origin: galley.origin, viewport: { width: 1280, height: 900 } });
  phone = await openDevice({ origin: galley.origin, viewport: { width: 390, height: 844 } });
  await office.signIn(kitchen);
  await office.isLoaded();
});
afterAll(async () => {
  await phone?.dispose();
  await office?.dispose();
  await owner?.end();
  await galley?.dispose();
});

/** The board shows the first category. */
const inFirstCategory = (dish: string) => kitchen.items.find(({ name }) => name === dish)!;

const COOK = { email: 'cook@galley.test', password: 'a ladle of warm stock' };

test('a kitchen hand is invited by mail, joins, and sees and may do what the role is for', async () => {
  const { page } = office;
  await office.go('/restaurant/settings?tab=people');
  await page.getByRole('button', { name: 'Invite a person' }).click();
  await page.getByLabel('Name').fill('Ravi Kapoor');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(COOK.email);
  await page.getByRole('radio', { name: /^Kitchen/ }).check();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await page.getByText(/^Invited until/).waitFor();

  const mail = (await newestMail(galley, COOK.email)).replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
  const token = /\/join\?token=([\w-]+)/.exec(mail)![1]!;
  await phone.go(`/join?token=${token}`);
  const own = phone.page;
  await own.getByText('The Anchor invites you as Kitchen.').waitFor();
  expect(await axeFindings(own)).toEqual([]);
  await own.getByLabel('New password', { exact: true }).fill(COOK.password);
  await own.getByRole('button', { name: /^Join/ }).click();
  await own.waitForURL((url) => url.pathname === '/restaurant/orders');
  await phone.isLoaded();
  await orderLink(own, kitchen.orders[0]!.order_no).first().waitFor();

  // What the device holds is what the role is for.
  expect(await heldRows(own, 'orders')).toBeGreaterThan(0);
  expect([await heldRows(own, 'payments'), await heldRows(own, 'customers')]).toEqual([0, 0]);
  await phone.go('/restaurant/payments');
  await own.getByText('Your role, Kitchen, does not open this.').waitFor();
  const state = await own.evaluate(() => JSON.parse(localStorage.getItem('piniaState')!) as { authToken: string });
  expect((await callApi(galley.origin, 'GET', '/payments', { token: state.authToken })).error?.code).toBe(
    'not_allowed',
  );
});

test('offline the kitchen hand goes on, and what was done arrives under their name', async () => {
  const { page } = phone;
  const [order] = kitchen.orders;
  const item = inFirstCategory('Cheese Pakora');
  await phone.go('/restaurant/menu?view=availability');
  await itemSwitch(page, item.name).waitFor();
  await phone.goOffline();
  await turnItem(page, item.name, false);
  await phone.go('/restaurant/orders?view=kitchen');
  await takeStep(page, 'Accept', order!.order_no);
  await phone.waitForStatus(/Offline, 2 changes waiting/);
  await phone.goOnline();
  await phone.waitForStatus('All changes saved');
  const [stored] = await storedOrders(owner, kitchen.restaurantId, [order!.order_no]);
  expect(stepsOf(stored!)).toEqual(['accepted']);
  await office.go(`/restaurant/orders/${stored!.id}`);
  await office.page.getByText('Ravi Kapoor').first().waitFor();
  const items = await storedItems(owner, kitchen.restaurantId);
  expect(items.find(({ id }) => id === item.id)!.availability_status).toBe('sold_out');
});

test('who is suspended is signed out at once, and what was not sent stays on the device', async () => {
  const { page } = office;
  await phone.goOffline();
  await phone.go('/restaurant/orders?view=kitchen');
  await takeStep(phone.page, 'Accept', kitchen.orders[1]!.order_no);
  await office.go('/restaurant/settings?tab=people');
  await page.getByRole('button', { name: 'More for Ravi Kapoor' }).click();
  await page.getByRole('menuitem', { name: 'Suspend' }).click();
  await page.getByText('Suspended', { exact: true }).waitFor();
  await phone.goOnline();
  await phone.page.waitForURL((url) => url.pathname === '/login');
  await phone.page.getByText('1 change waits on this device.').waitFor();
  const [stored] = await storedOrders(owner, kitchen.restaurantId, [kitchen.orders[1]!.order_no]);
  expect(stepsOf(stored!)).toEqual([]);
  await page.getByRole('button', { name: 'More for Ravi Kapoor' }).click();
  await page.getByRole('menuitem', { name: 'Let in again' }).click();
  await page.getByText('Active', { exact: true }).nth(1).waitFor();
  await phone.signIn(COOK);
  await phone.waitForStatus('All changes saved');
  await expect
    .poll(async () => stepsOf((await storedOrders(owner, kitchen.restaurantId, [kitchen.orders[1]!.order_no]))[0]!))
    .toEqual(['accepted']);
});

test('an owner adds a restaurant and works in both offline; nothing mixes', async () => {
  const { page } = office;
  await office.go('/restaurant/settings?tab=security');
  await page.getByRole('button', { name: 'Your restaurants' }).click();
  await page.getByRole('button', { name: 'Add a restaurant' }).click();
  await page.getByLabel('Name of the restaurant').fill('The Harbour');
  await page.getByRole('button', { name: 'Add the restaurant' }).click();
  await page.getByRole('heading', { name: 'Your restaurant' }).waitFor();
  await page.getByLabel('Address').fill('3 Quay Street');
  await page.getByLabel('City').fill('Hull');
  await page.getByLabel('Country').selectOption('GB');
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.waitForURL((url) => url.pathname === '/restaurant/insights');
  const token = (await page.evaluate(() => JSON.parse(localStorage.getItem('piniaState')!) as { authToken: string }))
    .authToken;
  const as = { token };
  const { id: book } = await requestData<{ id: string }>(galley.origin, 'POST', '/menu/books', {
    ...as,
    body: { name: 'All day' },
  });
  const { id: category } = await requestData<{ id: string }>(galley.origin, 'POST', `/menu/books/${book}/categories`, {
    ...as,
    body: { name: 'Fish' },
  });
  await requestData(galley.origin, 'POST', `/menu/books/${book}/categories/${category}/items`, {
    ...as,
    body: { name: 'Smoked haddock', price_amount: 1450 },
  });

  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Switch to another restaurant' }).click();
    await page.getByRole('radio', { name: new RegExp(`^${name}`) }).click();
    await page.waitForURL((url) => url.pathname === '/restaurant/insights');
    await page.getByRole('complementary').getByText(name, { exact: true }).first().waitFor();
  };
  await office.go('/restaurant/menu?view=availability');
  await itemSwitch(page, 'Smoked haddock').waitFor();
  await choose('The Anchor');
  await office.isLoaded();
  await office.goOffline();
  await office.go('/restaurant/menu?view=availability');
  const dish = inFirstCategory('Cheese Samosa').name;
  await turnItem(page, dish, false);
  await choose('The Harbour');
  await office.go('/restaurant/menu?view=availability');
  await turnItem(page, 'Smoked haddock', false);
  expect(await itemSwitch(page, dish).count()).toBe(0);
  await office.goOnline();
  await office.waitForStatus('All changes saved');
  await page.getByRole('button', { name: 'Switch to another restaurant' }).click();
  await page.getByRole('radio', { name: /^The Anchor.*1 change waits/ }).click();
  await page.waitForURL((url) => url.pathname === '/restaurant/insights');
  await office.waitForStatus('All changes saved');
  const anchor = await storedItems(owner, kitchen.restaurantId);
  expect(anchor.filter(({ name }) => name === dish).map((one) => one.availability_status)).toEqual(['sold_out']);
  expect(anchor.some(({ name }) => name === 'Smoked haddock')).toBe(false);
  expect([office.problems, phone.problems]).toEqual([[], []]);
});
