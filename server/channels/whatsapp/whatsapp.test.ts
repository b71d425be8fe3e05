import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Channel } from '../../../contract/channels/calls.ts';
import type { Chat, ChatMessage } from '../../../contract/chats/calls.ts';
import { callApi, requestData } from '../../../tests/support/api.ts';
import { startApp, type TestApp } from '../../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../../tests/support/sign-up.ts';
import { deliverUnconfirmed } from '../../chats/deliver.ts';
import { startWhatsappDouble, type WhatsappDouble } from '../../../tests/support/doubles/graph/graph.ts';
import type { DoubleCustomer, DoubleNumber } from '../../../tests/support/doubles/graph/state.ts';
import { searchDatabase } from '../../../tests/support/search-database.ts';
import { fileKey } from '../../chats/files/file-key.ts';
import { openFiles } from '../../platform/files/open-files.ts';
import { signWhatsapp } from './receive.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SECRET = 'an-app-secret';

let double: WhatsappDouble;
let app: TestApp;
let owner: SignedUp;
let number: DoubleNumber;
let channel: Channel;
let customer: DoubleCustomer;
let delivered = 0;
let count = 0;

beforeAll(async () => {
  double = await startWhatsappDouble({
    appSecret: SECRET,
    verifyToken: 'a-verify-token',
    webhookUrl: null,
    clock: { now: () => app.clock.now() },
  });
  app = await startApp({ settings: double.settings });
});
beforeEach(async () => {
  app.clock.pass(MINUTE);
  count += 1;
  owner = await signUp(app);
  number = double.addNumber({ id: `10654${count}`, waba_id: `10229${count}` });
  customer = double.addCustomer({ name: 'Priya Nair' });
  double.sendsStatuses = true;
  double.pairMs = 0;
  double.refusals = [];
  double.faults.lose = double.faults.hang = double.faults.fail = 0;
  channel = await connect(owner);
});
afterAll(async () => {
  await app.close();
  await double.close();
});

async function connect({ token }: SignedUp, details = number): Promise<Channel> {
  const body = { token: 'double-token-of-a-system-user', phone_no_id: details.id, waba_id: details.waba_id };
  await requestData(app.fetch, 'POST', '/channels/whatsapp', { token, body });
  await app.jobs.drain();
  return (await requestData<Channel[]>(app.fetch, 'GET', '/channels', { token }))[0]!;
}

const post = (rawBody: string, headers: Record<string, string>) =>
  app.fetch(new Request('https://galley.test/backend/webhooks/whatsapp', { method: 'POST', body: rawBody, headers }));

/** Hands over the webhooks that the double has sent since, and applies them and what follows. */
async function deliver({ copies = 1, reversed = false } = {}): Promise<void> {
  for (;;) {
    const fresh = double.webhooks.sender.sent.slice(delivered);
    delivered += fresh.length;
    if (fresh.length === 0) return;
    for (const { rawBody, headers } of reversed ? fresh.toReversed() : fresh)
      for (let copy = 0; copy < copies; copy++) expect((await post(rawBody, headers)).status).toBe(200);
    await app.jobs.drain();
  }
}

const get = <T>(path: string, { token } = owner) => requestData<T>(app.fetch, 'GET', path, { token });
const chats = (signedIn = owner) => get<Chat[]>('/chat', signedIn);
const messages = async (): Promise<ChatMessage[]> => {
  const [chat] = await chats();
  return chat ? (await get<{ messages: ChatMessage[] }>(`/chat/${chat.id}`)).messages : [];
};
async function reply(message: string, more: object = {}) {
  const [chat] = await chats();
  return callApi<ChatMessage>(app.fetch, 'POST', `/chat/${chat!.id}/message`, {
    token: owner.token,
    body: { message, ...more },
  });
}
async function greet(text = 'Are you open?') {
  double.write(number.id, customer, text);
  await deliver();
}
const screen = () => customer.screen.filter(({ from }) => from === 'business').map(({ text }) => text);
const states = async () => (await messages()).map((one) => [one.message, one.delivery_status, one.failure_code]);

