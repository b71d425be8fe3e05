import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDevice, type Device } from '../support/device.ts';
import { ownerPool } from './database.ts';
import { startGalley, type Galley } from './galley.ts';
import { openKitchen, type Kitchen } from './kitchen.ts';
import { orderLink, turnItem } from './orders.ts';
import { storedItems } from './truth.ts';
import { buildAll, type Build, type Built } from './update/builds.ts';
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

/** Notes each document that the page loads. */
function countLoads(page: Page): void {
  page.on('load', () => loads.push(new URL(page.url()).pathname));
}

/** Of which build the code is that has run in this page: one, or the page is a mixture. */
const buildOf = (page: Page) => page.evaluate(() => Object.keys(globalThis.galleyBuilds ?? {}).join(' and '));

async function isOf(page: Page, build: Build): Promise<void> {
  await expect.poll(() => buildOf(page).catch(() => 'between two pages'), { timeout: 30_000 }).toBe(build);
}

/** Waits until the service worker of this build is in charge of the page: it gives the shell. */
async function isInCharge(page: Page, build: Build): Promise<void> {
  const entry = /src="(\/assets\/index-[^"]+)"/.exec(
    await readFile(join(built.folderOf(build), 'index.html'), 'utf8'),
  )![1]!;
  const shell = () =>
    page.evaluate(async () =>
      navigator.serviceWorker.controller ? (await fetch('/index.html')).text() : 'no service worker is in charge',
    );
  await expect.poll(shell, { timeout: 30_000 }).toContain(entry);
}

/** Deploys, and lets the browser look as it does by itself every hour. Resolves when the new build is installed and waits. */
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

const reloadButton = (page: Page) => page.getByRole('button', { name: 'Reload', exact: true });
const offer = (page: Page) => page.getByText('A new version is ready');

async function takeNewBuild(page: Page): Promise<void> {
  // A tab in the background draws once a second.
  await page.bringToFront();
  await reloadButton(page).click();
}

/** A dish that this test alone touches. */
function nextDish(): Kitchen['shown'][0] {
  return kitchen.shown[dishes++]!;
}

async function arrives(dish: { id: string; name: string }): Promise<void> {
  const status = async () =>
    (await storedItems(owner, kitchen.restaurantId)).find(({ id }) => id === dish.id)!.availability_status;
  await expect.poll(status, { timeout: 20_000, message: `${dish.name} is off at the server` }).toBe('sold_out');
}

test('a new build waits for the person, the tab that asks gets it, the others offer it, and no tap is lost', async () => {
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
  await isInCharge(other, 'second');
  expect(loads).toHaveLength(1);

  // The old tab goes on under the new service worker: its own screens, and none of the new build's.
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
