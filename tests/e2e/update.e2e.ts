import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDevice, type Device } from '../support/device.ts';
import { ownerPool } from './database.ts';
import { startGalley, type Galley } from './galley.ts';
import { openKitchen, type Kitchen } from './kitchen.ts';
import { itemSwitch, orderLink, turnItem } from './orders.ts';
import { storedItems } from './truth.ts';
import { buildAll, type Build, type Built } from './update/builds.ts';
import { openUnsent } from './unsent.ts';
import { deployed, type Deployed } from './update/deployed.ts';

declare global {
  // eslint-disable-next-line no-var
  var galleyBuilds: Partial<Record<Build, true>> | undefined;
}

let built: Built;
let galley: Galley;
let owner: pg.Pool;
let kitchen: Kitchen;
let site: Deployed;
let tablet: Device;
let loads: string[];
let dishes = 0;

beforeAll(async () => {
  [built, galley] = await Promise.all([buildAll(), startGalley()]);
  owner = ownerPool(galley);
  kitchen = await openKitchen(galley, owner, { email: 'olga@galley.test', name: 'Open All Hours', seed: 61 });
});

afterAll(async () => {
  await owner?.end();
  await galley?.dispose();
  await built?.dispose();
});

beforeEach(async () => {
  site = await deployed(galley, built, 'first');
  tablet = await openDevice({ origin: site.origin });
  await tablet.signIn(kitchen);
  await tablet.waitForStatus('All changes saved');
  await tablet.isLoaded();
  await isInCharge(tablet.page, 'first');
  loads = [];
  countLoads(tablet.page);
});

afterEach(async () => {
  await tablet.dispose();
  await site.close();
});

/** Records each document load of the page: reloads, but not navigation within the app. */
function countLoads(page: Page): void {
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname);
  });
}

/** The build whose code has run in this page. Two names mean that the page mixes builds. */
const buildOf = (page: Page) => page.evaluate(() => Object.keys(globalThis.galleyBuilds ?? {}).join(' and '));

async function isOf(page: Page, build: Build): Promise<void> {
  await expect.poll(() => buildOf(page).catch(() => 'between two pages')).toBe(build);
}

/** Waits until this build's service worker controls the page and serves its shell. */
async function isInCharge(page: Page, build: Build): Promise<void> {
  const entry = /src="(\/assets\/index-[^"]+)"/.exec(
    await readFile(join(built.folderOf(build), 'index.html'), 'utf8'),
  )![1]!;
  const shell = () =>
    page.evaluate(async () =>
      navigator.serviceWorker.controller ? (await fetch('/index.html')).text() : 'no service worker is in charge',
    );
  await expect.poll(shell).toContain(entry);
}

/** Deploys, and checks for updates as the browser does every hour. Resolves when the new build is installed and waits. */
async function deployAndNotice(build: Build): Promise<void> {
  await site.deploy(build);
  await tablet.page.evaluate(async () => {
    const registration = (await navigator.serviceWorker.getRegistration())!;
    await registration.update();
    const coming = registration.installing;
    if (!coming) return;
    await new Promise<void>((resolve) => {
      coming.addEventListener('statechange', () => coming.state !== 'installing' && resolve());
    });
  });
}

const reloadButton = (page: Page) => page.getByRole('button', { name: 'Reload', exact: true }).first();
const offer = (page: Page) => page.getByText('A new version is ready');

async function takeNewBuild(page: Page): Promise<void> {
  // A background tab renders once a second.
  await page.bringToFront();
  await reloadButton(page).click();
}

/** A dish that no other test touches. */
function nextDish(): Kitchen['shown'][0] {
  return kitchen.shown[dishes++]!;
}

async function arrives(dish: { id: string; name: string }): Promise<void> {
  const status = async () =>
    (await storedItems(owner, kitchen.restaurantId)).find(({ id }) => id === dish.id)!.availability_status;
  await expect.poll(status, { message: `${dish.name} is off at the server` }).toBe('sold_out');
}

