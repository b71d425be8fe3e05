import type { Page } from 'playwright-core';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Order } from '../../contract/orders/calls.ts';
import { axeFindings, smallTargets } from '../support/axe.ts';
import { openDevice, type Device } from '../support/device.ts';
import { setTouch } from '../support/touch.ts';
import { requestData } from './api.ts';
import { ownerPool } from './database.ts';
import { startGalley, type Galley } from './galley.ts';
import { openKitchen, type Kitchen } from './kitchen.ts';
import { orderLink, takeStep } from './orders.ts';

let galley: Galley;
let owner: pg.Pool;
let kitchen: Kitchen;
let desk: Device;
let tablet: Device;
let slug: string;

declare global {
  interface Window {
    printedBytes?: number[];
    printCalls?: number;
    isJammed?: boolean;
  }
}

beforeAll(async () => {
  galley = await startGalley({ cluster: inject('cluster') });
  owner = ownerPool(galley);
  kitchen = await openKitchen(galley, owner, {
    email: 'service@galley.test',
    name: 'Open Late',
    seed: 51,
    openOrders: 3,
  });
  await stayOpen();
  desk = await openDevice({ origin: galley.origin, viewport: { width: 1440, height: 900 } });
  tablet = await openDevice({ origin: galley.origin, viewport: { width: 820, height: 1180 }, colorScheme: 'dark' });
  await tablet.context.addInitScript(plugPrinterIn);
  for (const device of [desk, tablet]) {
    await device.signIn(kitchen);
    await device.isLoaded();
  }
});

afterAll(async () => {
  await Promise.all([desk?.dispose(), tablet?.dispose()]);
  await owner?.end();
  await galley?.dispose();
});

const orderOf = (id: string) => requestData<Order>(galley.origin, 'GET', `/orders/${id}`, { token: kitchen.token });
const ordering = (page: Page, label: RegExp) => page.getByRole('button', { name: label }).first();
const toastUndo = (page: Page) => page.getByRole('button', { name: 'Undo' });

