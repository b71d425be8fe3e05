import type { Page } from 'playwright-core';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { axeFindings, smallTargets } from '../support/axe.ts';
import { openDevice, type Device } from '../support/device.ts';
import type { OpenOrder } from '../support/open-orders.ts';
import { requestData } from './api.ts';
import { ownerPool } from './database.ts';
import { startGalley, type Galley } from './galley.ts';
import { openKitchen, type Kitchen } from './kitchen.ts';
import { fillPass, stations } from './pass.ts';
import { stepsOf, storedOrders } from './truth.ts';

const VIEW = '/restaurant/orders?view=kitchen';
const OPEN = 60;
/** The smallest target, CSS px: a row of the board, which is as wide as its ticket. */
const TARGET = 48;

let galley: Galley;
let owner: pg.Pool;
let kitchen: Kitchen;
let pass: OpenOrder[];
let tablet: Device;
let page: Page;

beforeAll(async () => {
  galley = await startGalley({ cluster: inject('cluster') });
  owner = ownerPool(galley);
  kitchen = await openKitchen(galley, owner, {
    email: 'pass@galley.test',
    name: 'The Pass',
    seed: 57,
    openOrders: 0,
  });
  pass = await fillPass(owner, kitchen, { count: OPEN, firstNo: 101, now: new Date() });
  tablet = await openDevice({ origin: galley.origin, viewport: { width: 1280, height: 800 } });
  await tablet.signIn(kitchen);
  await tablet.isLoaded();
  page = tablet.page;
});

afterAll(async () => {
  await tablet?.dispose();
  await owner?.end();
  await galley?.dispose();
});

const ticket = (orderNo: string) => page.getByRole('article', { name: `Order ${orderNo}`, exact: true });
const bump = (orderNo: string) => page.getByRole('button', { name: `Ready #${orderNo}`, exact: true });
const shown = () => page.getByRole('article').evaluateAll((all) => all.map((one) => one.ariaLabel!.slice(6)));
const openCount = async () => Number((await page.getByRole('button', { name: /^All \d/ }).textContent())!.slice(3));
const total = async (dish: string) =>
  page.evaluate(
    (name) =>
      [...document.querySelectorAll('[aria-labelledby="all-day"] li')]
        .map((one) => one.textContent)
        .find((text) => text.endsWith(name)) ?? null,
    dish,
  );
const focused = () =>
  page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent ?? null);

async function openView(): Promise<void> {
  await tablet.go(VIEW);
  await page.locator('[data-act]').first().waitFor();
}

test.for(['light', 'dark'] as const)('the %s kitchen view passes axe with large targets', async (colorScheme) => {
  await page.emulateMedia({ colorScheme });
  await openView();
  const found: Record<string, string[]> = {};
  for (const [width, height] of [
    [1280, 800],
    [820, 1180],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await bump(pass[0]!.order_no).waitFor();
    found[`${width}`] = [...(await axeFindings(page)), ...(await smallTargets(page, TARGET))];
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await tablet.goOffline();
  await page.getByText('Keep cooking').waitFor();
  await bump(pass[0]!.order_no).click();
  // It disappears after five seconds, but not under the pointer.
  await page.getByRole('button', { name: 'Undo' }).hover();
  found['offline, with Undo'] = [...(await axeFindings(page)), ...(await smallTargets(page, TARGET))];
  await page.getByRole('button', { name: 'Undo' }).click();
  await bump(pass[0]!.order_no).waitFor();
  await page.getByRole('button', { name: /^Recall/ }).click();
  await page.getByRole('heading', { name: 'Recall' }).waitFor();
  found['recall'] = [...(await axeFindings(page)), ...(await smallTargets(page, TARGET))];
  await page.keyboard.press('Escape');
  await tablet.goOnline();
  await tablet.waitForStatus('All changes saved');
  expect(Object.entries(found).filter(([, list]) => list.length > 0)).toEqual([]);
});

test('strikes dishes, bumps, undoes within five seconds and recalls', async () => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openView();
  const [first, second] = pass as [OpenOrder, OpenOrder];
  const dish = ticket(first.order_no).getByRole('button').first();
  expect(await dish.getAttribute('aria-pressed')).toBe('false');
  await dish.click();
  expect(await dish.getAttribute('aria-pressed')).toBe('true');
  await dish.click();
  expect(await dish.getAttribute('aria-pressed')).toBe('false');

  await bump(first.order_no).click();
  expect(await ticket(first.order_no).count()).toBe(0);
  await page.getByText(`#${first.order_no} is ready`).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText(`#${first.order_no} is back`).waitFor();
  await bump(first.order_no).waitFor();

  await bump(second.order_no).click();
  await expect.poll(() => ticket(second.order_no).count()).toBe(0);
  await page.getByText(`#${second.order_no} is ready`).waitFor();
  await page.getByRole('button', { name: /^Recall/ }).click();
  await page.getByRole('button', { name: `Recall #${second.order_no}` }).click();
  await bump(second.order_no).waitFor();
  const steps = async () =>
    (await storedOrders(owner, kitchen.restaurantId, [second.order_no])).flatMap((order) => stepsOf(order));
  await expect.poll(steps).toEqual(['ready', 'preparing']);
});

test('a station bumps its own dishes only', async () => {
  await openView();
  const [first] = pass as [OpenOrder];
  const lines = () => ticket(first.order_no).locator('[data-line]').allInnerTexts();
  const all = await lines();
  const name = (await ticket(first.order_no).locator('[data-line] span span').first().innerText()).trim();
  const everywhere = await total(name);
  expect(everywhere).not.toBeNull();

  await page.getByRole('button', { name: new RegExp(`^${stations[0]}`) }).click();
  await expect.poll(async () => (await lines()).length).toBeLessThan(all.length);
  await page.getByRole('button', { name: `${stations[0]} done #${first.order_no}` }).click();
  await page.getByText(`#${first.order_no}: ${stations[0]} is done`).waitFor();
  expect(await ticket(first.order_no).count()).toBe(0);
  expect(await total(name)).not.toBe(everywhere);

  await page.getByRole('button', { name: 'Undo' }).click();
  await bump(first.order_no)
    .or(page.getByRole('button', { name: `${stations[0]} done #${first.order_no}` }))
    .waitFor();
  expect(await total(name)).toBe(everywhere);
  await page.getByRole('button', { name: /^All \d/ }).click();
  await bump(first.order_no).waitFor();
});

test('shows an allergy and never assumes an unknown dish safe', async () => {
  await openView();
  const allergic = ticket(pass[2]!.order_no);
  await allergic.getByText('Allergy: nuts').waitFor();
  const lines = await allergic.locator('[data-line]').allInnerTexts();
  expect(lines.filter((line) => !line.includes('llergens not confirmed'))).toEqual([]);
  expect(await ticket(pass[0]!.order_no).getByText('llergens not confirmed').count()).toBe(0);
  expect(await page.getByText('No news since').count()).toBe(0);
});

test('the whole view works by keyboard alone', async () => {
  await openView();
  const [first, second] = await shown();
  // Into the board and down its first column.
  await page.keyboard.press('ArrowRight');
  expect(await focused()).toBe(`Order ${first}`);
  await page.keyboard.press('ArrowDown');
  expect(await focused()).toBe(`Order ${second}`);
  const hasRing = await page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle !== 'none');
  expect(hasRing).toBe(true);

  await page.keyboard.press('1');
  const dish = ticket(second!).getByRole('button').first();
  await expect.poll(() => dish.getAttribute('aria-pressed')).toBe('true');
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await expect.poll(() => ticket(second!).count()).toBe(0);
  await page.keyboard.press('u');
  await ticket(second!).waitFor();

  await page.keyboard.press('r');
  await page.getByRole('heading', { name: 'Recall' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'Recall' }).waitFor({ state: 'hidden' });

  // Tab reaches every control that a finger can press, and then starts over.
  await page.locator('body').focus();
  const reached = new Set<string>();
  for (let i = 0; i < 120; i += 1) {
    await page.keyboard.press('Tab');
    reached.add((await focused()) ?? '');
  }
  for (const name of [/^All \d/, new RegExp(`^${stations[0]}`), /[Bb]ell/, /^Close the kitchen view/, /^Recall/])
    expect(
      [...reached].some((one) => name.test(one)),
      `${name} of ${[...reached].join(' | ')}`,
    ).toBe(true);
});