test('a new build waits for consent and loses no tap', async () => {
  const { page } = tablet;
  const [early, late, last] = [nextDish(), nextDish(), nextDish()];
  await tablet.go(kitchen.itemsPath);
  const other = await tablet.tab('/restaurant/orders?date=all');
  await orderLink(other, kitchen.orders[0]!.order_no).waitFor();
  loads = [];
  countLoads(other);
  await deployAndNotice('second');
  await Promise.all([offer(page).waitFor(), offer(other).waitFor()]);
  const begun = await tablet.tab(kitchen.itemsPath);
  await isOf(begun, 'first');
  await begun.close();
  expect(loads).toEqual([]);

  await turnItem(page, early.name, false);
  await takeNewBuild(page);
  await isOf(page, 'second');
  expect(loads).toHaveLength(1);

  // The old tab goes on under the new service worker, with its own screens only.
  await offer(other).waitFor();
  await other.bringToFront();
  await orderLink(other, kitchen.orders[0]!.order_no).click();
  await other.getByRole('heading', { level: 1 }).filter({ hasText: kitchen.orders[0]!.order_no }).waitFor();
  await isOf(other, 'first');
  expect(loads).toHaveLength(1);
  await takeNewBuild(other);
  await isOf(other, 'second');
  expect(loads).toHaveLength(2);

  await turnItem(page, late.name, false);
  await other.goto(site.origin + kitchen.itemsPath);
  await turnItem(other, last.name, false);
  for (const dish of [early, late, last]) await arrives(dish);
  await expect.poll(() => offer(page).count()).toBe(0);
  expect([site.missing, tablet.problems]).toEqual([[], []]);
});

test('a newer waiting build replaces the one that waited before', async () => {
  const { page } = tablet;
  await tablet.go(kitchen.itemsPath);
  await deployAndNotice('second');
  await offer(page).waitFor();
  loads = [];
  // The tap hits the installation of the third build: whichever takes over, the page ends on the newest.
  await site.deploy('third');
  await page.evaluate(() => void navigator.serviceWorker.getRegistration().then((it) => it!.update()));
  await takeNewBuild(page);
  await expect.poll(() => buildOf(page).catch(() => '')).toMatch(/^(second|third)$/);
  expect(loads).toHaveLength(1);
  if ((await buildOf(page)) === 'second') {
    await takeNewBuild(page);
    await isOf(page, 'third');
    expect(loads).toHaveLength(2);
  }
  await tablet.waitForStatus('All changes saved');
  await expect.poll(() => offer(page).count()).toBe(0);
  expect([site.missing, tablet.problems]).toEqual([[], []]);
});

test('an update interrupted by a reload offline ends complete', async () => {
  const { page } = tablet;
  const dish = nextDish();
  await tablet.go(kitchen.itemsPath);
  await deployAndNotice('second');
  await offer(page).waitFor();
  await tablet.goOffline();
  await turnItem(page, dish.name, false);
  await tablet.waitForStatus('Offline, 1 change waiting');
  // Offline, the banner does not offer the update. Set the mark that the requested reload leaves, then reload by hand.
  await page.evaluate(() => sessionStorage.setItem('galley:asked-for-update', String(Date.now())));
  await page.reload();
  await isOf(page, 'second');
  for (const path of ['/restaurant/orders?date=all', '/restaurant/menu', '/restaurant/chats']) {
    await tablet.go(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await isOf(page, 'second');
  }
  await tablet.goOnline();
  await arrives(dish);
  expect([site.missing, tablet.problems]).toEqual([[], []]);
});

test('an open dialog postpones the reload until it is closed', async () => {
  const { page } = tablet;
  await tablet.go('/restaurant/orders?date=all');
  await deployAndNotice('second');
  await offer(page).waitFor();
  const panel = await openUnsent(page);
  loads = [];
  // Waits for the change without polling: requests through the old service worker would keep it in control.
  await reloadButton(page).evaluate(async (button) => {
    const controllerChange = new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
    });
    (button as HTMLButtonElement).click();
    await controllerChange;
  });
  await page.getByText('The new version is taking over').waitFor();
  expect([await panel.isVisible(), await buildOf(page), loads]).toEqual([true, 'first', []]);
  await page.keyboard.press('Escape');
  await isOf(page, 'second');
  expect(loads).toHaveLength(1);
  expect(tablet.problems).toEqual([]);
});

