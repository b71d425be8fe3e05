import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod/mini';
import type { Chat, ChatMessage } from '../../contract/chats/calls.ts';
import type { Notification } from '../../contract/notifications/calls.ts';
import type { PublicMessage } from '../../contract/storefront/calls.ts';
import { askApi, callApi, type Method } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { newId } from '../platform/ids.ts';

type Said = z.infer<typeof PublicMessage>;
interface Opened {
  chat: Chat;
  messages: ChatMessage[];
  has_earlier: boolean;
}

let app: TestApp;
let owner: SignedUp;
let at: string;

beforeAll(async () => {
  app = await startApp({ startsAt: '2026-11-20T18:30:00.000Z' });
  owner = await signUp(app);
  at = `/public/restaurants/${owner.restaurant.slug}/chats`;
});
afterAll(() => app.close());

const asOwner = <T = unknown>(method: Method, path: string, body?: unknown) =>
  callApi<T>(app.fetch, method, path, { token: owner.token, body });
const read = (id: string) => askApi<Opened>(app.fetch, 'GET', `/chat/${id}`, { token: owner.token });
const ticks = async (id: string) =>
  (await read(id)).messages.filter((m) => m.author === 'staff').map((m) => [m.message, m.delivery_status]);

/** A customer with a page of the restaurant open. */
async function visitor(message: string, customer: object = { name: 'Priya Nair', phone: '020 7946 0123' }) {
  app.clock.pass(1000);
  const { token } = await askApi<{ token: string }>(app.fetch, 'POST', at, { body: { customer, message } });
  const { data } = await asOwner<Chat[]>('GET', '/chat?limit=100');
  const chat = data.toSorted((a, b) => b.created_at.localeCompare(a.created_at))[0]!;
  return {
    token,
    id: chat.id,
    chat,
    see: (after?: string) =>
      askApi<Said[]>(app.fetch, 'GET', `${at}/${token}/messages${after ? `?after=${after}` : ''}`),
    write: (text: string) => askApi<Said>(app.fetch, 'POST', `${at}/${token}/messages`, { body: { message: text } }),
    has: (delivery_status: 'delivered' | 'read', upto: string) =>
      callApi(app.fetch, 'POST', `${at}/${token}/receipts`, { body: { delivery_status, upto } }),
  };
}

describe('a customer who writes', () => {
  test('becomes a customer with an unread chat, and the restaurant is told', async () => {
    const { chat } = await visitor('Are you open?\n  Still?');
    expect(chat).toMatchObject({
      customer_name: 'Priya Nair',
      unread_count: 1,
      last_message_preview: 'Are you open? Still?',
      last_inbound_at: '2026-11-20T18:30:01.000Z',
      is_paused: false,
    });
    expect((await asOwner('GET', `/customers/${chat.customer_id}`)).data).toMatchObject({
      phone: '+442079460123',
      source: 'chat',
      chat_id: chat.id,
    });
    const { data } = await asOwner<Notification[]>('GET', '/dashboard/notifications/restaurant');
    expect(data[0]).toMatchObject({ type: 'chat_message', title: 'Priya Nair', resource_id: chat.id });
  });

  test('with the number of somebody else sees nothing of what that one said', async () => {
    const first = await visitor('My address is 1 High Street', { name: 'Ann', phone: '020 7946 0200' });
    const second = await visitor('Hello', { name: 'Not Ann', phone: '020 7946 0200' });
    expect(second.chat.customer_id).toBe(first.chat.customer_id);
    expect((await second.see()).map((said) => said.message)).toEqual(['Hello']);
    expect((await callApi(app.fetch, 'GET', `${at}/wrong/messages`)).status).toBe(404);
  });

  test('twice with one key has written once', async () => {
    const body = { customer: { name: 'Bo' }, message: 'Once' };
    const headers = { 'idempotency-key': newId() };
    const made = await askApi<{ token: string }>(app.fetch, 'POST', at, { body, headers });
    expect(await askApi(app.fetch, 'POST', at, { body, headers })).toEqual(made);
    const said = { body: { message: 'Twice' }, headers: { 'idempotency-key': newId() } };
    await askApi(app.fetch, 'POST', `${at}/${made.token}/messages`, said);
    await askApi(app.fetch, 'POST', `${at}/${made.token}/messages`, said);
    const seen = await askApi<Said[]>(app.fetch, 'GET', `${at}/${made.token}/messages`);
    expect(seen.map((one) => one.message)).toEqual(['Once', 'Twice']);
  });
});

