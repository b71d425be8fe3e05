import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod/mini';
import type { Chat, ChatMessage } from '../../contract/chats/calls.ts';
import type { Notification } from '../../contract/notifications/calls.ts';
import type { PublicMessage } from '../../contract/storefront/calls.ts';
import { requestData, callApi, type Method } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { newId } from '../platform/ids.ts';

type CustomerMessage = z.infer<typeof PublicMessage>;
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
const read = (id: string) => requestData<Opened>(app.fetch, 'GET', `/chat/${id}`, { token: owner.token });
const ticks = async (id: string) =>
  (await read(id)).messages.filter((m) => m.author === 'staff').map((m) => [m.message, m.delivery_status]);

/** A customer with a page of the restaurant open. */
async function visitor(message: string, customer: object = { name: 'Priya Nair', phone: '020 7946 0123' }) {
  app.clock.pass(1000);
  const { token } = await requestData<{ token: string }>(app.fetch, 'POST', at, { body: { customer, message } });
  const { data } = await asOwner<Chat[]>('GET', '/chat?limit=100');
  const chat = data.toSorted((a, b) => b.created_at.localeCompare(a.created_at))[0]!;
  return {
    token,
    id: chat.id,
    chat,
    see: (after?: string) =>
      requestData<CustomerMessage[]>(app.fetch, 'GET', `${at}/${token}/messages${after ? `?after=${after}` : ''}`),
    write: (text: string) =>
      requestData<CustomerMessage>(app.fetch, 'POST', `${at}/${token}/messages`, { body: { message: text } }),
    has: (delivery_status: 'delivered' | 'read', upto: string) =>
      callApi(app.fetch, 'POST', `${at}/${token}/receipts`, { body: { delivery_status, upto } }),
  };
}

