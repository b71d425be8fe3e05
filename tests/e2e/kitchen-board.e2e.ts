import type { Locator, Page } from 'playwright-core';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { axeFindings, smallTargets } from '../support/axe.ts';
import { openDevice, type Device } from '../support/device.ts';
import type { OpenOrder } from '../support/open-orders.ts';
import { ownerPool } from './database.ts';
import { startGalley, type Galley } from './galley.ts';
import { openKitchen, type Kitchen } from './kitchen.ts';
import { fillPass } from './pass.ts';

const SMALL = 37;
const DISHES = 16;

let galley: Galley;
let owner: pg.Pool;
let kitchen: Kitchen;
let small: OpenOrder[];
let long: OpenOrder;
let tablet: Device;
let page: Page;

beforeAll(async () => {
  galley = await startGalley({ cluster: inject('cluster') });
  owner = ownerPool(galley);
  kitchen = await openKitchen(galley, owner, {
    email: 'board@galley.test',
    name: 'The Board',
    seed: 59,
    openOrders: 0,
  });
  const now = new Date();
  small = await fillPass(owner, kitchen, { count: SMALL, firstNo: 101, now, dishes: 1 });
  [long] = (await fillPass(owner, kitchen, { count: 1, firstNo: 201, now, dishes: DISHES })) as [OpenOrder];
  tablet = await openDevice({ origin: galley.origin, viewport: { width: 1440, height: 900 } });
  await tablet.signIn(kitchen);
  await tablet.isLoaded();
  page = tablet.page;
});

afterAll(async () => {
  await tablet?.dispose();
  await owner?.end();
  await galley?.dispose();
});

const tickets = () => page.getByRole('article');
/** Those that have room for all their dishes. */
const whole = () => tickets().and(page.locator(':not([data-cut])'));
const cut = () => page.locator('article[data-cut]');
const ticket = (orderNo: string) => page.getByRole('article', { name: `Order ${orderNo}`, exact: true });
const bump = (orderNo: string) => page.getByRole('button', { name: `Ready #${orderNo}`, exact: true });

async function openView(): Promise<void> {
  await tablet.go('/restaurant/orders?view=kitchen');
  await bump(small[0]!.order_no).waitFor();
}

/** The elements that lie partly outside the board. */
const cutOff = async (parts: Locator) => {
  const board = (await page.getByRole('list', { name: 'Tickets' }).boundingBox())!;
  return parts.evaluateAll(
    (all, { x, y, width, height }) =>
      all.flatMap((part) => {
        const rect = part.getBoundingClientRect();
        const isInside = rect.left >= x && rect.right <= x + width && rect.top >= y && rect.bottom <= y + height;
        return isInside ? [] : [part.textContent];
      }),
    board,
  );
};

test('38 small orders fill the screen in columns', async () => {
  await openView();
  // Three in a column, or two where a name takes two lines.
  await expect.poll(() => tickets().count()).toBeGreaterThanOrEqual(10);
  const count = await whole().count();
  expect(await cutOff(tickets())).toEqual([]);
  const shown = await whole().evaluateAll((all) => all.map((one) => one.ariaLabel));
  expect(shown).toEqual(small.slice(0, count).map(({ order_no }) => `Order ${order_no}`));
  const rail = page.getByRole('navigation', { name: 'More tickets' });
  await rail.getByRole('button', { name: `Next tickets, ${SMALL + 1 - count} more` }).click();
  await bump(small[count]!.order_no).waitFor();
  expect(await cutOff(tickets())).toEqual([]);
});

