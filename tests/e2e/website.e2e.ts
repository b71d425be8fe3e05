import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { axeFindings } from '../support/axe.ts';
import { chromiumLaunch } from '../support/chromium.ts';
import { ownerPool } from './database.ts';
import { publishWebsite, requestData } from './api.ts';
import { startGalley, type Galley } from './galley.ts';
import { openKitchen, stayOpen, type Kitchen } from './kitchen.ts';
import { LONGEST_WAIT_MS } from '../support/waits.ts';

let galley: Galley;
let owner: pg.Pool;
let browser: Browser;
let kitchen: Kitchen;
let base: string;
/** Messages on the pages' consoles, including violations of the content security policy. */
const problems: string[] = [];

beforeAll(async () => {
  galley = await startGalley({ cluster: inject('cluster') });
  owner = ownerPool(galley);
  kitchen = await openKitchen(galley, owner, {
    email: 'website@galley.test',
    name: 'Spice Route',
    seed: 11,
    openOrders: 0,
  });
  await stayOpen(owner, kitchen.restaurantId);
  await takeReservations();
  await publishWebsite(galley, kitchen.token);
  base = `${galley.origin}/site/${(await owner.query<{ slug: string }>('SELECT slug FROM restaurants')).rows[0]!.slug}`;
  browser = await chromium.launch(await chromiumLaunch());
});
afterAll(async () => {
  await browser?.close();
  await owner?.end();
  await galley?.dispose();
});
afterEach(() => {
  const reported = problems.splice(0);
  if (reported.length > 0) throw new Error(reported.join('\n'));
});

async function visit({
  javaScriptEnabled = true,
  colorScheme = 'light',
}: { javaScriptEnabled?: boolean; colorScheme?: 'light' | 'dark' } = {}): Promise<Page> {
  const context = await browser.newContext({
    javaScriptEnabled,
    colorScheme,
    reducedMotion: 'reduce',
    viewport: { width: 390, height: 844 },
  });
  context.setDefaultTimeout(LONGEST_WAIT_MS);
  const page = await context.newPage();
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  await page.goto(base);
  return page;
}

/** One table for four, every day from noon to midnight. */
async function takeReservations(): Promise<void> {
  const area = randomUUID();
  const save = (part: string, body: object) =>
    requestData(galley.origin, 'POST', `/settings/reservation/${part}`, { token: kitchen.token, body });
  await save('table-config', {
    areas: [{ id: area, name: 'Room', sort_order: 0 }],
    tables: [
      {
        id: randomUUID(),
        name: '1',
        area_id: area,
        min_capacity: 1,
        max_capacity: 4,
        extra_capacity: 0,
        shape: 'square',
        is_joinable: false,
        joinable_with: [],
        is_enabled: true,
        priority: 0,
        position: { x: 0, y: 0, width: 90, height: 90, rotation: 0 },
      },
    ],
    min_guests_online: 1,
    max_guests_online: 4,
  });
  await save('available-times', {
    slot_interval_minutes: 60,
    days: [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({
      weekday,
      is_open: true,
      periods: [{ start_time: '12:00', end_time: '23:00', max_guests: null, max_reservations: null }],
    })),
    exceptions: [],
  });
  await owner.query(
    `UPDATE restaurants SET order_type = '["pickup","reservation"]',
            version = (SELECT version FROM spaces WHERE restaurant_id = $1) WHERE restaurant_id = $1`,
    [kitchen.restaurantId],
  );
}

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

/** Fills the form for a table for two tomorrow. */
async function book(page: Page, name: string, time: string): Promise<void> {
  await page.goto(`${base}/reserve`);
  await page.getByLabel('Which day?').fill(tomorrow());
  await page.getByRole('button', { name: 'Show free times' }).click();
  await page.getByRole('radio', { name: time }).check();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Telephone').fill('020 7946 0123');
}

