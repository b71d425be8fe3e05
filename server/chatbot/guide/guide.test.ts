import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Chat, ChatMessage, Choices } from '../../../contract/chats/calls.ts';
import type { Order } from '../../../contract/orders/calls.ts';
import type { Reservation } from '../../../contract/reservations/calls.ts';
import { requestData } from '../../../tests/support/api.ts';
import { openChat } from '../../../tests/support/chat-visitor.ts';
import { publishWebsite } from '../../../tests/support/publish-website.ts';
import { openOneTable } from '../../../tests/support/reservation-table.ts';
import { startApp, type TestApp } from '../../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../../tests/support/sign-up.ts';
import { startWhatsappDouble, type WhatsappDouble } from '../../../tests/support/doubles/graph/graph.ts';
import { chatbotLanguages, nameOfLanguage } from '../../../contract/chatbot/rows.ts';
import { phraseIn } from '../languages/languages.ts';

/** A Friday evening. */
const NOW = '2026-11-20T18:30:00.000Z';

let app: TestApp;
let double: WhatsappDouble;
let owner: SignedUp;
/** The ids of dishes, by name. */
let ids: Record<string, string>;
let items: string;

beforeAll(async () => {
  double = await startWhatsappDouble({
    appSecret: 'an-app-secret',
    verifyToken: 'a-verify-token',
    webhookUrl: null,
    clock: { now: () => app.clock.now() },
  });
  app = await startApp({ startsAt: NOW, settings: double.settings });
});
afterAll(async () => {
  await app.close();
  await double.close();
});

const asOwner = <T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) =>
  requestData<T>(app.fetch, method, path, { token: owner.token, body });
async function addDish(name: string, price_amount: number, more: object = {}) {
  const { id } = await asOwner<{ id: string }>('POST', items, { name, price_amount, ...more });
  ids[name] = id;
}
const addGroup = async (body: { modifiers: object[] } & Record<string, unknown>) =>
  (
    await asOwner<{ id: string }>('POST', '/menu/modifier-groups', {
      ...body,
      modifiers: body.modifiers.map((one) => ({ id: randomUUID(), ...one })),
    })
  ).id;

beforeEach(async () => {
  app.clock.set(NOW);
  owner = await signUp(app);
  ids = {};
  const { id: book } = await asOwner<{ id: string }>('POST', '/menu/books', { name: 'Evening' });
  const { id: category } = await asOwner<{ id: string }>('POST', `/menu/books/${book}/categories`, { name: 'Food' });
  items = `/menu/books/${book}/categories/${category}/items`;
  await asOwner('POST', `/menu/books/${book}/categories`, { name: 'Empty' });
  const heat = await addGroup({
    name: 'Heat',
    selection_type: 'single',
    modifiers: [{ name: 'Mild' }, { name: 'Hot' }],
  });
  const rice = await addGroup({
    name: 'Rice',
    selection_type: 'single',
    min_selected: 1,
    max_selected: 1,
    modifiers: [{ name: 'Plain rice' }, { name: 'Chilli rice', price_amount: 150, nested_group_ids: [heat] }],
  });
  const extras = await addGroup({
    name: 'Extras',
    selection_type: 'quantity',
    max_selected: 3,
    modifiers: [{ name: 'Satay sauce', price_amount: 100, allergens: ['peanuts'], max_quantity: 2 }, { name: 'Raita' }],
  });
  await addDish('Butter chicken', 950, {
    allergens: [],
    allergens_confirmed_at: NOW,
    modifier_groups: [{ id: extras }],
  });
  await addDish('Chicken biryani', 1100);
  await addDish('Garlic naan', 300);
  await addDish('Cheese and chilli naan', 400);
  await addDish('Mango lassi', 350, {
    variants: [
      { id: randomUUID(), name: 'Small', price_amount: 350, is_default: true },
      { id: randomUUID(), name: 'Large', price_amount: 500 },
    ],
  });
  await addDish('Thali', 1400, { modifier_groups: [{ id: rice }] });
  await asOwner('PUT', `/menu/books/${book}`, { status: 'published' });
  await asOwner('POST', '/chatbot', { restaurant_name: 'Tamarind', full_address: '5 Quay Street', postal_code: '' });
  await asOwner('POST', '/chatbot/manage', { tone: 'brief', is_enabled: true, takes_orders: true });
});

const visitor = (customer?: Parameters<typeof openChat>[2]) => openChat(app, owner.restaurant.slug, customer);
const orders = () => asOwner<Order[]>('GET', '/orders?limit=50');
const reservations = () => asOwner<Reservation[]>('GET', '/reservations?limit=50');
const newestChat = async () => (await asOwner<Chat[]>('GET', '/chat'))[0]!;
const setTypes = (types: string[]) =>
  app.pools.owner.query(`UPDATE restaurants SET order_type = $2 WHERE restaurant_id = $1`, [
    owner.restaurant.id,
    JSON.stringify(types),
  ]);
/** For 2.50, from 10.00. */
const deliverTo = (postcode: string) =>
  asOwner('POST', '/settings/delivery-locations', {
    name: 'Near',
    area: { location_type: 'postcodes', postcodes: [postcode] },
    fee_amount: 250,
    fee_tiers: [],
    min_order_amount: 1000,
    free_over_amount: null,
  });
