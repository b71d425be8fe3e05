import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { axeFindings, smallTargets } from '../support/axe.ts';
import { openDevice, type Device } from '../support/device.ts';
import { requestData } from './api.ts';
import { ownerPool } from './database.ts';
import { startGalley, type Galley } from './galley.ts';
import { openKitchen, type Kitchen } from './kitchen.ts';
import { itemSwitch, orderLink, turnItem } from './orders.ts';
import { stepsOf, storedItems, storedOrders } from './truth.ts';

const PINS = { owner: '4071', Mia: '5823', Tom: '7316', Sam: '8264' };

let galley: Galley;
let owner: pg.Pool;
let kitchen: Kitchen;
let tablet: Device;
let page: Device['page'];

beforeAll(async () => {
  galley = await startGalley({ cluster: inject('cluster') });
  owner = ownerPool(galley);
  kitchen = await openKitchen(galley, owner, {
    email: 'hatch@galley.test',
    name: 'The Hatch',
    seed: 73,
    openOrders: 3,
  });
  tablet = await openDevice({ origin: galley.origin, viewport: { width: 1024, height: 768 } });
  await tablet.signIn(kitchen);
  await tablet.isLoaded();
  page = tablet.page;
});
afterAll(async () => {
  await tablet?.dispose();
  await owner?.end();
  await galley?.dispose();
});

const add = (name: keyof typeof PINS, role: string) =>
  requestData<{ id: string }>(galley.origin, 'POST', '/people/by-pin', {
    token: kitchen.token,
    body: { name, role, pin: PINS[name] },
  });
const enter = async (pin: string, button = 'Unlock') => {
  await page.getByLabel('PIN', { exact: true }).pressSequentially(pin);
  await page.getByRole('button', { name: button, exact: true }).click();
};
const choose = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}(?! uses)`) }).click();
const as = async (name: keyof typeof PINS) => {
  await page.getByRole('button', { name: /uses this device\. Switch$|Enter a PIN$/ }).click();
  await choose(name);
  await enter(PINS[name]);
  await page
    .getByRole('button', { name: `${name} uses this device. Switch` })
    .waitFor({ timeout: 10000 })
    .catch(async (e) => {
      await page.screenshot({ path: '/tmp/me/shot.png' });
      throw e;
    });
};
const inApp = (name: string) => page.getByRole('navigation').getByRole('link', { name }).first().click();
const changes = () =>
  requestData<{ call: string; person: { name: string }; approved_by: { name: string } | null }[]>(
    galley.origin,
    'GET',
    '/people/changes',
    { token: kitchen.token },
  );

test('the owner gives PINs and turns the tablet into one that several use', async () => {
  await tablet.go('/restaurant/settings?tab=people');
  await page.getByRole('button', { name: 'Invite a person' }).click();
  await page.getByRole('radio', { name: /^By a PIN/ }).check();
  await page.getByLabel('Name').fill('Mia');
  await page.getByRole('radio', { name: /^Manager/ }).check();
  await page.getByRole('textbox', { name: /^PIN/ }).fill(PINS.Mia);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add person' }).click();
  await page.getByText('By PIN').first().waitFor();
  await add('Tom', 'kitchen');
  await add('Sam', 'cashier');
  await tablet.go('/restaurant/settings');
  await page.getByRole('button', { name: 'Turn on kitchen mode' }).click();
  await page.getByLabel('Password').fill(kitchen.password);
  await page.getByLabel('New PIN', { exact: true }).fill(PINS.owner);
  await page.getByLabel('Confirm new PIN').fill(PINS.owner);
  await page.getByRole('radio', { name: /^Everything/ }).check();
  await page.getByRole('button', { name: 'Turn on kitchen mode' }).click();
  await page.getByRole('list', { name: 'Who is it?' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
});

test('offline each works under their own PIN, and a void needs one of somebody who may', async () => {
  const [first] = kitchen.orders;
  const item = kitchen.items.find(({ name }) => name === 'Cheese Pakora')!;
  await tablet.goOffline();
  await choose('Tom');
  await enter('9999');
  await page.getByText('Wrong PIN.').waitFor();
  expect((await smallTargets(page, 48)).filter((line) => /^(\d|Delete|Unlock)/.test(line))).toEqual([]);
  await enter(PINS.Tom);

  await page.getByRole('button', { name: 'Tom uses this device. Switch' }).waitFor();
  expect(await page.getByRole('link', { name: 'Payments' }).count()).toBe(0);
  await inApp('Menu');
  await itemSwitch(page, item.name).waitFor();
  await turnItem(page, item.name, false);

  await as('Sam');
  await inApp('Orders');
  await orderLink(page, first!.order_no).first().click();
  await page.getByRole('button', { name: 'Accept' }).first().click();
  await page.getByRole('button', { name: 'Cancel', exact: true }).first().click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Cancel #${first!.order_no}` })
    .click();
  const dialog = page.getByRole('dialog', { name: `Cancel order #${first!.order_no}?` });
  await dialog.getByText(/Only the owner or a manager can do this/).waitFor();
  await choose('Mia');
  await enter(PINS.Mia, 'Approve');
  await dialog.waitFor({ state: 'hidden' });
  await tablet.waitForStatus(/Offline, 3 changes waiting/);
  await page.getByRole('status').first().click();
  await page.getByText(/by Sam, approved by Mia/).waitFor();
  await page.keyboard.press('Escape');

  await tablet.goOnline();
  await tablet.waitForStatus('All changes saved');
  const [stored] = await storedOrders(owner, kitchen.restaurantId, [first!.order_no]);
  expect(stepsOf(stored!)).toEqual(['accepted', 'cancelled']);
  const items = await storedItems(owner, kitchen.restaurantId);
  expect(items.find(({ id }) => id === item.id)!.availability_status).toBe('sold_out');
  const told = (await changes())
    .filter(({ call }) => /^(orders\.setStatus|menu\.setAvailability)$/.test(call))
    .map(({ person, approved_by }) => `${person.name} ${approved_by?.name ?? ''}`.trim());
  expect(told.toSorted()).toEqual(['Sam', 'Sam Mia', 'Tom']);
});

