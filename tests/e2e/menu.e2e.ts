import sharp from 'sharp';
import type { Page } from 'playwright-core';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { MenuItem } from '../../contract/menu/calls.ts';
import type { Order } from '../../contract/orders/calls.ts';
import { axeFindings } from '../support/axe.ts';
import { drawMenu, drawnStarters } from '../support/drawn-menu.ts';
import { openDevice, type Device } from '../support/device.ts';
import { openAccount, requestData, type Account } from './api.ts';
import { ownerPool } from './database.ts';
import { startGalley, type Galley } from './galley.ts';

let galley: Galley;
let owner: pg.Pool;
let account: Account;
let tablet: Device;

beforeAll(async () => {
  galley = await startGalley({ cluster: inject('cluster') });
  owner = ownerPool(galley);
  account = await openAccount(galley, 'menu@galley.test', 'The Harbour Oven');
  tablet = await openDevice({ origin: galley.origin, viewport: { width: 1180, height: 820 } });
  await tablet.signIn(account);
  await tablet.isLoaded();
});

afterAll(async () => {
  await tablet?.dispose();
  await owner?.end();
  await galley?.dispose();
});

const request = <T = unknown>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  requestData<T>(galley.origin, method, path, { token: account.token, body });

interface PublicCategory {
  name: string;
  items: { name: string; price_amount: number; variants: { name: string; price_amount: number }[] }[];
}

/** The menu as a customer sees it: names and prices by category. */
async function publicMenu() {
  const { slug } = (await owner.query<{ slug: string }>('SELECT slug FROM restaurants')).rows[0]!;
  const path = `/public/restaurants/${slug}/menu`;
  const { books } = await requestData<{ books: { categories: PublicCategory[] }[] }>(galley.origin, 'GET', path);
  return books.flatMap(({ categories }) =>
    categories.map(({ name, items }) => [
      name,
      ...items.map((item) =>
        item.variants.length > 0
          ? [item.name, ...item.variants.map((one) => `${one.name} ${one.price_amount}`)]
          : [item.name, item.price_amount],
      ),
    ]),
  );
}

/** A menu as a phone takes it: a little askew, grey instead of white, compressed. */
const photograph = async () =>
  sharp(await drawMenu(drawnStarters))
    .rotate(1, { background: '#f4f1ea' })
    .modulate({ brightness: 0.96 })
    .jpeg({ quality: 88 })
    .toBuffer();

test('a photograph becomes a draft that the owner corrects and publishes', async () => {
  const { page } = tablet;
  await tablet.go('/restaurant/menu/upload');
  await page
    .locator('input[type=file][multiple]')
    .setInputFiles({ name: 'menu.jpg', mimeType: 'image/jpeg', buffer: await photograph() });
  await page.getByRole('button', { name: 'Read the menu' }).click();
  await page.getByRole('heading', { name: 'Check what was read' }).waitFor();
  const soup = page.getByRole('textbox', { name: 'Price of Tomato Soup' });
  await soup.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await publicMenu()).toEqual([]);

  await soup.fill('4.90');
  await page.getByRole('textbox', { name: 'Price of Diavola, Large' }).fill('14');
  await page.getByRole('textbox', { name: 'Description of Diavola' }).fill('Spicy salami, chilli');
  await page.getByRole('button', { name: 'Remove Prawn Cocktail' }).click();
  await page.getByRole('button', { name: 'Add 4 dishes to the menu' }).click();
  await page.getByRole('link', { name: /Starters/ }).waitFor();
  await tablet.waitForStatus('All changes saved');
  expect(await publicMenu()).toEqual([
    ['Starters', ['Tomato Soup', 490], ['Garlic Bread', 325]],
    ['Pizza', ['Margherita', 'Small 850', 'Large 1250'], ['Diavola', 'Small 975', 'Large 1400']],
  ]);
});

