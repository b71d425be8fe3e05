import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Order } from '../../contract/orders/calls.ts';
import type { Reservation } from '../../contract/reservations/calls.ts';
import type { Channel } from '../../contract/channels/calls.ts';
import { startGoogleDouble, type GoogleDouble } from '../support/doubles/google.ts';
import { startWhatsappDouble, type WhatsappDouble } from '../support/doubles/graph/graph.ts';
import type { DoubleCustomer, DoubleNumber } from '../support/doubles/graph/state.ts';
import { axeFindings } from '../support/axe.ts';
import { openDevice, type Device } from '../support/device.ts';
import { openAccount, publishWebsite, requestData, type Account } from './api.ts';
import { openOneTable } from '../support/reservation-table.ts';
import { ownerPool } from './database.ts';
import { stayOpen } from './kitchen.ts';
import { startGalley, type Galley } from './galley.ts';

let double: WhatsappDouble;
let google: GoogleDouble;
let galley: Galley;
let account: Account;
let desk: Device;
let tablet: Device;
let number: DoubleNumber;
let customer: DoubleCustomer;

beforeAll(async () => {
  double = await startWhatsappDouble({ appSecret: 'a-secret', verifyToken: 'a-verify-token', webhookUrl: null });
  google = await startGoogleDouble();
  galley = await startGalley({ cluster: inject('cluster'), env: { ...double.settings, ...google.settings } });
  double.sendTo(`${galley.origin}/backend/webhooks/whatsapp`);
  number = double.addNumber();
  customer = double.addCustomer({ name: 'Priya Nair' });
  account = await openAccount(galley, 'whatsapp@galley.test', 'Spice Route');
  desk = await openDevice({ origin: galley.origin, viewport: { width: 1280, height: 800 } });
  tablet = await openDevice({ origin: galley.origin, viewport: { width: 820, height: 1180 }, colorScheme: 'dark' });
  for (const device of [desk, tablet]) {
    await device.signIn(account);
    await device.isLoaded();
  }
});

afterAll(async () => {
  await Promise.all([desk?.dispose(), tablet?.dispose()]);
  await galley?.dispose();
  await double?.close();
  await google?.close();
});

const bubble = (page: Page, text: string) => page.locator('[data-message]').filter({ hasText: text });
const field = (page: Page) => page.getByRole('textbox', { name: /^Message to/ });
const received = () => customer.screen.filter(({ from }) => from === 'business').map(({ text }) => text);