const pressAll = async ({ press }: ReturnType<typeof visitor>, ...titles: string[]) => {
  let text = '';
  for (const title of titles) text = await press(title);
  return text;
};
const idOf = ({ rows }: ReturnType<typeof visitor>, title: string) => rows().find((one) => one.title === title)!.id;

/** The chat in which the owner tries the bot. */
function openTrial() {
  const conversation_id = randomUUID();
  let choices: Choices['rows'] = [];
  const send = async (message: string, choice_id?: string): Promise<string> => {
    const body = { message, conversation_id, ...(choice_id && { choice_id }) };
    const reply = await asOwner<{ response: string; choices?: Choices }>('POST', '/chatbot/chat', body);
    choices = reply.choices?.rows ?? [];
    return reply.response;
  };
  const press = (title: string) => {
    const row = choices.find((one) => one.title === title);
    if (!row) throw new Error(`No choice ${title} in ${choices.map((one) => one.title).join(', ')}`);
    return send(title, row.id);
  };
  return { send, press };
}

describe('an order', () => {
  test('is pressed together in at most nine steps, and placed by the button of its summary alone', async () => {
    await setTypes(['pickup']);
    const guest = visitor();
    await guest.send('Hello');
    const summary = await pressAll(guest, 'Order', 'Garlic naan', '2', 'Go on', 'As soon as possible');
    expect(summary).toMatch(
      /Your order for pickup, at about \d\d:\d\d, for Priya Shah:\n2 × Garlic naan: £6\.00\nTogether: £6\.00/,
    );
    expect(await orders()).toEqual([]);
    const button = idOf(guest, 'Yes, order this');
    expect(await guest.press('Yes, order this')).toMatch(/number \S+: £6\.00/);
    expect(await guest.pressId(button)).not.toContain('Thank you');
    const [order, ...others] = await orders();
    expect(others).toEqual([]);
    expect(order).toMatchObject({
      channel: 'chatbot',
      order_type: 'pickup',
      total_amount: 600,
      lines: [{ name: 'Garlic naan', quantity: 2 }],
      customer: { name: 'Priya Shah' },
    });
  });

  test('is pressed by who writes a title, too; a wish for a table without more gets its choices', async () => {
    await setTypes(['pickup', 'reservation']);
    await asOwner('POST', '/chatbot/manage', { takes_reservations: true });
    await openOneTable(asOwner, { until: '22:00' });
    const guest = visitor();
    await guest.send('Hello');
    expect(await guest.send('order')).toContain('which one');
    expect(await guest.send('garlic NAAN')).toContain('how many');
    await guest.send('2');
    expect(await guest.send('go on')).toContain('For when?');
    for (const text of ['Book a table', 'Table for 4 please', 'Mesa para dos'])
      await visitor()
        .send(text)
        .then((answer) => expect([text, answer]).toEqual([text, expect.stringMatching(/how many|cuánt/i)]));
  });

  test('has sizes, choices below choices, several of an extra, and a note that is read back', async () => {
    await setTypes(['pickup']);
    const guest = visitor();
    await guest.send('I would like to order');
    await pressAll(guest, 'Thali', 'Chilli rice', 'Hot', '1');
    await pressAll(guest, 'Add something', 'Mango lassi', 'Large', '1');
    await pressAll(
      guest,
      'Add something',
      'Butter chicken',
      'Satay',
      'Satay',
      'That’s all',
      '1',
      'Note for the kitchen',
    );
    const basket = await guest.send('No coriander, please');
    expect(basket).toContain('1 × Thali (Chilli rice, Hot): £15.50');
    expect(basket).toContain('1 × Mango lassi, Large: £5.00');
    expect(basket).toContain('1 × Butter chicken (2 × Satay sauce, “No coriander, please”): £11.50');
    await pressAll(guest, 'Go on', 'As soon as possible', 'Yes, order this');
    expect((await orders())[0]).toMatchObject({
      total_amount: 3200,
      lines: [{}, {}, { note: 'No coriander, please' }],
    });
  });

  test('that is not finished stands on the chat, so that staff can finish it, until it is placed or ended', async () => {
    await setTypes(['pickup']);
    const guest = visitor();
    await guest.send('order');
    expect((await newestChat()).open_draft).toBeNull();
    await pressAll(guest, 'Order', 'Mango lassi', 'Large', '2', 'Go on');
    const order = {
      order_type: 'pickup',
      lines: [{ menu_item_id: ids['Mango lassi'], variant_id: expect.any(String), quantity: 2 }],
      scheduled_for: null,
    };
    expect((await newestChat()).open_draft).toMatchObject({ order, table: null });
    // It stays when a person takes over.
    await guest.send('I want to talk to a human');
    const chat = await newestChat();
    expect(chat).toMatchObject({ needs_human: true, is_paused: true, open_draft: { order } });
    await asOwner('POST', `/chat/${chat.id}/message`, { message: 'I will finish it for you' });
    expect((await newestChat()).open_draft).toMatchObject({ order });
    const other = visitor({ name: 'Tom Reed', phone: '020 7946 0019' });
    await other.send('order');
    await pressAll(other, 'Order', 'Garlic naan', '1', 'Go on', 'As soon as possible');
    expect((await newestChat()).open_draft).not.toBeNull();
    await other.press('Yes, order this');
    expect((await newestChat()).open_draft).toBeNull();
  });

  test('is tried by the owner up to its last step, as a booking is, and never placed', async () => {
    await setTypes(['pickup', 'reservation']);
    await asOwner('POST', '/chatbot/manage', { takes_reservations: true });
    await openOneTable(asOwner, { until: '20:00' });
    const trial = openTrial();
    await trial.send('I would like to order');
    await trial.press('Garlic naan');
    // A title that is written is pressed.
    await trial.send('2');
    expect(await trial.send('go on')).toContain('For when?');
    await trial.press('As soon as possible');
    expect(await trial.send('Ravi Menon')).toContain('number');
    expect(await trial.send('07700 900123')).toMatch(/for Ravi Menon:\n2 × Garlic naan: £6\.00/);
    expect(await trial.press('Yes, order this')).toContain('Nothing was ordered');
    await trial.send('I want to book a table for four tomorrow at 7');
    for (const title of ['4', 'Saturday 21 November']) await trial.press(title);
    expect(await trial.press('19:00')).toContain('A table for 4 on Saturday 21 November at 19:00');
    expect(await trial.press('Yes, book it')).toContain('Nothing was booked');
    const { customers } = await asOwner<{ customers: unknown[] }>('GET', '/customers');
    expect([await orders(), await reservations(), customers, await asOwner('GET', '/chat')]).toEqual([[], [], [], []]);
  });

  test('is not read or changed by the owner’s trial', async () => {
    await setTypes(['pickup']);
    const guest = visitor();
    await guest.send('I would like to order');
    await guest.press('Garlic naan');
    await guest.press('2');
    const { id: conversation_id } = await newestChat();
    const basket = { message: 'Your basket', choice_id: 'basket', conversation_id };
    expect((await asOwner<{ response: string }>('POST', '/chatbot/chat', basket)).response).not.toContain('naan');
    expect(await guest.pressId('basket')).toContain('2 × Garlic naan');
  });

  test('that has changed voids the button of the summary before', async () => {
    await setTypes(['pickup']);
    const guest = visitor();
    await guest.send('order please');
    await pressAll(guest, 'Order', 'Garlic naan', '1', 'Go on', 'As soon as possible');
    const old = idOf(guest, 'Yes, order this');
    await pressAll(guest, 'Change it', 'Add something', 'Chicken biryani', '1', 'Go on');
    expect(await guest.pressId(old)).toMatch(/has changed since.*Chicken biryani/s);
    expect(await orders()).toEqual([]);
    // So does a price that has changed since.
    const next = idOf(guest, 'Yes, order this');
    await asOwner('PUT', `${items}/${ids['Garlic naan']}`, { price_amount: 500 });
    expect(await guest.pressId(next)).toMatch(/changed in the meantime.*Garlic naan: £5\.00/s);
    expect(await orders()).toEqual([]);
    await guest.press('Yes, order this');
    expect((await orders())[0]).toMatchObject({ total_amount: 1600 });
  });

  test('is delivered where the areas reach, for their fee and from their minimum', async () => {
    await setTypes(['pickup', 'delivery']);
    await deliverTo('SE1');
    const guest = visitor();
    await guest.send('order');
    await pressAll(guest, 'Order', 'Garlic naan', '2', 'Go on', 'Delivery');
    expect(await guest.send('N1 9GU')).toContain('does not deliver to N1 9GU');
    await guest.press('Another address');
    expect(await guest.send('SE1 2AB')).toContain('£4.00 are missing');
    await pressAll(guest, 'Add something', 'Chicken biryani', '1');
    expect(await guest.press('Go on')).toContain('street and house number');
    // A time is no address.
    expect(await guest.send('at 8 pm')).toContain('street and house number');
    await guest.send('5 Quay Street, top bell');
    const summary = await guest.press('As soon as possible');
    expect(summary).toMatch(/delivered to 5 Quay Street, top bell, .*SE1 2AB/);
    expect(summary).toContain('Delivery: £2.50\nTogether: £19.50');
    await guest.press('Yes, order this');
    expect((await orders())[0]).toMatchObject({
      order_type: 'delivery',
      total_amount: 1950,
      delivery_address: { line_1: '5 Quay Street, top bell', postal_code: 'SE1 2AB' },
    });
  });

  test('is for a time of the restaurant while it is closed, and can be accepted back in the chat', async () => {
    await setTypes(['pickup']);
    app.clock.set('2026-11-21T04:00:00.000Z');
    const guest = visitor();
    await guest.send('order');
    await pressAll(guest, 'Order', 'Garlic naan', '1');
    expect(await guest.press('Go on')).toContain('Choose a time. Which day?');
    await pressAll(guest, 'Saturday 21 November');
    const time = guest.rows()[0]!.title;
    expect(await guest.press(time)).toContain(`Saturday 21 November at ${time}`);
    await guest.press('Yes, order this');
    expect(await orders()).toMatchObject([{ order_status: 'pending', is_asap: false }]);
    await guest.send('hello');
    await pressAll(guest, 'My order or booking', 'Order');
    expect(await guest.press('Yes, cancel it')).toContain('is cancelled');
    expect(await orders()).toMatchObject([{ order_status: 'cancelled' }]);
  });
});

