import type { Page } from 'playwright-core';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { axeFindings } from '../support/axe.ts';
import { openDevice, type Device } from '../support/device.ts';
import { placeOpenOrders } from '../support/open-orders.ts';
import { writeChat } from '../support/chat-messages.ts';
import { ownerPool } from './database.ts';
import { startGalley, type Galley } from './galley.ts';
import { openKitchen, orderOnline, stayOpen, type Kitchen } from './kitchen.ts';
import { takeStep } from './orders.ts';

let galley: Galley;
let owner: pg.Pool;
let kitchen: Kitchen;
let counter: Device;
let pass: Device;

declare global {
  interface Window {
    strikes?: number;
  }
}

beforeAll(async () => {
  galley = await startGalley({ cluster: inject('cluster') });
  owner = ownerPool(galley);
  kitchen = await openKitchen(galley, owner, { email: 'bell@galley.test', name: 'The Bell', seed: 47, openOrders: 0 });
  await stayOpen(owner, kitchen.restaurantId);
  [counter, pass] = await Promise.all([openTablet('light'), openTablet('dark')]);
});

afterAll(async () => {
  await Promise.all([counter?.dispose(), pass?.dispose()]);
  await owner?.end();
  await galley?.dispose();
});

/** A signed-in tablet that counts the tones of its bell. The tap on "Sign in" has unlocked sound. */
async function openTablet(colorScheme: 'light' | 'dark'): Promise<Device> {
  const device = await openDevice({ origin: galley.origin, colorScheme });
  await device.context.addInitScript(() => {
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...args) {
      window.strikes = (window.strikes ?? 0) + 1;
      return start.apply(this, args);
    };
  });
  await device.signIn(kitchen);
  await device.isLoaded();
  await device.go('/restaurant/orders');
  return device;
}

const order = (name: string) => orderOnline(galley, owner, { items: kitchen.items, name });

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
const strikes = (page: Page) => page.evaluate(() => window.strikes ?? 0);
const showsBell = (page: Page, text: string | RegExp) =>
  expect.poll(() => bell(page).locator('.g-hidden').textContent()).toMatch(text);

test('a new order rings on both tablets until one answers', async () => {
  for (const { page } of [counter, pass]) {
    // The first tap of a shift: the browser lets a newly opened page make no sound before it.
    await page.getByRole('heading', { level: 1, name: 'Orders' }).click();
    await showsBell(page, /^Notifications$/);
  }
  const { no } = await order('Priya Nair');
  for (const { page } of [counter, pass]) {
    await showsBell(page, 'Notifications, 1 waiting, ringing');
    await expect.poll(() => strikes(page)).toBeGreaterThan(0);
    await expect.poll(() => page.title()).toBe('(1) Orders · Galley');
  }
  await takeStep(counter.page, 'Accept', no);
  for (const { page } of [counter, pass]) {
    await showsBell(page, /^Notifications$/);
    await expect.poll(() => page.title()).toBe('Orders · Galley');
  }
  const after = [await strikes(counter.page), await strikes(pass.page)];

  // "Stop ringing here" silences one tablet; the others keep ringing until somebody there has seen the order.
  const next = await order('Tom Whitfield');
  await showsBell(counter.page, 'ringing');
  await bell(counter.page).click();
  await panel(counter.page)
    .getByRole('button', { name: `Stop ringing here for #${next.no}` })
    .click();
  await panel(counter.page).getByText('Silent here').waitFor();
  await showsBell(counter.page, /^Notifications, 1 waiting$/);
  await showsBell(pass.page, 'ringing');
  const acknowledged = async () =>
    (
      await owner.query<{ count: number }>(
        'SELECT jsonb_array_length(acknowledged_by_device_ids) AS count FROM orders WHERE id = $1',
        [next.id],
      )
    ).rows[0]!.count;
  await expect.poll(acknowledged).toBe(1);
  expect((await strikes(counter.page)) > after[0]! && (await strikes(pass.page)) > after[1]!).toBe(true);
  await panel(counter.page).getByRole('button', { name: 'Close' }).click();
  await pass.page
    .getByRole('link', { name: `#${next.no}` })
    .first()
    .click();
  // Opening the order acknowledges it.
  await showsBell(pass.page, /^Notifications, 1 waiting$/);
  await expect.poll(acknowledged).toBe(2);
  await pass.page.goBack();
  await takeStep(pass.page, 'Accept', next.no);
  await showsBell(counter.page, /^Notifications$/);
  expect([...counter.problems, ...pass.problems]).toEqual([]);
});