describe('a conversation', () => {
  test('connects, subscribes and reads the templates', () => {
    expect(channel).toMatchObject({
      status: 'connected',
      status_reason: null,
      is_double: true,
      quality_rating: 'green',
    });
    expect(channel.templates.map(({ name, is_usable, parameters }) => [name, is_usable, parameters])).toEqual([
      ['order_update', true, 2],
      ['we_missed_you', true, 0],
      ['summer_menu', false, 0],
    ]);
    expect(double.state.subscribed.has(number.waba_id)).toBe(true);
  });

  test('brings a message into one chat, and a reply to the customer with its ticks', async () => {
    await greet();
    await greet('And on Sunday?');
    const [chat, ...others] = await chats();
    expect(others).toEqual([]);
    expect(chat).toMatchObject({
      channel_type: 'whatsapp',
      customer_name: 'Priya Nair',
      unread_count: 2,
      last_message_preview: 'And on Sunday?',
      reply_window_closes_at: new Date(Math.floor(app.clock.now().getTime() / 1000) * 1000 + 24 * HOUR).toISOString(),
    });
    expect(await get(`/customers/${chat!.customer_id}`)).toMatchObject({ phone: `+${customer.wa_id}` });
    await reply('Until ten');
    await app.jobs.drain();
    expect(screen()).toEqual(['Until ten']);
    expect((await states()).at(-1)).toEqual(['Until ten', 'sent', null]);
    await deliver();
    expect((await states()).at(-1)).toEqual(['Until ten', 'delivered', null]);
    const { id } = double.state.sent.at(-1)!;
    double.webhooks.status(number.id, customer, { id, status: 'read' });
    await deliver();
    expect((await messages()).at(-1)).toMatchObject({ delivery_status: 'read', provider_message_id: id });
    expect((await chats())[0]).toMatchObject({ is_paused: true, pause_reason: 'staff_reply' });
  });

  test('keeps what a reply, a reaction and a reply of ours are about', async () => {
    await greet('Is the hall free?');
    const [first] = await messages();
    await reply('For how many?', { quote_id: first!.id });
    await app.jobs.drain();
    const ours = double.state.sent.at(-1)!;
    expect(ours.body).toMatchObject({ context: { message_id: first!.provider_message_id } });
    const text = (body: string, more: object) =>
      double.webhooks.message(number.id, customer, { type: 'text', text: { body }, ...more });
    text('Twenty', { context: { from: '1', id: ours.id } });
    text('And this?', { context: { id: 'wamid.of-last-year' } });
    double.webhooks.message(number.id, customer, { type: 'reaction', reaction: { emoji: '👍', message_id: ours.id } });
    await deliver();
    const about = { message_id: (await messages())[1]!.id, author: 'staff', text: 'For how many?' };
    expect((await messages()).map(({ quote }) => quote)).toEqual([
      null,
      { message_id: first!.id, author: 'customer', text: 'Is the hall free?' },
      about,
      { message_id: null, author: null, text: '' },
      about,
    ]);
  });

  test('statuses in any order and any number move a reply forward only', async () => {
    await greet();
    await reply('Until ten');
    await app.jobs.drain();
    const { id } = double.state.sent.at(-1)!;
    double.webhooks.status(number.id, customer, { id, status: 'read' });
    await deliver({ copies: 3, reversed: true });
    expect((await states()).at(-1)).toEqual(['Until ten', 'read', null]);
    double.webhooks.status(number.id, customer, { id, status: 'failed', errors: [{ code: 131_026 }] });
    await deliver();
    expect((await states()).at(-1)).toEqual(['Until ten', 'read', null]);
  });

  test('a message that fails later says why', async () => {
    double.sendsStatuses = false;
    await greet();
    await reply('Until ten');
    await app.jobs.drain();
    const { id } = double.state.sent.at(-1)!;
    double.webhooks.status(number.id, customer, { id, status: 'failed', errors: [{ code: 131_026 }] });
    await deliver();
    expect((await states()).at(-1)).toEqual(['Until ten', 'failed', 'undeliverable']);
  });

  test('buttons, places, carts and unknown kinds become text', async () => {
    const send = (message: Record<string, unknown>) => double.webhooks.message(number.id, customer, message);
    send({
      type: 'interactive',
      interactive: { type: 'button_reply', button_reply: { id: 'yes', title: 'Yes please' } },
    });
    send({ type: 'location', location: { latitude: 51.5, longitude: -0.12, name: 'The pier' } });
    send({ type: 'order', order: { catalog_id: '1', product_items: [{ product_retailer_id: 'x', quantity: 2 }] } });
    send({ type: 'reaction', reaction: { message_id: 'w', emoji: '👍' } });
    send({ type: 'hologram' });
    await deliver();
    expect((await messages()).map(({ type, message }) => [type, message])).toEqual([
      ['text', 'Yes please'],
      ['location', 'The pier\n51.5, -0.12'],
      ['text', 'Cart: 2 × unknown item'],
      ['text', 'Reacted with 👍'],
      ['text', 'Sent something that WhatsApp does not pass on. It is on the customer’s phone only.'],
    ]);
  });

  test('a reaction is shown, and neither answered nor a reason to look at the chat', async () => {
    const asOwner = (path: string, body: object) => requestData(app.fetch, 'POST', path, { token: owner.token, body });
    await asOwner('/chatbot', { restaurant_name: 'Tamarind', full_address: '5 Quay Street', postal_code: 'SE1 9SG' });
    await asOwner('/chatbot/manage', { is_enabled: true });
    await greet();
    await app.jobs.drain();
    const sent = double.state.sent.length;
    const before = (await chats())[0]!;
    for (const emoji of ['👍', '😡', '❤️'])
      double.webhooks.message(number.id, customer, { type: 'reaction', reaction: { message_id: 'w', emoji } });
    await deliver();
    await app.jobs.drain();
    const after = (await chats())[0]!;
    expect(double.state.sent).toHaveLength(sent);
    expect([after.needs_human, after.unread_count]).toEqual([before.needs_human, before.unread_count]);
    expect((await messages()).at(-1)).toMatchObject({ author: 'customer', message: 'Reacted with ❤️' });
  });

  test('a reply from the restaurant’s own phone is in the chat and pauses the bot', async () => {
    await greet();
    double.webhooks.echo(number.id, customer, 'Yes, until ten');
    await deliver({ copies: 2 });
    expect(await states()).toEqual([
      ['Are you open?', 'delivered', null],
      ['Yes, until ten', 'sent', null],
    ]);
    expect((await chats())[0]).toMatchObject({ is_paused: true, pause_reason: 'staff_reply' });
    expect(double.state.sent.filter(({ number: from }) => from === number.id)).toEqual([]);
  });
});