describe('a reply', () => {
  test('pauses the bot, reads the chat, goes out in order, and shows its ticks', async () => {
    const customer = await visitor('Do you have naan?');
    const reply = (message: string) => asOwner<ChatMessage>('POST', `/chat/${customer.id}/message`, { message });
    expect((await reply('  Yes ')).data).toMatchObject({ message: 'Yes', delivery_status: 'queued', author: 'staff' });
    await reply('Garlic too');
    expect((await customer.see()).map((said) => said.message)).toEqual(['Do you have naan?']);
    expect((await read(customer.id)).chat).toMatchObject({
      is_paused: true,
      pause_reason: 'staff_reply',
      unread_count: 0,
      last_message_preview: 'Garlic too',
      last_message_author: 'staff',
    });

    await app.jobs.drain();
    const seen = await customer.see();
    expect(seen.map((said) => said.message)).toEqual(['Do you have naan?', 'Yes', 'Garlic too']);
    expect(await customer.see(seen[1]!.sent_at)).toEqual([seen[2]]);
    expect(await ticks(customer.id)).toEqual([
      ['Yes', 'sent'],
      ['Garlic too', 'sent'],
    ]);
    await customer.has('read', seen[1]!.sent_at);
    await customer.has('delivered', seen[2]!.sent_at);
    const again = await customer.has('delivered', seen[2]!.sent_at);
    expect(again.notice?.code).toBe('already_done');
    expect(await ticks(customer.id)).toEqual([
      ['Yes', 'read'],
      ['Garlic too', 'delivered'],
    ]);
    await customer.write('Great');
    expect(await ticks(customer.id)).toEqual([
      ['Yes', 'read'],
      ['Garlic too', 'read'],
    ]);
    expect((await read(customer.id)).chat.unread_count).toBe(1);
  });

  test('that says nothing is refused in the words of the specification', async () => {
    const { id } = await visitor('Hello');
    for (const body of [{}, { message: ' \n ' }])
      expect(await asOwner('POST', `/chat/${id}/message`, body)).toMatchObject({
        status: 422,
        error: { field_errors: { message: 'Message is required' } },
      });
  });

  test('that a newer message of the customer has overtaken asks before it goes', async () => {
    const customer = await visitor('A table for two?');
    const seen_inbound_at = customer.chat.last_inbound_at;
    const written = {
      message: 'Yes, at eight',
      message_id: newId(),
      seen_inbound_at,
      occurred_at: app.clock.now().toISOString(),
    };
    app.clock.pass(60_000);
    await customer.write('For five, sorry');
    const refused = await asOwner('POST', `/chat/${customer.id}/message`, written);
    expect([refused.status, refused.error]).toMatchObject([409, { code: 'overtaken', current: { id: customer.id } }]);
    await app.jobs.drain();
    expect((await customer.see()).map((said) => said.message)).toEqual(['A table for two?', 'For five, sorry']);

    const confirmed = { ...written, is_confirmed: true };
    expect((await asOwner('POST', `/chat/${customer.id}/message`, confirmed)).status).toBe(200);
    const twice = await asOwner('POST', `/chat/${customer.id}/message`, confirmed);
    expect(twice.notice?.code).toBe('already_done');
    await app.jobs.drain();
    expect((await customer.see()).map((said) => said.message).slice(2)).toEqual(['Yes, at eight']);
  });

  test('says nothing of what has not been written yet: a clock that is ahead leaves the next message unread', async () => {
    const customer = await visitor('Hello');
    const seen_inbound_at = new Date(app.clock.now().getTime() + 86_400_000).toISOString();
    await asOwner('POST', `/chat/${customer.id}/message`, { message: 'Hi', seen_inbound_at });
    expect((await read(customer.id)).chat).toMatchObject({ unread_count: 0, read_upto: customer.chat.last_inbound_at });
    app.clock.pass(1000);
    await customer.write('Are you there?');
    await asOwner('POST', `/chat/${customer.id}/message`, {
      message: 'We are',
      seen_inbound_at: customer.chat.last_inbound_at,
      is_confirmed: true,
    });
    expect((await read(customer.id)).chat.unread_count).toBe(1);
  });

  test('that waited for more than an hour asks before it goes', async () => {
    const customer = await visitor('Hello');
    const body = {
      message: 'Good evening',
      seen_inbound_at: customer.chat.last_inbound_at,
      occurred_at: app.clock.now().toISOString(),
    };
    app.clock.pass(60 * 60_000 + 1);
    expect((await asOwner('POST', `/chat/${customer.id}/message`, body)).error?.code).toBe('reply_too_old');
  });

  test('through a channel that nobody serves has failed, and the restaurant is told', async () => {
    const customer = await visitor('Hello');
    await app.pools.owner.query(
      `WITH s AS (UPDATE spaces SET version = version + 1 WHERE restaurant_id = $1 RETURNING version)
       UPDATE chats SET channel_type = 'whatsapp', version = s.version FROM s WHERE restaurant_id = $1 AND id = $2`,
      [owner.restaurant.id, customer.id],
    );
    app.clock.pass(1000);
    await asOwner('POST', `/chat/${customer.id}/message`, { message: 'Hello?' });
    await app.jobs.drain();
    expect((await read(customer.id)).messages.at(-1)).toMatchObject({
      delivery_status: 'failed',
      failure_code: 'channel_error',
    });
    const { data } = await asOwner<Notification[]>('GET', '/dashboard/notifications/restaurant');
    expect(data[0]).toMatchObject({ type: 'chat_send_failed', body: 'Hello?' });
  });
});