test('says once in a chat that a machine answers, whatever is asked first', async () => {
  const guest = visitor();
  const machine = phraseIn('en')('machine');
  expect(await guest.send('When are you open?')).toContain(machine);
  expect(await guest.send('When are you open?')).not.toContain(machine);
  expect(await guest.pressId('home')).not.toContain(machine);
  const other = visitor({ name: 'Tom Reed', phone: '020 7946 0019' });
  expect(await other.send('Hello')).toMatch(/^Hello! I am the automatic assistant/);
  expect(await other.pressId('home')).not.toContain(machine);
});

describe('outside the opening hours', () => {
  /** Saturday, 04:00; the restaurant opens at 11:00. */
  const NIGHT = '2026-11-21T04:00:00.000Z';

  test('whoever is handed over reads when somebody answers', async () => {
    const guest = visitor();
    expect(await guest.send('I want to talk to a human')).not.toContain('closed now');
    app.clock.set(NIGHT);
    const other = visitor({ name: 'Tom Reed', phone: '020 7946 0019' });
    expect(await other.send('When are you open?')).not.toContain('Somebody answers');
    expect(await other.press('Talk to a person').catch(() => other.pressId('person'))).toContain(
      'Somebody answers from Saturday 21 November at 11:00 on.',
    );
  });

  test.each([
    ['open', true, false],
    ['closed', false, true],
    ['always', true, true],
  ])('the bot that answers %s is quiet else, and the team is told', async (answers_when, byDay, byNight) => {
    await asOwner('POST', '/chatbot/manage', { answers_when });
    expect((await visitor().send('When are you open?')) !== '').toBe(byDay);
    app.clock.set(NIGHT);
    const other = visitor({ name: 'Tom Reed', phone: '020 7946 0019' });
    expect((await other.send('When are you open?')) !== '').toBe(byNight);
    const { rows } = await app.pools.owner.query<{ title: string }>(
      "SELECT title FROM notifications WHERE restaurant_id = $1 AND type = 'chat_message'",
      [owner.restaurant.id],
    );
    expect(rows.map(({ title }) => title)).toContain('Tom Reed');
  });
});

