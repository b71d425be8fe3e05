import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Chatbot } from '../../contract/chatbot/calls.ts';
import type { Chat, ChatMessage, Choices } from '../../contract/chats/calls.ts';
import { DAY } from '../../contract/restaurant/zone.ts';
import { callApi, requestData } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { makeMenu } from '../../tests/api/tablet.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { createBus } from '../platform/bus.ts';
import { answerId, answerJobs } from './answer-message.ts';
import { listUnanswered } from './list-unanswered.ts';

/** The default of CHATBOT_ANSWERS_MAX. */
const ANSWERS_MAX = 20;

let app: TestApp;
let owner: SignedUp;
beforeAll(async () => {
  app = await startApp({ startsAt: '2026-11-20T18:30:00.000Z' });
});
beforeEach(async () => {
  owner = await signUp(app);
});
afterAll(() => app.close());

const asOwner = <T = Chatbot>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
  callApi<T>(app.fetch, method, path, { token: owner.token, ...(body ? { body } : {}) });
const restaurant = { restaurant_name: 'Tamarind', full_address: '5 Quay Street', postal_code: 'SE1 9SG' };
const setUp = async (more: object = {}) => {
  await asOwner('POST', '/chatbot', restaurant);
  await asOwner('POST', '/chatbot/manage', { tone: 'brief', is_enabled: true, ...more });
};

describe('the set-up', () => {
  test('begins with the restaurant’s own fields and without a chatbot', async () => {
    expect((await asOwner('GET', '/chatbot')).data).toMatchObject({
      is_chatbot_created: false,
      restaurant_name: owner.restaurant.name,
      address: ['1 Harbour Street'],
      working_hours: owner.restaurant.opening_hours,
      delivery_partners: [],
      completed_steps: [],
      is_enabled: false,
      answered_by: 'records',
    });
  });

  test('saves each step on its own, so that it goes on later', async () => {
    const created = await asOwner('POST', '/chatbot', restaurant);
    expect(created.data).toMatchObject({
      is_chatbot_created: true,
      restaurant_name: 'Tamarind',
      address: ['5 Quay Street'],
      postal_code: 'SE1 9SG',
      completed_steps: ['restaurant'],
    });
    await asOwner('POST', '/chatbot/contacts', {
      business_telephone: '020 7946 0018',
      kitchen_telephone: '',
      restaurant_email: 'hello@tamarind.test',
      website_url: 'https://www.tamarind.example/',
    });
    await asOwner('POST', '/chatbot/deliverypartner', { partner_name: 'Swift', partner_url: 'https://swift.example' });
    await asOwner('POST', '/chatbot/deliverypartner', {
      partner_name: 'swift',
      partner_url: 'https://swift.example/b',
    });
    await asOwner('POST', '/chatbot/manage', { skipped_step: 'files' });
    const day = { weekday: 1, is_open: true, periods: [{ open_time: '10:00', close_time: '22:00' }] };
    const { data } = await asOwner('POST', '/chatbot/hours', { days: [day] });
    expect(data).toMatchObject({
      business_telephone: '+442079460018',
      kitchen_telephone: null,
      restaurant_email: 'hello@tamarind.test',
      website_url: 'https://www.tamarind.example/',
      delivery_partners: [{ partner_name: 'swift', partner_url: 'https://swift.example/b' }],
      working_hours: { days: [day] },
      completed_steps: ['restaurant', 'contacts', 'delivery_partners', 'files', 'hours'],
    });
    const removed = await asOwner('DELETE', `/chatbot/deliverypartner/${data.delivery_partners[0]!.id}`);
    expect(removed.data.delivery_partners).toEqual([]);
  });

  test('changes the restaurant on every device', async () => {
    await asOwner('POST', '/chatbot', restaurant);
    const { rows } = await app.pools.owner.query<{ name: string; version: string; space: string }>(
      'SELECT r.name, r.version, s.version AS space FROM restaurants r JOIN spaces s USING (restaurant_id) WHERE restaurant_id = $1',
      [owner.restaurant.id],
    );
    expect(rows[0]).toMatchObject({ name: 'Tamarind', version: rows[0]!.space });
  });

  test('names the field that is wrong', async () => {
    const contacts = { business_telephone: 'call me', restaurant_email: 'a@b.test', website_url: 'http://127.0.0.1/' };
    expect((await asOwner('POST', '/chatbot/contacts', contacts)).error?.field_errors).toEqual({
      business_telephone: 'This is not a telephone number',
      website_url: 'This address is not on the public internet',
    });
    const partner = { partner_name: 'Swift', partner_url: 'http://169.254.169.254/latest' };
    expect((await asOwner('POST', '/chatbot/deliverypartner', partner)).error?.field_errors).toHaveProperty(
      'partner_url',
    );
    const overlapping = [
      {
        weekday: 1,
        is_open: true,
        periods: [
          { open_time: '10:00', close_time: '15:00' },
          { open_time: '14:00', close_time: '20:00' },
        ],
      },
    ];
    expect((await asOwner('POST', '/chatbot/hours', { days: overlapping })).status).toBe(422);
    expect((await asOwner('POST', '/chatbot/manage', { is_enabled: true })).error?.field_errors).toHaveProperty(
      'is_enabled',
    );
    expect((await asOwner('POST', '/chatbot/manage', { languages: [] })).status).toBe(422);
  });

  test('of one restaurant is invisible to another', async () => {
    await setUp({ faqs: [{ q: 'Secret?', a: 'Hidden answer' }] });
    const stranger = await signUp(app);
    const theirs = await callApi(app.fetch, 'GET', '/chatbot', { token: stranger.token });
    expect(JSON.stringify(theirs.data)).not.toContain('Hidden');
  });
});

