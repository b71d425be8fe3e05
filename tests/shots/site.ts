import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { requestData } from '../e2e/api.ts';
import { buildApp } from '../e2e/built.ts';
import { ownerPool } from '../e2e/database.ts';
import { startGalley } from '../e2e/galley.ts';
import { openDevice, type Device } from '../support/device.ts';
import { beEvening } from './evening.ts';
import { beRefused, newOrderPath } from './refused.ts';

/**
 * `npm run shots:site`: takes the screenshots for the public pages, and the preview image of a shared link, into site/shots. They
 * show the demo restaurant in the evening, light and dark, each in two sizes.
 */
const folder = resolve(import.meta.dirname, '../../site/shots');
const owner = { email: 'owner@galley.test', password: 'look at me from afar' };
const WIDE = { width: 1280, height: 800 };
const TABLET = { width: 1180, height: 760 };
const BOARD = { width: 1024, height: 720 };
const PHONE = { width: 390, height: 600 };

await mkdir(folder, { recursive: true });
await buildApp();
const galley = await startGalley({ env: { DEMO: '1', DEMO_PASSWORD: owner.password } });
try {
  await beEvening(galley);
  const { token } = await requestData<{ token: string }>(galley.origin, 'POST', '/auth/login', { body: owner });
  for (const theme of ['light', 'dark'] as const) {
    await leaveTime();
    const device = await openDevice({ origin: galley.origin, colorScheme: theme, viewport: WIDE });
    try {
      await device.signIn(owner);
      await device.isLoaded();
      // Hide the offer to install, which would cover the pictures.
      await device.page.evaluate(() => localStorage.setItem('galley:install-declined-at', String(Date.now())));
      await beSeen(device, token);
      await show(device, '/restaurant/orders', WIDE);
      await take(device.page, `orders-${theme}`, [720, 1440]);
      await show(device, '/restaurant/insights', WIDE);
      await take(device.page, `insights-${theme}`, [720, 1280]);
      if (theme === 'light') {
        await show(device, '/site/spice-route', PHONE);
        await take(device.page, 'storefront', [390, 780]);
      }
      await show(device, '/restaurant/menu?view=availability', BOARD);
      await take(device.page, `availability-${theme}`, [640, 1152]);
      await show(device, '/restaurant/orders?view=kitchen', TABLET);
      await device.goOffline();
      await device.page.getByText('Keep cooking').waitFor();
      await device.page.waitForTimeout(500);
      // One picture for both themes, on the lighter one.
      if (theme === 'dark') await take(device.page, 'kitchen-dark', [480, 944]);
      await device.goOnline();
      await device.go('/restaurant/orders');
      await device.waitForStatus('All changes saved');
      await refused(device, token);
      await take(device.page, `unsent-${theme}`, [390, 780]);
    } finally {
      await device.dispose();
    }
  }
  await preview();
} finally {
  await galley.dispose();
}

async function show({ page, go }: Device, path: string, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await go(path);
  await page.locator('h1').first().waitFor({ state: 'attached' });
  // Rows from the device's database appear a moment after the heading.
  await page.waitForTimeout(1000);
}

/** Moves deadlines away, because an order near its deadline rings on every device. */
async function leaveTime(): Promise<void> {
  const pool = ownerPool(galley);
  await pool.query(
    `WITH risen AS (UPDATE spaces SET version = version + 1 RETURNING restaurant_id, version)
     UPDATE orders SET answer_by_at = now() + interval '12 minutes', version = risen.version FROM risen
      WHERE risen.restaurant_id = orders.restaurant_id AND order_status = 'pending'`,
  );
  await pool.end();
}

/** Acknowledges the new orders on this device, so that nothing rings. */
async function beSeen({ page, go }: Device, token: string): Promise<void> {
  const seenBy = async (id: string) =>
    (await requestData<{ acknowledged_by_device_ids: string[] }>(galley.origin, 'GET', `/orders/${id}`, { token }))
      .acknowledged_by_device_ids.length;
  for (const { id } of await requestData<{ id: string }[]>(galley.origin, 'GET', '/orders?order_status=pending', {
    token,
  })) {
    const before = await seenBy(id);
    await go(`/restaurant/orders/${id}`);
    for (let tries = 0; tries < 60 && (await seenBy(id)) === before; tries += 1) await page.waitForTimeout(250);
  }
}

/** Accepts an order offline while its customer cancels it: the panel shows both. */
async function refused(device: Device, token: string): Promise<void> {
  const { page } = device;
  await show(device, await newOrderPath(galley.origin, token), PHONE);
  await beRefused(device, galley.origin, token);
  await page.getByRole('status').filter({ hasText: '1 change needs attention' }).first().click();
  await page.getByRole('heading', { name: /unsent changes/i }).waitFor();
  await page.waitForTimeout(500);
}

/** The preview image of a shared link: the head of the restaurant page, as built before these screenshots. */
async function preview(): Promise<void> {
  const device = await openDevice({ origin: galley.origin, viewport: { width: 1200, height: 630 } });
  await device.go('/restaurant');
  await device.page.waitForTimeout(500);
  await device.page.screenshot({ path: join(folder, 'preview.jpg'), type: 'jpeg', quality: 80 });
  await device.dispose();
}

/** Takes WebP images in these widths, CSS px, rendered separately for each size. */
async function take(page: Page, name: string, widths: number[]): Promise<void> {
  const { width, height } = page.viewportSize()!;
  const session = await page.context().newCDPSession(page);
  for (const wanted of widths) {
    const { data } = await session.send('Page.captureScreenshot', {
      format: 'webp',
      quality: 82,
      clip: { x: 0, y: 0, width, height, scale: wanted / width },
    });
    const file = join(folder, `${name}-${wanted}.webp`);
    await writeFile(file, Buffer.from(data, 'base64'));
    console.log(file);
  }
  await session.detach();
}