test('the bot finishes what a guest has begun when its hours end, by presses and by what it asked for', async () => {
  await setTypes(['pickup', 'delivery']);
  await deliverTo('SE1');
  await asOwner('POST', '/chatbot/manage', { answers_when: 'open' });
  app.clock.set('2026-11-20T22:58:00.000Z');
  const guest = visitor();
  await guest.send('order');
  await pressAll(guest, 'Order', 'Chicken biryani');
  app.clock.set('2026-11-20T23:02:00.000Z');
  expect(await guest.press('2')).toContain('2 × Chicken biryani');
  await pressAll(guest, 'Go on', 'Delivery');
  expect(await guest.send('SE1 2AB')).toContain('street and house number');
  // Whoever begins now is answered by the team.
  expect(await visitor({ name: 'Tom Reed', phone: '020 7946 0019' }).send('order')).toBe('');
});

describe('what is written', () => {
  test.each([
    'two butter chicken and one garlic naan please, one without cheese',
    'Ich hätte gern zwei Butter Chicken, eins ohne Käse',
    'I would like to order a butter chicken for delivery at 8 pm',
    'Vorrei ordinare due butter chicken senza coriandolo',
  ])('is never read as an order: %s', async (message) => {
    await publishWebsite(app, owner.restaurant.id);
    const guest = visitor();
    const answer = await guest.send(message);
    expect(answer).toContain(`/site/${owner.restaurant.slug}`);
    expect(guest.rows().map(({ title }) => title)).toContain('Garlic naan');
    await guest.send('yes');
    await guest.send('change my order: add a cola');
    expect(await orders()).toEqual([]);
  });

  test.each([
    ['2 garlic naan and a chicken biryani please', ['2 × Garlic naan: £6.00', '1 × Chicken biryani: £11.00']],
    ['Quiero dos butter chicken y un garlic naan', ['2 × Butter chicken: £19.00', '1 × Garlic naan: £3.00']],
    ['Ich hätte gern zwei Garlic Naan und drei Chicken Biryani', ['2 × Garlic naan', '3 × Chicken biryani']],
  ])('is a basket where every word is certain, and nothing is placed: %s', async (message, lines) => {
    const text = await visitor().send(message);
    for (const line of lines) expect(text).toContain(line);
    expect(await orders()).toEqual([]);
  });

  test.each([
    '2 garlic naan without garlic',
    '2 garlic naan, one without cheese',
    '2 naan please',
    'two chicken',
    '2 mango lassi',
    'a thali and two garlic naan',
    '2 3 garlic naan',
    'garlic naan chicken biryani 2',
  ])('fills no basket where one word is not: %s', async (message) => {
    const guest = visitor();
    await guest.send(message);
    await guest.pressId('basket');
    expect(await guest.pressId('basket')).not.toMatch(/\d × /);
  });

  test('in between is answered, and what was open is asked again', async () => {
    const guest = visitor();
    await guest.send('order');
    await pressAll(guest, 'Order', 'Garlic naan');
    expect(await guest.send('How much is the chicken biryani?')).toMatch(/£11\.00.*Garlic naan: how many/s);
    expect(await guest.send('3')).toContain('3 × Garlic naan');
  });

  test('and not understood twice goes to the team with what was under way, and the bot is quiet', async () => {
    const guest = visitor();
    await guest.send('order');
    await pressAll(guest, 'Order', 'Garlic naan', '2');
    await guest.send('zorp blah quux');
    await guest.send('brumm wibble');
    const chat = await newestChat();
    expect(chat).toMatchObject({ needs_human: true, is_paused: true });
    const { messages } = await asOwner<{ messages: ChatMessage[] }>('GET', `/chat/${chat.id}`);
    expect(messages.find(({ is_private }) => is_private)?.message).toContain('2 × Garlic naan');
    expect(await guest.send('hello?')).toBe('');
  });
});

