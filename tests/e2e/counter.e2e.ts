import type { Page } from 'playwright-core';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Order } from '../../contract/orders/calls.ts';
import { axeFindings, smallTargets } from '../support/axe.ts';
import { openDevice, type Device } from '../support/device.ts';
import { requestData, openAccount, type Account } from './api.ts';
import { ownerPool } from './database.ts';
import { startGalley, type Galley } from './galley.ts';
import { orderLink, takeStep } from './orders.ts';

let galley: Galley;
let owner: pg.Pool;
let account: Account;
let tablet: Device;
/** The API path of each dish, by name. */
const paths: Record<string, string> = {};

beforeAll(async () => {
  galley = await startGalley({ cluster: inject('cluster') });
  owner = ownerPool(galley);
  account = await openAccount(galley, 'counter@galley.test', 'Corner Counter');
  const create = async (path: string, body: object) =>
    (await requestData<{ id: string }>(galley.origin, 'POST', path, { token: account.token, body })).id;
  const book = `/menu/books/${await create('/menu/books', { name: 'Evening', status: 'published' })}`;
  const category = `${book}/categories/${await create(`${book}/categories`, { name: 'Curries', kitchen_station: 'Stove' })}`;
  for (const [name, price_amount] of [
    ['Prawn madras', 1150],
    ['Tarka dal', 795],
    ['Garlic naan', 350],
  ] as const)
    paths[name] = `${category}/items/${await create(`${category}/items`, { name, price_amount })}`;
  tablet = await openDevice({ origin: galley.origin, viewport: { width: 1180, height: 820 } });
  await tablet.signIn(account);
  await tablet.isLoaded();
});

afterAll(async () => {
  await tablet?.dispose();
  await owner?.end();
  await galley?.dispose();
});

const dish = (page: Page, name: string) => page.getByRole('region', { name: 'Dishes' }).getByRole('button', { name });
const place = (page: Page) => page.getByRole('button', { name: /^Place order/ }).click();

async function stored(): Promise<Order[]> {
  const { rows } = await owner.query<{ row: Order }>(
    'SELECT to_jsonb(orders) AS row FROM orders WHERE restaurant_id = $1 ORDER BY placed_at',
    [account.restaurantId],
  );
  return rows.map(({ row }) => row);
}

test('orders taken offline are kept, numbered later and never lost', async () => {
  const { page } = tablet;
  await tablet.go('/restaurant/orders');
  await page.getByRole('link', { name: 'New order' }).click();
  await dish(page, 'Prawn madras').waitFor();
  await tablet.goOffline();

  // A delivery order by phone: missing fields are reported before anything is sent.
  await dish(page, 'Prawn madras').click();
  await dish(page, 'Garlic naan').click();
  await page.getByRole('radio', { name: 'Phone' }).check({ force: true });
  await page.getByRole('radio', { name: 'Delivery' }).check({ force: true });
  await place(page);
  await page.getByText('Say where it is to be delivered').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Joanna Price');
  await page.getByLabel('Phone', { exact: true }).last().fill('020 7946 0123');
  await page.getByLabel('Address').fill('4 Mill Lane');
  await place(page);
  const confirmation = page.getByText(/^#[A-Z]\d+ is kept on this device/);
  await confirmation.waitFor();
  await page.getByText(/The kitchen sees it when this device is online/).waitFor();
  await page.getByRole('button', { name: 'Print' }).waitFor();
  const code = /#([A-Z]\d+)/.exec((await confirmation.textContent()) ?? '')?.[1] ?? 'no code';

  // Changed and started before the server has heard of it; an offline reload loses nothing.
  await page.getByRole('link', { name: `Change #${code}` }).click();
  await page.getByRole('button', { name: 'One Garlic naan more' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('heading', { level: 1, name: `#${code}` }).waitFor();
  await page.getByText('Changed: 2 Garlic naan instead of 1').waitFor();
  await tablet.go('/restaurant/orders?view=kitchen');
  await takeStep(page, 'Start', code);

  // Another device marks the dal sold out, which this one cannot know.
  await requestData(galley.origin, 'PUT', `${paths['Tarka dal']}/update-availability`, {
    token: account.token,
    body: { is_available: false },
  });
  await tablet.go('/restaurant/orders?view=counter');
  await dish(page, 'Tarka dal').click();
  await dish(page, 'Garlic naan').click();
  await place(page);
  await page.getByText(/^#[A-Z]\d+ is kept on this device/).waitFor();
  expect(await stored()).toEqual([]);

  await tablet.goOnline();
  await tablet.waitForStatus('1 change needs attention');
  expect(await stored()).toMatchObject([
    {
      order_no: '101',
      short_code: code,
      order_status: 'preparing',
      customer: { name: 'Joanna Price', phone: '+442079460123' },
      lines: [
        { name: 'Prawn madras', quantity: 1 },
        { name: 'Garlic naan', quantity: 2 },
      ],
      total_amount: 1850,
      events: [{ type: 'placed', was_offline: true }, { type: 'edited' }, { to: 'preparing' }],
    },
  ]);
  await tablet.go('/restaurant/orders');
  await orderLink(page, '101').waitFor();

  // The refused order says why; it is corrected and placed again.
  await tablet.status().click();
  await page.getByText(/Tarka dal cannot be had\. The order is not in the kitchen/).waitFor();
  await page.getByRole('link', { name: 'Look at it and place it again' }).click();
  await page.getByRole('button', { name: 'Take Tarka dal off' }).click();
  await place(page);
  await page.getByRole('heading', { level: 1, name: '#102' }).waitFor();
  await tablet.waitForStatus('All changes saved');
  expect((await stored()).map(({ order_no, total_amount }) => [order_no, total_amount])).toEqual([
    ['101', 1850],
    ['102', 350],
  ]);
  expect(tablet.problems).toEqual([]);
});

test('the point of sale passes axe and has large targets', async () => {
  const { page } = tablet;
  for (const width of [1180, 390]) {
    await page.setViewportSize({ width, height: 820 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await tablet.go('/restaurant/orders?view=counter');
      await dish(page, 'Prawn madras').click();
      if (width === 390) await page.getByRole('button', { name: /Next$/ }).click();
      await page.getByText('Allergies').click();
      expect([width, colorScheme, await axeFindings(page)]).toEqual([width, colorScheme, []]);
    }
    expect([width, await smallTargets(page, 48, 'main')]).toEqual([width, []]);
  }
});