test('a number is connected, paused and resumed', async () => {
  const { page } = desk;
  await desk.go('/restaurant/channels/whatsapp');
  await page.getByLabel('Token').fill('double-token-of-a-system-user');
  await page.getByLabel('Phone number ID').fill(number.id);
  await page.getByLabel('WhatsApp Business Account ID').fill(number.waba_id);
  await page.getByRole('button', { name: 'Verify and save' }).click();
  await page.getByText('Connected', { exact: true }).waitFor();
  await page.getByText('Test services').waitFor();
  await page.getByText('3 templates').click();
  await page.getByText('we_missed_you').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Pause The Anchor' }).click();
  await page.getByText('Paused', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Resume The Anchor' }).click();
  await page.getByText('Connected', { exact: true }).waitFor();
});

test('a message reaches two devices, and an offline reply its customer', async () => {
  await desk.go('/restaurant/chats');
  await tablet.go('/restaurant/chats');
  double.write(number.id, customer, 'Is the kitchen still open?');
  const sentAt = Date.now();
  const shows = (page: Page) => page.getByText('Is the kitchen still open?').first().waitFor();
  await Promise.all([shows(desk.page), shows(tablet.page)]);
  console.info(`On two devices after ${Date.now() - sentAt} ms`);

  await tablet.page.getByRole('link', { name: 'Priya Nair' }).click();
  await bubble(tablet.page, 'Is the kitchen still open?').waitFor();
  await tablet.page.getByText(/^WhatsApp lets you answer for another (23 h|24 h)/).waitFor();
  await tablet.goOffline();
  await field(tablet.page).fill('Until ten');
  await field(tablet.page).press('Enter');
  await bubble(tablet.page, 'Until ten').getByText('Waiting to send').waitFor();
  expect(received()).toEqual([]);
  // The first answer is lost on its way to us.
  double.faults.lose = 1;
  await tablet.goOnline();
  await expect.poll(received).toEqual(['Until ten']);
  await desk.page.getByRole('link', { name: 'Priya Nair' }).click();
  for (const { page } of [tablet, desk])
    await bubble(page, 'Until ten').getByRole('img', { name: 'Delivered' }).waitFor();
  const [sent] = double.state.sent;
  double.webhooks.status(number.id, customer, {
    id: sent!.id,
    status: 'read',
    biz_opaque_callback_data: sent!.reference,
  });
  for (const { page } of [tablet, desk]) await bubble(page, 'Until ten').getByRole('img', { name: 'Read' }).waitFor();
  expect(received()).toEqual(['Until ten']);
  expect(await axeFindings(tablet.page)).toEqual([]);
});

test('the bot answers a question, and leaves the chat to the person who replies', async () => {
  await requestData(galley.origin, 'POST', '/chatbot', {
    token: account.token,
    body: { restaurant_name: 'Spice Route', full_address: '5 Quay Street', postal_code: 'SE1 9SG' },
  });
  await requestData(galley.origin, 'POST', '/chatbot/manage', { token: account.token, body: { is_enabled: true } });
  const guest = double.addCustomer({ name: 'Tom Reed' });
  const answered = () => guest.screen.filter(({ from }) => from === 'business').map(({ text }) => text);
  double.write(number.id, guest, 'Until what time are you open on Fridays?');
  await expect.poll(() => answered().join('\n')).toMatch(/23:00|11 pm/);
  const byBot = answered().length;
  await desk.go('/restaurant/chats');
  await desk.page.getByRole('link', { name: 'Tom Reed' }).click();
  await bubble(desk.page, '23:00').first().waitFor();
  await field(desk.page).fill('Come at eight, your table is free');
  await field(desk.page).press('Enter');
  await expect.poll(() => answered().at(-1)).toBe('Come at eight, your table is free');
  double.write(number.id, guest, 'Until what time are you open on Sundays?');
  await bubble(desk.page, 'on Sundays?').waitFor();
  await desk.page
    .getByText(/paused/i)
    .first()
    .waitFor();
  expect(answered()).toHaveLength(byBot + 1);
});

test('a picture is shown, and a closed window offers a template', async () => {
  const { page } = desk;
  await page.getByRole('link', { name: 'Priya Nair' }).click();
  const PICTURE = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  double.state.media.set('m1', { bytes: PICTURE, mime_type: 'image/png' });
  double.webhooks.message(number.id, customer, { type: 'image', image: { id: 'm1', mime_type: 'image/png' } });
  await page.getByRole('button', { name: 'Show photo' }).click();
  await page.getByRole('img', { name: 'Photo' }).waitFor();
  // As if the customer had last written yesterday.
  await tablet.goOffline();
  await field(tablet.page).fill('Your table is ready');
  await field(tablet.page).press('Enter');
  await bubble(tablet.page, 'Your table is ready').waitFor();
  customer.wroteAt = 0;
  await closeWindow();
  await tablet.goOnline();
  const refused = tablet.page.getByRole('group', { name: 'Reply that was not sent: Your table is ready' });
  await refused.getByText(/24 hours/).waitFor();
  await refused.getByRole('button', { name: 'Choose a template' }).click();
  const form = tablet.page.getByRole('form', { name: 'Template' });
  await form.getByLabel('Template').selectOption({ label: 'order_update (en_GB)' });
  await form.getByLabel('Gap 1').fill('Priya');
  await form.getByLabel('Gap 2').fill('your table is ready');
  expect(await axeFindings(tablet.page)).toEqual([]);
  await form.getByRole('button', { name: 'Send to Priya Nair' }).click();
  await expect
    .poll(received)
    .toEqual(['Until ten', 'Hello Priya, there is news about your order: your table is ready']);
  await refused.waitFor({ state: 'detached' });
});

test('half an order of a guest is finished by staff on a tablet without a network; another orders, cancels, books and complains', async () => {
  const asOwner = <T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) =>
    requestData<T>(galley.origin, method, path, { token: account.token, body });
  const { id: book } = await asOwner<{ id: string }>('POST', '/menu/books', { name: 'Evening' });
  const { id: category } = await asOwner<{ id: string }>('POST', `/menu/books/${book}/categories`, { name: 'Food' });
  for (const [name, price_amount] of [
    ['Garlic naan', 300],
    ['Chicken biryani', 1100],
  ] as const)
    await asOwner('POST', `/menu/books/${book}/categories/${category}/items`, { name, price_amount });
  await asOwner('PUT', `/menu/books/${book}`, { status: 'published' });
  await publishWebsite(galley, account.token);
  await openOneTable(asOwner, { until: '22:00' });
  await asOwner('POST', '/chatbot/manage', { takes_orders: true, takes_reservations: true });
  const owner = ownerPool(galley);
  await owner.query(`UPDATE restaurants SET order_type = '["pickup","reservation"]' WHERE restaurant_id = $1`, [
    account.restaurantId,
  ]);
  await stayOpen(owner, account.restaurantId);
  await owner.end();

  const amara = openPhone('Amara Obi');
  await amara.send('Hello');
  for (const title of ['Order', 'Garlic naan', '2', 'Go on']) await amara.press(title);
  await amara.send('I want to talk to a person');
  await tablet.go('/restaurant/chats');
  await tablet.page.getByRole('link', { name: 'Amara Obi' }).click();
  const begun = tablet.page.getByRole('group', { name: 'Not finished' });
  await begun.getByText('Started an order').waitFor();
  await begun.getByText(/Garlic naan/).waitFor();
  await tablet.goOffline();
  await begun.getByRole('link', { name: 'Finish the order' }).click();
  await tablet.page.getByRole('region', { name: 'Dishes' }).waitFor();
  expect(await tablet.page.getByLabel('Phone', { exact: true }).last().inputValue()).not.toBe('');
  await tablet.page.getByRole('button', { name: /^Place order/ }).click();
  await tablet.page.getByText(/is kept on this device/).waitFor();
  await tablet.goOnline();
  const orders = () => asOwner<Order[]>('GET', '/orders?limit=50');
  await expect.poll(orders).toMatchObject([{ total_amount: 600, customer: { name: 'Amara Obi' } }]);
  await tablet.go('/restaurant/chats');
  await tablet.page.getByRole('link', { name: 'Amara Obi' }).click();
  await field(tablet.page).waitFor();
  await begun.waitFor({ state: 'detached' });

  const ben = openPhone('Ben Whitaker');
  await ben.send('I want to order');
  for (const title of ['Chicken biryani', '1', 'Go on', 'As soon']) await ben.press(title);
  await ben.press('Yes, order');
  await expect.poll(orders).toMatchObject([{ total_amount: 1100, customer: { name: 'Ben Whitaker' } }, {}]);
  await ben.send('Cancel my order');
  for (const title of ['Order', 'Yes, cancel']) await ben.press(title);
  await expect.poll(orders).toMatchObject([{ order_status: 'cancelled' }, {}]);
  expect(await ben.send('I want to book a table')).toContain('how many people');
  for (const title of ['2', '', '']) await ben.press(title);
  await ben.press('Yes, book');
  expect(await asOwner<Reservation[]>('GET', '/reservations?limit=50')).toMatchObject([{ guests_count: 2 }]);
  expect(await ben.send('The food was awful, I want my money back')).toContain('the team');
  await desk.go('/restaurant/chats');
  await desk.page.getByRole('link', { name: /Ben Whitaker/ }).click();
  await desk.page.getByText(/^Bot paused/).waitFor();
});

