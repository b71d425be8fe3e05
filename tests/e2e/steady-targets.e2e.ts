import type { Page } from 'playwright-core';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { openDevice, type Device } from '../support/device.ts';
import { requestData } from './api.ts';
import { ownerPool } from './database.ts';
import { startGalley, type Galley } from './galley.ts';
import { openKitchen, type Kitchen } from './kitchen.ts';
import { takeStep } from './orders.ts';
import { fillPass } from './pass.ts';
import type { StoredItem } from './truth.ts';

/** Targets must stay where they are, whatever happens meanwhile. */

let galley: Galley;
let owner: pg.Pool;
let kitchen: Kitchen;
let tablet: Device;
let page: Page;

beforeAll(async () => {
  galley = await startGalley({ cluster: inject('cluster') });
  owner = ownerPool(galley);
  kitchen = await openKitchen(galley, owner, { email: 'still@galley.test', name: 'Still', seed: 61, openOrders: 0 });
  await fillPass(owner, kitchen, { count: 9, firstNo: 101, now: new Date() });
  tablet = await openDevice({ origin: galley.origin, viewport: { width: 1280, height: 800 } });
  await tablet.signIn(kitchen);
  await tablet.isLoaded();
  page = tablet.page;
  // What a test evaluates in a page counts as a person's tap for the browser. Only taps may unlock sound here.
  await page.addInitScript(() => {
    let isTapped = false;
    window.addEventListener('pointerdown', () => (isTapped = true), { capture: true, once: true });
    Object.defineProperty(navigator.userActivation, 'hasBeenActive', { get: () => isTapped });
  });
});

afterEach(async () => {
  await tablet.goOnline();
});

afterAll(async () => {
  await tablet?.dispose();
  await owner?.end();
  await galley?.dispose();
});

/** Records the place of every target below `selector`. Returns a function that lists those that have moved. */
async function watchTargets(selector: string): Promise<() => Promise<string[]>> {
  const targets = await page.evaluateHandle(
    (within) =>
      [...document.querySelectorAll<HTMLElement>(`${within} :is(a, button)`)].map((element) => ({
        element,
        name: element.ariaLabel ?? element.textContent,
        box: JSON.stringify(element.getBoundingClientRect()),
      })),
    selector,
  );
  expect(await targets.evaluate((all) => all.length)).toBeGreaterThan(4);
  return () =>
    targets.evaluate((all) =>
      all
        .filter(({ element, box }) => !element.isConnected || JSON.stringify(element.getBoundingClientRect()) !== box)
        .map(({ name }) => name),
    );
}

