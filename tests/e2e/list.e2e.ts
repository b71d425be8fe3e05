import type { Page } from 'playwright-core';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openDevice, type Device } from '../support/device.ts';
import { setTouch } from '../support/touch.ts';
import { ownerPool } from './database.ts';
import { startGalley, type Galley } from './galley.ts';
import { openKitchen, type Kitchen } from './kitchen.ts';
import { orderLink } from './orders.ts';

let galley: Galley;
let owner: pg.Pool;
let kitchen: Kitchen;
let desk: Device;

beforeAll(async () => {
  galley = await startGalley({ cluster: inject('cluster') });
  owner = ownerPool(galley);
  kitchen = await openKitchen(galley, owner, { email: 'list@galley.test', name: 'Long List', seed: 43 });
  desk = await openDevice({ origin: galley.origin, viewport: { width: 1440, height: 900 } });
  await desk.signIn(kitchen);
  await desk.isLoaded();
});

afterAll(async () => {
  await desk?.dispose();
  await owner?.end();
  await galley?.dispose();
});

/** Fluent hides the page from assistive technology behind an open surface; it must not stay hidden. */
const isHidden = (page: Page) => page.locator('#app').getAttribute('aria-hidden');
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent);

test('a closed filter, menu or dialog returns page and focus', async () => {
  const { page } = desk;
  const no = kitchen.orders[0]!.order_no;
  await desk.go('/restaurant/orders?date=all');
  await orderLink(page, no).waitFor();

  await page.getByRole('button', { name: 'Filter by type' }).click();
  await page.getByRole('checkbox', { name: 'Delivery' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => isHidden(page)).toBeNull();
  await expect.poll(() => focused(page)).toBe('Filter by type');

  await page.getByRole('button', { name: `More for #${no}` }).click();
  await page.getByRole('menuitem', { name: `Reject #${no}` }).click();
  await page.getByRole('button', { name: 'Keep the order' }).click();
  await expect.poll(() => isHidden(page)).toBeNull();
  await expect.poll(() => focused(page)).toBe(`More for #${no}`);

  await page.getByRole('button', { name: `More for #${no}` }).click();
  await page.getByRole('menuitem', { name: 'Open order' }).click();
  await page.getByRole('heading', { level: 1, name: `#${no}` }).waitFor();
  await expect.poll(() => isHidden(page)).toBeNull();
  expect(desk.problems).toEqual([]);
});

test("the address keeps the list's state over reload and back", async () => {
  const { page } = desk;
  await desk.go('/restaurant/orders?date=all');
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByText(/^16–30 of/).waitFor();
  await page.getByRole('searchbox').fill(kitchen.orders[2]!.order_no);
  await orderLink(page, kitchen.orders[2]!.order_no).waitFor();
  await page.getByText('1–1 of 1').waitFor();
  expect(new URL(page.url()).search).toBe(`?date=all&orders=${kitchen.orders[2]!.order_no}`);
  await page.reload();
  await page.getByText('1–1 of 1').waitFor();
  expect(await page.getByRole('searchbox').inputValue()).toBe(kitchen.orders[2]!.order_no);
  await page.getByRole('link', { name: /^Completed/ }).click();
  await page.getByText(/^No order matches/).waitFor();
  await page.goBack();
  await page.getByText('1–1 of 1').waitFor();
});

test('keys move through the list, choose, search and open', async () => {
  const { page } = desk;
  await desk.go('/restaurant/orders?date=all');
  await page.locator('tbody a').nth(2).waitFor();
  const numbers = await page.locator('tbody a').allInnerTexts();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowDown');
  expect(await focused(page)).toBe(numbers[2]);
  await page.keyboard.press('k');
  await page.keyboard.press(' ');
  await page.getByText('1 selected').waitFor();
  await page.keyboard.press(' ');
  await page.keyboard.press('/');
  await page.keyboard.type('j');
  expect(await page.getByRole('searchbox').inputValue()).toBe('j');
  // A search reaches the address when typing pauses.
  await page.waitForURL((url) => url.searchParams.get('orders') === 'j');
  await page.getByRole('searchbox').fill('');
  await page.waitForURL((url) => !url.searchParams.has('orders'));
  await expect.poll(() => page.locator('tbody a').allInnerTexts()).toEqual(numbers);
  await page.locator('tbody a').nth(1).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: numbers[1]! }).waitFor();
});

test('list and order controls have 44 px targets on tablets', async () => {
  const { page } = desk;
  const no = kitchen.orders[0]!.order_no;
  await page.setViewportSize({ width: 820, height: 1180 });
  await setTouch(page, true);
  await desk.go('/restaurant/orders?date=all');
  await page.getByRole('columnheader', { name: 'Items' }).waitFor();
  await orderLink(page, no).waitFor();
  expect(await narrowOnes(page)).toEqual([]);
  await orderLink(page, no).click();
  await page.getByRole('heading', { level: 1, name: `#${no}` }).waitFor();
  await page.getByRole('group', { name: 'Ready in' }).waitFor();
  expect(await narrowOnes(page)).toEqual([]);
});

/** The visible controls whose touch target is less than 44 px high. */
const narrowOnes = (page: Page) =>
  page.locator('header, main, footer').evaluateAll((parts) =>
    parts
      .flatMap((part) => [...part.querySelectorAll('a, button:enabled, input, select')])
      .flatMap((control) => {
        const { left, top, width, height } = control.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        if (!control.checkVisibility() || x > innerWidth - 44 || y > innerHeight - 44) return [];
        const wrapper = control.closest('.fui-Input, .g-input') ?? control;
        const found = Array.from({ length: 71 }, (_, i) => document.elementFromPoint(x, y - 35 + i)).filter(
          (one) => one !== null && wrapper.contains(one),
        ).length;
        return found >= 43 ? [] : [`${control.getAttribute('aria-label') ?? control.textContent}: ${found}`];
      }),
  );
