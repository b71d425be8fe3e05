import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { axeFindings } from '../support/axe.ts';
import { drawMenu, drawnStarters } from '../support/drawn-menu.ts';
import { openDevice, type Device } from '../support/device.ts';
import { requestData, openAccount, type Account } from './api.ts';
import { ownerPool } from './database.ts';
import { startGalley, type Galley } from './galley.ts';

let galley: Galley;
let account: Account;
let tablet: Device;

beforeAll(async () => {
  galley = await startGalley({ cluster: inject('cluster') });
  account = await openAccount(galley, 'upload@galley.test', 'The Paper Menu');
  tablet = await openDevice({ origin: galley.origin });
  await tablet.signIn(account);
  await tablet.isLoaded();
});

afterAll(async () => {
  await tablet?.dispose();
  await galley?.dispose();
});

async function upload(name: string, mimeType: string, buffer: Buffer): Promise<void> {
  const { page } = tablet;
  await tablet.go('/restaurant/menu/upload');
  await page.locator('input[type=file][multiple]').setInputFiles({ name, mimeType, buffer });
}

interface PublicItem {
  name: string;
  price_amount: number;
  variants: { name: string; price_amount: number }[];
}
interface PublicCategory {
  name: string;
  items: PublicItem[];
}

/** The categories as a customer sees them. */
async function publicMenu(): Promise<PublicCategory[]> {
  const pool = ownerPool(galley);
  try {
    const { rows } = await pool.query<{ slug: string }>('SELECT slug FROM restaurants');
    const path = `/public/restaurants/${rows[0]!.slug}/menu`;
    const { books } = await requestData<{ books: { categories: PublicCategory[] }[] }>(galley.origin, 'GET', path);
    return books.flatMap(({ categories }) => categories);
  } finally {
    await pool.end();
  }
}

