import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { projectFolder } from '../../server/web/build.ts';
import { openDevice, type Device } from '../support/device.ts';
import { ownerPool } from './database.ts';
import { startGalley, type Galley } from './galley.ts';
import { openKitchen, type Kitchen } from './kitchen.ts';
import { turnItem } from './orders.ts';
import { storedItems } from './truth.ts';
import { deployed, type Deployed } from './update/deployed.ts';

// The service worker's first installation and one update. Builds that differ in their code, and what goes wrong between them, are in
// update.e2e.ts.

let folder: string;
let galley: Galley;
let owner: pg.Pool;
let kitchen: Kitchen;
let site: Deployed;
let tablet: Device;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galley-builds-'));
  const folderOf = (build: string) => join(folder, build);
  for (const build of ['first', 'second']) await copyBuild(folderOf(build), build);
  galley = await startGalley({ cluster: inject('cluster') });
  owner = ownerPool(galley);
  kitchen = await openKitchen(galley, owner, { email: 'update@galley.test', name: 'Open All Hours', seed: 61 });
  site = await deployed(galley, { folderOf }, 'first');
  tablet = await openDevice({ origin: site.origin });
  await tablet.signIn(kitchen);
  await tablet.isLoaded();
});

afterAll(async () => {
  await tablet?.dispose();
  await site?.close();
  await owner?.end();
  await galley?.dispose();
  await rm(folder, { recursive: true, force: true });
});

/** A copy of the built site that browsers take for another build: its page names it, and its service worker has other bytes. */
async function copyBuild(to: string, name: string): Promise<void> {
  await cp(join(projectFolder, 'dist'), to, { recursive: true });
  const edit = async (file: string, change: (text: string) => string) => {
    const before = await readFile(join(to, file), 'utf8');
    const after = change(before);
    if (after === before) throw new Error(`${file} does not look as this test expects`);
    await writeFile(join(to, file), after);
    // The compressed copies would still have the old text.
    for (const copy of ['br', 'gz']) await rm(join(to, `${file}.${copy}`), { force: true });
  };
  await edit('index.html', (html) => html.replace('<head>', `<head><meta name="build" content="${name}">`));
  await edit('sw.js', (script) => script.replace(/("revision":")[0-9a-f]+(","url":"index\.html")/, `$1${name}$2`));
}

const buildOf = (page: Page) =>
  page.evaluate(() => document.querySelector('meta[name=build]')?.getAttribute('content'));

test('the first visit installs the app for reloads without a network', async () => {
  const { page } = tablet;
  await tablet.goOffline();
  await tablet.go(kitchen.itemsPath);
  await turnItem(page, kitchen.shown[0]!.name, false);
  await tablet.waitForStatus('Offline, 1 change waiting');
  await page.reload();
  await tablet.waitForStatus('Offline, 1 change waiting');
  expect(await buildOf(page)).toBe('first');
});

test('a new build waits for consent, reloads once and loses no tap', async () => {
  const { page } = tablet;
  const loads: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(request.url());
  });
  await tablet.goOnline();
  await tablet.waitForStatus('All changes saved');
  await site.deploy('second');
  // As the browser does by itself every hour.
  await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())!.update()));
  await page.getByText('A new version is ready').waitFor();
  expect([loads, await buildOf(page)]).toEqual([[], 'first']);

  await tablet.goOffline();
  await turnItem(page, kitchen.shown[1]!.name, false);
  await tablet.waitForStatus('Offline, 1 change waiting');
  await tablet.goOnline();
  await tablet.waitForStatus('All changes saved');
  await page.getByRole('button', { name: 'Reload', exact: true }).first().click();
  await expect.poll(() => buildOf(page).catch(() => 'between two pages')).toBe('second');
  expect(loads).toHaveLength(1);
  await tablet.waitForStatus('All changes saved');
  await expect.poll(() => page.getByText('A new version is ready').count()).toBe(0);

  const off = (await storedItems(owner, kitchen.restaurantId)).filter(
    (item) => item.availability_status === 'sold_out',
  );
  expect(off.map(({ id }) => id).toSorted()).toEqual([kitchen.shown[0]!.id, kitchen.shown[1]!.id].toSorted());
  expect([site.missing, tablet.problems]).toEqual([[], []]);
});