describe('the guide', () => {
  test('reads the allergens of a chosen dish with its choices', async () => {
    const guest = visitor();
    await guest.send('Hello');
    const text = await pressAll(guest, 'Allergens of a dish', 'Butter chicken');
    expect(text).toContain('Recorded for Butter chicken + Satay sauce: peanuts.');
    expect(text).not.toContain('none of the 14');
  });

  test.each(chatbotLanguages)(
    'answers hours, delivery and orders in %s, and keeps the language that was chosen',
    async (language) => {
      await setTypes(['pickup', 'delivery']);
      await deliverTo('SE1');
      const phrase = phraseIn(language);
      const guest = visitor();
      await guest.send('Hello');
      if (language !== 'en') {
        await guest.press('Language');
        expect(await guest.press(nameOfLanguage(language))).toBe(phrase('home'));
      }
      expect(await guest.press(phrase('hours'))).toMatch(/\d\d:\d\d/);
      await guest.press(phrase('delivery'));
      await guest.press(phrase('mine'));
      await guest.send('Garlic naan');
      await guest.pressId('home');
      expect(guest.rows().map(({ title }) => title)).toContain(phrase('order'));
      expect(await guest.press(phrase('order'))).toContain(phrase('whichDish', { category: 'Food' }));
    },
  );

  test('offers no orders where the owner has turned them off', async () => {
    await asOwner('POST', '/chatbot/manage', { takes_orders: false });
    const guest = visitor();
    await guest.send('Hello');
    expect(guest.rows().map(({ title }) => title)).not.toContain('Order');
    expect(await guest.pressId(`dish:${ids['Garlic naan']}`)).not.toContain('how many');
    expect(await guest.send('2 garlic naan please')).toContain('asked the team');
    expect(await newestChat()).toMatchObject({ needs_human: true });
  });
});

test('a table is chosen among the free ones, booked by the button of its summary, and cancelled', async () => {
  await setTypes(['reservation']);
  await openOneTable(asOwner, { until: '20:00' });
  const guest = visitor();
  await guest.send('I want to book a table for four tomorrow at 7');
  await pressAll(guest, '4', 'Saturday 21 November');
  const summary = await guest.press('19:00');
  expect(summary).toContain('A table for 4 on Saturday 21 November at 19:00, under the name Priya Shah.');
  expect(await reservations()).toEqual([]);
  const button = idOf(guest, 'Yes, book it');
  await guest.press('Yes, book it');
  await guest.pressId(button);
  expect(await reservations()).toMatchObject([{ guests_count: 4, starts_at: '2026-11-21T19:00:00.000Z' }]);
  await guest.send('hello');
  await pressAll(guest, 'My order or booking', 'Booking', 'Yes, cancel it');
  expect(await reservations()).toMatchObject([{ reservation_status: 'cancelled' }]);
});

test('a booking gets another time or party by the rules of its page, each by the button of its summary', async () => {
  await setTypes(['reservation']);
  await openOneTable(asOwner, { until: '20:00' });
  const guest = visitor();
  await guest.send('I want to book a table for four tomorrow at 7');
  await pressAll(guest, '4', 'Saturday 21 November', '19:00', 'Yes, book it');
  // It is asked for in words, too.
  await guest.send('Can I change my booking?');
  await pressAll(guest, 'Booking', 'Another day or time', 'Saturday 21 November');
  // Its own table counts as free.
  const summary = await guest.press('19:30');
  expect(summary).toContain('A table for 4 on Saturday 21 November at 19:30, under the name Priya Shah.');
  expect((await newestChat()).open_draft).toBeNull();
  expect(await reservations()).toMatchObject([{ starts_at: '2026-11-21T19:00:00.000Z' }]);
  await guest.press('Yes, change it');
  expect(await reservations()).toMatchObject([{ guests_count: 4, starts_at: '2026-11-21T19:30:00.000Z' }]);
  await guest.send('hello');
  await pressAll(guest, 'My order or booking', 'Booking', 'More or fewer people');
  expect(await guest.press('2')).toContain('A table for 2 on Saturday 21 November at 19:30');
  expect(await guest.press('Keep it')).toContain('stays as it is');
  // Beyond the limit of a flood.
  app.clock.set('2026-11-20T18:45:00.000Z');
  await guest.pressId('mine');
  await pressAll(guest, 'Booking', 'More or fewer people', '2', 'Yes, change it');
  expect(await reservations()).toMatchObject([{ guests_count: 2, starts_at: '2026-11-21T19:30:00.000Z' }]);
  // Too late for the rules, and a day later: the team decides.
  await guest.pressId('mine');
  app.clock.set('2026-11-21T19:20:00.000Z');
  expect(await guest.press('Booking')).toMatch(/can’t be changed here any more\. Cancel Booking \d+\?/);
  const [booking] = await reservations();
  await asOwner('POST', `/reservations/${booking!.id}/status`, { reservation_status: 'confirmed' });
  await guest.pressId('mine');
  expect(await guest.press('Booking')).toContain('can’t be changed or cancelled here any more');
  await guest.press('Ask the team');
  expect(await newestChat()).toMatchObject({ needs_human: true, is_paused: true });
  const { id } = await newestChat();
  const { messages } = await asOwner<{ messages: ChatMessage[] }>('GET', `/chat/${id}`);
  expect(messages.filter(({ is_private }) => is_private).at(-1)!.message).toMatch(
    /^Wants to change or cancel booking \S+/,
  );
});