test('three small tickets stack on a low screen', async () => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await openView();
  await expect.poll(() => tickets().count()).toBe(9);
  expect(await cutOff(tickets())).toEqual([]);
  expect(await smallTargets(page, 48)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('a ticket of sixteen dishes continues in the next column', async () => {
  await openView();
  await page.getByRole('navigation', { name: 'More tickets' }).getByRole('button', { name: long.order_no }).click();
  await bump(long.order_no).waitFor();
  const dishes = ticket(long.order_no).locator('[data-line]');
  expect(await dishes.count()).toBe(DISHES);
  expect(await cutOff(dishes)).toEqual([]);
  expect(await cutOff(bump(long.order_no))).toEqual([]);
  const columns = await dishes.evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().left)).size);
  expect(columns).toBe(2);
  const labels = await ticket(long.order_no)
    .locator('li')
    .evaluateAll((all) =>
      all.map((one) => getComputedStyle(one, '::before').content).filter((text) => text !== 'none'),
    );
  expect(labels).toEqual([`"#${long.order_no}, continued"`]);
  expect([...(await axeFindings(page)), ...(await smallTargets(page, 48))]).toEqual([]);
  const rows = await dishes.evaluateAll((all) => all.map((one) => one.parentElement!.getBoundingClientRect().height));
  expect(Math.min(...rows)).toBeGreaterThanOrEqual(48);
  // Its button, in the second of its columns, reacts where it is drawn.
  await bump(long.order_no).click();
  await expect.poll(() => ticket(long.order_no).count()).toBe(0);
});

test('three quick bumps at one place take off three tickets', async () => {
  await openView();
  const button = (await bump(small[0]!.order_no).boundingBox())!;
  const [x, y] = [button.x + button.width / 2, button.y + button.height / 2];
  await page.mouse.move(x, y);
  for (let clickCount = 1; clickCount <= 3; clickCount += 1) {
    await page.mouse.down({ clickCount });
    await page.mouse.up({ clickCount });
    await page.waitForTimeout(300);
  }
  await bump(small[3]!.order_no).waitFor();
  await expect.poll(() => page.getByRole('button', { name: /^All \d/ }).textContent()).toContain(`${SMALL - 3}`);
  for (const { order_no } of small.slice(0, 3)) expect(await ticket(order_no).count()).toBe(0);
});

test('the last column shows the first dishes of a long ticket, and how many more', async () => {
  const now = new Date(Date.now() + 3_600_000);
  const [first, second, third] = await fillPass(owner, kitchen, { count: 3, firstNo: 301, now, dishes: 14 });
  await page.setViewportSize({ width: 1024, height: 768 });
  await tablet.go('/restaurant/orders?view=kitchen');
  await page.getByRole('navigation', { name: 'More tickets' }).getByRole('button', { name: first!.order_no }).click();
  await bump(first!.order_no).waitFor();
  // The second begins below the first and is cut at the end of the board.
  await cut().waitFor();
  expect(await tickets().evaluateAll((all) => all.map((one) => one.ariaLabel))).toEqual([
    `Order ${first!.order_no}`,
    `Order ${second!.order_no}`,
  ]);
  const dishes = cut().locator('[data-line]:visible');
  const seen = await dishes.count();
  expect(seen).toBeGreaterThanOrEqual(1);
  expect(await cutOff(cut())).toEqual([]);
  expect(await cut().locator('[data-act]:visible').count()).toBe(0);
  // It is still among the next ones, and its button brings it whole.
  await page.getByRole('button', { name: 'Next tickets, 2 more' }).waitFor();
  const more = page.getByRole('button', { name: `${14 - seen} more of #${second!.order_no}`, exact: true });
  await more.click();
  await bump(second!.order_no).waitFor();
  expect(await ticket(second!.order_no).locator('[data-line]:visible').count()).toBe(14);
  expect(await ticket(third!.order_no).count()).toBeLessThanOrEqual(1);
});

test("a phone's button waits for two dishes of its ticket", async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await tablet.go('/restaurant/orders?view=kitchen');
  const [article, scroller] = [ticket('303'), page.getByRole('list', { name: 'Tickets' })];
  await article.waitFor({ state: 'attached' });
  /** Scrolls until `px` of the ticket are above the lower edge; tells whether its button and second dish are there. */
  const after = (px: number) =>
    article.evaluate(
      (one, { visible }) => {
        const board = one.closest('ol')!.parentElement!;
        const edge = board.getBoundingClientRect().bottom;
        board.scrollTop += one.getBoundingClientRect().top - (edge - visible);
        const isIn = (part: Element) => part.getBoundingClientRect().bottom <= edge + 1;
        return [isIn(one.querySelectorAll('[data-line]')[1]!), isIn(one.querySelector('[data-act]')!)];
      },
      { visible: px },
    );
  await scroller.waitFor();
  expect(await after(120)).toEqual([false, false]);
  expect(await after(200)).toEqual([true, false]);
  expect(await after(420)).toEqual([true, true]);
});
