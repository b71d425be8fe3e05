import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { matchRoute, routes } from '../../contract/routes.ts';
import { controlHeights } from '../support/control-heights.ts';
import { fillSignIn, openDevice, type Device } from '../support/device.ts';
import { isSettled, layoutFaults } from '../support/layout-faults.ts';
import { setTouch } from '../support/touch.ts';
import { setUpChatbot } from '../shots/channels.ts';
import { beEvening } from '../shots/evening.ts';
import { fillMoney } from '../shots/money.ts';
import { screensOf, type Shot } from '../shots/screens.ts';
import { requestData } from './api.ts';
import { ownerPool } from './database.ts';
import { codeFor, startGalley, type Galley } from './galley.ts';

/** A phone, a tablet upright, the same lying down, a laptop. A laptop at 200 % is in routes.e2e.ts. */
const screens = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
];
/** Texts as long as real ones get. */
const long = {
  customer: 'Maximiliana Featherstonehaugh-Cholmondeley',
  dish: 'Slow-cooked shoulder of lamb with apricots and saffron rice',
  allergens: ['crustaceans', 'nuts', 'sesame', 'sulphites'],
  amount: 123_456,
};
const demo = { email: 'owner@galley.test', password: 'as wide as the screen' };
const PASSWORD = 'correct horse battery';
const email = (name: string) => `${name}@layout.test`;

/** On a phone their first row is near the top: a heading, one line of tabs, one of search and filters. */
const lists = ['orders', 'all-orders', 'customers', 'promotions', 'payments', 'reservations', 'inventory'];
const LIST_BEGINS_PX = 200;

/** Addresses that show another route's page. */
const redirected = new Set(['/', '/restaurant', '/logout', '/google-login', '/auth/google']);
/** Routes whose screens the photographs have under another address. */
const rest: Shot[] = [
  { name: 'callback', path: '/restaurant/channels/google-calendar/callback' },
  { name: 'integrations', path: '/restaurant/integrations' },
  { name: 'help', path: '/restaurant/help' },
];

let galley: Galley;
let device: Device;
let shots: Shot[];

beforeAll(async () => {
  galley = await startGalley({ cluster: inject('cluster'), env: { DEMO: '1', DEMO_PASSWORD: demo.password } });
  await beEvening(galley);
  await fillMoney(galley);
  await giveLongTexts(galley);
  const { token } = await requestData<{ token: string }>(galley.origin, 'POST', '/auth/login', { body: demo });
  await setUpChatbot(galley.origin, token);
  shots = await screensOf(galley.origin, { token });
  device = await openDevice({ origin: galley.origin });
});

afterAll(async () => {
  await device?.dispose();
  await galley?.dispose();
});

async function giveLongTexts(of: Galley): Promise<void> {
  const owner = ownerPool(of);
  await owner.query(
    `WITH risen AS (UPDATE spaces SET version = version + 1 RETURNING restaurant_id, version),
     late AS (SELECT id, customer_id FROM orders WHERE order_status IN ('pending', 'preparing') ORDER BY placed_at),
     named AS (UPDATE customers SET version = risen.version, name = $1, allergens = $3, total_spent_amount = $4
                 FROM risen WHERE customers.id IN (SELECT customer_id FROM late)),
     cooked AS (UPDATE menu_items SET version = risen.version, name = $2, price_amount = $4
                  FROM risen WHERE menu_items.id IN (SELECT id FROM menu_items ORDER BY sort_order LIMIT 9))
     UPDATE orders
        SET version = risen.version, allergens = $3, total_amount = $4,
            customer = jsonb_set(customer, '{name}', to_jsonb($1::text)),
            lines = jsonb_set(lines, '{0,name}', to_jsonb($2::text))
       FROM risen WHERE orders.id IN (SELECT id FROM late)`,
    [long.customer, long.dish, JSON.stringify(long.allergens), long.amount],
  );
  await owner.end();
}

const visited = new Set<string>();
/** The text of every page, so that one without its rows does not pass for a good one. */
const seen: string[] = [];

