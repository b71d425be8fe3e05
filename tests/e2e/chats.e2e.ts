import type { Page } from 'playwright-core';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Chat } from '../../contract/chats/calls.ts';
import type { Customer } from '../../contract/customers/calls.ts';
import { axeFindings } from '../support/axe.ts';
import { openDevice, type Device } from '../support/device.ts';
import { requestData, openAccount, type Account } from './api.ts';
import { chatVisitors, type ChatVisitor } from './chat-visitors.ts';
import { ownerPool } from './database.ts';
import { startGalley, type Galley } from './galley.ts';

let galley: Galley;
let owner: pg.Pool;
let account: Account;
let desk: Device;
let phone: Device;
/** The customer's side of the chat. */
let customer: ChatVisitor;

beforeAll(async () => {
  galley = await startGalley({ cluster: inject('cluster') });
  owner = ownerPool(galley);
  account = await openAccount(galley, 'chats@galley.test', 'Spice Route');
  const { slug } = (await owner.query<{ slug: string }>('SELECT slug FROM restaurants')).rows[0]!;
  // A chatbot that is set up and answers nobody: the pauses are shown, and this test writes its lines.
  await setUpSilentBot();
  const visit = chatVisitors(galley, owner, slug);
  await visit({ name: 'Short Talker' }, 'The newest of many');
  customer = await visit({ name: 'Joanna Price', phone: '+447700900142' }, 'Is the prawn madras on its way?');
  desk = await openDevice({ origin: galley.origin, viewport: { width: 1440, height: 900 } });
  phone = await openDevice({ origin: galley.origin, viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  for (const device of [desk, phone]) {
    await device.signIn(account);
    await device.isLoaded();
  }
});

afterAll(async () => {
  await Promise.all([desk?.dispose(), phone?.dispose()]);
  await owner?.end();
  await galley?.dispose();
});

async function setUpSilentBot() {
  const restaurant_id = account.restaurantId;
  const post = (path: string, body: object) =>
    requestData(galley.origin, 'POST', path, { token: account.token, body: { restaurant_id, ...body } });
  await post('/chatbot', { restaurant_name: 'Spice Route', full_address: '1 Harbour Street', postal_code: 'SE1 2AB' });
  await post('/chatbot/manage', { is_enabled: false });
}
const field = (page: Page) => page.getByRole('textbox', { name: /^Message to/ });
const bubble = (page: Page, text: string) => page.locator('[data-message]').filter({ hasText: text });
const unsentReply = (page: Page, text: string) => page.getByRole('group', { name: `Reply that was not sent: ${text}` });
const chatOf = async (id: string) =>
  (await requestData<{ chat: Chat }>(galley.origin, 'GET', `/chat/${id}`, { token: account.token })).chat;

test('unread chats come first; reading reaches every device', async () => {
  const { page } = desk;
  await desk.go('/restaurant/chats');
  const names = page.getByRole('list', { name: 'Chats' }).getByRole('link');
  await expect.poll(() => names.allTextContents()).toEqual(['Joanna Price', 'Short Talker']);
  expect(await axeFindings(page)).toEqual([]);
  await names.first().click();
  await bubble(page, 'prawn madras').waitFor();
  await expect.poll(async () => (await chatOf(customer.chatId)).unread_count).toBe(0);
  await phone.go('/restaurant/chats?show=unread');
  await expect
    .poll(() => phone.page.getByRole('list', { name: 'Chats' }).getByRole('link').allTextContents())
    .toEqual(['Short Talker']);
  expect(await axeFindings(page)).toEqual([]);
});

test('offline replies survive a reload and are sent once', async () => {
  const { page } = phone;
  await phone.go('/restaurant/chats');
  await page.getByRole('link', { name: 'Joanna Price' }).click();
  await page.getByRole('heading', { name: 'Joanna Price' }).waitFor();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Message is required').waitFor();

  await phone.goOffline();
  for (const message of ['  It is packed.  ', 'The rider is two minutes away.']) {
    await field(page).fill(message);
    await field(page).press('Enter');
  }
  await field(page).fill('Ring bell');
  await phone.waitForStatus('Offline, 2 changes waiting');
  await page.reload();
  await bubble(page, 'two minutes').getByText('Waiting to send').waitFor();
  expect(await field(page).inputValue()).toBe('Ring bell');
  expect(await axeFindings(page)).toEqual([]);
  await field(page).fill('');

  await phone.goOnline();
  await phone.waitForStatus('All changes saved');
  expect(await customer.read(2)).toEqual(['It is packed.', 'The rider is two minutes away.']);
  await bubble(page, 'two minutes').getByRole('img', { name: 'Read' }).waitFor();
  await bubble(desk.page, 'It is packed.').getByRole('img', { name: 'Read' }).waitFor();
});

test('a reply asks first when the customer has written meanwhile', async () => {
  const { page } = desk;
  await page.getByText('Bot paused because you replied.').waitFor();
  await desk.goOffline();
  for (const message of ['He rings bell 4.', 'Enjoy your meal.', 'Thank you for waiting.']) {
    await field(page).fill(message);
    await field(page).press('Enter');
  }
  await desk.waitForStatus('Offline, 3 changes waiting');
  await customer.write('Please cancel it');
  await desk.goOnline();
  await unsentReply(page, 'Thank you for waiting.').waitFor();
  await bubble(page, 'Please cancel it').waitFor();
  expect(await customer.read(2)).toEqual(['It is packed.', 'The rider is two minutes away.']);
  expect(await axeFindings(page)).toEqual([]);

  await unsentReply(page, 'Enjoy your meal.').getByRole('button', { name: 'Discard' }).click();
  await unsentReply(page, 'He rings bell 4.').getByRole('button', { name: 'Send anyway' }).click();
  await unsentReply(page, 'Thank you for waiting.').getByRole('button', { name: 'Edit' }).click();
  await expect.poll(() => field(page).inputValue()).toBe('Thank you for waiting.');
  await field(page).fill('Of course. It is cancelled.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await desk.waitForStatus('All changes saved');
  expect(await customer.read(4)).toEqual([
    'It is packed.',
    'The rider is two minutes away.',
    'He rings bell 4.',
    'Of course. It is cancelled.',
  ]);
});

test('the bot is paused and resumed from different devices', async () => {
  await desk.page.getByRole('button', { name: 'Resume bot' }).click();
  await desk.page.getByText('The bot was resumed').waitFor();
  // No note about a bot where no bot has ever answered.
  await phone.page.getByText('Bot paused because you replied.').waitFor({ state: 'hidden' });
  expect(await phone.page.getByRole('button', { name: 'Pause bot' }).count()).toBe(0);
  await answerAsBot(customer);
  await phone.page.getByText('The bot answers in this chat').waitFor();
  await phone.page.getByRole('button', { name: 'Pause bot' }).click();
  await desk.page.getByText(/It answers again at/).waitFor();
  await expect.poll(async () => (await chatOf(customer.chatId)).is_paused).toBe(true);
});

test('an offline edit keeps what another device changed', async () => {
  const { page } = phone;
  await phone.go('/restaurant/customers?search=07700+900142');
  await page.getByRole('link', { name: 'Joanna Price' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await phone.goOffline();
  await page.getByRole('link', { name: 'Joanna Price' }).click();
  await page.getByRole('button', { name: 'Edit customer' }).click();
  await page.getByLabel('Note').fill('Son is allergic to nuts');
  await page.getByLabel('Nuts', { exact: true }).check();
  await page.getByRole('button', { name: 'Save customer' }).click();
  await phone.waitForStatus('Offline, 1 change waiting');
  const { id } = (await customers())[0]!;
  await requestData(galley.origin, 'PUT', `/customers/${id}`, { token: account.token, body: { tags: ['regular'] } });
  await phone.goOnline();
  await phone.waitForStatus('All changes saved');
  expect((await customers())[0]).toMatchObject({
    note: 'Son is allergic to nuts',
    allergens: ['tree_nuts'],
    tags: ['regular'],
  });
  await desk.go('/restaurant/customers');
  await desk.page
    .getByRole('row', { name: /Joanna Price/ })
    .getByText('regular')
    .waitFor();
  expect(await axeFindings(desk.page)).toEqual([]);
});

test('the pages report no error', () => {
  expect([...desk.problems, ...phone.problems]).toEqual([]);
});

const customers = async () =>
  (
    await requestData<{ customers: Customer[] }>(galley.origin, 'GET', '/customers?search=joanna', {
      token: account.token,
    })
  ).customers;

/** Adds an answer of the bot, one hour old. */
async function answerAsBot({ chatId }: ChatVisitor): Promise<void> {
  const client = await owner.connect();
  await client.query('BEGIN');
  const { rows } = await client.query<{ version: string }>(
    'UPDATE spaces SET version = version + 1 WHERE restaurant_id = $1 RETURNING version',
    [account.restaurantId],
  );
  await client.query(
    `INSERT INTO chat_messages (restaurant_id, id, version, created_at, updated_at, chat_id, author, type, message, delivery_status)
     SELECT $1, gen_random_uuid(), $2, at, at, $3, 'bot', 'text', 'We are open until eleven.', 'read'
       FROM (SELECT now() - interval '1 hour' AS at) AS t`,
    [account.restaurantId, rows[0]!.version, chatId],
  );
  await client.query('COMMIT');
  await client.query("SELECT pg_notify('galley_poke', $1)", [`test ${account.restaurantId}:${rows[0]!.version}`]);
  client.release();
}