test('Google Calendar is connected by its owner, and a denial changes nothing', async () => {
  const { page } = desk;
  await desk.go('/restaurant/channels/google-calendar');
  await page.getByRole('button', { name: 'Continue to Google' }).click();
  await page.getByRole('link', { name: 'Deny' }).click();
  await page.getByText('The calendar is not connected').waitFor();
  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Continue to Google' }).click();
  await page.getByRole('link', { name: 'Allow' }).click();
  await page.getByRole('heading', { name: 'Google Calendar' }).waitFor();
  await page.getByText('owner@double.test').first().waitFor();
  const channels = await requestData<Channel[]>(galley.origin, 'GET', '/channels', { token: account.token });
  expect(channels.find(({ type }) => type === 'google_calendar')).toMatchObject({ status: 'connected' });
  google.isRevoked = true;
  await page.getByRole('button', { name: 'Renew access Google Calendar' }).click();
  await page.getByText('Needs attention').waitFor();
  expect(await axeFindings(page)).toEqual([]);
});

/** A guest with WhatsApp: writes, and presses what the bot offered last. */
function openPhone(name: string) {
  const guest = double.addCustomer({ name });
  const ofBot = () => guest.screen.filter(({ from }) => from === 'business');
  const answered = async (act: () => void): Promise<string> => {
    const before = ofBot().length;
    act();
    await expect.poll(() => ofBot().length, { timeout: 15_000 }).toBeGreaterThan(before);
    return ofBot()
      .slice(before)
      .map(({ text }) => text)
      .join('\n');
  };
  return {
    send: (text: string) => answered(() => void double.write(number.id, guest, text)),
    press: (title: string) =>
      answered(() => {
        const button = ofBot()
          .at(-1)!
          .buttons.find((one) => one.title.startsWith(title));
        if (!button) throw new Error(`No ${title} below ${ofBot().at(-1)!.text}`);
        double.webhooks.message(number.id, guest, {
          type: 'interactive',
          interactive: { [button.isRow ? 'list_reply' : 'button_reply']: { id: button.id, title: button.title } },
        });
      }),
  };
}

/** The end of the window moves to the past at the server, as time would do. */
async function closeWindow(): Promise<void> {
  const pool = ownerPool(galley);
  await pool.query(
    "UPDATE chats SET reply_window_closes_at = now() - interval '1 minute', version = (SELECT version FROM spaces s WHERE s.restaurant_id = chats.restaurant_id)",
  );
  await pool.end();
}