describe('who writes', () => {
  test('a customer without a phone number is known by user id and gets the reply', async () => {
    customer.wa_id = null;
    await greet();
    await reply('Until ten');
    await app.jobs.drain();
    expect(double.state.sent.at(-1)!.body).toMatchObject({ recipient: customer.user_id });
    expect(double.state.sent.at(-1)!.body).not.toHaveProperty('to');
    // The number shows up later and changes nothing about who it is.
    customer.wa_id = '447946099999';
    await greet('It is me again');
    expect(await chats()).toHaveLength(1);
  });

  test.each([
    ['553188887777', '+5531988887777'],
    ['5215512345678', '+525512345678'],
    ['22997123456', '+2290197123456'],
  ])('%s is the customer with %s', async (waId, phone) => {
    const known = await callApi<{ id: string }>(app.fetch, 'POST', '/customers', {
      token: owner.token,
      body: { name: 'Priya', phone },
    });
    customer.wa_id = waId;
    await greet();
    customer.wa_id = phone.slice(1);
    await greet();
    expect((await chats()).map(({ customer_id }) => customer_id)).toEqual([known.data.id]);
  });

  test('another user id on a known number is another person', async () => {
    await greet();
    const second = double.addCustomer({ name: 'Tom Hale', wa_id: customer.wa_id });
    double.write(number.id, second, 'I have this number now');
    await deliver();
    const previews = (await chats()).map((chat) => chat.last_message_preview);
    expect(previews.toSorted()).toEqual(['Are you open?', 'I have this number now']);
  });

  test('a changed user id stays the same chat', async () => {
    customer.wa_id = null;
    await greet();
    double.webhooks.message(
      number.id,
      { ...customer },
      {
        type: 'system',
        system: { type: 'user_changed_user_id', previous_user_id: customer.user_id, user_id: 'GB.new' },
      },
    );
    customer.user_id = 'GB.new';
    await greet('Still me');
    expect(await chats()).toHaveLength(1);
    expect((await messages()).map(({ message }) => message)).toEqual(['Are you open?', 'Still me']);
  });

  test('a number belongs to one restaurant of an installation', async () => {
    const other = await signUp(app, { restaurantName: 'Next Door' });
    expect(await connect(other)).toMatchObject({ status: 'error', status_reason: 'number_taken' });
    await greet();
    expect(await chats(other)).toEqual([]);
    expect(await chats()).toHaveLength(1);
  });
});