describe('picture and file', () => {
  test('are saved, and a private address is refused', async () => {
    await setUp();
    const saved = await asOwner('POST', '/chatbot/files', {
      file_upload_url: 'https://www.tamarind.example/about.txt',
    });
    expect(saved.data).toMatchObject({
      file_upload_url: 'https://www.tamarind.example/about.txt',
      completed_steps: ['restaurant', 'files'],
    });
    const refused = await asOwner('POST', '/chatbot/files', { file_upload_url: 'http://[::1]/about.txt' });
    expect(refused.error?.field_errors).toHaveProperty('file_upload_url');
  });
});

describe('the test chat', () => {
  const putQuestion = (message: string) =>
    asOwner<{ response: string; escalated: boolean; source: string }>('POST', '/chatbot/chat', { message });

  test('answers from the records, with the text trimmed', async () => {
    await setUp({ faqs: [{ q: 'Is there parking?', a: 'In Sumner Street.' }] });
    expect((await putQuestion('  Is there parking?  ')).data).toEqual({
      response: 'In Sumner Street.',
      escalated: false,
      source: 'records',
    });
    expect((await putQuestion('Who is the chef?')).data.escalated).toBe(true);
  });

  test('starts as a chat of somebody who says hello: greeting, what the bot is, and its choices', async () => {
    await setUp({ greeting: 'Welcome to Tamarind', languages: ['de', 'en'] });
    const start = { message: 'Start', choice_id: 'start' };
    const { data } = await asOwner<{ response: string; choices: Choices }>('POST', '/chatbot/chat', start);
    expect(data.response).toMatch(/^Welcome to Tamarind\n\n.*automatische.* Was kann ich für Sie tun\?/);
    expect(data.choices.rows.map(({ title }) => title)).toContain('Öffnungszeiten');
    const token = await write('Hallo');
    await app.jobs.drain();
    expect(await botMessages(token)).toEqual([data.response]);
  });

  test('refuses a blank message', async () => {
    for (const message of ['', '   ', '\n\t'])
      expect((await putQuestion(message)).error?.field_errors).toEqual({ message: 'Message is required' });
  });
});

interface Written {
  token: string;
}

