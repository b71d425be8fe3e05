import type { Page } from 'playwright-core';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openDevice, type Device } from '../support/device.ts';
import { ownerPool } from './database.ts';
import { startGalley, type Galley } from './galley.ts';
import { openKitchen, type Kitchen } from './kitchen.ts';
import { itemSwitch, turnItem } from './orders.ts';
import { storedItems } from './truth.ts';

let galley: Galley;
let owner: pg.Pool;
let kitchen: Kitchen;
let tablet: Device;

beforeAll(async () => {
  galley = await startGalley({ cluster: inject('cluster') });
  owner = ownerPool(galley);
  kitchen = await openKitchen(galley, owner, {
    email: 'ugly@galley.test',
    name: 'The Worst Case',
    seed: 41,
    openOrders: 2,
  });
  tablet = await openDevice({ origin: galley.origin });
  await tablet.signIn(kitchen);
  await tablet.waitForStatus('All changes saved');
  await tablet.isLoaded();
  await tablet.go(kitchen.itemsPath);
  await itemSwitch(tablet.page, kitchen.shown[0]!.name).waitFor();
});

afterAll(async () => {
  await tablet?.dispose();
  await owner?.end();
  await galley?.dispose();
});

const isOff = async (name: string) => {
  const items = await storedItems(owner, kitchen.restaurantId);
  return items.find((item) => item.name === name)?.availability_status === 'sold_out';
};
const arrives = (name: string) => expect.poll(() => isOff(name)).toBe(true);

test('reports a tap on a full disk, then stores it (R20)', async () => {
  const { page } = tablet;
  const [dish, next] = kitchen.shown.slice(0, 2).map((item) => item.name) as [string, string];
  const makeRoom = await fill(page);
  await turnItem(page, dish, false);
  const notice = page.getByText('The storage of this device is full');
  await notice.waitFor();
  await turnItem(page, next, false);
  await page.getByText('2 taps are not stored yet').waitFor();
  expect([await itemSwitch(page, dish).isChecked(), await isOff(dish)]).toEqual([false, false]);
  await makeRoom();
  await notice.waitFor({ state: 'detached' });
  await arrives(dish);
  await arrives(next);
  await tablet.waitForStatus('All changes saved');
});

test('a cleared database reloads and its waiting changes arrive (R48)', async () => {
  const { page } = tablet;
  const dish = kitchen.shown[3]!.name;
  await tablet.goOffline();
  await turnItem(page, dish, false);
  await page.getByText('1 change').first().waitFor();
  await clear('indexeddb');
  await tablet.goOnline();
  await page.getByText('One change of this device had not been sent: a second copy is sent instead').waitFor();
  await arrives(dish);
  await tablet.waitForStatus('All changes saved');
  await expect.poll(() => itemSwitch(page, dish).isChecked()).toBe(false);
});

test('a waiting change survives a cleared database and a reload at once (R2, R48)', async () => {
  const { page } = tablet;
  const dish = kitchen.shown[4]!.name;
  await tablet.goOffline();
  await turnItem(page, dish, false);
  await clear('indexeddb');
  await tablet.goOnline();
  await page.reload();
  await page.getByText('What you tapped is kept on this device').waitFor();
  await arrives(dish);
  await tablet.waitForStatus('All changes saved');
  await expect.poll(() => itemSwitch(page, dish).isChecked()).toBe(false);
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).join())).not.toContain('left-behind');
});

test('an emptied cache is filled again, and until then a start offline says why', async () => {
  const { page } = tablet;
  const files = () => page.evaluate(async () => (await (await caches.open((await caches.keys())[0]!)).keys()).length);
  const before = await files();
  await clear('cache_storage');
  await tablet.goOffline();
  await page.reload();
  await page.getByRole('heading', { name: 'Galley needs a network to open' }).waitFor();
  await tablet.goOnline();
  await page.reload();
  await itemSwitch(page, kitchen.shown[0]!.name).waitFor();
  await expect.poll(files, { timeout: 30_000 }).toBe(before);
  await tablet.goOffline();
  await page.reload();
  await itemSwitch(page, kitchen.shown[0]!.name).waitFor();
  await tablet.goOnline();
});

test("replaces a hanging leader so that another tab's tap arrives (R17)", async () => {
  const dish = kitchen.shown[2]!.name;
  const other = await tablet.tab(kitchen.itemsPath);
  await itemSwitch(other, dish).waitFor();
  await hang(tablet.page);
  await turnItem(other, dish, false);
  await arrives(dish);
  await tablet.waitForStatus('All changes saved', { page: other });
  await other.close();
});

/** The browser deletes what it stores of one kind. */
async function clear(storageTypes: 'indexeddb' | 'cache_storage'): Promise<void> {
  const cdp = await tablet.context.newCDPSession(tablet.page);
  await cdp.send('Storage.clearDataForOrigin', { origin: galley.origin, storageTypes });
  await cdp.detach();
}

/**
 * From now on the disk has no room for what this page adds. Simulated, because Chrome caches the free space for half a minute and
 * does not check it again for a write as small as a tap's, whatever the quota is.
 */
async function fill(page: Page): Promise<() => Promise<void>> {
  const real = await page.evaluateHandle(() => {
    const { add } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.add = () => {
      throw new DOMException('There is no room', 'QuotaExceededError');
    };
    return { add };
  });
  return () => real.evaluate(({ add }) => void (IDBObjectStore.prototype.add = add));
}

/** Makes the page's worker hang without noticing it. */
async function hang(page: Page): Promise<void> {
  const worker = page.workers().find((each) => each.url().includes('worker'));
  if (!worker) throw new Error('The page has no sync worker');
  await worker.evaluate(() => {
    setTimeout(() => {
      for (const until = Date.now() + 60_000; Date.now() < until;);
    });
  });
}