test('a drawn menu is read, corrected, published and sold', async () => {
  const { page } = tablet;
  await upload('menu.png', 'image/png', await drawMenu(drawnStarters));
  await page.getByRole('button', { name: 'Read the menu' }).click();
  await page.getByRole('heading', { name: 'Check what was read' }).waitFor();
  await page.getByRole('textbox', { name: 'Price of Tomato Soup' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole('textbox', { name: 'Price of Tomato Soup' }).fill('4.90');
  await page.getByRole('button', { name: 'Remove Prawn Cocktail' }).click();
  await page.getByRole('button', { name: 'Add 4 dishes to the menu' }).click();
  await page.getByRole('link', { name: /Starters/ }).waitFor();
  await tablet.waitForStatus('All changes saved');

  const menu = await publicMenu();
  expect(
    menu.map(({ name, items }) => [
      name,
      ...items.map((item) =>
        item.variants.length > 0
          ? [item.name, ...item.variants.map((one) => `${one.name} ${one.price_amount}`)]
          : [item.name, item.price_amount],
      ),
    ]),
  ).toEqual([
    ['Starters', ['Tomato Soup', 490], ['Garlic Bread', 325]],
    ['Pizza', ['Margherita', 'Small 850', 'Large 1250'], ['Diavola', 'Small 975', 'Large 1375']],
  ]);
});

test('a second upload into the menu shows what is new, changed and not seen', async () => {
  const { page } = tablet;
  const rows = structuredClone(drawnStarters);
  rows[2]![1]![2] = '£3.75';
  rows.splice(1, 1);
  await upload('menu.png', 'image/png', await drawMenu(rows));
  await page.getByRole('combobox', { name: 'Menu' }).selectOption({ label: 'Menu' });
  await page.getByRole('button', { name: 'Read the menu' }).click();
  await page.getByText('On your menu for £3.25: tick to change the price.').waitFor();
  await page.getByText('On your menu already.').first().waitFor();
  await page.getByText('Tomato Soup, £4.90').waitFor();
  // Only the new dish is proposed; the price that is in use changes when the owner says so.
  await page.getByRole('button', { name: 'Add 1 dish to the menu' }).waitFor();
  await page.getByRole('checkbox', { name: 'Add Garlic Bread' }).check({ force: true });
  await page.getByRole('button', { name: 'Add 2 dishes to the menu' }).click();
  await page.getByText('Menu: 1 dish added, 1 price changed').waitFor();
  await tablet.waitForStatus('All changes saved');
  const [category] = await publicMenu();
  expect(category!.items.map(({ name, price_amount }) => [name, price_amount])).toEqual(
    expect.arrayContaining([
      ['Tomato Soup', 490],
      ['Garlic Bread', 375],
      ['Prawn Cocktail', 795],
    ]),
  );
});

test('what is no picture and what is too large is refused in words', async () => {
  const { page } = tablet;
  await upload('menu.jpg', 'image/jpeg', Buffer.from('<html>not a picture</html>'));
  await page.getByRole('button', { name: 'Read the menu' }).click();
  await page.getByText('A file is not a picture or a PDF. Choose a JPEG, PNG, WebP or PDF file.').waitFor();
  await upload('menu.png', 'image/png', Buffer.alloc(10 * 1024 * 1024 + 1, 1));
  await page.getByText(/^A file is larger than 10 MB/).waitFor();
});

test('the menu goes out and comes back as CSV without a network', async () => {
  const { page } = tablet;
  await tablet.go('/restaurant/menu');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Import or export' }).click();
  const exportIt = page.getByRole('button', { name: 'Export the menu' });
  await exportIt.waitFor();
  await tablet.goOffline();
  const [download] = await Promise.all([page.waitForEvent('download'), exportIt.click()]);
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toContain('Tomato Soup');

  const choose = (content: string) =>
    page.getByLabel('CSV file').setInputFiles({ name: 'menu.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
  await choose(text);
  await page.getByText(/^menu\.csv: \d+ unchanged$/).waitFor();
  const columns = text.slice(1).split('\r\n', 1)[0]!.split(',');
  const line = (cells: Record<string, string>) => `${columns.map((column) => cells[column] ?? '').join(',')}\r\n`;
  const item = { type: 'item', menu: 'Menu', category: 'Starters' };
  await choose(
    text.replace('4.90', '5.10') +
      line({ ...item, name: '=Sum of soups', price: '7.00' }) +
      line({ ...item, name: 'Broken', price: 'four' }),
  );
  await page.getByText(/1 new, 1 changed, \d+ unchanged, 1 with an error$/).waitFor();
  await page.getByText('Price: “four” cannot be read', { exact: false }).waitFor();
  await page.getByText('Price 4.90 → 5.10', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Import 2 changes' }).click();
  await tablet.waitForStatus('Offline, 2 changes waiting');
  await tablet.goOnline();
  await tablet.waitForStatus('All changes saved');
  const [category] = await publicMenu();
  expect(category!.items.map(({ name, price_amount }) => [name, price_amount])).toEqual(
    expect.arrayContaining([
      ['Tomato Soup', 510],
      ['=Sum of soups', 700],
    ]),
  );
});

test('pages chosen without a network wait through a reload and are read once it is back', async () => {
  const { page } = tablet;
  await tablet.go('/restaurant/menu/upload');
  await tablet.goOffline();
  await page
    .locator('input[type=file][multiple]')
    .setInputFiles({ name: 'late.png', mimeType: 'image/png', buffer: await drawMenu(drawnStarters.slice(0, 4)) });
  await page.getByRole('button', { name: 'Read the menu' }).click();
  await page.getByText(/^Waiting for a network, 1/).waitFor();
  await page.reload();
  await page.getByText(/^Waiting for a network, 1/).waitFor();
  await tablet.goOnline();
  await page.getByRole('textbox', { name: 'Price of Tomato Soup' }).waitFor();
  expect(tablet.problems).toEqual([]);
});