test('choices of a published dish are ordered offline and are right on its ticket', async () => {
  const { page } = tablet;
  await addChoices();
  await tablet.go('/restaurant/orders?view=counter');
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('button', { name: 'Pizza' }).click();
  const dishes = page.getByRole('region', { name: 'Dishes' });
  await dishes.getByRole('button', { name: /^Diavola/ }).waitFor();
  await tablet.waitForStatus('All changes saved');
  // The choices were made elsewhere and reach the tablet a moment later.
  await expect
    .poll(async () => {
      await dishes.getByRole('button', { name: /^Diavola/ }).click();
      // It is loaded when it opens for the first time.
      const chooser = page.getByRole('dialog', { name: 'Diavola' });
      await chooser.waitFor();
      const found = await chooser.getByRole('button', { name: /^Stuffed/ }).count();
      await page.keyboard.press('Escape');
      await chooser.waitFor({ state: 'hidden' });
      return found;
    })
    .toBe(1);
  await tablet.goOffline();

  await dishes.getByRole('button', { name: /^Diavola/ }).click();
  const chooser = page.getByRole('dialog', { name: 'Diavola' });
  const choose = (name: string | RegExp) => chooser.getByRole('button', { name }).click();
  await choose(/^Add/);
  await chooser.getByText('Something is still to be chosen.').waitFor();
  await choose(/^Large/);
  await choose(/^Stuffed/);
  await choose(/^Ricotta/);
  await choose(/^Olives/);
  await choose('One Olives more');
  await choose(/^Basil/);
  expect(await axeFindings(page)).toEqual([]);
  // Large 14.00, stuffed 1.50, ricotta 0.75, two portions of olives of which one is free 1.00.
  await choose('Add £17.25');
  await dishes.getByRole('button', { name: /^Margherita/ }).click();
  await page
    .getByRole('dialog', { name: 'Margherita' })
    .getByRole('button', { name: /^Small/ })
    .click();
  await page.getByRole('dialog', { name: 'Margherita' }).getByRole('button', { name: 'Add £8.50' }).click();
  await page.getByRole('button', { name: 'Place order £25.75' }).click();
  const confirmation = page.getByText(/^#[A-Z]\d+ is kept on this device/);
  await confirmation.waitFor();
  const code = /#([A-Z]\d+)/.exec((await confirmation.textContent()) ?? '')?.[1] ?? 'no code';

  await tablet.go('/restaurant/orders?view=kitchen');
  expect(await kitchenLines(page, code)).toEqual([
    '1Diavola, LargeStuffed crust: Ricotta2× OlivesNO basil',
    '1Margherita, Small',
  ]);
  await tablet.go('/restaurant/orders?view=counter');
  expect(await storedOrders()).toEqual([]);

  await tablet.goOnline();
  await tablet.waitForStatus('All changes saved');
  const [order] = await storedOrders();
  expect(order).toMatchObject({
    order_no: '101',
    short_code: code,
    subtotal_amount: 2575,
    total_amount: 2575,
    lines: [
      {
        name: 'Diavola, Large',
        total_amount: 1725,
        modifiers: [
          { name: 'Stuffed crust', quantity: 1, total_amount: 150 },
          { name: 'Ricotta', quantity: 1, total_amount: 75, depth: 1 },
          { name: 'Olives', quantity: 2, total_amount: 100 },
          { name: 'Basil', prefix: 'no', total_amount: 0 },
        ],
      },
      { name: 'Margherita, Small', total_amount: 850 },
    ],
  });
  await tablet.go('/restaurant/orders?view=kitchen');
  expect(await kitchenLines(page, '101')).toEqual([
    '1Diavola, LargeStuffed crust: Ricotta2× OlivesNO basil',
    '1Margherita, Small',
  ]);
  await tablet.go(`/restaurant/orders/${order!.id}`);
  await page.getByRole('button', { name: 'Print' }).click();
  const paper = page.getByRole('img', { name: 'Kitchen ticket of order #101' });
  await paper.getByText('Stuffed crust').waitFor();
  const printed = (await paper.locator('p').allTextContents()).map((text) => text.trim());
  const first = printed.indexOf('1DIAVOLA, LARGE');
  expect(printed.slice(first, first + 7)).toEqual([
    '1DIAVOLA, LARGE',
    'Stuffed crust',
    'Ricotta',
    '2x Olives',
    'NO Basil',
    '1MARGHERITA, SMALL',
    expect.stringMatching(/^2 items/),
  ]);
  expect(tablet.problems).toEqual([]);
});

/** A crust that must be chosen, with a filling below it, toppings of which the first is free, and an herb that belongs to the dish. */
async function addChoices(): Promise<void> {
  const group = async (body: object) => (await request<{ id: string }>('POST', '/menu/modifier-groups', body)).id;
  const option = (name: string, more: object = {}) => ({ id: crypto.randomUUID(), name, ...more });
  const filling = await group({
    name: 'Filling',
    selection_type: 'single',
    min_selected: 1,
    modifiers: [option('Ricotta', { price_amount: 75 }), option('Mozzarella', { price_amount: 75 })],
  });
  const crust = await group({
    name: 'Crust',
    selection_type: 'single',
    min_selected: 1,
    modifiers: [option('Thin crust'), option('Stuffed crust', { price_amount: 150, nested_group_ids: [filling] })],
  });
  const toppings = await group({
    name: 'Toppings',
    selection_type: 'quantity',
    max_selected: 3,
    free_count: 1,
    modifiers: [option('Olives', { price_amount: 100 }), option('Capers', { price_amount: 100 })],
  });
  const herbs = await group({
    name: 'Herbs',
    selection_type: 'multiple',
    modifiers: [option('Basil', { is_default: true })],
  });
  const diavola = (await request<MenuItem[]>('GET', '/menu')).find(({ name }) => name === 'Diavola')!;
  const { menu_book_id: book, category_id: category } = diavola;
  await request('PUT', `/menu/books/${book}/categories/${category}/items/${diavola.id}`, {
    modifier_groups: [crust, toppings, herbs].map((id) => ({ id })),
  });
}

/** The lines of an order's ticket on the kitchen's screen. */
async function kitchenLines(page: Page, no: string): Promise<string[]> {
  const lines = page.getByRole('article', { name: `Order ${no}`, exact: true }).locator('[data-line]');
  await lines.first().waitFor();
  return lines.allTextContents();
}

async function storedOrders(): Promise<Order[]> {
  const { rows } = await owner.query<{ row: Order }>('SELECT to_jsonb(orders) AS row FROM orders ORDER BY placed_at');
  return rows.map(({ row }) => row);
}
