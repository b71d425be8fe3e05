import type { Page } from 'playwright-core';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { axeFindings, smallTargets } from '../support/axe.ts';
import { openDevice, type Device } from '../support/device.ts';
import type { OpenOrder } from '../support/open-orders.ts';
import { ask } from './api.ts';
import { ownerPool } from './database.ts';
import { startGalley, type Galley } from './galley.ts';
import { openKitchen, type Kitchen } from './kitchen.ts';
import { fillPass, stations } from './pass.ts';
import { memoryOf } from './steady.ts';
import { stepsOf, storedOrders } from './truth.ts';

const VIEW = '/restaurant/orders?view=kitchen';
const OPEN = 60;
/** What wet hands hit. */
const TARGET = 56;
/** For a machine that has other things to do. */
const SOON = { timeout: 15_000 };
const HOURS = 8;
const PER_ROUND = 2;

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

/** What PostgreSQL holds. */
async function leftOrders(status: string): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(
    'SELECT id FROM orders WHERE restaurant_id = $1 AND order_status = $2',
    [kitchen.restaurantId, status],
  );
  return rows.map(({ id }) => id);
}

async function openView(): Promise<void> {
  await tablet.go(VIEW);
  await page.locator('[data-act]').first().waitFor();
}

test.for(['light', 'dark'] as const)(
  'axe finds nothing on the %s kitchen view, and every target is at least 56 px',
  async (colorScheme) => {
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
    // It goes after five seconds, but not under a hand.
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
  },
);

test('a tap strikes a dish, a bump sends the order on, five seconds bring it back, and Recall brings it back later', async () => {
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
  await expect.poll(() => ticket(second.order_no).count(), SOON).toBe(0);
  await page.getByText(`#${second.order_no} is ready`).waitFor();
  await page.getByRole('button', { name: /^Recall/ }).click();
  await page.getByRole('button', { name: `Recall #${second.order_no}` }).click();
  await bump(second.order_no).waitFor();
  const steps = async () =>
    (await storedOrders(owner, kitchen.restaurantId, [second.order_no])).flatMap((order) => stepsOf(order));
  await expect.poll(steps, SOON).toEqual(['ready', 'preparing']);
});

test('a station shows its own dishes and their totals, and a bump there leaves the order to the others', async () => {
  await openView();
  const [first] = pass as [OpenOrder];
  const lines = () => ticket(first.order_no).locator('[data-line]').allInnerTexts();
  const all = await lines();
  const name = (await ticket(first.order_no).locator('[data-line] span span').first().innerText()).trim();
  const everywhere = await total(name);
  expect(everywhere).not.toBeNull();

  await page.getByRole('button', { name: new RegExp(`^${stations[0]}`) }).click();
  await expect.poll(async () => (await lines()).length, SOON).toBeLessThan(all.length);
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

test("a customer's allergy stands over the ticket, and a dish of which nobody knows is not taken for safe", async () => {
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
  await expect.poll(() => dish.getAttribute('aria-pressed'), SOON).toBe('true');
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await expect.poll(() => ticket(second!).count(), SOON).toBe(0);
  await page.keyboard.press('u');
  await ticket(second!).waitFor();

  await page.keyboard.press('r');
  await page.getByRole('heading', { name: 'Recall' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'Recall' }).waitFor({ state: 'hidden' });

  // Tab reaches every control that a finger can press, and comes round again.
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

test('a burst of new orders leaves the late ticket in front, and "New" goes to the first of them, also on a phone', async () => {
  await openView();
  const oldest = (await shown())[0]!;
  const usual = await openCount();
  const burst = await fillPass(owner, kitchen, { count: 3, firstNo: 901, now: new Date(), status: 'pending' });
  const [first] = burst as [OpenOrder];
  const goToNew = page.getByRole('button', { name: 'New 3, show the first' });
  await goToNew.waitFor();
  expect((await shown())[0]).toBe(oldest);
  const waiting = page.getByRole('navigation', { name: 'More tickets' }).getByRole('button', { name: first.order_no });
  expect(await waiting.innerText()).toContain('New');

  await goToNew.click();
  await expect.poll(focused, SOON).toBe(`Order ${first.order_no}`);
  expect([...(await axeFindings(page)), ...(await smallTargets(page, TARGET))]).toEqual([]);

  // A ticket that is longer than what is left of a phone keeps its number and its buttons in view.
  await page.setViewportSize({ width: 390, height: 520 });
  await openView();
  await goToNew.click();
  await expect.poll(focused, SOON).toBe(`Order ${first.order_no}`);
  const board = (await page.getByRole('list', { name: 'Tickets' }).locator('..').boundingBox())!;
  const accept = page.getByRole('button', { name: `Accept #${first.order_no}` });
  const bottomOf = async () => {
    const { y, height } = (await accept.boundingBox())!;
    return y + height;
  };
  await expect.poll(bottomOf, SOON).toBeLessThanOrEqual(board.y + board.height);
  expect((await ticket(first.order_no).boundingBox())!.y).toBeGreaterThanOrEqual(board.y);
  // The website can be paused from here as well.
  await page.getByRole('button', { name: /^(Taking orders|Closed)/ }).waitFor();
  expect(await smallTargets(page, TARGET)).toEqual([]);

  await page.setViewportSize({ width: 1280, height: 800 });
  for (const { id } of burst)
    await ask(galley.origin, 'POST', `/orders/${id}/status`, {
      token: kitchen.token,
      body: { order_id: id, order_status: 'rejected', reason: 'out_of_stock' },
    });
  await expect.poll(openCount, SOON).toBe(usual);
  expect(await page.getByRole('button', { name: /^New \d/ }).count()).toBe(0);
});

test('eight hours of service leave the memory as it was', async () => {
  await page.clock.install({ time: new Date() });
  await openView();
  const usual = await openCount();
  let firstNo = 2001;
  /** Some orders come, some minutes pass, as many leave, and the counter hands them out. */
  const round = async (minutes: number) => {
    await fillPass(owner, kitchen, { count: PER_ROUND, firstNo, now: new Date(), status: 'pending' });
    firstNo += PER_ROUND;
    await expect.poll(openCount, SOON).toBe(usual + PER_ROUND);
    await page.clock.runFor(minutes * 60_000);
    while ((await openCount()) > usual) await page.locator('[data-act]').first().click();
    for (const id of await leftOrders('ready'))
      await ask(galley.origin, 'POST', `/orders/${id}/status`, {
        token: kitchen.token,
        body: { order_id: id, order_status: 'completed' },
      });
  };
  // What is loaded once, and lists that are kept to a length, are full after some rounds.
  for (let i = 0; i < 8; i += 1) await round(1);
  const before = await memoryOf(tablet, page);
  for (let i = 0; i < HOURS * 2; i += 1) await round(30);
  const after = await memoryOf(tablet, page);
  console.info('memory before and after eight hours', before, after);
  // Eight hours are 5,760 ticks and 96 bumps: 220 bytes kept by each tick, 13 kB or two listeners by each bump, are beyond this.
  expect(after.nodes).toBeLessThanOrEqual(before.nodes * 1.1);
  expect(after.listeners).toBeLessThanOrEqual(before.listeners + 150);
  expect(after.heapMB).toBeLessThanOrEqual(before.heapMB + 1.25);
  expect(tablet.problems).toEqual([]);
});

test('a minute without news from the server is said on the view, and is no fault of it', async () => {
  // The clock of the page is hours ahead by now, and the last pull is as old.
  await openView();
  await page.getByText('No news since').waitFor();
  expect([...(await axeFindings(page)), ...(await smallTargets(page, TARGET))]).toEqual([]);
});
