import type { Page } from 'playwright-core';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openDevice, type Device } from '../support/device.ts';
import { openAccount } from './api.ts';
import { ownerPool } from './database.ts';
import { framesUntil, type Seen } from './frames-until.ts';
import { startGalley, type Galley } from './galley.ts';
import { fillMenu } from './large-menu.ts';

/** The size up to which a menu stays quick. */
const SIZE = { categories: 60, dishes: 25 };

let galley: Galley;
let owner: pg.Pool;
let tablet: Device;
let page: Page;
let menu: Awaited<ReturnType<typeof fillMenu>>;

beforeAll(async () => {
  galley = await startGalley({ cluster: inject('cluster') });
  owner = ownerPool(galley);
  const account = await openAccount(galley, 'large@galley.test', 'The Long List');
  menu = await fillMenu(owner, account.restaurantId, SIZE);
  tablet = await openDevice({ origin: galley.origin, viewport: { width: 1280, height: 800 } });
  await tablet.signIn(account);
  await tablet.isLoaded();
  page = tablet.page;
  const [first] = menu.categories;
  await tablet.go(`/restaurant/menu/${menu.book.id}/category/${first!.id}`);
  await page.getByRole('button', { name: menu.items[0]!.name, exact: true }).waitFor();
  await page.getByText(`Category ${SIZE.categories}`, { exact: true }).waitFor();
});

afterAll(async () => {
  await tablet?.dispose();
  await owner?.end();
  await galley?.dispose();
});

const middle = (seen: readonly Seen[]) =>
  seen.map(({ inDomMs }) => inDomMs).toSorted((a, b) => a - b)[seen.length >> 1]!;

test('a category of 1,500 dishes is on the screen before the second frame, and a search too', async () => {
  const cdp = await tablet.context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const opened: Seen[] = [];
  for (let n = 1; n <= 20; n += 1) {
    const category = menu.categories[(n * 7) % SIZE.categories]!;
    const first = menu.items.find((item) => item.category_id === category.id)!;
    opened.push(
      await framesUntil(page, { click: `/restaurant/menu/${menu.book.id}/category/${category.id}` }, first.name),
    );
  }
  const searched: Seen[] = [];
  for (let n = 1; n <= 20; n += 1) {
    const item = menu.items[(n * 67) % menu.items.length]!;
    // As people type it: without accents, and in small letters.
    const typed = item.name.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
    searched.push(await framesUntil(page, { type: typed }, item.name));
  }
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await cdp.detach();
  console.info(
    `1,500 dishes at 4x: a category after ${middle(opened).toFixed(0)} ms, a search after ${middle(searched).toFixed(0)} ms in the median`,
  );
  expect(opened.filter(({ frame }) => frame > 2)).toEqual([]);
  expect(searched.filter(({ frame }) => frame > 2)).toEqual([]);
});