describe('the 24 hours', () => {
  test('a reply written offline that comes too late is refused, and a template goes', async () => {
    await greet();
    app.clock.pass(25 * HOUR);
    expect(await reply('Sorry, we were offline', { seen_inbound_at: null, is_confirmed: true })).toMatchObject({
      status: 409,
      error: { code: 'window_closed' },
    });
    const template = { name: 'order_update', language: 'en_GB', parameters: ['Priya', 'it is ready'] };
    expect(await reply('x', { template: { ...template, parameters: ['Priya'] } })).toMatchObject({
      status: 409,
      error: { code: 'template_missing' },
    });
    expect(await reply('x', { template: { ...template, name: 'summer_menu', parameters: [] } })).toMatchObject({
      status: 409,
      error: { code: 'template_missing' },
    });
    const sent = await reply('x', { template });
    expect(sent.data).toMatchObject({
      type: 'template',
      message: 'Hello Priya, there is news about your order: it is ready',
    });
    await app.jobs.drain();
    await deliver();
    expect(screen()).toEqual(['Hello Priya, there is news about your order: it is ready']);
    expect((await states()).at(-1)).toEqual([sent.data.message, 'delivered', null]);
  });

  test('a window that closes on the way fails the reply with its reason', async () => {
    await greet();
    await reply('Until ten');
    app.clock.pass(25 * HOUR);
    await app.jobs.drain();
    expect((await states()).at(-1)).toEqual(['Until ten', 'failed', 'window_closed']);
    expect(screen()).toEqual([]);
  });
});

describe('nothing is sent twice', () => {
  test.each(['lose', 'hang'] as const)(
    'when the answer is lost (%s), its status settles it',
    async (fault) => {
      await greet();
      double.faults[fault] = 1;
      await reply('Until ten');
      await reply('Ring the bell');
      await app.jobs.drain();
      expect(await states()).toMatchObject([{}, ['Until ten', 'sending', null], ['Ring the bell', 'queued', null]]);
      await deliver();
      expect(screen()).toEqual(['Until ten', 'Ring the bell']);
      expect((await states()).slice(1)).toEqual([
        ['Until ten', 'delivered', null],
        ['Ring the bell', 'delivered', null],
      ]);
    },
    30_000,
  );

  test('without a status it fails as unconfirmed, those behind it go, and a late status corrects it', async () => {
    double.sendsStatuses = false;
    await greet();
    double.faults.lose = 1;
    await reply('Until ten');
    await reply('Ring the bell');
    await app.jobs.drain();
    app.clock.pass(3 * MINUTE);
    await deliverUnconfirmed(app.pools, app.jobs, app.clock.now());
    await app.jobs.drain();
    expect(screen()).toEqual(['Until ten', 'Ring the bell']);
    expect((await states()).slice(1)).toEqual([
      ['Until ten', 'failed', 'unconfirmed'],
      ['Ring the bell', 'sent', null],
    ]);
    const [first] = double.state.sent.filter(({ number: from }) => from === number.id);
    double.webhooks.status(number.id, customer, {
      id: first!.id,
      status: 'delivered',
      biz_opaque_callback_data: first!.reference,
    });
    await deliver();
    expect((await states())[1]).toEqual(['Until ten', 'delivered', null]);
  });

  test('a refused try is repeated, and arrives once', async () => {
    await greet();
    double.refusals = [{ code: 131_056 }, { code: 130_429, status: 429 }];
    await reply('Until ten');
    for (let tries = 0; tries < 4; tries++) await app.jobs.drain({ evenLater: true });
    await deliver();
    expect(screen()).toEqual(['Until ten']);
    expect((await states()).at(-1)).toEqual(['Until ten', 'delivered', null]);
  });
});