test('whoever asks for a person in the middle leaves the team a note of what is wanted, in its words', async () => {
  await setTypes(['pickup', 'reservation']);
  await asOwner('POST', '/chatbot/manage', { takes_reservations: true });
  await openOneTable(asOwner, { until: '20:00' });
  const noteOf = async (guest: ReturnType<typeof visitor>) => {
    await guest.send('Quiero hablar con una persona');
    const { messages } = await asOwner<{ messages: ChatMessage[] }>('GET', `/chat/${(await newestChat()).id}`);
    return messages.filter(({ is_private }) => is_private).at(-1)!.message;
  };
  const hungry = visitor();
  await hungry.send('Hola, me gustaría pedir comida para llevar');
  await hungry.pressId('home');
  await hungry.pressId(idOf(hungry, 'Pedir'));
  await pressAll(hungry, 'Garlic naan', '1', 'Seguir', 'Cuanto antes');
  expect(await noteOf(hungry)).toMatch(/^Wants to order:\n.*Garlic naan.*\nPickup, As soon as possible/);
  app.clock.set('2026-11-20T18:31:00.000Z');
  const early = visitor({ name: 'Tom Reed', phone: '020 7946 0019' });
  await early.send('I want to book a table');
  await pressAll(early, '4', 'Saturday 21 November', '19:00');
  expect(await noteOf(early)).toMatch(/Wants a table for 4 Saturday 21 November at 19:00/);
});

test('a button of something made is about that alone, however often and however late it is pressed', async () => {
  await setTypes(['pickup', 'reservation']);
  await asOwner('POST', '/chatbot/manage', { takes_reservations: true });
  await openOneTable(asOwner, { until: '20:00' });
  const guest = visitor();
  await guest.send('order');
  await pressAll(guest, 'Order', 'Garlic naan', '1', 'Go on', 'As soon as possible', 'Yes, order this');
  await guest.pressId('cats:0');
  await pressAll(guest, 'Garlic naan', '2', 'Go on', 'As soon as possible', 'Yes, order this');
  await guest.pressId('mine');
  await guest.press('Order 101');
  const button = idOf(guest, 'Yes, cancel it');
  expect(await guest.press('Yes, cancel it')).toContain('Order 101 is cancelled');
  expect(await guest.pressId(button)).toMatch(/has changed since.*You can change or cancel/s);
  expect(guest.rows().map(({ title }) => title)).toEqual(['Order 102', 'Talk to a person']);
  expect((await orders()).map((one) => [one.order_no, one.order_status])).toEqual(
    expect.arrayContaining([
      ['101', 'cancelled'],
      ['102', 'pending'],
    ]),
  );
  // A reply of the team ends the conversation; what is made next is not what the old buttons were about.
  const { id } = await newestChat();
  await asOwner('POST', `/chat/${id}/message`, { message: 'I am here' });
  app.clock.set('2026-11-20T18:50:00.000Z');
  await asOwner('POST', `/chat/${id}/resume`);
  await guest.pressId('table');
  await pressAll(guest, '4', 'Saturday 21 November', '19:00', 'Yes, book it');
  expect(await guest.pressId(button)).toContain('has changed since');
  expect(await reservations()).toMatchObject([{ reservation_status: 'requested' }]);
});

test('the button of a summary books or changes, never the other, and a change names its booking', async () => {
  await setTypes(['reservation']);
  await openOneTable(asOwner, { until: '20:00' });
  const guest = visitor();
  await guest.send('Book a table');
  await pressAll(guest, '4', 'Saturday 21 November', '19:00');
  const books = idOf(guest, 'Yes, book it');
  await guest.press('Yes, book it');
  await guest.pressId('mine');
  await pressAll(guest, 'Booking', 'Another day or time', 'Saturday 21 November');
  expect(await guest.press('19:00')).toContain('Booking 1001: A table for 4 on Saturday 21 November at 19:00');
  expect(idOf(guest, 'Yes, change it')).not.toBe(books);
  expect(await guest.pressId(books)).toContain('has changed since');
});