test('a burst of orders keeps the late ticket in front', async () => {
  await openView();
  const oldest = (await shown())[0]!;
  const usual = await openCount();
  const burst = await fillPass(owner, kitchen, { count: 3, firstNo: 901, now: new Date(), status: 'pending' });
  const [first] = burst as [OpenOrder];
  const goToNew = page.getByRole('button', { name: 'New 3, show the first' });
  await goToNew.waitFor();
  expect((await shown())[0]).toBe(oldest);
  const hiddenTicket = page
    .getByRole('navigation', { name: 'More tickets' })
    .getByRole('button', { name: first.order_no });
  expect(await hiddenTicket.innerText()).toContain('New');

  await goToNew.click();
  await expect.poll(focused).toBe(`Order ${first.order_no}`);
  expect([...(await axeFindings(page)), ...(await smallTargets(page, TARGET))]).toEqual([]);

  // A ticket that is longer than the rest of a phone's screen keeps its number and buttons in view, once two of its dishes are.
  await page.setViewportSize({ width: 390, height: 620 });
  await openView();
  await goToNew.click();
  await expect.poll(focused).toBe(`Order ${first.order_no}`);
  const board = (await page.getByRole('list', { name: 'Tickets' }).locator('..').boundingBox())!;
  const accept = page.getByRole('button', { name: `Accept #${first.order_no}` });
  const bottomOf = async () => {
    const { y, height } = (await accept.boundingBox())!;
    return y + height;
  };
  await expect.poll(bottomOf).toBeLessThanOrEqual(board.y + board.height);
  expect((await ticket(first.order_no).boundingBox())!.y).toBeGreaterThanOrEqual(board.y);
  // The website can be paused from here as well.
  await page.getByRole('button', { name: /^(Taking orders|Not taking orders|Orders o)/ }).waitFor();
  expect(await smallTargets(page, TARGET)).toEqual([]);

  await page.setViewportSize({ width: 1280, height: 800 });
  for (const { id } of burst)
    await requestData(galley.origin, 'POST', `/orders/${id}/status`, {
      token: kitchen.token,
      body: { order_id: id, order_status: 'rejected', reason: 'out_of_stock' },
    });
  await expect.poll(openCount).toBe(usual);
  expect(await page.getByRole('button', { name: /^New \d/ }).count()).toBe(0);
});

test('the view shows a minute without news from the server', async () => {
  await page.clock.install({ time: new Date() });
  await openView();
  await page.clock.fastForward(3_600_000);
  await page.getByText('No news since').waitFor();
  expect([...(await axeFindings(page)), ...(await smallTargets(page, TARGET))]).toEqual([]);
});