describe('the channel', () => {
  test.each([
    [190, 'token_refused'],
    [10, 'permission_missing'],
    [131_042, 'account_blocked'],
    [133_010, 'number_not_registered'],
  ])('code %i breaks it and notifies the restaurant once', async (code, reason) => {
    await greet();
    double.refusals = [{ code }];
    await reply('Until ten');
    await reply('Hello?');
    await app.jobs.drain();
    expect((await get<Channel[]>('/channels'))[0]).toMatchObject({
      status: 'error',
      status_reason: reason,
      last_error_code: String(code),
    });
    expect((await states()).slice(1)).toEqual([
      ['Until ten', 'failed', 'channel_error'],
      ['Hello?', 'failed', 'channel_error'],
    ]);
    const notes = await get<{ type: string }[]>('/dashboard/notifications/restaurant');
    expect(notes.filter(({ type }) => type === 'channel_error')).toHaveLength(1);
  });

  test('a wrong parameter fails the message and leaves the channel alone', async () => {
    await greet();
    double.refusals = [{ code: 131_009 }];
    await reply('Until ten');
    await app.jobs.drain();
    expect((await states()).at(-1)).toEqual(['Until ten', 'failed', 'channel_error']);
    expect((await get<Channel[]>('/channels'))[0]).toMatchObject({ status: 'connected' });
  });

  test('is paused and resumed by its owner; nothing else is set by hand', async () => {
    const set = (status: string, id = channel.id, token = owner.token) =>
      callApi<Channel>(app.fetch, 'PUT', `/channels/${id}/status`, { token, body: { status } });
    await greet();
    expect((await set('paused')).data).toMatchObject({ id: channel.id, status: 'paused' });
    await reply('Until ten');
    await app.jobs.drain();
    expect((await states()).at(-1)).toEqual(['Until ten', 'failed', 'channel_paused']);
    await greet('Hello?');
    expect((await messages()).at(-1)!.message).toBe('Hello?');
    expect((await set('connected')).data).toMatchObject({ status: 'connected' });
    for (const status of ['error', 'pending', 'disconnected', 'x']) expect((await set(status)).status).toBe(422);
    const other = await signUp(app, { restaurantName: 'Next Door' });
    expect((await set('paused', channel.id, other.token)).status).toBe(404);
    await app.pools.owner.query("UPDATE channels SET status = 'error' WHERE id = $1", [channel.id]);
    expect(await set('connected')).toMatchObject({ status: 409, error: { code: 'channel_not_ready' } });
  });

  test('checks itself again: a pause stays, and a token taken back breaks it', async () => {
    await app.pools.owner.query("UPDATE channels SET status = 'paused' WHERE id = $1", [channel.id]);
    double.webhooks.post(number.waba_id, 'phone_number_quality_update', { event: 'DOWNGRADE' });
    double.state.numbers.set(number.id, { ...number, quality_rating: 'RED' });
    await deliver({ copies: 3 });
    expect((await get<Channel[]>('/channels'))[0]).toMatchObject({ status: 'paused', quality_rating: 'red' });
    double.state.tokens.clear();
    double.webhooks.post(number.waba_id, 'account_update', { event: 'DISABLED_UPDATE' });
    await deliver();
    expect((await get<Channel[]>('/channels'))[0]).toMatchObject({ status: 'error', status_reason: 'token_refused' });
  });
});

