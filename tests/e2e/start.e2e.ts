import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes, type RoutePath } from '../../contract/routes.ts';
import { openDevice, type Device } from '../support/device.ts';
import { ownerPool } from './database.ts';
import { startGalley, type Galley } from './galley.ts';
import { openKitchen, type Kitchen } from './kitchen.ts';
import { itemSwitch, orderLink } from './orders.ts';
import { openUnsent } from './unsent.ts';
import { gzippedScripts } from './weight.ts';

let galley: Galley;
let owner: pg.Pool;
let kitchen: Kitchen;
let laptop: Device;

beforeAll(async () => {
  galley = await startGalley();
  owner = ownerPool(galley);
  kitchen = await openKitchen(galley, owner, { email: 'start@galley.test', name: 'Early Bird', seed: 41 });
  laptop = await openDevice({ origin: galley.origin });
});

afterAll(async () => {
  await laptop?.dispose();
  await owner?.end();
  await galley?.dispose();
});

test('login needs at most 130 kB of JavaScript', async () => {
  const weight = await gzippedScripts(laptop, '/login', /^Sign in$/);
  console.info(`login: ${weight.kB.toFixed(1)} kB of JavaScript, gzip, in ${weight.files.length} files`);
  expect(weight.kB).toBeLessThanOrEqual(130);
});

test('orders needs at most 240 kB of JavaScript', async () => {
  await laptop.signIn(kitchen);
  await laptop.waitForStatus('All changes saved');
  await laptop.isLoaded();
  const weight = await gzippedScripts(
    laptop,
    '/restaurant/orders',
    new RegExp(`^Accept\\b.*\\b${kitchen.orders[0]!.order_no}\\b`),
  );
  console.info(`orders: ${weight.kB.toFixed(1)} kB of JavaScript, gzip, in ${weight.files.length} files`);
  expect(weight.kB).toBeLessThanOrEqual(240);
});

const appRoutes = (Object.keys(routes) as RoutePath[]).filter((path) => routes[path].guard === 'app');

test('every page opens offline after the browser was closed', async () => {
  await laptop.go('/restaurant/orders?date=all');
  await laptop.waitForStatus('All changes saved');
  await laptop.goOffline();
  await laptop.close();
  await laptop.reopen(`/restaurant/orders/${kitchen.orders[3]!.id}`);
  await laptop.page.getByText(kitchen.orders[3]!.order_no).first().waitFor();
  for (const path of appRoutes) {
    await laptop.go(addressOf(path));
    await laptop.page.getByRole('heading', { level: 1 }).first().waitFor();
    await laptop.page
      .getByRole('status')
      .filter({ hasText: /^Offline|^All changes saved/ })
      .first()
      .waitFor();
  }
  await laptop.go(kitchen.itemsPath);
  await itemSwitch(laptop.page, kitchen.shown[0]!.name).waitFor();
  await laptop.go('/restaurant/orders?date=all');
  await orderLink(laptop.page, kitchen.orders[0]!.order_no).waitFor();
  expect(laptop.problems).toEqual([]);
  await laptop.goOnline();
});

test.for(['light', 'dark'] as const)('main pages pass axe and log nothing in %s', async (colorScheme) => {
  const tablet = await openDevice({ origin: galley.origin, colorScheme, viewport: { width: 1024, height: 768 } });
  const faults: string[] = [];
  try {
    for (const path of [
      '/login',
      '/register',
      '/forgot-password',
      '/nothing-here',
      '/success',
      '/failure?reference=nobody',
    ]) {
      await tablet.go(path);
      faults.push(...(await faultsOnTabletAndPhone(tablet.page)));
    }
    await tablet.signIn(kitchen);
    await tablet.waitForStatus('All changes saved');
    await tablet.isLoaded();
    for (const path of [
      '/restaurant/insights',
      '/restaurant/orders',
      `/restaurant/orders/${kitchen.orders[0]!.id}`,
      '/restaurant/menu',
      '/restaurant/menu?view=availability',
      `/restaurant/menu/${kitchen.shown[0]!.menu_book_id}/category`,
      kitchen.itemsPath,
      '/restaurant/chats',
    ]) {
      await tablet.go(path);
      await tablet.page.getByRole('heading', { level: 1 }).first().waitFor();
      await tablet.waitForStatus('All changes saved');
      faults.push(...(await faultsOnTabletAndPhone(tablet.page)));
    }
    await openUnsent(tablet.page);
    faults.push(...(await faultsOnTabletAndPhone(tablet.page)));
    expect([...faults, ...tablet.problems]).toEqual([]);
  } finally {
    await tablet.dispose();
  }
});

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeRun {
  violations: { id: string; help: string; nodes: { target: string[]; failureSummary: string }[] }[];
}

declare global {
  interface Window {
    axe: { run(context: object): Promise<AxeRun> };
  }
}

async function faultsOnTabletAndPhone(page: Page): Promise<string[]> {
  const tablet = page.viewportSize()!;
  const onTablet = await faultsOf(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const onPhone = await faultsOf(page);
  await page.setViewportSize(tablet);
  return [...onTablet, ...onPhone.map((fault) => `phone: ${fault}`)];
}

/** What axe finds on this page, each with its place. */
async function faultsOf(page: Page): Promise<string[]> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.evaluate(axe);
  // Fluent's focus traps contain hidden, focusable elements that axe reports wrongly.
  const { violations } = await page.evaluate(() => window.axe.run({ exclude: [['[data-tabster-dummy]']] }));
  const path = new URL(page.url()).pathname;
  return violations.flatMap((v) => v.nodes.map((n) => `${path} ${v.id} at ${n.target.join(' ')}: ${n.failureSummary}`));
}

function addressOf(path: RoutePath): string {
  const known: Record<string, string> = {
    ':orderId': kitchen.orders[0]!.id,
    ':menuId': kitchen.shown[0]!.menu_book_id,
    ':categoryId': kitchen.shown[0]!.category_id,
    ':channelType': 'whatsapp',
    ':customerId': kitchen.orders[0]!.id,
    ':paymentId': kitchen.orders[0]!.id,
  };
  return path.replace(/:\w+/g, (name) => known[name] ?? name);
}