test('what the team is not told is not said to be asked', async () => {
  await setTypes(['reservation']);
  await openOneTable(asOwner, { until: '20:00' });
  const guest = visitor();
  await guest.send('Book a table');
  await pressAll(guest, '4', 'Saturday 21 November', '19:00', 'Yes, book it');
  expect(await guest.pressId('mine')).not.toContain('asked the team');
  expect(await newestChat()).toMatchObject({ needs_human: false });
});

test('a basket is still there after a booking was made, moved or kept', async () => {
  await setTypes(['pickup', 'reservation']);
  await openOneTable(asOwner, { until: '20:00' });
  const guest = visitor();
  await guest.send('order');
  await pressAll(guest, 'Order', 'Garlic naan', '2');
  await guest.pressId('table');
  await pressAll(guest, '4', 'Saturday 21 November', '19:00', 'Yes, book it');
  await guest.pressId('mine');
  await pressAll(guest, 'Booking', 'Another day or time', 'Saturday 21 November', '19:30', 'Yes, change it');
  expect(await reservations()).toMatchObject([{ starts_at: '2026-11-21T19:30:00.000Z' }]);
  // Beyond the limit of a flood.
  app.clock.set('2026-11-20T18:45:00.000Z');
  await guest.pressId('mine');
  await pressAll(guest, 'Booking', 'More or fewer people', '2', 'Keep it');
  expect(await guest.pressId('basket')).toContain('2 × Garlic naan');
});

test.each([
  ['I want to order another garlic naan, or is there an alternative?', false],
  ['Ich hätte gern noch einen anderen Garlic Naan', false],
  ['Can I change my order?', true],
  ['Ich möchte meine Bestellung ändern', true],
  ['Posso annullare?', true],
])('whoever has ordered and writes "%s" wants to change that: %s', async (message, isChange) => {
  await setTypes(['pickup']);
  const guest = visitor();
  await guest.send('order');
  await pressAll(guest, 'Order', 'Garlic naan', '2', 'Go on', 'As soon as possible', 'Yes, order this');
  await guest.send(message);
  expect(guest.rows().some(({ id }) => id.startsWith('cancel:'))).toBe(isChange);
});

test('an order says plainly what can be changed: nothing, but it can be cancelled until it is accepted', async () => {
  await setTypes(['pickup']);
  const guest = visitor();
  await guest.send('order');
  await pressAll(guest, 'Order', 'Garlic naan', '2', 'Go on', 'As soon as possible', 'Yes, order this');
  await guest.send('I want to change my order');
  await guest.press('Order');
  expect(await guest.press('Change the order')).toContain('You can cancel it until it is accepted and order again');
  const [order] = await orders();
  await asOwner('POST', `/orders/${order!.id}/status`, { order_status: 'accepted' });
  expect(await guest.press('Yes, cancel it')).toContain('can’t be cancelled here any more');
  expect(await orders()).toMatchObject([{ order_status: 'accepted' }]);
  expect(await newestChat()).toMatchObject({ needs_human: true, is_paused: true });
});

test('the website has the choices without a script, and a link opens it with the same basket', async () => {
  await publishWebsite(app, owner.restaurant.id);
  const guest = visitor();
  await guest.send('order');
  const text = await pressAll(guest, 'Order', 'Garlic naan', '2');
  const link = /https?:\/\/\S+\/basket\/of\/\S+/.exec(text)![0];
  const opened = await app.fetch(new Request(link, { redirect: 'manual' }));
  expect(opened.headers.get('location')).toMatch(/\/basket$/);
  const cookie = opened.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const page = await app.fetch(new Request(link.replace(/\/of\/.*$/, ''), { headers: { cookie } }));
  expect(await page.text()).toMatch(/Garlic naan/);
});