test('a missing chunk costs one reload and shows its page', async () => {
  const { page } = tablet;
  await tablet.go('/restaurant/orders?date=all');
  await orderLink(page, kitchen.orders[0]!.order_no).waitFor();
  const other = await tablet.tab('/restaurant/orders?date=all');
  await deployAndNotice('second');
  await offer(other).waitFor();
  await takeNewBuild(other);
  await isOf(other, 'second');
  await other.close();
  await site.forgetEarlierBuilds();
  const browser = await tablet.context.newCDPSession(page);
  await browser.send('Network.clearBrowserCache');
  loads = [];
  await page.bringToFront();
  await orderLink(page, kitchen.orders[0]!.order_no).click();
  await isOf(page, 'second');
  await page.getByRole('heading', { level: 1 }).filter({ hasText: kitchen.orders[0]!.order_no }).waitFor();
  expect(loads).toEqual([`/restaurant/orders/${kitchen.orders[0]!.id}`]);
});

test('a tap under a newer database arrives after a reload', async () => {
  const { page } = tablet;
  const dish = nextDish();
  await tablet.go(kitchen.itemsPath);
  await itemSwitch(page, dish.name).waitFor();
  const other = await tablet.tab('/restaurant/orders?date=all');
  await deployAndNotice('third');
  await offer(other).waitFor();
  await takeNewBuild(other);
  await isOf(other, 'third');
  await page.bringToFront();
  await page.getByText('A newer version of Galley has taken over in another tab').waitFor();
  await turnItem(page, dish.name, false);
  await page.getByText('Your last tap waits for a reload.').waitFor();
  loads = [];
  await takeNewBuild(page);
  await isOf(page, 'third');
  await arrives(dish);
  await expect.poll(() => itemSwitch(page, dish.name).isChecked()).toBe(false);
  expect(loads).toHaveLength(1);
  expect([site.missing, tablet.problems]).toEqual([[], []]);
});

test('after a rollback, taps wait until the newer build returns', async () => {
  const { page } = tablet;
  const dish = nextDish();
  await tablet.go(kitchen.itemsPath);
  await deployAndNotice('third');
  await offer(page).waitFor();
  await takeNewBuild(page);
  await isOf(page, 'third');
  await tablet.waitForStatus('All changes saved');

  await deployAndNotice('first');
  await offer(page).waitFor();
  await takeNewBuild(page);
  await isOf(page, 'first');
  await page.getByText('written by a newer version of Galley').waitFor();
  const before = await stored(page);
  await turnItem(page, dish.name, false);
  await page.getByText('Your last tap waits for a reload.').waitFor();
  await page.reload();
  await page.getByText('written by a newer version of Galley').waitFor();
  expect(await stored(page)).toEqual(before);

  await deployAndNotice('third');
  loads = [];
  await takeNewBuild(page);
  await isOf(page, 'third');
  await arrives(dish);
  expect(loads).toHaveLength(1);
  expect([site.missing, tablet.problems]).toEqual([[], []]);
});

/** The whole content of the local database as text, with its version. */
function stored(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const names = (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith('galley:') ? [name] : []));
    const dumps = names.map(async (name) => {
      const open = indexedDB.open(name);
      await new Promise((resolve) => open.addEventListener('success', resolve));
      const db = open.result;
      const stores = [...db.objectStoreNames];
      const reading = db.transaction(stores);
      const rows = await Promise.all(
        stores.map((store) => {
          const all = reading.objectStore(store).getAll();
          return new Promise((resolve) => all.addEventListener('success', () => resolve([store, all.result])));
        }),
      );
      const { version } = db;
      db.close();
      return { name, version, rows };
    });
    return JSON.stringify(await Promise.all(dumps));
  });
}