const at = () => `/public/restaurants/${owner.restaurant.slug}/chats`;
const write = async (message: string, token?: string): Promise<string> => {
  if (token) {
    await requestData(app.fetch, 'POST', `${at()}/${token}/messages`, { body: { message } });
    return token;
  }
  const headers = { 'x-forwarded-for': `198.51.100.${Math.floor(Math.random() * 250)}` };
  const body = { customer: { name: 'Priya Shah', phone: '+447700900123' }, message };
  return (await requestData<Written>(app.fetch, 'POST', at(), { body, headers })).token;
};
const messagesOf = (token: string) =>
  requestData<{ author: string; message: string }[]>(app.fetch, 'GET', `${at()}/${token}/messages`);
const botMessages = async (token: string) =>
  (await messagesOf(token)).filter(({ author }) => author === 'bot').map(({ message }) => message);
const chatOf = async () => (await requestData<Chat[]>(app.fetch, 'GET', '/chat', { token: owner.token }))[0]!;

describe('in a customer’s chat', () => {
  test('answers once, whatever the language', async () => {
    await setUp();
    const token = await write('¿A qué hora abren mañana?');
    await app.jobs.drain();
    await app.jobs.drain();
    const answers = await botMessages(token);
    expect(answers).toHaveLength(1);
    expect(answers[0]).toMatch(/abierto 11:00–23:00/);
    expect(await chatOf()).toMatchObject({ needs_human: false, last_message_author: 'bot', unread_count: 1 });
  });

  test('says nothing while it is off', async () => {
    const token = await write('Are you open?');
    await app.jobs.drain();
    expect(await botMessages(token)).toEqual([]);
  });

  test('asks a person when it does not know, and tells the restaurant once', async () => {
    await setUp();
    const token = await write('Who is the head chef?');
    await app.jobs.drain();
    await write('And the sous-chef?', token);
    await app.jobs.drain();
    expect(await chatOf()).toMatchObject({ needs_human: true });
    const { rows } = await app.pools.owner.query(
      "SELECT id FROM notifications WHERE restaurant_id = $1 AND type = 'chat_needs_human'",
      [owner.restaurant.id],
    );
    expect(rows).toHaveLength(1);
  });

  test('lists what it could not answer in the last seven days for its owner alone, equal questions once', async () => {
    await setUp();
    const unanswered = () => asOwner<{ question: string; times: number }[]>('GET', '/chatbot/unanswered');
    const token = await write('Who is the head chef?');
    await app.jobs.drain();
    await write('Are you open now?', token);
    await app.jobs.drain();
    await write('who is the HEAD chef?', token);
    await app.jobs.drain();
    app.clock.set(new Date(app.clock.now().getTime() + 60_000).toISOString());
    const asked = await write('Are dogs welcome?');
    await app.jobs.drain();
    expect((await unanswered()).data).toEqual([
      { id: expect.any(String), question: 'Are dogs welcome?', times: 1, asked_at: expect.any(String) },
      { id: expect.any(String), question: 'who is the HEAD chef?', times: 2, asked_at: expect.any(String) },
    ]);
    const { token: stranger } = await signUp(app);
    expect((await callApi(app.fetch, 'GET', '/chatbot/unanswered', { token: stranger })).data).toEqual([]);
    // Whoever has gone on with the guide has written an answer, no question.
    await write('Talk to a person', asked);
    await app.jobs.drain();
    expect((await unanswered()).data).toHaveLength(2);
    const scope = { db: drizzle(app.pools.owner), restaurantId: owner.restaurant.id };
    expect(await listUnanswered(scope, app.clock.now())).toHaveLength(2);
    expect(await listUnanswered(scope, new Date(app.clock.now().getTime() + 8 * DAY))).toEqual([]);
  });

  test('begins with the greeting of the owner, once', async () => {
    await setUp({ greeting: 'Welcome to Tamarind' });
    const token = await write('Are you open now?');
    await app.jobs.drain();
    await write('Are you open now?', token);
    await app.jobs.drain();
    const answers = await botMessages(token);
    expect(answers.map((one) => one.startsWith('Welcome to Tamarind'))).toEqual([true, false]);
  });

  test('answers a message once, though its job runs again', async () => {
    await setUp();
    const token = await write('Are you open now?');
    const chat = await chatOf();
    const { messages } = await requestData<{ messages: ChatMessage[] }>(app.fetch, 'GET', `/chat/${chat.id}`, {
      token: owner.token,
    });
    const run = runner();
    await Promise.all([1, 2, 3].map(() => run(chat.id, messages[0]!.id)));
    await app.jobs.drain();
    expect(await botMessages(token)).toHaveLength(1);
    const after = await requestData<{ messages: ChatMessage[] }>(app.fetch, 'GET', `/chat/${chat.id}`, {
      token: owner.token,
    });
    expect(after.messages[1]).toMatchObject({ id: answerId(messages[0]!.id), author: 'bot' });
  });

  test('stops when the customer wants a person', async () => {
    await setUp();
    const token = await write('I want to talk to a real person');
    await app.jobs.drain();
    expect(await chatOf()).toMatchObject({ is_paused: true, pause_reason: 'customer_asked', needs_human: true });
    await write('Are you open?', token);
    await app.jobs.drain();
    expect(await botMessages(token)).toHaveLength(1);
  });

  test('keeps its language: a word that another one has, too, and a dish’s name do not change it', async () => {
    await makeDishes('Pão de queijo', 'Naan con queso');
    await setUp();
    const token = await write('Hello, are you open now, and until when?');
    for (const one of ['Pão de queijo: price?', 'Naan con queso?', 'come on, no delivery?']) {
      await write(one, token);
      await app.jobs.drain();
    }
    await write('¿Puedo pagar con tarjeta? ¿Hasta qué hora están abiertos hoy?', token);
    await app.jobs.drain();
    const answers = await botMessages(token);
    expect(answers.slice(0, -1).join(' ')).not.toMatch(/¿|cuesta|custa|abiert|equip[oa]/);
    expect(answers.at(-1)).toMatch(/abierto|Está/i);
  });

  test('is limited for a customer who floods it', async () => {
    await setUp();
    let token = await write('Are you open now?');
    for (let i = 0; i < ANSWERS_MAX + 9; i += 1) token = await write('Are you open now?', token);
    await app.jobs.drain();
    expect(await botMessages(token)).toHaveLength(ANSWERS_MAX);
    expect(await chatOf()).toMatchObject({ needs_human: true });
  });
});