describe('files', () => {
  test('of a customer are stored privately and shown to staff', async () => {
    double.state.media.set('m1', { bytes: Buffer.from('a picture'), mime_type: 'image/png' });
    double.webhooks.message(number.id, customer, { type: 'image', image: { id: 'm1', mime_type: 'image/png' } });
    await deliver();
    const [message] = await messages();
    const [file] = message!.attachments;
    expect(file).toMatchObject({ kind: 'image', state: 'stored', bytes: 9 });
    expect((await chats())[0]!.last_message_preview).toBe('Photo');
    const path = `/chat/${message!.chat_id}/files/${file!.id}`;
    expect(await get(path)).toMatchObject({ data_url: `data:image/png;base64,${btoa('a picture')}` });
    const other = await signUp(app, { restaurantName: 'Next Door' });
    expect((await callApi(app.fetch, 'GET', path, { token: other.token })).status).toBe(404);
    expect((await callApi(app.fetch, 'GET', path, {})).status).toBe(401);
  });

  test('that are too large stay on the customer’s phone', async () => {
    double.state.media.set('m2', { bytes: Buffer.alloc(5 * 1024 * 1024 + 1), mime_type: 'video/mp4' });
    double.webhooks.message(number.id, customer, { type: 'video', video: { id: 'm2', mime_type: 'video/mp4' } });
    await deliver();
    expect((await messages())[0]!.attachments[0]).toMatchObject({ state: 'too_large' });
  });

  test('of staff reach the customer', async () => {
    await greet();
    const [chat] = await chats();
    const id = crypto.randomUUID();
    const path = `/chat/${chat!.id}/files/${id}`;
    const put = (data: string) =>
      callApi(app.fetch, 'PUT', path, { token: owner.token, body: { file_name: 'menu.pdf', data } });
    expect((await put(btoa('<html>'))).status).toBe(422);
    expect((await put(btoa('%PDF-1.4'))).status).toBe(200);
    expect((await put(btoa('%PDF-1.4'))).status).toBe(200);
    expect((await reply('Our menu', { file_id: id })).data.attachments).toMatchObject([{ id, kind: 'document' }]);
    await app.jobs.drain();
    expect(screen()).toEqual(['[document] Our menu']);
  });
});

describe('erasing the customer', () => {
  test('leaves nothing of the conversation, its files and its events', async () => {
    customer = double.addCustomer({ name: 'Xenia Quillfeather' });
    double.state.media.set('m3', { bytes: Buffer.from('a face'), mime_type: 'image/png' });
    double.webhooks.message(number.id, customer, { type: 'image', image: { id: 'm3', mime_type: 'image/png' } });
    await greet('Xenia here');
    app.clock.pass(25 * HOUR);
    const template = { name: 'order_update', language: 'en_GB', parameters: ['Xenia', 'it is ready'] };
    await reply('x', { template });
    await app.jobs.drain();
    await deliver();
    const [chat] = await chats();
    const [file] = (await messages()).flatMap(({ attachments }) => attachments);
    const key = fileKey(owner.restaurant.id, file!.id);
    expect(await openFiles(app.env).get(key)).not.toBeNull();
    const traces = ['Xenia', customer.wa_id!, file!.id];
    expect((await searchDatabase(app.pools, traces)).length).toBeGreaterThan(5);

    await callApi(app.fetch, 'DELETE', `/customers/${chat!.customer_id}`, { token: owner.token });
    await app.jobs.drain();
    const left = await searchDatabase(app.pools, traces);
    expect(left.filter((row) => !row.startsWith('pgboss.'))).toEqual([]);
    expect(await openFiles(app.env).get(key)).toBeNull();

    // Whoever writes again is new here, and a copy of an old event is still known.
    await post(
      double.webhooks.sender.sent[delivered - 1]!.rawBody,
      double.webhooks.sender.sent[delivered - 1]!.headers,
    );
    await app.jobs.drain();
    expect(await chats()).toEqual([]);
    await greet('Hello again');
    expect((await chats()).map(({ customer_name: name }) => name)).toEqual(['Xenia Quillfeather']);
  });
});

