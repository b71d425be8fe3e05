import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Page } from 'playwright-core';
import type { Order } from '../../contract/orders/calls.ts';
import { openDevice, type Device } from '../support/device.ts';
import { openAccount, requestData, type Account } from './api.ts';
import { startGalley, type Galley } from './galley.ts';

let galley: Galley;
let account: Account;
let laptop: Device;

beforeAll(async () => {
  galley = await startGalley({ cluster: inject('cluster') });
  account = await openAccount(galley, 'owner@galley.test', 'Harbour Grill');
  const create = async (path: string, body: object) => (await asOwner<{ id: string }>('POST', path, body)).id;
  const book = `/menu/books/${await create('/menu/books', { name: 'Evening', status: 'published' })}`;
  const category = `${book}/categories/${await create(`${book}/categories`, { name: 'Grill' })}`;
  await create(`${category}/items`, { name: 'Sea bass', price_amount: 1850 });
  laptop = await openDevice({ origin: galley.origin });
  await laptop.signIn(account);
  await laptop.isLoaded();
});

afterAll(async () => {
  await laptop?.dispose();
  await galley?.dispose();
});

const asOwner = <T>(method: 'GET' | 'POST', path: string, body?: object) =>
  requestData<T>(galley.origin, method, path, { token: account.token, body });

/** As a spreadsheet in German saves it: semicolons, Windows-1252, a line break in quotes. Two rows are one customer, one has no usable number. */
const list = Buffer.from(
  [
    'Name;Telefon;E-Mail;Notes',
    'Zoë Müller;020 7946 0101;zoe@example.com;"Likes the window\r\ntable"',
    'Amara Obi;020 7946 0102;;',
    'Amara Obi;+44 20 7946 0102;;',
    'Bo Lind;12;;',
  ].join('\r\n'),
  'latin1',
);

const section = (page: Page) => page.getByRole('region', { name: 'Last 7 days' });
/** The value beside a name in a list of facts. */
const fact = (page: Page, name: string) =>
  page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });

test('a file becomes customers, a promotion made offline is used, insights show both', async () => {
  const { page } = laptop;
  await laptop.go('/restaurant/customers');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Import customers' }).click();
  await page.getByLabel('CSV file').setInputFiles({ name: 'Gäste.csv', mimeType: 'text/csv', buffer: list });
  await page.getByRole('cell', { name: 'Zoë Müller · Amara Obi' }).waitFor();
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByRole('row', { name: /^5 Telefon/ }).waitFor();
  await page.getByRole('button', { name: 'Import 2 customers' }).click();
  await page.getByText('Gäste.csv has been imported').waitFor();
  expect(await fact(page, 'Added').textContent()).toBe('Added2');
  expect(await fact(page, 'Left out, with an error').textContent()).toBe('Left out, with an error1');
  await page.getByRole('link', { name: 'See the customers' }).click();
  await page.getByRole('link', { name: 'Zoë Müller' }).waitFor();

  // Without a network: a promotion, then an order of an imported customer that uses its code.
  await laptop.goOffline();
  await laptop.go('/restaurant/customers?tab=promotions');
  await page.getByRole('button', { name: 'Add promotion' }).click();
  const form = page.getByRole('dialog', { name: 'Add a promotion' });
  await form.getByLabel('Name').fill('Opening week');
  await form.getByLabel('Percentage off').fill('20');
  await form.getByLabel('How it is used').selectOption('code');
  await form.getByRole('textbox', { name: 'Code' }).fill('open20');
  await form.getByRole('button', { name: 'Add promotion' }).click();
  await page.getByRole('link', { name: 'Opening week' }).waitFor();

  await laptop.go('/restaurant/orders?view=counter');
  const dish = page.getByRole('region', { name: 'Dishes' }).getByRole('button', { name: 'Sea bass' });
  await dish.click();
  await dish.click();
  await page.getByLabel('Phone', { exact: true }).last().fill('02079460101');
  await page
    .getByRole('list', { name: 'Known customers' })
    .getByRole('button', { name: /Zoë Müller/ })
    .click();
  await page.getByRole('button', { name: 'Promotion code' }).click();
  await page.getByLabel('Promotion code').fill('OPEN20');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('button', { name: /^Place order.*£29\.60/ }).click();
  await page.getByText(/^#[A-Z]\d+ is kept on this device/).waitFor();

  await laptop.goOnline();
  await laptop.waitForStatus('All changes saved');
  const [order, ...others] = await asOwner<Order[]>('GET', '/dashboard/orders');
  expect(order).toMatchObject({ total_amount: 2960, discount_amount: 740, customer: { name: 'Zoë Müller' } });
  expect(others).toEqual([]);
  for (const order_status of ['preparing', 'ready', 'completed'])
    await asOwner('POST', `/orders/${order!.id}/status`, { order_status });

  await laptop.go('/restaurant/insights');
  await section(page).getByText('£29.60').first().waitFor();
  const row = async (name: string) =>
    (
      await section(page)
        .getByRole('row', { name: new RegExp(`^${name}`) })
        .allTextContents()
    ).join();
  expect(await Promise.all(['All customers', 'Discounts', 'Sea bass'].map(row))).toEqual([
    'All customers2',
    'Discounts£7.40',
    'Sea bass2£29.60',
  ]);
  expect(await fact(page, 'Customers').textContent()).toMatch(/^Customers1/);
  // The device has heard that the order is completed.
  await page.getByText('No order is open right now.').waitFor();

  // Both are results of their own, too, and are found from anywhere without a network.
  await laptop.goOffline();
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox', { name: 'Search everywhere' }).fill('zoe mul');
  await page
    .getByRole('group', { name: 'Customers' })
    .getByRole('option', { name: /^Zoë Müller/ })
    .click();
  expect(await fact(page, 'Spent').textContent()).toBe('Spent£29.60');
  await laptop.go('/restaurant/customers?tab=promotions');
  await page.getByRole('link', { name: 'Opening week' }).click();
  expect(await fact(page, 'Discount given').textContent()).toBe('Discount given£7.40');
  expect(laptop.problems).toEqual([]);
});