test('what a person did who was removed meanwhile is shown, and somebody who may sends it', async () => {
  const [, second] = kitchen.orders;
  const people = await requestData<{ id: string; name: string }[]>(galley.origin, 'GET', '/people', {
    token: kitchen.token,
  });
  await tablet.goOffline();
  await as('Tom');
  await inApp('Orders');
  await orderLink(page, second!.order_no).first().click();
  await page.getByRole('button', { name: 'Accept' }).first().click();
  await requestData(galley.origin, 'DELETE', `/people/${people.find(({ name }) => name === 'Tom')!.id}`, {
    token: kitchen.token,
  });
  await tablet.goOnline();
  await tablet.waitForStatus(/1 change needs attention/);
  await as('Mia');
  await page.getByRole('status').first().click();
  const panel = page.getByRole('dialog');
  await panel.getByText(/Tom was removed or suspended, or has another PIN/).waitFor();
  await panel.getByRole('button', { name: /^Send it again/ }).click();
  await tablet.waitForStatus('All changes saved');
  const [stored] = await storedOrders(owner, kitchen.restaurantId, [second!.order_no]);
  expect(stepsOf(stored!)).toEqual(['accepted']);
  expect((await changes()).find(({ call }) => call === 'orders.setStatus')!.person.name).toBe('Mia');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Mia uses this device. Switch' }).click();
  expect(await page.getByRole('button', { name: /^Tom/ }).count()).toBe(0);
  await page.getByRole('button', { name: 'Lock', exact: true }).click();
  await page.getByRole('list', { name: 'Who is it?' }).waitFor();
  expect(tablet.problems).toEqual([]);
});