const makeDishes = async (...names: string[]) => {
  const { bookId, categoryId } = await makeMenu(app, owner, 0);
  await requestData(app.fetch, 'PUT', `/menu/books/${bookId}`, { token: owner.token, body: { status: 'published' } });
  for (const name of names)
    await requestData(app.fetch, 'POST', `/menu/books/${bookId}/categories/${categoryId}/items`, {
      token: owner.token,
      body: { name, price_amount: 950 },
    });
};

const runner = () => {
  const run = answerJobs({
    pools: app.pools,
    bus: createBus(),
    env: app.env,
    log: app.log,
    llm: null,
    answersMax: 20,
  })['chatbot.answer']!;
  const context = { owner: app.pools.owner, clock: app.clock, enqueue: app.jobs.enqueue };
  return (chatId: string, messageId: string) =>
    run({ restaurant_id: owner.restaurant.id, chat_id: chatId, message_id: messageId }, context);
};

test('a message that was written within the bot’s hours is answered, though they are over by then', async () => {
  await setUp({ answers_when: 'open' });
  app.clock.set('2026-11-20T22:59:59.000Z');
  const token = await write('Can I pay by card?');
  app.clock.set('2026-11-20T23:00:30.000Z');
  await app.jobs.drain();
  expect(await botMessages(token)).toHaveLength(1);
  app.clock.set('2026-11-20T18:30:00.000Z');
});

