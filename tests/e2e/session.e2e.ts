import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { fillSignIn, openDevice, type Device } from '../support/device.ts';
import { startProxy, type ChaosProxy } from '../support/proxy.ts';
import { requestData } from './api.ts';
import { ownerPool } from './database.ts';
import { startGalley, type Galley } from './galley.ts';
import { itemsPathOf, openKitchen, type Kitchen } from './kitchen.ts';
import { itemSwitch, stepButton, switchedOn, takeStep, turnItem } from './orders.ts';
import { revokeSessions, stepsOf, storedItems, storedOrders, storedResults } from './truth.ts';
import { failedChangeOf, openUnsent } from './unsent.ts';

const PUSH = '/backend/sync/push';

let galley: Galley;
let owner: pg.Pool;
let network: ChaosProxy;
let tablet: Device;
let ravi: Kitchen;
let mina: Kitchen;

beforeAll(async () => {
  galley = await startGalley({ cluster: inject('cluster') });
  owner = ownerPool(galley);
  ravi = await openKitchen(galley, owner, { email: 'ravi@galley.test', name: 'Spice Route', seed: 11 });
  mina = await openKitchen(galley, owner, { email: 'mina@galley.test', name: 'Blue Lagoon', seed: 12, firstNo: 9001 });
});

afterAll(async () => {
  await owner?.end();
  await galley?.dispose();
});

beforeEach(async () => {
  network = await startProxy({ port: galley.port, seed: 5 });
  tablet = await openDevice({ origin: network.origin });
});

afterEach(async () => {
  await tablet.dispose();
  await network.close();
});

async function signedIn(kitchen: Kitchen): Promise<void> {
  await tablet.signIn(kitchen);
  await tablet.waitForStatus('All changes saved');
  await tablet.isLoaded();
}

test('a session that ends mid-queue keeps it for its owner', async () => {
  await signedIn(ravi);
  await tablet.goOffline();
  // More than one push holds, so that the session can end between two.
  const dishes = ravi.items.slice(0, 55);
  let clicks = 0;
  for (const group of Object.values(Object.groupBy(dishes, (item) => item.category_id))) {
    await tablet.go(itemsPathOf(group![0]!));
    for (const item of group!) await turnItem(tablet.page, item.name, false);
    clicks += group!.length;
    await tablet.waitForStatus(new RegExp(`^\\s*Offline, ${clicks} changes? waiting`));
  }

  let isRevoked = false;
  network.hooks.afterAnswer = async (passed) => {
    if (passed.path !== PUSH || isRevoked) return;
    isRevoked = true;
    await revokeSessions(owner, ravi.userId);
  };
  await tablet.goOnline();
  await tablet.page.waitForURL((url) => url.pathname === '/login');
  await tablet.page.getByText('Please log in').first().waitFor();
  network.hooks = {};
  const sent = await storedResults(owner, ravi.restaurantId);
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.length).toBeLessThan(55);

  // Another owner on the same tablet.
  const before = network.passed.length;
  await fillSignIn(tablet.page, mina);
  await tablet.page.waitForURL((url) => url.pathname.startsWith('/restaurant/'));
  await tablet.waitForStatus('All changes saved');
  await tablet.go(mina.itemsPath);
  await itemSwitch(tablet.page, mina.shown[0]!.name).waitFor();
  expect(await switchedOn(tablet.page, mina.shown.slice(0, 5))).toHaveLength(5);
  const panel = await openUnsent(tablet.page);
  for (const item of dishes) expect(await panel.getByText(item.name).count()).toBe(0);
  expect(await storedResults(owner, mina.restaurantId)).toEqual([]);
  expect((await storedResults(owner, ravi.restaurantId)).length).toBe(sent.length);
  expect(
    network.passed.slice(before).filter((passed) => passed.path === PUSH && passed.body.includes('"key"')),
  ).toEqual([]);
  await tablet.go('/logout');
  await tablet.page.waitForURL((url) => url.pathname === '/login');

  // The same owner again.
  await tablet.signIn(ravi);
  await tablet.waitForStatus('All changes saved');
  const results = await storedResults(owner, ravi.restaurantId);
  expect(results.map((result) => result.mid)).toEqual(Array.from({ length: 55 }, (_, i) => i + 1));
  const stored = new Map((await storedItems(owner, ravi.restaurantId)).map((item) => [item.id, item]));
  expect(dishes.filter((item) => stored.get(item.id)!.availability_status !== 'sold_out')).toEqual([]);
  expect(tablet.problems).toEqual([]);
});

