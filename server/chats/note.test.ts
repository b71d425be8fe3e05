import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { Chat, ChatMessage } from '../../contract/chats/calls.ts';
import { callApi, requestData, type Method } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { publishWebsite } from '../../tests/support/publish-website.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { newId } from '../platform/ids.ts';

const NOTE = 'Complained twice last month';
const REPLY = 'The pie is ready at eight';

let app: TestApp;
let owner: SignedUp;
let token: string;
let chat: Chat;
let at: string;

beforeAll(async () => {
  app = await startApp({ startsAt: '2026-11-20T18:30:00.000Z' });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.pass(60_000);
  owner = await signUp(app);
  await publishWebsite(app, owner.restaurant.id);
  at = `/public/restaurants/${owner.restaurant.slug}/chats`;
  const body = { customer: { name: 'Priya Nair' }, message: 'Is my pie ready?' };
  token = (await requestData<{ token: string }>(app.fetch, 'POST', at, { body })).token;
  chat = (await asOwner<Chat[]>('GET', '/chat')).data[0]!;
});

const asOwner = <T = unknown>(method: Method, path: string, body?: unknown) =>
  callApi<T>(app.fetch, method, path, { token: owner.token, body });
const addNote = (body: object = { message: NOTE }) => asOwner<ChatMessage>('POST', `/chat/${chat.id}/notes`, body);
const read = async () => (await asOwner<{ chat: Chat; messages: ChatMessage[] }>('GET', `/chat/${chat.id}`)).data;

/** Everything that a customer of the restaurant can read, by address. */
async function readPublic(): Promise<Map<string, string>> {
  const { slug } = owner.restaurant;
  const api = Object.values(calls)
    .filter(({ method, options }) => method === 'GET' && ['storefront', 'public'].includes(options.access))
    .map(({ path }) => `/backend${path.replace('{slug}', slug).replaceAll(/\{\w+\}/g, token)}`);
  const website = ['', '/chat', `/chat/${token}`, `/chat/${token}/state`].map((page) => `/site/${slug}${page}`);
  const texts = new Map<string, string>();
  for (const address of [...api, ...website]) {
    const response = await app.fetch(new Request(`http://localhost${address}`));
    texts.set(address, await response.text());
  }
  return texts;
}

const addressesOf = (texts: Map<string, string>, text: string) =>
  [...texts].filter(([, shown]) => shown.includes(text)).map(([address]) => address.replaceAll(token, '…'));

test('a note is for staff: no public endpoint or page returns it', async () => {
  expect((await addNote()).data).toMatchObject({ type: 'note', is_private: true, author: 'staff', message: NOTE });
  await asOwner('POST', `/chat/${chat.id}/message`, { message: REPLY });
  await app.jobs.drain();
  const texts = await readPublic();
  const { slug } = owner.restaurant;
  // Where the reply is, a note would be.
  expect(addressesOf(texts, REPLY)).toEqual([
    `/backend/public/restaurants/${slug}/chats/…/messages`,
    `/site/${slug}/chat/…`,
  ]);
  expect(addressesOf(texts, NOTE)).toEqual([]);
  // Nor do the answers to what a customer sends.
  const posted = await callApi(app.fetch, 'POST', `${at}/${token}/messages`, { body: { message: 'Thanks' } });
  expect(JSON.stringify(posted)).not.toContain(NOTE);
  expect((await read()).messages.map(({ message }) => message)).toContain(NOTE);
});

test('a note leaves the chat as it is and is never sent', async () => {
  const before = (await read()).chat;
  const { data: note } = await addNote();
  expect((await read()).chat).toEqual(before);
  await app.jobs.drain();
  const upto = app.clock.now().toISOString();
  await callApi(app.fetch, 'POST', `${at}/${token}/receipts`, { body: { delivery_status: 'read', upto } });
  expect((await read()).messages.at(-1)).toEqual(note);
  expect(note).toMatchObject({ sent_at: null, provider_message_id: null, failure_code: null });
});

test('a note does not keep the bot from answering', async () => {
  await asOwner('POST', '/chatbot', {
    restaurant_name: 'Tamarind',
    full_address: '5 Quay Street',
    postal_code: 'SE1 9SG',
  });
  await asOwner('POST', '/chatbot/manage', { tone: 'brief', is_enabled: true });
  await callApi(app.fetch, 'POST', `${at}/${token}/messages`, { body: { message: 'When do you open?' } });
  app.clock.pass(1000);
  await addNote();
  await app.jobs.drain();
  const { chat: after, messages } = await read();
  expect([after.is_paused, messages.map(({ author }) => author)]).toEqual([false, expect.arrayContaining(['bot'])]);
});

test('a repeated note is stored once', async () => {
  const body = { message: NOTE, message_id: newId() };
  await addNote(body);
  expect((await addNote(body)).notice?.code).toBe('already_done');
  expect((await addNote({ ...body, message: 'Other' })).error?.code).toBe('id_taken');
  // A reply under the id of a note is no repeat of it.
  expect((await asOwner('POST', `/chat/${chat.id}/message`, body)).error?.code).toBe('id_taken');
  expect((await addNote({ message: ' ' })).error?.field_errors).toEqual({ message: 'Message is required' });
});

test('a note may be added when WhatsApp takes no more replies', async () => {
  await app.pools.owner.query(
    `WITH s AS (UPDATE spaces SET version = version + 1 WHERE restaurant_id = $1 RETURNING version)
     UPDATE chats SET channel_type = 'whatsapp', reply_window_closes_at = '2026-11-01', version = s.version FROM s WHERE restaurant_id = $1`,
    [owner.restaurant.id],
  );
  expect((await asOwner('POST', `/chat/${chat.id}/message`, { message: REPLY })).error?.code).toBe('window_closed');
  expect((await addNote()).status).toBe(200);
});

test('an erased customer takes the notes along', async () => {
  await addNote();
  await asOwner('DELETE', `/customers/${chat.customer_id}`);
  const { rows } = await app.pools.owner.query(
    'SELECT DISTINCT message, deleted_at IS NOT NULL AS gone FROM chat_messages WHERE restaurant_id = $1',
    [owner.restaurant.id],
  );
  expect(rows).toEqual([{ message: '', gone: true }]);
});