async function order(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Add / }).first().click();
  await page.getByRole('link', { name: /View basket/ }).click();
  await page.getByRole('link', { name: /Go to checkout/ }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel(/^Telephone/).fill('020 7946 0123');
  await page.getByRole('button', { name: 'Place the order' }).click();
  await page.getByRole('heading', { name: 'Waiting for the restaurant' }).waitFor();
}

const orderOf = async (name: string) =>
  (await owner.query<{ id: string }>("SELECT id FROM orders WHERE customer->>'name' = $1", [name])).rows;
const accept = async (id: string) =>
  requestData(galley.origin, 'POST', `/orders/${id}/status`, {
    token: kitchen.token,
    body: { order_status: 'accepted' },
  });

test.each([true, false])('a customer orders with script: %s', async (javaScriptEnabled) => {
  const page = await visit({ javaScriptEnabled });
  const name = `Customer ${javaScriptEnabled}`;
  await order(page, name);
  const placed = await orderOf(name);
  expect(placed).toHaveLength(1);
  await accept(placed[0]!.id);
  // With script the page follows; without, it is loaded again.
  if (!javaScriptEnabled) await page.reload();
  await page.getByRole('heading', { name: 'Your order is accepted' }).waitFor();
  await page.goBack();
  await page.goto(`${base}/basket`);
  await page.getByText('There is nothing in it yet').waitFor();
  expect(await orderOf(name)).toHaveLength(1);
});

test.each([true, false])('a guest books a table once and cancels with script: %s', async (javaScriptEnabled) => {
  const page = await visit({ javaScriptEnabled });
  const name = `Guest ${javaScriptEnabled}`;
  const time = javaScriptEnabled ? '19:00' : '14:00';
  const rows = async () =>
    (
      await owner.query<{ reservation_status: string }>('SELECT reservation_status FROM reservations WHERE name = $1', [
        name,
      ])
    ).rows.map((row) => row.reservation_status);
  await book(page, name, time);
  await page.getByRole('button', { name: /^(Book the table|Send the request)$/ }).click();
  await page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Book a table' }).waitFor();
  expect(await rows()).toHaveLength(1);
  await page.reload();
  expect(await rows()).toHaveLength(1);
  // The table is gone for others.
  const other = await visit({ javaScriptEnabled });
  await other.goto(`${base}/reserve?guests=2&date=${tomorrow()}`);
  await other.getByRole('radio', { name: '21:00' }).waitFor();
  expect(await other.getByRole('radio', { name: time }).count()).toBe(0);
  await page.getByRole('link', { name: 'Cancel the reservation' }).click();
  await page.getByRole('button', { name: 'Yes, cancel the reservation' }).click();
  await expect.poll(rows).toEqual(['cancelled']);
});

test('with script, a dish is added without loading the page, and the search filters', async () => {
  const page = await visit();
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  await page.getByRole('button', { name: /^Add / }).first().click();
  await page.getByRole('link', { name: /View basket/ }).waitFor();
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
  await page.getByLabel('Search the menu').fill('no such dish');
  await page.getByText('0 dishes found.').waitFor();
  expect(await page.locator('.dish:visible').count()).toBe(0);
});

test.each(['light', 'dark'] as const)('its pages pass axe in %s and fit 320 px', async (colorScheme) => {
  const page = await visit({ colorScheme });
  await page.setViewportSize({ width: 320, height: 700 });
  await page.getByRole('button', { name: /^Add / }).first().click();
  await page.getByRole('link', { name: /View basket/ }).waitFor();
  const day = `/reserve?guests=2&date=${tomorrow()}`;
  for (const path of ['', '/basket', '/checkout', '/reserve', day, '/legal', '/chat', '/nothing']) {
    // A page that is missing is reported on the console, too.
    await page.goto(base + path);
    expect([path, await axeFindings(page)]).toEqual([path, []]);
    expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 320]);
  }
  problems.splice(0, problems.length, ...problems.filter((text) => !text.startsWith('Failed to load resource')));
});