/** The faults of a page at each width, the widest screen first. */
async function faultsOf(page: Page, name: string): Promise<string[]> {
  visited.add(matchRoute(new URL(page.url()).pathname)?.path ?? '');
  const found: string[] = [];
  for (const screen of screens.toReversed()) {
    await page.setViewportSize(screen);
    await isSettled(page, 30);
    let faults = await layoutFaults(page);
    // What is still being drawn is looked at again.
    if (faults.length > 0) {
      await isSettled(page, 600);
      faults = await layoutFaults(page);
    }
    found.push(...faults.map((fault) => `${name} ${screen.width}: ${fault}`));
    if (screen.width === 390 && lists.includes(name)) {
      const row = await page.locator('main [data-row]').first().boundingBox();
      if (!row || row.y > LIST_BEGINS_PX) found.push(`${name}: the list begins at ${row?.y} px`);
    }
  }
  seen.push(await page.locator('body').innerText());
  return found;
}
/** Goes to an address within the running app, as a link does. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path);
  await page.waitForFunction(
    (there) =>
      location.pathname + location.search === there && (document.querySelector('h1')?.textContent ?? '') !== '',
    path,
  );
}

test('no page before the sign-in is wider than its screen or cuts a text', async () => {
  const { page } = device;
  const found: string[] = [];
  for (const [path, { guard }] of Object.entries(routes)) {
    if (guard !== 'none' && guard !== 'guest-only') continue;
    await device.go(path);
    await page.locator('h1').first().waitFor();
    found.push(...(await faultsOf(page, path)));
  }
  for (const [name, path] of [
    ['unverified', '/verify-email'],
    ['incomplete', '/complete'],
  ] as const) {
    await requestData(galley.origin, 'POST', '/auth/register', {
      body: { email: email(name), password: PASSWORD, restaurant_name: long.customer },
    });
    if (name === 'incomplete')
      await requestData(galley.origin, 'POST', '/auth/verify-email', {
        body: { email: email(name), otp_code: await codeFor(galley, email(name)) },
      });
    await device.go('/login');
    await fillSignIn(page, { email: email(name), password: PASSWORD });
    await page.waitForURL((url) => url.pathname === path);
    await page.locator('h1').first().waitFor();
    found.push(...(await faultsOf(page, path)));
    await device.go('/logout');
    await page.waitForURL((url) => url.pathname === '/login');
  }
  expect(found).toEqual([]);
});

/** Lists, forms, a chat and what opens over a page. */
const measured = [
  'insights',
  'orders',
  'order',
  'reservations',
  'items',
  'new-item',
  'customers',
  'payments',
  'chat',
  'hours',
  'notifications',
];

describe('signed in', () => {
  beforeAll(async () => {
    await device.signIn(demo);
    await device.isLoaded();
  });

  test('no screen of the app is wider than its device or cuts a text', async () => {
    const { page } = device;
    const found: string[] = [];
    for (const { name, path, press } of [...shots, ...rest]) {
      if (path === null) continue;
      // From another page, so that nothing that was pressed before is still open, and where every action is a button.
      if (press !== undefined) {
        await page.setViewportSize(screens.at(-1)!);
        await go(page, '/restaurant/help');
      }
      await go(page, path);
      if (press !== undefined) await page.getByRole('button', { name: press, disabled: false }).first().click();
      await isSettled(page, 120);
      found.push(...(await faultsOf(page, name)));
    }
    expect(found).toEqual([]);
    const texts = [long.customer, long.dish, '£1,234.56', 'Crustaceans, nuts, sesame, sulphites'];
    expect(texts.filter((text) => !seen.some((one) => one.includes(text)))).toEqual([]);
    expect(Object.keys(routes).filter((route) => !visited.has(route) && !redirected.has(route))).toEqual([]);
  });

  test('the controls of a page have one height: 32 px by mouse, 44 px by touch', async () => {
    const { page } = device;
    const found: Record<string, string[]> = {};
    for (const [enabled, px] of [
      [false, '32'],
      [true, '44'],
    ] as const) {
      await page.setViewportSize(screens.at(-1)!);
      await setTouch(page, enabled);
      for (const { name, path, press } of shots.filter((shot) => measured.includes(shot.name))) {
        await go(page, '/restaurant/help');
        await go(page, path!);
        if (press !== undefined) await page.getByRole('button', { name: press, disabled: false }).first().click();
        await isSettled(page, 120);
        const { [px]: right = [], ...odd } = await controlHeights(page);
        // A page that shows none passes for no good one.
        if (right.length < 7 || Object.keys(odd).length > 0)
          found[`${name}, ${px} px`] = [
            `${right.length} of ${px} px`,
            ...Object.entries(odd).map(([height, names]) => `${height} px: ${names.join(', ')}`),
          ];
      }
    }
    expect(found).toEqual({});
  });
});