describe('over WhatsApp', () => {
  let delivered = 0;
  let numbers = 0;
  async function connect() {
    const number = double.addNumber({ id: `20654${(numbers += 1)}`, waba_id: `20229${numbers}` });
    const customer = double.addCustomer({ name: 'Priya Nair' });
    await asOwner('POST', '/channels/whatsapp', {
      token: 'double-token-of-a-system-user',
      phone_no_id: number.id,
      waba_id: number.waba_id,
    });
    await app.jobs.drain();
    /** Hands the webhooks over, each twice, and returns what the customer has read since. */
    const deliver = async (): Promise<string> => {
      const before = customer.screen.length;
      for (;;) {
        const fresh = double.webhooks.sender.sent.slice(delivered);
        delivered += fresh.length;
        if (fresh.length === 0) break;
        for (const { rawBody, headers } of [...fresh, ...fresh])
          await app.fetch(
            new Request('https://galley.test/backend/webhooks/whatsapp', { method: 'POST', body: rawBody, headers }),
          );
        // The bot's queue comes before that of the events.
        while ((await app.jobs.drain()) > 0);
      }
      const fresh = customer.screen.slice(before).filter(({ from }) => from === 'business');
      return fresh.map(({ text }) => text).join('\n');
    };
    const send = (text: string) => {
      double.write(number.id, customer, text);
      return deliver();
    };
    const press = (title: string) => {
      const row = customer.screen.at(-1)!.buttons.find((one) => one.title.startsWith(title))!;
      double.webhooks.message(number.id, customer, {
        type: 'interactive',
        interactive: { [row.isRow ? 'list_reply' : 'button_reply']: { id: row.id, title: row.title } },
      });
      return deliver();
    };
    const sendCart = (lines: object[]) => {
      double.webhooks.message(number.id, customer, { type: 'order', order: { catalog_id: '1', product_items: lines } });
      return deliver();
    };
    const sendLocation = (latitude: number, longitude: number, more: object = {}) => {
      double.webhooks.message(number.id, customer, { type: 'location', location: { latitude, longitude, ...more } });
      return deliver();
    };
    return { send, press, sendCart, sendLocation };
  }

  test('a location is the address of a delivery, checked against the areas; without an order it says what delivery costs', async () => {
    await setTypes(['pickup', 'delivery']);
    const [south, north, west, east] = [51.4, 51.6, -0.2, 0];
    const ring = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ];
    await asOwner('POST', '/settings/delivery-locations', {
      name: 'Centre',
      area: { location_type: 'polygon', polygon: { type: 'Polygon', coordinates: [ring] } },
      fee_amount: 300,
      fee_tiers: [],
      min_order_amount: 0,
      free_over_amount: null,
    });
    const { send, press, sendLocation } = await connect();
    await send('Hi');
    expect(await sendLocation(51.5, -0.1, { name: 'Home' })).toBe('Home\nDelivery: £3.00');
    for (const title of ['Order', 'Garlic naan', '2', 'Go on', 'Delivery']) await press(title);
    expect(await sendLocation(51.5, 0.1)).toContain('does not deliver');
    await press('Another address');
    expect(await sendLocation(51.5, -0.1)).toContain('street and house number');
    expect(await send('5 Quay Street')).not.toContain('postcode');
    expect(await press('As soon')).toContain('Delivery: £3.00\nTogether: £9.00');
    // Another place: nothing of the one before is left.
    expect(await sendLocation(51.5, -0.15)).toContain('street and house number');
    await send('7 Mill Lane');
    await press('Yes, order');
    expect(await orders()).toMatchObject([
      { order_type: 'delivery', delivery_fee_amount: 300, delivery_address: { line_1: '7 Mill Lane' } },
    ]);
  });

  test('lists and buttons keep to its limits, and an order is placed once though every webhook comes twice', async () => {
    await setTypes(['pickup']);
    for (let n = 0; n < 12; n += 1) await addDish(`A very long name of a dish, number ${n}`, 500);
    const { send, press } = await connect();
    await send('Hi');
    await press('Order');
    await press('More');
    await press('A very long name');
    await press('2');
    await press('Go on');
    await press('As soon');
    expect(await press('Yes, order')).toContain('£10.00');
    expect(await orders()).toMatchObject([
      { channel: 'whatsapp', total_amount: 1000, customer: { name: 'Priya Nair' } },
    ]);
  });

  test('a summary that is longer than what stands above buttons goes before them in full', async () => {
    await setTypes(['pickup']);
    const name = 'A dish whose name is as long as names of dishes can be, and then a little longer, number';
    for (let n = 0; n < 12; n += 1) await addDish(`${name} ${n}`, 500);
    const { press, send, sendCart } = await connect();
    const lines = Array.from({ length: 12 }, (_, n) => ({ product_retailer_id: ids[`${name} ${n}`], quantity: 1 }));
    expect(await sendCart(lines)).toContain('Together: £60.00');
    // What is not understood is listed once, though its answer has two parts.
    await send('zorp blah quux');
    expect(await asOwner('GET', '/chatbot/unanswered')).toMatchObject([{ question: 'zorp blah quux', times: 1 }]);
    await press('Go on');
    const summary = await press('As soon');
    for (let n = 0; n < 12; n += 1) expect(summary).toContain(`${name} ${n}: £5.00`);
    await press('Yes, order');
    expect(await orders()).toMatchObject([{ total_amount: 6000 }]);
  });

  test('whoever says hello after a cart that got no answer is told that a machine answers', async () => {
    await setTypes(['pickup']);
    await asOwner('POST', '/chatbot/manage', { answers_when: 'open' });
    const { send, sendCart } = await connect();
    app.clock.set('2026-11-21T04:00:00.000Z');
    expect(await sendCart([{ product_retailer_id: ids['Garlic naan'], quantity: 2 }])).toBe('');
    app.clock.set('2026-11-21T12:00:00.000Z');
    const answer = await send('Hello');
    expect(answer).toContain('2 × Garlic naan');
    expect(answer).toContain(phraseIn('en')('machine'));
  });

  test('a cart of the catalogue is the basket, at the prices of the menu, and sizes are asked for', async () => {
    await setTypes(['pickup']);
    const { press, sendCart } = await connect();
    const first = await sendCart([
      { product_retailer_id: ids['Chicken biryani'], quantity: 2, item_price: 0.01, currency: 'GBP' },
      { product_retailer_id: ids['Mango lassi'], quantity: '1', item_price: 0.01, currency: 'GBP' },
    ]);
    expect(first).toContain('Mango lassi: which size?');
    await press('Small');
    expect(await press('1')).toMatch(/2 × Chicken biryani: £22\.00[^]*Together: £25\.50/);
  });
});