async function centreOf(locator: ReturnType<Page['locator']>): Promise<{ x: number; y: number }> {
  const box = (await locator.boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test.for([1280, 1024])('no button of the kitchen bar moves at %i px', async (width) => {
  await page.setViewportSize({ width, height: 800 });
  await tablet.go('/restaurant/orders?view=kitchen');
  await page.locator('[data-act]').first().waitFor();
  await page.getByRole('button', { name: 'Tap for sound' }).waitFor();
  await tablet.waitForStatus('All changes saved');
  const moved = await watchTargets('main > header');

  // The first tap of a shift unlocks sound.
  await page.getByRole('heading', { name: 'All day' }).click();
  await page.getByRole('button', { name: 'Bell on' }).waitFor();
  expect(await moved()).toEqual([]);

  // A finger that is down while an order arrives lifts from the same button.
  const arrow = page.getByRole('button', { name: 'Notifications and bell settings' });
  const { x, y } = await centreOf(arrow);
  await page.mouse.move(x, y);
  await page.mouse.down();
  const [fresh] = await fillPass(owner, kitchen, { count: 1, firstNo: width, now: new Date(), status: 'pending' });
  await page.getByRole('button', { name: 'New 1, show the first' }).waitFor();
  await page.getByRole('button', { name: /^1 unanswered/ }).waitFor();
  await page.mouse.up();
  await page.getByRole('dialog', { name: 'Notifications' }).waitFor();
  await page.keyboard.press('Escape');
  expect(await moved()).toEqual([]);

  // One tap on the bell silences it; no drawer covers the tickets.
  await page.getByRole('button', { name: /^1 unanswered, stop ringing here/ }).click();
  await page.getByRole('button', { name: '1 unanswered', exact: true }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  // The silenced bell is a change of its own, which must not wait beside the one below.
  await tablet.waitForStatus('All changes saved');

  await tablet.goOffline();
  await page.getByText('Keep cooking').waitFor();
  await page.getByRole('button', { name: 'New 1, show the first' }).click();
  await takeStep(page, 'Accept', fresh!.order_no);
  await tablet.waitForStatus('Offline, 1 change waiting');
  expect(await moved()).toEqual([]);
  await tablet.goOnline();
  await tablet.waitForStatus('All changes saved');
  await page.getByRole('button', { name: 'Bell on' }).waitFor();
  expect(await moved()).toEqual([]);
});

test('no tile of the availability board moves while dishes change', async () => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await tablet.go('/restaurant/menu?view=availability');
  const tiles = page.getByRole('switch');
  await tiles.first().waitFor();
  // A message about the network would move the board.
  await tablet.waitForStatus('All changes saved');
  const moved = await watchTargets('main');
  const shown = await tiles.evaluateAll((all) => all.map((one) => one.ariaLabel!.replace(/ available$/, '')));
  const elsewhere = kitchen.items.filter(({ name }) => !shown.includes(name)).slice(0, 12);

  const tile = tiles.nth(2);
  const { x, y } = await centreOf(tile);
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const item of elsewhere) await sellOut(item);
  await page.getByText('12 sold out').waitFor();
  await page.mouse.up();
  await expect.poll(() => tile.getAttribute('aria-checked')).toBe('false');
  await page.getByText('13 sold out').waitFor();
  expect(await moved()).toEqual([]);

  // A tap on a chip brings its dish back, and a second tap at the same place hits no other dish.
  const chip = page.getByRole('button', { name: `Mark ${elsewhere[0]!.name} available` });
  // The chips make room for the newest; a person, too, aims at one that stands still.
  await chip.click({ trial: true });
  const place = await centreOf(chip);
  await page.mouse.click(place.x, place.y);
  await page.getByText('12 sold out').waitFor();
  await page.mouse.click(place.x, place.y);
  await page.getByRole('button', { name: `${elsewhere[0]!.name} is available` }).waitFor();
  expect(await page.getByText('12 sold out').count()).toBe(1);

  // Dishes that are out of sight are brought back only after a confirmation.
  await page.getByRole('button', { name: 'Mark all available' }).click();
  await page.getByRole('alertdialog').getByText('11 of them are in other categories').waitFor();
  await page.getByRole('button', { name: 'Mark 12 available' }).click();
  await page.getByText('Nothing is sold out').waitFor();
  expect(await moved()).toEqual([]);
});

test('a toast under a finger lets its touch through', async () => {
  await page.setViewportSize({ width: 1024, height: 768 });
  const [order] = await fillPass(owner, kitchen, { count: 1, firstNo: 501, now: new Date(), status: 'pending' });
  await tablet.go('/restaurant/orders');
  await page.getByRole('link', { name: `#${order!.order_no}` }).waitFor();
  const hit = await page.evaluateHandle(() => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(node instanceof HTMLElement) || !node.closest('[aria-atomic]')) continue;
        const { left, top, width, height } = node.getBoundingClientRect();
        resolve(node.contains(document.elementFromPoint(left + width / 2, top + height / 2)));
      }
    }).observe(document.body, { subtree: true, childList: true });
    return { promise };
  });
  await page.getByRole('checkbox', { name: `Select order #${order!.order_no}` }).click();
  await page.getByRole('button', { name: 'Accept 1 order' }).click();
  expect(await hit.evaluate(({ promise }) => promise)).toBe(false);
  // A moment later it can be pressed.
  await page.getByRole('button', { name: /^(Undo|Dismiss)$/ }).click();
  expect(tablet.problems).toEqual([]);
});

const sellOut = ({ id, menu_book_id, category_id }: StoredItem) =>
  requestData(
    galley.origin,
    'PUT',
    `/menu/books/${menu_book_id}/categories/${category_id}/items/${id}/update-availability`,
    {
      token: kitchen.token,
      body: { is_available: false },
    },
  );