test('an unacknowledged order raises the alarm on every device', async () => {
  const [late] = await placeOpenOrders(owner, kitchen.restaurantId, {
    count: 1,
    firstNo: 9001,
    now: new Date(Date.now() - 120_000),
  });
  // The server's own schedule tells the devices about it.
  for (const { page } of [counter, pass]) {
    await showsBell(page, 'Notifications, 1 waiting, ringing');
    await page.getByText('1 new order waits for an answer').waitFor({ state: 'attached' });
    await bell(page).click();
    await panel(page)
      .getByRole('link', { name: `#${late!.order_no}` })
      .waitFor();
    expect(await axeFindings(page)).toEqual([]);
  }
  await counter.page.getByRole('button', { name: 'Sound' }).click();
  await panel(counter.page).getByLabel('Volume').fill('80');
  await panel(counter.page).getByRole('combobox', { name: 'Sound' }).selectOption('chime');
  expect(await axeFindings(counter.page)).toEqual([]);
  const heights = (of: string) =>
    panel(counter.page)
      .locator(of)
      .evaluateAll((all) =>
        all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().height),
      );
  // A mouse on a desktop, then a tablet.
  expect(await heights('.g-button, .g-quiet, select')).toSatisfy((all: number[]) => all.every((one) => one === 32));
  await counter.page.setViewportSize({ width: 820, height: 1180 });
  const sizes = await heights('a, button, select, input');
  expect(sizes.length).toBeGreaterThan(6);
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(47.98);
  await counter.page.setViewportSize({ width: 1280, height: 900 });
  await pass.page.keyboard.press('Escape');
  await takeStep(pass.page, 'Accept', late!.order_no);
  await showsBell(counter.page, /^Notifications$/);
});

test('a silenced bell says so, also after a reload', async () => {
  const { page } = counter;
  await panel(page).getByRole('button', { name: 'Turn off the bell' }).click();
  await panel(page).getByText('Silent until 04:00').waitFor();
  await page.keyboard.press('Escape');
  await showsBell(page, 'bell off');
  await counter.go('/restaurant/orders?view=kitchen');
  // One tap turns it on; the arrow beside it opens the panel.
  await page.getByRole('button', { name: 'Bell off' }).click();
  await page.getByRole('button', { name: 'Bell on' }).waitFor();
  await page.getByRole('button', { name: 'Notifications and bell settings' }).click();
  await panel(page).getByRole('button', { name: 'Turn off the bell' }).waitFor();
  await page.keyboard.press('Escape');
});

test('read marks made offline reach every device', async () => {
  const { page } = counter;
  await writeChat(owner, kitchen.restaurantId, new Date());
  for (const device of [counter, pass]) {
    await device.go('/restaurant/orders');
    await showsBell(device.page, /^Notifications, 1 waiting(, tap for sound)?$/);
  }
  await counter.goOffline();
  await bell(page).click();
  await panel(page)
    .getByText(/^Offline/)
    .waitFor();
  await panel(page).getByRole('button', { name: 'Mark all as read' }).click();
  await panel(page).getByText('Nothing waits for you').waitFor();
  await page.keyboard.press('Escape');
  await counter.waitForStatus('Offline, 1 change');
  await counter.goOnline();
  await counter.waitForStatus('All changes saved');
  await showsBell(pass.page, /^Notifications(, tap for sound)?$/);
  expect([...counter.problems, ...pass.problems]).toEqual([]);
});

test('the panel shows the oldest orders and silences the bell', async () => {
  const { page } = counter;
  // Nobody acknowledged them in time: the server's own schedule tells the devices about them.
  await placeOpenOrders(owner, kitchen.restaurantId, {
    count: 7,
    firstNo: 9101,
    now: new Date(Date.now() - 120_000),
  });
  await showsBell(page, '7 waiting');
  await bell(page).click();
  await panel(page).getByRole('link', { name: '#9105' }).waitFor();
  expect(
    await panel(page)
      .getByRole('button', { name: /^Stop ringing here for #/ })
      .count(),
  ).toBe(5);
  const [off, oldest] = await Promise.all([
    panel(page).getByRole('button', { name: 'Turn off the bell' }).boundingBox(),
    panel(page).getByRole('link', { name: '#9101' }).boundingBox(),
  ]);
  expect(off!.y + off!.height).toBeLessThan(oldest!.y);
  await panel(page).getByRole('button', { name: 'Stop ringing for all' }).click();
  await showsBell(page, /^Notifications, 7 waiting(, tap for sound)?$/);
  await panel(page).getByRole('link', { name: 'and 2 more' }).click();
  await page.getByRole('link', { name: '#9107' }).waitFor();
  expect(new URL(page.url()).searchParams.get('order_status')).toBe('pending');
});