describe('a customer who writes', () => {
  test('becomes a customer with an unread chat and a notification', async () => {
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

  test('with a known number sees none of its messages', async () => {
    const first = await visitor('My address is 1 High Street', { name: 'Ann', phone: '020 7946 0200' });
    const second = await visitor('Hello', { name: 'Not Ann', phone: '020 7946 0200' });
    expect(second.chat.customer_id).toBe(first.chat.customer_id);
    expect((await second.see()).map((message) => message.message)).toEqual(['Hello']);
    expect((await callApi(app.fetch, 'GET', `${at}/wrong/messages`)).status).toBe(404);
  });

  test('twice with one key has written once', async () => {
    const body = { customer: { name: 'Bo' }, message: 'Once' };
    const headers = { 'idempotency-key': newId() };
    const made = await requestData<{ token: string }>(app.fetch, 'POST', at, { body, headers });
    expect(await requestData(app.fetch, 'POST', at, { body, headers })).toEqual(made);
    const request = { body: { message: 'Twice' }, headers: { 'idempotency-key': newId() } };
    await requestData(app.fetch, 'POST', `${at}/${made.token}/messages`, request);
    await requestData(app.fetch, 'POST', `${at}/${made.token}/messages`, request);
    const seen = await requestData<CustomerMessage[]>(app.fetch, 'GET', `${at}/${made.token}/messages`);
    expect(seen.map((one) => one.message)).toEqual(['Once', 'Twice']);
  });
});

describe('a reply', () => {
  test('pauses the bot, marks as read and is delivered', async () => {
    const customer = await visitor('Do you have naan?');
    const reply = (message: string) => asOwner<ChatMessage>('POST', `/chat/${customer.id}/message`, { message });
    expect((await reply('  Yes ')).data).toMatchObject({ message: 'Yes', delivery_status: 'queued', author: 'staff' });
    await reply('Garlic too');
    expect((await customer.see()).map((message) => message.message)).toEqual(['Do you have naan?']);
    expect((await read(customer.id)).chat).toMatchObject({
      is_paused: true,
      pause_reason: 'staff_reply',
      unread_count: 0,
      last_message_preview: 'Garlic too',
      last_message_author: 'staff',
    });

    await app.jobs.drain();
    const seen = await customer.see();
    expect(seen.map((message) => message.message)).toEqual(['Do you have naan?', 'Yes', 'Garlic too']);
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

  test('without text is refused with the fixed text', async () => {
    const { id } = await visitor('Hello');
    for (const body of [{}, { message: ' \n ' }])
      expect(await asOwner('POST', `/chat/${id}/message`, body)).toMatchObject({
        status: 422,
        error: { field_errors: { message: 'Message is required' } },
      });
  });

  test('overtaken by a newer message needs confirmation', async () => {
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
    expect((await customer.see()).map((message) => message.message)).toEqual(['A table for two?', 'For five, sorry']);

    const confirmed = { ...written, is_confirmed: true };
    expect((await asOwner('POST', `/chat/${customer.id}/message`, confirmed)).status).toBe(200);
    const twice = await asOwner('POST', `/chat/${customer.id}/message`, confirmed);
    expect(twice.notice?.code).toBe('already_done');
    await app.jobs.drain();
    expect((await customer.see()).map((message) => message.message).slice(2)).toEqual(['Yes, at eight']);
  });

  test('marks no later messages as read, despite a fast clock', async () => {
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

  test('older than an hour needs confirmation', async () => {
    const customer = await visitor('Hello');
    const body = {
      message: 'Good evening',
      seen_inbound_at: customer.chat.last_inbound_at,
      occurred_at: app.clock.now().toISOString(),
    };
    app.clock.pass(60 * 60_000 + 1);
    expect((await asOwner('POST', `/chat/${customer.id}/message`, body)).error?.code).toBe('reply_too_old');
  });

  test('on an unknown channel fails and notifies the restaurant', async () => {
    const customer = await visitor('Hello');
    await app.pools.owner.query(
      `WITH s AS (UPDATE spaces SET version = version + 1 WHERE restaurant_id = $1 RETURNING version)
       UPDATE chats SET channel_type = 'whatsapp', reply_window_closes_at = '2027-01-01', version = s.version FROM s WHERE restaurant_id = $1 AND id = $2`,
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
  test('the later one wins, in any arrival order', async () => {
    const { id } = await visitor('Hello');
    const setPause = (what: 'pause' | 'resume', second: number) =>
      asOwner<Chat>('POST', `/chat/${id}/${what}`, {
        occurred_at: new Date(app.clock.now().getTime() - 60_000 + second * 1000).toISOString(),
      });
    expect((await setPause('resume', 20)).data.is_paused).toBe(false);
    const late = await setPause('pause', 10);
    expect([late.notice?.code, late.data.is_paused]).toEqual(['superseded', false]);
    expect((await setPause('pause', 30)).data).toMatchObject({ is_paused: true, pause_reason: 'owner' });
    expect((await asOwner<Chat>('POST', `/chat/${id}/resume`)).data.is_paused).toBe(false);
  });
});

test('the list starts with unread chats and can be filtered', async () => {
  const silentVisitor = await visitor('Quiet one', { name: 'Quentin Quill' });
  await asOwner('POST', `/chat/${silentVisitor.id}/mark-as-read`, { read_upto: silentVisitor.chat.last_message_at });
  const { data } = await asOwner<Chat[]>('GET', '/chat?limit=100');
  const unread = data.map((chat) => chat.unread_count > 0);
  expect(unread).toEqual(unread.toSorted((a, b) => Number(b) - Number(a)));
  const ids = async (query: string) => (await asOwner<Chat[]>('GET', `/chat?${query}`)).data.map((chat) => chat.id);
  expect(await ids('search=quill')).toEqual([silentVisitor.id]);
  expect(await ids(`customer_id=${silentVisitor.chat.customer_id}`)).toEqual([silentVisitor.id]);
  expect(await ids('is_unread=true&limit=100')).not.toContain(silentVisitor.id);
  expect(await ids('is_paused=true&search=quill')).toEqual([]);
});

test('read marks stay, and older messages are paged', async () => {
  const customer = await visitor('1');
  const two = await customer.write('2');
  await customer.write('3');
  const first = await requestData<Opened>(app.fetch, 'GET', `/chat/${customer.id}?limit=2`, { token: owner.token });
  expect([first.messages.map((m) => m.message), first.has_earlier]).toEqual([['2', '3'], true]);
  const above = await requestData<Opened>(
    app.fetch,
    'GET',
    `/chat/${customer.id}?before=${first.messages[0]!.created_at}`,
    {
      token: owner.token,
    },
  );
  expect([above.messages.map((m) => m.message), above.has_earlier]).toEqual([['1'], false]);
  const mark = (read_upto: string) => asOwner<Chat>('POST', `/chat/${customer.id}/mark-as-read`, { read_upto });
  expect((await mark(two.sent_at)).data.unread_count).toBe(1);
  const back = await mark(customer.chat.last_message_at);
  expect([back.notice?.code, back.data.unread_count]).toEqual(['already_done', 1]);
});

describe('labels', () => {
  const set = (id: string, body: object) => asOwner<Chat>('POST', `/chat/${id}/labels`, body);

  test('are added, removed and filtered by', async () => {
    const { id } = await visitor('Hello');
    const other = await visitor('Hello');
    expect((await set(id, { add: [' VIP ', 'Catering'] })).data.labels).toEqual(['VIP', 'Catering']);
    expect((await set(id, { add: ['vip'] })).notice?.code).toBe('already_done');
    expect((await set(id, { add: ['Late'], remove: ['catering'] })).data.labels).toEqual(['VIP', 'Late']);
    await set(other.id, { add: ['Late'] });
    const found = async (label: string) =>
      (await asOwner<Chat[]>('GET', `/chat?limit=100&label=${label}`)).data.map((chat) => chat.id);
    expect(await found('vip')).toEqual([id]);
    expect((await found('late')).toSorted()).toEqual([id, other.id].toSorted());
    expect(await found('vi')).toEqual([]);
  });

  test('are few and short', async () => {
    const { id } = await visitor('Hello');
    const ten = Array.from({ length: 10 }, (_, i) => `Label ${i}`);
    expect((await set(id, { add: ten })).data.labels).toEqual(ten);
    expect((await set(id, { add: ['One more'] })).error?.field_errors).toEqual({
      add: 'A chat has at most 10 labels',
    });
    expect((await set(id, { add: ['One more'], remove: ['label 0'] })).data.labels).toHaveLength(10);
    expect((await set(id, { add: ['x'.repeat(31)] })).status).toBe(422);
    expect((await set(id, { add: [' '] })).status).toBe(422);
  });

  test('are no customer’s business, and go with the customer', async () => {
    const customer = await visitor('Hello', { name: 'Lena Labelled' });
    await set(customer.id, { add: ['Complains'] });
    expect(JSON.stringify(await customer.see())).not.toContain('Complains');
    await asOwner('DELETE', `/customers/${customer.chat.customer_id}`);
    const { rows } = await app.pools.owner.query('SELECT labels FROM chats WHERE id = $1', [customer.id]);
    expect(rows).toEqual([{ labels: [] }]);
  });
});
