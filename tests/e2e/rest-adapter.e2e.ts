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
const bubbles = (page: Page, words: string) => page.locator('[data-message]').filter({ hasText: words });
const asking = (page: Page, words: string) => page.getByRole('group', { name: `Reply that was not sent: ${words}` });
const replies = (words: string) => rows().messages.filter((message) => message['message'] === words);
const isReply = (method: string, path: string) => method === 'POST' && path.endsWith('/message');

async function write(page: Page, words: string): Promise<void> {
  await page.getByRole('textbox', { name: /^Message to/ }).fill(words);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

/** It stands in the chat once, waits no more, and was sent once. */
async function isSent(page: Page, words: string): Promise<void> {
  await bubbles(page, words).filter({ hasNotText: 'Waiting to send' }).waitFor();
  expect(await bubbles(page, words).count()).toBe(1);
  expect(replies(words)).toHaveLength(1);
}

test('the app works on a server that has the calls of the specification and nothing else (R18)', async () => {
  const { page } = device;
  await device.signIn(site.server.store.owner);
  await device.isLoaded();
  await device.waitForStatus('All changes saved');
  const itemsPath = `/restaurant/menu/${rows().books[0]!.id}/category/${rows().categories[0]!.id}`;

  // What is there is on its screen.
  await device.go('/restaurant/customers');
  await page.getByText('Customer 2').first().waitFor();
  await device.go('/restaurant/orders');
  for (const no of ['101', '102']) await orderLink(page, no).waitFor();

  // Online at once.
  await takeStep(page, 'Accept', '101');
  await expect.poll(() => rows().orders.find((row) => row['order_no'] === '101')!['order_status']).toBe('accepted');

  // Offline, over a reload, and then in their order.
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

  // Somebody else's news, without a poke.
  await device.go('/restaurant/orders');
  await orderLink(page, '102').waitFor();
  rows().orders.push({ id: site.server.store.newId(), ...order(site.server.store, 901) });
  await stepButton(page, 'Accept', '901').waitFor({ timeout: 45_000 });
});

test('a reply whose answer was lost is looked for; one that is not there is sent again by the person alone (R18)', async () => {
  const { page } = device;
  await device.go(`/restaurant/chats/${rows().chats[0]!['customer_id'] as string}`);
  await bubbles(page, 'Message 2').waitFor();

  site.lose = { isMeant: isReply, kind: 'answer' };
  await write(page, 'It is packed.');
  await isSent(page, 'It is packed.');

  site.lose = { isMeant: isReply, kind: 'request' };
  await write(page, 'Two minutes.');
  await asking(page, 'Two minutes.').waitFor();
  expect(replies('Two minutes.')).toHaveLength(0);
  await asking(page, 'Two minutes.').getByRole('button', { name: 'Send again' }).click();
  await isSent(page, 'Two minutes.');
  await device.waitForStatus('All changes saved');
});

test('a category that is made offline is stayed upon when the server gives it an id of its own (R18)', async () => {
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

test('what such a server lacks is disabled on its screen, and says so (R18, R34)', async () => {
  const { page } = device;
  const says = () => page.getByText('The server of this restaurant does not offer this.').first().waitFor();
  const isOff = async (name: string | RegExp) => {
    await page.getByRole('button', { name }).first().waitFor();
    expect(await page.getByRole('button', { name }).first().isDisabled()).toBe(true);
    await says();
  };
  await device.go('/restaurant/orders?view=counter');
  await page.getByText('Orders are not written here').waitFor();
  await says();
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

test('the server was asked for nothing that the specification does not have, but once how it speaks', async () => {
  expect(device.problems).toEqual([]);
  await device.go('/logout');
  await device.page.waitForURL((url) => url.pathname === '/login');
  const foreign = site.server.log.filter((line) => !line.isSpecified).map((line) => line.call);
  expect(foreign).toEqual(['GET /sync/hello']);
});