describe('the webhook', () => {
  const body = (id = 'wamid.forged') =>
    JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [
        {
          id: number.waba_id,
          changes: [
            {
              field: 'messages',
              value: {
                metadata: { phone_number_id: number.id },
                contacts: [{ user_id: 'GB.1', profile: { name: 'Eve' } }],
                messages: [{ id, from_user_id: 'GB.1', timestamp: '1795000000', type: 'text', text: { body: 'Hi' } }],
              },
            },
          ],
        },
      ],
    });
  const stored = async () =>
    (await app.pools.owner.query('SELECT 1 FROM whatsapp_events WHERE restaurant_id = $1', [owner.restaurant.id]))
      .rowCount;

  test('answers the challenge with the right token only', async () => {
    const challenge = (token: string, mode = 'subscribe') =>
      app.fetch(
        new Request(
          `https://galley.test/backend/webhooks/whatsapp?hub.mode=${mode}&hub.challenge=12%3C34&hub.verify_token=${token}`,
        ),
      );
    const answered = await challenge('a-verify-token');
    expect([answered.status, await answered.text()]).toEqual([200, '12<34']);
    expect(answered.headers.get('Content-Type')).toContain('text/plain');
    for (const [token, mode] of [['wrong'], [''], ['a-verify-token', 'unsubscribe']] as const)
      expect((await challenge(token, mode)).status).toBe(403);
  });

  test('1,000 forged or altered requests change nothing', async () => {
    const right = body();
    const signature = signWhatsapp(SECRET, right);
    for (let n = 0; n < 1000; n++) {
      const forged: [string, Record<string, string>][] = [
        [right, {}],
        [right, { 'X-Hub-Signature-256': signWhatsapp(`another-secret-${n}`, right) }],
        [right.replace('Hi', `Hi${n}`), { 'X-Hub-Signature-256': signature }],
        [`${right} `, { 'X-Hub-Signature-256': signature }],
        [right, { 'X-Hub-Signature-256': signature.replace('sha256=', 'sha1=') }],
        [right, { 'X-Hub-Signature-256': signature.slice(0, -1) }],
        [right, { 'X-Hub-Signature': signature }],
        [right, { 'X-Hub-Signature-256': signature.toUpperCase() }],
      ];
      const [rawBody, headers] = forged[n % forged.length]!;
      expect((await post(rawBody, headers)).status).toBe(401);
    }
    await app.jobs.drain();
    expect(await stored()).toBe(0);
    expect(await chats()).toEqual([]);
  });

  test('100 copies of one event have one effect', async () => {
    const raw = body('wamid.same');
    const headers = { 'X-Hub-Signature-256': signWhatsapp(SECRET, raw) };
    const answers = await Promise.all(Array.from({ length: 100 }, async () => post(raw, headers)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await app.jobs.drain();
    expect(await stored()).toBe(1);
    expect(await states()).toEqual([['Hi', 'delivered', null]]);
    // Also when the rest of the request differs.
    const later = raw.replace('Eve', 'Eva');
    await post(later, { 'X-Hub-Signature-256': signWhatsapp(SECRET, later) });
    await app.jobs.drain();
    expect(await states()).toHaveLength(1);
  });

  test('a flood of one customer is limited, and others get through', async () => {
    for (let n = 0; n < 60; n++) double.write(number.id, customer, `message ${n}`);
    const second = double.addCustomer({ name: 'Tom Hale' });
    double.write(number.id, second, 'A table for two?');
    await deliver();
    const all = await chats();
    expect(all.map(({ customer_name, unread_count }) => [customer_name, unread_count]).toSorted()).toEqual([
      ['Priya Nair', 30],
      ['Tom Hale', 1],
    ]);
    app.clock.pass(2 * MINUTE);
    await greet('One more');
    expect((await chats())[0]).toMatchObject({ customer_name: 'Priya Nair', unread_count: 31 });
  });

  test('signed nonsense is refused or skipped without a fault', async () => {
    const signed = (raw: string) => post(raw, { 'X-Hub-Signature-256': signWhatsapp(SECRET, raw) });
    for (const raw of ['', '{', '[]', '{"object":"page","entry":[]}', '{"object":"whatsapp_business_account"}'])
      expect((await signed(raw)).status).toBe(400);
    const odd = [
      body().replace('"timestamp":"1795000000"', '"timestamp":"soon"'),
      body().replace(number.id, '999'),
      body().replace('"id":"wamid.forged"', `"id":"${'x'.repeat(400)}"`),
    ];
    for (const raw of odd) expect((await signed(raw)).status).toBe(200);
    await app.jobs.drain();
    expect(await chats()).toEqual([]);
    const hostile = body('wamid.hostile').replace('"Hi"', '"a\\u0000b\\ud800"').replace('Eve', '<b>Eve</b>');
    await signed(hostile);
    await app.jobs.drain();
    expect((await states())[0]![0]).toBe('ab\ufffd');
  });

  test('a blocked customer reaches nobody', async () => {
    await greet();
    await app.pools.owner.query(
      "UPDATE customers SET customer_status = 'blocked', version = (SELECT version FROM spaces s WHERE s.restaurant_id = customers.restaurant_id) WHERE restaurant_id = $1",
      [owner.restaurant.id],
    );
    await greet('Hello?');
    expect((await chats())[0]).toMatchObject({ unread_count: 1 });
  });
});