test('a pause set offline reaches website and screens, and ends', async () => {
  const { page } = tablet;
  await setTouch(page, true);
  await tablet.go('/restaurant/orders');
  await tablet.goOffline();
  await ordering(page, /^Taking orders$/).click();
  await page.getByRole('heading', { name: 'Taking orders' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await smallTargets(page, 44, 'dialog')).toEqual([]);
  await page.getByLabel('Reason').selectOption('kitchen_problem');
  await page.getByRole('button', { name: 'Until I turn it back on' }).click();
  await ordering(page, /^Paused$/).waitFor();
  const shop = () =>
    requestData<{ is_taking_orders: boolean; closed_reason: string | null }>(
      galley.origin,
      'GET',
      `/public/restaurants/${slug}`,
    );
  expect(await shop()).toMatchObject({ is_taking_orders: true });
  await tablet.waitForStatus('Offline, 1 change waiting');

  await tablet.goOnline();
  await tablet.waitForStatus('All changes saved');
  expect(await shop()).toMatchObject({ is_taking_orders: false, closed_reason: 'paused' });
  await ordering(desk.page, /^Paused$/).waitFor();

  await ordering(desk.page, /^Paused$/).click();
  await desk.page.getByText(/Reason: a problem in the kitchen/).waitFor();
  await desk.page.getByRole('button', { name: 'Take orders again' }).click();
  await ordering(page, /^Taking orders$/).waitFor();
  expect(await shop()).toMatchObject({ is_taking_orders: true });
});

test('one press accepts with minutes, beside the answer time', async () => {
  const { page } = desk;
  const id = await orderOnline({});
  await desk.go(`/restaurant/orders/${id}`);
  await page.getByText(/^\d+ min left to answer$/).waitFor();
  await page.getByRole('group', { name: 'Ready in' }).getByRole('button', { name: '40 min' }).click();
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByText('Accepted, ready in 40 min').waitFor();
  await desk.waitForStatus('All changes saved');
  await expect
    .poll(() => orderOf(id))
    .toMatchObject({ order_status: 'accepted', prep_minutes: 40, answer_by_at: expect.any(String) });
});

test('a scheduled order waits under "Later" until somebody starts it', async () => {
  const id = await orderOnline({ scheduled_for: new Date(Date.now() + 3 * 3_600_000).toISOString() });
  const { order_no } = await orderOf(id);
  await desk.go('/restaurant/orders');
  await desk.page.getByRole('link', { name: /^For later/ }).click();
  await takeStep(desk.page, 'Accept', order_no);

  const { page } = tablet;
  await tablet.go('/restaurant/orders?view=kitchen');
  const later = page.getByRole('button', { name: /^Later/ });
  await later.waitFor();
  // Neither on the board nor in the rail beside it.
  const ticket = page.getByRole('main').getByText(order_no, { exact: true }).first();
  expect(await ticket.count()).toBe(0);
  await later.click();
  await page.getByRole('button', { name: `Start #${order_no}` }).click();
  await ticket.waitFor();
  await tablet.waitForStatus('All changes saved');
  await expect.poll(async () => (await orderOf(id)).order_status).toBe('preparing');
});

test('the kitchen rejects a new order with a reason', async () => {
  const id = await orderOnline({});
  const { order_no } = await orderOf(id);
  const { page } = tablet;
  await tablet.go('/restaurant/orders?view=kitchen');
  await page
    .getByRole('button', { name: new RegExp(`\\b${order_no}\\b`) })
    .first()
    .waitFor();
  const rail = page.getByRole('navigation', { name: 'More tickets' }).getByText(order_no);
  if ((await rail.count()) > 0) await rail.click();
  await page.getByRole('button', { name: `Reject #${order_no}` }).click();
  await page.getByRole('heading', { name: `Reject #${order_no}` }).waitFor();
  expect(await smallTargets(page, 48, 'dialog')).toEqual([]);
  await page.getByRole('button', { name: 'Something is sold out' }).click();
  await expect.poll(() => orderOf(id)).toMatchObject({ order_status: 'rejected', rejection_reason: 'out_of_stock' });
});

test('restores a deleted order, even after the server has it', async () => {
  const { page } = desk;
  const { id, order_no } = kitchen.orders[0]!;
  await requestData(galley.origin, 'POST', `/orders/${id}/status`, {
    token: kitchen.token,
    body: { order_status: 'cancelled' },
  });
  await desk.go('/restaurant/orders?order_status=closed&date=all');
  await orderLink(page, order_no).waitFor();
  await page.getByRole('button', { name: `More for #${order_no}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect.poll(() => orderLink(page, order_no).count()).toBe(0);
  // The toast stays while the pointer is on it.
  await toastUndo(page).hover();
  await expect.poll(() => deletedAt(id)).not.toBeNull();
  await toastUndo(page).click();
  await orderLink(page, order_no).waitFor();
  await expect.poll(() => deletedAt(id)).toBeNull();
});

test('prints tickets directly, reports failures, or prints on 80 mm', async () => {
  const { page } = tablet;
  const { id, order_no } = kitchen.orders[1]!;
  await tablet.go(`/restaurant/orders/${id}`);
  const choosePrint = async () => {
    await page.getByRole('button', { name: `More for #${order_no}` }).click();
    await page.getByRole('menuitem', { name: 'Print' }).click();
  };
  await choosePrint();
  await page.getByText('Goes straight to TM-T88VI.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.evaluate(() => (window.isJammed = true));
  await page.getByRole('button', { name: 'Print', exact: true }).last().click();
  await page.getByText(`#${order_no} was not printed`).waitFor();
  await page.evaluate(() => (window.isJammed = false));
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('button', { name: 'Print', exact: true }).last().click();
  await page.getByText(`#${order_no} printed`).waitFor();
  const text = await page.evaluate(() => String.fromCharCode(...(window.printedBytes ?? [])));
  expect(text).toContain(`#${order_no}`);
  expect(text).toContain('FAMILY FEAST');

  await choosePrint();
  await page.getByRole('button', { name: 'Use the print dialog instead' }).click();
  await page.getByRole('button', { name: 'Print', exact: true }).last().click();
  await expect.poll(() => page.evaluate(() => window.printCalls)).toBe(1);
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const boxes = [...paper.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width]) => Number(width));
  expect(boxes).toHaveLength(1);
  // 80 mm in points.
  expect(boxes[0]).toBeCloseTo((80 * 72) / 25.4, 0);
  // A printer that failed is reported, too.
  const problems = [...desk.problems, ...tablet.problems];
  expect(problems.filter((one) => !one.includes('A ticket was not printed'))).toEqual([]);
});

/** Lets customers order at any time of day. */
async function stayOpen(): Promise<void> {
  const days = Array.from({ length: 7 }, (_, weekday) => ({
    weekday,
    is_open: true,
    periods: [{ open_time: '00:00', close_time: '00:00' }],
  }));
  const { rows } = await owner.query<{ slug: string }>(
    `WITH risen AS (UPDATE spaces SET version = version + 1 WHERE restaurant_id = $1 RETURNING version)
     UPDATE restaurants SET version = (SELECT version FROM risen), opening_hours = jsonb_set(opening_hours, '{days}', $2)
      WHERE restaurant_id = $1 RETURNING slug`,
    [kitchen.restaurantId, JSON.stringify(days)],
  );
  slug = rows[0]!.slug;
}

/** Orders on the website as a customer. Returns the order's id. */
async function orderOnline(fields: Record<string, unknown>): Promise<string> {
  const { order_no } = await requestData<{ order_no: string }>(
    galley.origin,
    'POST',
    `/public/restaurants/${slug}/orders`,
    {
      headers: { 'idempotency-key': crypto.randomUUID() },
      body: {
        order_type: 'pickup',
        lines: [{ menu_item_id: kitchen.items[0]!.id, quantity: 1 }],
        customer: { name: 'Mara Quinn', phone: '+447700900123' },
        ...fields,
      },
    },
  );
  const { rows } = await owner.query<{ id: string }>(
    'SELECT id FROM orders WHERE restaurant_id = $1 AND order_no = $2 AND external_id IS NULL',
    [kitchen.restaurantId, order_no],
  );
  return rows[0]!.id;
}

async function deletedAt(id: string): Promise<string | null> {
  const { rows } = await owner.query<{ deleted_at: string | null }>(
    'SELECT deleted_at FROM orders WHERE restaurant_id = $1 AND id = $2',
    [kitchen.restaurantId, id],
  );
  return rows[0]!.deleted_at;
}

/** Installs a USB receipt printer that was chosen earlier. It keeps what it is sent. */
function plugPrinterIn(): void {
  const out = { endpointNumber: 1, direction: 'out', type: 'bulk' };
  const printer = {
    vendorId: 0x04b8,
    productName: 'TM-T88VI',
    opened: false,
    configuration: { interfaces: [{ interfaceNumber: 0, alternate: { interfaceClass: 7, endpoints: [out] } }] },
    open: () => Promise.resolve(),
    selectConfiguration: () => Promise.resolve(),
    claimInterface: () => Promise.resolve(),
    transferOut: (_: number, data: Uint8Array) => {
      if (window.isJammed) return Promise.reject(new DOMException('The transfer failed', 'NetworkError'));
      window.printedBytes = [...(window.printedBytes ?? []), ...data];
      return Promise.resolve({ status: 'ok' });
    },
  };
  Object.defineProperty(navigator, 'usb', {
    value: { getDevices: () => Promise.resolve([printer]), requestDevice: () => Promise.resolve(printer) },
  });
  window.print = () => {
    window.printCalls = (window.printCalls ?? 0) + 1;
  };
}
