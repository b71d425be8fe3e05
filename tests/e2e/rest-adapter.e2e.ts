import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDevice, type Device } from '../support/device.ts';
import { order, seed } from '../support/rest-server/seed.ts';
import { startRestSite, type RestSite } from '../support/rest-server/site.ts';
import { itemSwitch, orderLink, stepButton, takeStep, turnItem } from './orders.ts';

let site: RestSite;
let device: Device;

beforeAll(async () => {
  site = await startRestSite();
  seed(site.server.store);
  device = await openDevice({ origin: site.origin, viewport: { width: 1280, height: 800 } });
});

afterAll(async () => {
  await device?.dispose();
  await site?.close();
});

const rows = () => site.server.store.rows;
const bubbles = (page: Page, text: string) => page.locator('[data-message]').filter({ hasText: text });
const unsentReply = (page: Page, text: string) => page.getByRole('group', { name: `Reply that was not sent: ${text}` });
const replies = (text: string) => rows().messages.filter((message) => message['message'] === text);
const isReply = (method: string, path: string) => method === 'POST' && path.endsWith('/message');

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: /^Message to/ }).fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

/** Expects that the text is in the chat once, is not pending, and was sent once. */
async function isSent(page: Page, text: string): Promise<void> {
  await bubbles(page, text).filter({ hasNotText: 'Waiting to send' }).waitFor();
  expect(await bubbles(page, text).count()).toBe(1);
  expect(replies(text)).toHaveLength(1);
}

test('the app works on a server with only specified calls (R18)', async () => {
  const { page } = device;
  await device.signIn(site.server.store.owner);
  await device.isLoaded();
  await device.waitForStatus('All changes saved');
  const itemsPath = `/restaurant/menu/${rows().books[0]!.id}/category/${rows().categories[0]!.id}`;

  // Each screen shows what the server has.
  await device.go('/restaurant/customers');
  await page.getByText('Customer 2').first().waitFor();
  await device.go('/restaurant/orders');
  for (const no of ['101', '102']) await orderLink(page, no).waitFor();

  // Online changes take effect at once.
  await takeStep(page, 'Accept', '101');
  await expect.poll(() => rows().orders.find((row) => row['order_no'] === '101')!['order_status']).toBe('accepted');

  // Offline changes survive a reload and are sent in order.
  await device.goOffline();
  await takeStep(page, 'Start', '101');
  await takeStep(page, 'Accept', '102');
  await device.go(itemsPath);
  await turnItem(page, 'Dish 1', false);
  await turnItem(page, 'Dish 2', false);
  await device.waitForStatus('Offline, 4 changes waiting');
  await page.reload();
  await itemSwitch(page, 'Dish 2').waitFor();
  expect(await itemSwitch(page, 'Dish 2').isChecked()).toBe(false);
  await device.goOnline();
  await device.waitForStatus('All changes saved');
  expect(
    rows()
      .orders.slice(0, 2)
      .map((row) => row['order_status']),
  ).toEqual(['preparing', 'accepted']);
  expect(rows().items.map((row) => row['is_available'])).toEqual([false, false, true, true, true, true]);

  // Other people's changes arrive without a poke.
  await device.go('/restaurant/orders');
  await orderLink(page, '102').waitFor();
  rows().orders.push({ id: site.server.store.newId(), ...order(site.server.store, 901) });
  await stepButton(page, 'Accept', '901').waitFor();
});

test('a reply without an answer is resent only on request (R18)', async () => {
  const { page } = device;
  await device.go(`/restaurant/chats/${rows().chats[0]!['customer_id'] as string}`);
  await bubbles(page, 'Message 2').waitFor();

  site.lose = { isMeant: isReply, kind: 'answer' };
  await write(page, 'It is packed.');
  await isSent(page, 'It is packed.');

  site.lose = { isMeant: isReply, kind: 'request' };
  await write(page, 'Two minutes.');
  await unsentReply(page, 'Two minutes.').waitFor();
  expect(replies('Two minutes.')).toHaveLength(0);
  await unsentReply(page, 'Two minutes.').getByRole('button', { name: 'Send again' }).click();
  await isSent(page, 'Two minutes.');
  await device.waitForStatus('All changes saved');
});

test('an open new category follows to its server id (R18)', async () => {
  const { page } = device;
  await device.go(`/restaurant/menu/${rows().books[0]!.id}/category`);
  await device.goOffline();
  await page.getByRole('button', { name: 'Add category' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Soups');
  await page.getByRole('dialog').getByRole('button', { name: 'Add category' }).click();
  await page.getByRole('link', { name: 'Soups' }).click();
  await page.getByRole('heading', { name: 'Soups' }).first().waitFor();
  const before = page.url();
  await device.goOnline();
  await page.waitForURL((url) => url.pathname.endsWith(rows().categories.at(-1)!.id));
  expect(page.url()).not.toBe(before);
  await page.getByRole('heading', { name: 'Soups' }).first().waitFor();
  expect(rows().categories.filter((row) => row['name'] === 'Soups')).toHaveLength(1);
  await device.waitForStatus('All changes saved');
});

test('controls that the server lacks are disabled, with a reason (R18, R34)', async () => {
  const { page } = device;
  const waitForNotice = () => page.getByText('The server of this restaurant does not offer this.').first().waitFor();
  const isOff = async (name: string | RegExp) => {
    await page.getByRole('button', { name }).first().waitFor();
    expect(await page.getByRole('button', { name }).first().isDisabled()).toBe(true);
    await waitForNotice();
  };
  await device.go('/restaurant/orders?view=counter');
  await page.getByText('Orders are not written here').waitFor();
  await waitForNotice();
  await device.go(`/restaurant/menu/${rows().books[0]!.id}/category`);
  await isOff('Rename Mains');
  await device.go(`/restaurant/customers?customer=${rows().customers[1]!.id}`);
  await isOff('Edit customer');
  await device.go('/restaurant/settings');
  await isOff('Turn on kitchen mode');
  await page.locator('[data-ordering]').click();
  const panel = page.getByRole('dialog', { name: 'Taking orders' });
  await panel.getByText('does not offer this').waitFor();
  expect(await panel.getByRole('button', { name: '15 min', exact: true }).isDisabled()).toBe(true);
});

test('probes the sync protocol once and makes only specified calls', async () => {
  expect(device.problems).toEqual([]);
  await device.go('/logout');
  await device.page.waitForURL((url) => url.pathname === '/login');
  const foreign = site.server.log.filter((line) => !line.isSpecified).map((line) => line.call);
  expect(foreign).toEqual(['GET /sync/hello']);
});