describe('a paused chat', () => {
  test('gets no answer', async () => {
    await setUp();
    const token = await write('Are you open now?');
    await requestData(app.fetch, 'POST', `/chat/${(await chatOf()).id}/pause`, { token: owner.token, body: {} });
    await app.jobs.drain();
    expect(await botMessages(token)).toEqual([]);
  });

  test('gets nothing after a reply of the staff, which pauses it', async () => {
    await setUp();
    const token = await write('Are you open now?');
    const { id } = await chatOf();
    await requestData(app.fetch, 'POST', `/chat/${id}/message`, { token: owner.token, body: { message: 'Yes' } });
    await requestData(app.fetch, 'POST', `/chat/${id}/resume`, { token: owner.token, body: {} });
    await app.jobs.drain();
    expect(await botMessages(token)).toEqual([]);
  });

  test('receives nothing that was composed before the pause and not yet delivered', async () => {
    await setUp();
    const token = await write('Are you open now?');
    const chat = await chatOf();
    const { messages } = await requestData<{ messages: ChatMessage[] }>(app.fetch, 'GET', `/chat/${chat.id}`, {
      token: owner.token,
    });
    await runner()(chat.id, messages[0]!.id);
    await requestData(app.fetch, 'POST', `/chat/${chat.id}/pause`, { token: owner.token, body: {} });
    await app.jobs.drain();
    expect(await botMessages(token)).toEqual([]);
    const after = await requestData<{ messages: ChatMessage[] }>(app.fetch, 'GET', `/chat/${chat.id}`, {
      token: owner.token,
    });
    expect(after.messages[1]).toMatchObject({
      author: 'bot',
      delivery_status: 'failed',
      failure_code: 'channel_paused',
    });
    // The guest has not read yet that a machine answers. Of two changes at one instant either may stand.
    app.clock.pass(1000);
    await requestData(app.fetch, 'POST', `/chat/${chat.id}/resume`, { token: owner.token, body: {} });
    await write('Are you open now?', token);
    await app.jobs.drain();
    expect((await botMessages(token)).at(-1)).toContain('An automatic assistant answers here');
  });

  test('gets no bot message in a race, in either order', async () => {
    await setUp();
    for (let round = 0; round < 12; round += 1) {
      const token = await write('Are you open now?');
      const chat = await chatOf();
      const { messages } = await requestData<{ messages: ChatMessage[] }>(app.fetch, 'GET', `/chat/${chat.id}`, {
        token: owner.token,
      });
      const pause = () => requestData(app.fetch, 'POST', `/chat/${chat.id}/pause`, { token: owner.token, body: {} });
      const answer = () => runner()(chat.id, messages[0]!.id);
      await Promise.all(round % 2 === 0 ? [pause(), answer()] : [answer(), pause()]);
      await app.jobs.drain();
      expect(await botMessages(token)).toEqual([]);
      app.clock.pass(11 * 60_000);
    }
  });
});

describe('two devices that were offline', () => {
  const at = (minute: number) => ({ occurred_at: `2026-11-20T18:${minute}:00.000Z`, device_name: 'Bar tablet' });

  test('keep what each changed, in whatever order they arrive', async () => {
    await setUp();
    await asOwner('POST', '/chatbot/manage', { greeting: 'Ahoy', ...at(20) });
    const { notice } = await asOwner('POST', '/chatbot/manage', { languages: ['en', 'fr'], ...at(10) });
    expect(notice).toBeUndefined();
    await asOwner('POST', '/chatbot/contacts', { restaurant_email: 'hello@tamarind.test', ...at(20) });
    await asOwner('POST', '/chatbot/contacts', { business_telephone: '020 7946 0018', ...at(10) });
    for (const [minute, partner_name] of ['Swift', 'Bolt', 'swift'].entries())
      await asOwner('POST', '/chatbot/deliverypartner', {
        partner_name,
        partner_url: 'https://example.com',
        ...at(15 + minute),
      });
    expect((await asOwner('GET', '/chatbot')).data).toMatchObject({
      greeting: 'Ahoy',
      languages: ['en', 'fr'],
      restaurant_email: 'hello@tamarind.test',
      business_telephone: '+442079460018',
      delivery_partners: [{ partner_name: 'swift' }, { partner_name: 'Bolt' }],
    });
  });

  test('learn that a later change of the same text stands', async () => {
    await setUp();
    await asOwner('POST', '/chatbot/manage', { greeting: 'Ahoy', ...at(20) });
    const { data, notice } = await asOwner('POST', '/chatbot/manage', { greeting: 'Hello', tone: 'formal', ...at(10) });
    expect(data).toMatchObject({ greeting: 'Ahoy' });
    expect(notice).toMatchObject({ code: 'superseded', fields: { greeting: { device_name: 'Bar tablet' } } });
  });
});
