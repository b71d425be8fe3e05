import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { axeFindings } from '../support/axe.ts';
import { openDevice, type Device } from '../support/device.ts';
import { requestData } from './api.ts';
import { ownerPool } from './database.ts';
import { startGalley, type Galley } from './galley.ts';
import { openKitchen, type Kitchen } from './kitchen.ts';

let galley: Galley;
let owner: pg.Pool;
let kitchen: Kitchen;
let tablet: Device;
let laptop: Device;
let folder: string;
let photo: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galley-photo-'));
  photo = join(folder, 'korma.jpg');
  await sharp({ create: { width: 2400, height: 1400, channels: 3, background: '#c84a1c' } })
    .withExif({ IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg()
    .toFile(photo);
  galley = await startGalley({ cluster: inject('cluster') });
  owner = ownerPool(galley);
  kitchen = await openKitchen(galley, owner, {
    email: 'photos@galley.test',
    name: 'Spice Route',
    seed: 7,
    openOrders: 0,
  });
  tablet = await openDevice({ origin: galley.origin, viewport: { width: 820, height: 1180 } });
  laptop = await openDevice({ origin: galley.origin });
  for (const device of [tablet, laptop]) {
    await device.signIn(kitchen);
    await device.isLoaded();
  }
});

afterAll(async () => {
  await Promise.all([tablet?.dispose(), laptop?.dispose()]);
  await owner?.end();
  await galley?.dispose();
  await rm(folder, { recursive: true, force: true });
});

/** The photo in a dish's row, once it is drawn. */
const shown = async (page: Page, name: string) => {
  const image = page.getByRole('row').filter({ hasText: name }).locator('img');
  await image.waitFor();
  await expect.poll(() => image.evaluate((one: HTMLImageElement) => (one.complete ? one.naturalWidth : 0))).toBe(320);
  return image.evaluate((one: HTMLImageElement) => one.src);
};

const filesHere = (page: Page) =>
  page.evaluate(async () => {
    const found = (await indexedDB.databases()).find(({ name }) => name?.startsWith('galley:'))!;
    const db = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(found.name!);
      request.addEventListener('success', () => resolve(request.result));
    });
    const count = await new Promise<number>((resolve) => {
      const request = db.transaction('files').objectStore('files').count();
      request.addEventListener('success', () => resolve(request.result));
    });
    db.close();
    return count;
  });

test('a photo chosen offline is shown at once, survives a reload, and reaches everybody', async () => {
  const { page } = tablet;
  const dish = kitchen.shown[0]!;
  await tablet.go(kitchen.itemsPath);
  await page.getByRole('button', { name: dish.name, exact: true }).first().waitFor();
  // The chunks of the drawer come from the service worker.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await tablet.goOffline();

  await page.getByRole('button', { name: dish.name, exact: true }).first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Photo: choose a file').setInputFiles(photo);
  const area = drawer.getByLabel(/Part of the photo/);
  await area.waitFor();
  const before = await area.boundingBox();
  await area.focus();
  await page.keyboard.press('ArrowRight');
  expect((await area.boundingBox())!.x).toBeGreaterThan(before!.x - 200);
  expect(await axeFindings(page)).toEqual([]);
  await drawer.getByRole('button', { name: 'Use this photo' }).click();
  await drawer.getByRole('img', { name: 'Photo' }).waitFor();
  await drawer.getByRole('button', { name: 'Save item' }).click();
  expect(await shown(page, dish.name)).toMatch(/^blob:/);
  await tablet.waitForStatus('Offline, 1 change waiting');

  await page.reload();
  await tablet.waitForStatus('Offline, 1 change waiting');
  expect(await shown(page, dish.name)).toMatch(/^blob:/);
  expect(await filesHere(page)).toBe(1);

  await tablet.goOnline();
  await tablet.waitForStatus('All changes saved');
  await laptop.go(kitchen.itemsPath);
  expect(await shown(laptop.page, dish.name)).toContain('/backend/files/');

  await requestData(galley.origin, 'PUT', `/menu/books/${dish.menu_book_id}`, {
    token: kitchen.token,
    body: { status: 'published' },
  });
  const { slug } = (await owner.query<{ slug: string }>('SELECT slug FROM restaurants')).rows[0]!;
  const menu = await requestData<{ books: { categories: { items: { id: string; image_url: string | null }[] }[] }[] }>(
    galley.origin,
    'GET',
    `/public/restaurants/${slug}/menu`,
  );
  const item = menu.books
    .flatMap(({ categories }) => categories.flatMap(({ items }) => items))
    .find(({ id }) => id === dish.id)!;
  for (const width of [320, 800, 1600]) {
    const response = await fetch(`${item.image_url}?width=${width}`);
    const found = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    // As wide as asked for, four to three, and without the place where it was taken.
    expect([found.width, Math.round((found.width / found.height) * 3), found.exif]).toEqual([width, 4, undefined]);
  }

  // The bytes have left the queue. The image is there all the same, also without a network.
  await expect.poll(() => filesHere(page)).toBe(0);
  for (const device of [tablet, laptop]) {
    await device.goOffline();
    await device.page.reload();
    expect(await shown(device.page, dish.name)).toContain('/backend/files/');
    await device.goOnline();
  }
  expect([tablet.problems, laptop.problems]).toEqual([[], []]);
});