test('a refused change shows both versions and blocks nothing', async () => {
  const [cancelled, first, second] = ravi.orders as [Kitchen['orders'][0], Kitchen['orders'][0], Kitchen['orders'][0]];
  await signedIn(ravi);
  await tablet.go('/restaurant/orders?date=all');
  await stepButton(tablet.page, 'Accept', first.order_no).waitFor();
  await tablet.goOffline();
  for (const { order_no } of [first, cancelled, second]) await takeStep(tablet.page, 'Accept', order_no);
  await tablet.waitForStatus('Offline, 3 changes waiting');

  const token = await signInElsewhere(ravi);
  await requestData(galley.origin, 'POST', `/orders/${cancelled.id}/status`, {
    token,
    body: { order_status: 'cancelled', reason: 'customer_request' },
  });
  await tablet.goOnline();
  await tablet.waitForStatus(/^\s*1 changes? needs? attention/);

  const stored = await storedOrders(
    owner,
    ravi.restaurantId,
    [cancelled, first, second].map((order) => order.order_no),
  );
  expect(Object.fromEntries(stored.map((order) => [order.order_no, stepsOf(order)]))).toEqual({
    [cancelled.order_no]: ['cancelled'],
    [first.order_no]: ['accepted'],
    [second.order_no]: ['accepted'],
  });
  const panel = await openUnsent(tablet.page);
  const failedChange = failedChangeOf(panel, cancelled.order_no);
  await failedChange
    .getByText(/cancelled/i)
    .first()
    .waitFor();
  await failedChange
    .getByText(/accept/i)
    .first()
    .waitFor();
  await failedChange.getByRole('button', { name: /Understood|Keep theirs|Dismiss/ }).click();
  await tablet.waitForStatus('All changes saved');
  expect(tablet.problems).toEqual([]);
});

test('a superseded change shows both versions and can be restored', async () => {
  const item = ravi.items.at(-1)!;
  await signedIn(ravi);
  await tablet.go(itemsPathOf(item));
  await itemSwitch(tablet.page, item.name).waitFor();
  await tablet.goOffline();
  await turnItem(tablet.page, item.name, false);
  const token = await signInElsewhere(ravi);
  const call = `/menu/books/${item.menu_book_id}/categories/${item.category_id}/items/${item.id}/update-availability`;
  await requestData(galley.origin, 'PUT', call, { token, body: { is_available: true } });
  await tablet.goOnline();
  await tablet.waitForStatus(/^\s*1 changes? needs? attention/);
  await expect.poll(() => itemSwitch(tablet.page, item.name).isChecked()).toBe(true);

  const failedChange = failedChangeOf(await openUnsent(tablet.page), item.name);
  await failedChange.getByText(/^Theirs/).waitFor();
  await failedChange.getByText(/^Yours/).waitFor();
  await failedChange.getByRole('button', { name: /^Restore/ }).click();
  await tablet.waitForStatus('All changes saved');
  const stored = (await storedItems(owner, ravi.restaurantId)).find((row) => row.id === item.id)!;
  expect(stored.availability_status).toBe('sold_out');
  expect(tablet.problems).toEqual([]);
});

test('logout asks about unsent changes and keeps them if told', async () => {
  const [, , , order] = mina.orders as Kitchen['orders'] & { 3: Kitchen['orders'][0] };
  await signedIn(mina);
  await tablet.go('/restaurant/orders?date=all');
  await stepButton(tablet.page, 'Accept', order.order_no).waitFor();
  network.setReachable(false);
  await takeStep(tablet.page, 'Accept', order.order_no);
  await tablet.waitForStatus(/^\s*(Offline, )?1 change waiting/);
  await tablet.go('/logout');
  const question = tablet.page.getByRole('group', { name: 'Unsent changes' });
  await question.getByText('1 change is not sent').waitFor();
  await question.getByRole('button', { name: /^Send now/ }).waitFor();
  await question.getByRole('button', { name: /^Discard/ }).waitFor();
  await question.getByRole('button', { name: /^Keep/ }).click();
  await tablet.page.waitForURL((url) => url.pathname === '/login');
  network.setReachable(true);
  await tablet.signIn(mina);
  await tablet.waitForStatus('All changes saved');
  await tablet.isLoaded();
  const [stored] = await storedOrders(owner, mina.restaurantId, [order.order_no]);
  expect(stepsOf(stored!)).toEqual(['accepted']);
  expect(tablet.problems).toEqual([]);
});

async function signInElsewhere(kitchen: Kitchen): Promise<string> {
  const { token } = await requestData<{ token: string }>(galley.origin, 'POST', '/auth/login', {
    body: { email: kitchen.email, password: kitchen.password },
  });
  return token;
}