describe('pause and resume', () => {
  test('the later one stands, in whichever order they arrive', async () => {
    const { id } = await visitor('Hello');
    const say = (what: 'pause' | 'resume', second: number) =>
      asOwner<Chat>('POST', `/chat/${id}/${what}`, {
        occurred_at: new Date(app.clock.now().getTime() - 60_000 + second * 1000).toISOString(),
      });
    expect((await say('resume', 20)).data.is_paused).toBe(false);
    const late = await say('pause', 10);
    expect([late.notice?.code, late.data.is_paused]).toEqual(['superseded', false]);
    expect((await say('pause', 30)).data).toMatchObject({ is_paused: true, pause_reason: 'owner' });
    expect((await asOwner<Chat>('POST', `/chat/${id}/resume`)).data.is_paused).toBe(false);
  });
});

test('the list has unread chats first, and finds by name, state and customer', async () => {
  const quiet = await visitor('Quiet one', { name: 'Quentin Quill' });
  await asOwner('POST', `/chat/${quiet.id}/mark-as-read`, { read_upto: quiet.chat.last_message_at });
  const { data } = await asOwner<Chat[]>('GET', '/chat?limit=100');
  const unread = data.map((chat) => chat.unread_count > 0);
  expect(unread).toEqual(unread.toSorted((a, b) => Number(b) - Number(a)));
  const ids = async (query: string) => (await asOwner<Chat[]>('GET', `/chat?${query}`)).data.map((chat) => chat.id);
  expect(await ids('search=quill')).toEqual([quiet.id]);
  expect(await ids(`customer_id=${quiet.chat.customer_id}`)).toEqual([quiet.id]);
  expect(await ids('is_unread=true&limit=100')).not.toContain(quiet.id);
  expect(await ids('is_paused=true&search=quill')).toEqual([]);
});

test('what was read stays read, and messages above come page by page', async () => {
  const customer = await visitor('1');
  const two = await customer.write('2');
  await customer.write('3');
  const first = await askApi<Opened>(app.fetch, 'GET', `/chat/${customer.id}?limit=2`, { token: owner.token });
  expect([first.messages.map((m) => m.message), first.has_earlier]).toEqual([['2', '3'], true]);
  const above = await askApi<Opened>(app.fetch, 'GET', `/chat/${customer.id}?before=${first.messages[0]!.created_at}`, {
    token: owner.token,
  });
  expect([above.messages.map((m) => m.message), above.has_earlier]).toEqual([['1'], false]);
  const mark = (read_upto: string) => asOwner<Chat>('POST', `/chat/${customer.id}/mark-as-read`, { read_upto });
  expect((await mark(two.sent_at)).data.unread_count).toBe(1);
  const back = await mark(customer.chat.last_message_at);
  expect([back.notice?.code, back.data.unread_count]).toEqual(['already_done', 1]);
});
