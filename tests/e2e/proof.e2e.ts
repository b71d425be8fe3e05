import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openDevice, type Device } from '../support/device.ts';
import { ownerPool } from './database.ts';
import { startGalley, type Galley } from './galley.ts';
import { openKitchen, type Kitchen } from './kitchen.ts';
import { turnItem } from './orders.ts';

let galley: Galley;
let owner: pg.Pool;
let kitchen: Kitchen;
let tablet: Device;

beforeAll(async () => {
  galley = await startGalley({ cluster: inject('cluster') });
  owner = ownerPool(galley);
  kitchen = await openKitchen(galley, owner, { email: 'proof@galley.test', name: 'The New Pier', seed: 41 });
  tablet = await openDevice({ origin: galley.origin });
  await tablet.signIn(kitchen);
  await tablet.isLoaded();
});

afterAll(async () => {
  await tablet?.dispose();
  await owner?.end();
  await galley?.dispose();
});

const card = (page: Page) => page.getByRole('region', { name: 'Changes made on this device' });
const line = (made: number, pending: number, sent: number) =>
  `${made} made = ${pending} waiting + ${sent} sent + 0 refused + 0 withdrawn`;

test('settings account for every change and export waiting ones (R46)', async () => {
  const { page } = tablet;
  const [dish] = kitchen.shown;
  await tablet.go(kitchen.itemsPath);
  await tablet.goOffline();
  await turnItem(page, dish!.name, false);
  await tablet.go('/restaurant/settings');
  await card(page).getByText('1 change: 1 waiting').waitFor();
  await card(page).getByText('Diagnostics').click();
  await card(page)
    .getByText(line(1, 1, 0))
    .waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    card(page).getByRole('button', { name: 'Save the queue as a file' }).click(),
  ]);
  await card(page).getByText('Saved with 1 waiting change.').waitFor();
  const text = await readFile(await file.path(), 'utf8');
  expect(file.suggestedFilename()).toMatch(/^galley queue .*\.json$/);
  expect(JSON.parse(text)).toMatchObject({ waiting: [{ call: 'menu.setAvailability', path: { itemId: dish!.id } }] });
  const secret = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('piniaState') ?? '{}') as { authToken?: string }).authToken,
  );
  expect(secret).toMatch(/^[\w-]{40,}$/);
  expect(text).not.toContain(secret);
  await tablet.goOnline();
  await card(page)
    .getByText(line(1, 0, 1))
    .waitFor();
});

test("a row that differs from the server's is repaired (R41)", async () => {
  const { page } = tablet;
  const harmed = kitchen.shown[1]!;
  await rename(page, harmed.id, 'Nobody knows why');
  // A dedicated worker compares ten seconds after it has started.
  await tablet.go('/restaurant/settings');
  await expect
    .poll(
      async () => {
        // As somebody does who returns to the screen.
        await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
        return card(page).getByText('Once something differed and was loaded again by itself').count();
      },
      { interval: 1000 },
    )
    .toBe(1);
  await expect.poll(() => rename(page, harmed.id, null)).toBe(harmed.name);
  expect(tablet.problems.filter((problem) => !problem.includes('differs from the server in menu_items'))).toEqual([]);
});

/** Changes the row past the app, as a failing disk or a bug would. Returns the row's name; null leaves it unchanged. */
async function rename(page: Page, itemId: string, name: string | null): Promise<string> {
  return page.evaluate(
    async ({ itemId: id, name: next }) => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result));
          request.addEventListener('error', () => reject(request.error));
        });
      const [found] = await indexedDB.databases();
      const db = await done(indexedDB.open(found!.name!));
      const rows = db.transaction('menu_items', 'readwrite').objectStore('menu_items');
      const row = (await done(rows.get(id))) as { name: string };
      if (next !== null) await done(rows.put({ ...row, name: next }));
      db.close();
      return next ?? row.name;
    },
    { itemId, name },
  );
}
