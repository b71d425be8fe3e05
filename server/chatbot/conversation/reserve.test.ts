import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Chat } from '../../../contract/chats/calls.ts';
import type { Reservation } from '../../../contract/reservations/calls.ts';
import { requestData } from '../../../tests/support/api.ts';
import { openChat } from '../../../tests/support/chat-visitor.ts';
import { openOneTable } from '../../../tests/support/reservation-table.ts';
import { startApp, type TestApp } from '../../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../../tests/support/sign-up.ts';

/** A Friday. One table for four, on Fridays and Saturdays from 18:00 to 20:00. */
const NOW = '2026-11-20T12:00:00.000Z';
const MINUTE = 60_000;

let app: TestApp;
let owner: SignedUp;
beforeAll(async () => {
  app = await startApp({ startsAt: NOW });
});
afterAll(() => app.close());

const asOwner = <T>(method: 'GET' | 'POST', path: string, body?: unknown) =>
  requestData<T>(app.fetch, method, path, { token: owner.token, body });
const setTypes = (types: string[]) =>
  app.pools.owner.query(
    `UPDATE restaurants SET order_type = $2, timezone = 'Europe/London',
            version = (SELECT version FROM spaces WHERE restaurant_id = $1) WHERE restaurant_id = $1`,
    [owner.restaurant.id, JSON.stringify(types)],
  );
const setRules = (auto_confirm: boolean) =>
  asOwner('POST', '/settings/reservation/min-booking-duration', {
    min_booking_duration_minutes: 90,
    default_duration_by_party: [],
    buffer_minutes: 0,
    min_advance_minutes: 60,
    max_advance_days: 30,
    cancellation_cutoff_minutes: 120,
    auto_confirm,
    hold_minutes: 10,
  });

beforeEach(async () => {
  app.clock.set(NOW);
  owner = await signUp(app);
  await setTypes(['pickup', 'reservation']);
  await setRules(false);
  await openOneTable(asOwner, { until: '20:00' });
  await asOwner('POST', '/chatbot', { restaurant_name: 'Tamarind', full_address: '5 Quay Street', postal_code: '' });
  await asOwner('POST', '/chatbot/manage', { tone: 'brief', is_enabled: true });
});

const visitor = (name = 'Priya Shah', contact: object = { phone: '020 7946 0018' }) =>
  openChat(app, owner.restaurant.slug, { name, ...contact });
const reservations = () => asOwner<Reservation[]>('GET', '/reservations?limit=50');
const newestChat = async () => (await asOwner<Chat[]>('GET', '/chat'))[0]!;

describe('a reservation in a chat', () => {
  test('is summarised, and sent only after a yes', async () => {
    const guest = visitor();
    const summary = await guest.send('A table for 4 tomorrow at 7:30 pm, name Priya');
    expect(summary).toContain('A table for 4 on Saturday 21 November at 19:30, under the name Priya');
    expect(summary).toContain('Reply YES');
    expect(await reservations()).toEqual([]);
    const done = await guest.send('YES');
    expect(done).toContain('not confirmed yet');
    expect(done).toMatch(/https:\/\/galley\.test\/site\/[\w-]+\/reserve\/[\w-]{32}/);
    const [made, ...others] = await reservations();
    expect(others).toEqual([]);
    expect(made).toMatchObject({
      name: 'Priya',
      guests_count: 4,
      starts_at: '2026-11-21T19:30:00.000Z',
      source: 'chat',
      reservation_status: 'requested',
      phone: '+442079460018',
      customer_id: (await newestChat()).customer_id,
    });
    expect(done).toContain(made!.reservation_no);
  });

  test('is called confirmed only where the restaurant confirms by itself', async () => {
    app.clock.pass(MINUTE);
    await setRules(true);
    const guest = visitor();
    await guest.send('Can I book a table for 2 tonight at 7pm?');
    expect(await guest.send('yes please')).toContain('is confirmed');
    expect(await reservations()).toMatchObject([{ reservation_status: 'confirmed', name: 'Priya Shah' }]);
  });

  test('asks for one thing after the other', async () => {
    const guest = visitor('Guest', { email: 'guest@galley.test' });
    expect(await guest.send('I would like to book a table')).toMatch(/how many people/);
    expect(await guest.send('three')).toMatch(/which day/);
    const times = await guest.send('on Saturday');
    expect(times).toMatch(/what time on Saturday 21 November\? Free: 18:00, 18:30, 19:00 and 19:30/);
    expect(await guest.send('7')).toMatch(/which name/);
    expect(await guest.send('it’s Dan Fox')).toMatch(/telephone number/);
    expect(await guest.send('07700 900123')).toContain(
      'A table for 3 on Saturday 21 November at 19:00, under the name Dan Fox',
    );
    expect(await guest.send('make it 4 people')).toContain('A table for 4 on Saturday');
    await guest.send('ok');
    expect(await reservations()).toMatchObject([{ guests_count: 4, name: 'Dan Fox', phone: '+447700900123' }]);
  });

  test('is one, though the customer says yes twice', async () => {
    const guest = visitor();
    await guest.send('table for 2 tomorrow at 6pm');
    await guest.write('Yes');
    await guest.write('YES');
    expect(await guest.read()).toContain('is with the restaurant already');
    expect(await guest.send('yes')).toContain('already');
    expect(await reservations()).toHaveLength(1);
  });

  test('takes no yes that was written before the summary', async () => {
    const guest = visitor();
    await guest.write('table for 2 tomorrow at 6pm');
    await guest.write('yes');
    const answers = await guest.read();
    expect(answers.split('Reply YES')).toHaveLength(3);
    expect(await reservations()).toEqual([]);
  });

  test('offers what is free instead', async () => {
    const first = visitor();
    const second = visitor('Dan Fox', { phone: '020 7946 0019' });
    expect(await first.send('table for 2 tomorrow at 5pm')).toMatch(
      /no free table for 2 at 17:00.*nearest free times are 18:00/,
    );
    await first.send('6pm');
    await second.send('table for 2 tomorrow at 6pm');
    await first.send('yes');
    const late = await second.send('yes');
    expect(late).toMatch(/no free table for 2 at 18:00.*nearest free time is 19:30/);
    expect(await second.send('19:30 is fine')).toContain('at 19:30');
    await second.send('yes');
    expect(await visitor('Eve', { phone: '020 7946 0020' }).send('table for 2 tomorrow at 7pm')).toMatch(
      /no free table for 2 on Saturday 21 November\. There are tables on Friday 27 November from 18:00/,
    );
    expect((await reservations()).map(({ starts_at }) => starts_at).toSorted()).toEqual([
      '2026-11-21T18:00:00.000Z',
      '2026-11-21T19:30:00.000Z',
    ]);
  });

  test('keeps to the restaurant’s rules', async () => {
    expect(await visitor().send('table for 9 tomorrow at 7pm')).toMatch(/Up to 4 people/);
    expect(await newestChat()).toMatchObject({ needs_human: true });
    expect(await visitor().send('table for 2 on 4 March at 7pm')).toMatch(/up to Sunday 20 December/);
  });

  test('ends with a no, and after half an hour', async () => {
    const guest = visitor();
    await guest.send('table for 2 tomorrow at 6pm');
    expect(await guest.send('No, cancel')).toMatch(/Nothing was sent/);
    await guest.send('table for 2 tomorrow at 6pm');
    app.clock.pass(31 * MINUTE);
    expect(await guest.send('yes')).toMatch(/nothing was sent/);
    await guest.send('yes');
    expect(await reservations()).toEqual([]);
  });

  test('answers a question in between, and goes on', async () => {
    const guest = visitor();
    await guest.send('I want to reserve a table for 2');
    const aside = await guest.send('Where are you located?');
    expect(aside).toMatch(/Quay Street[^]*For which day/);
    expect(await guest.send('Is anything free of nuts?')).toMatch(/For which day/);
    expect(await guest.send('tomorrow at 6pm')).toContain('Reply YES');
  });

  test('gives up after three messages that say nothing, and asks a person', async () => {
    const guest = visitor();
    await guest.send('I want to reserve a table');
    expect(await guest.send('blue velvet')).toMatch(/did not understand.*\n\nFor how many/);
    await guest.send('blue velvet');
    await guest.send('blue velvet');
    expect(await newestChat()).toMatchObject({ needs_human: true });
  });
});

describe('no reservation is begun', () => {
  test('where the owner or the restaurant takes none', async () => {
    await asOwner('POST', '/chatbot/manage', { takes_reservations: false });
    expect(await visitor().send('table for 2 tomorrow at 6pm')).not.toContain('YES');
    await asOwner('POST', '/chatbot/manage', { takes_reservations: true });
    await setTypes(['pickup']);
    expect(await visitor().send('table for 2 tomorrow at 6pm')).not.toContain('YES');
  });

  test('by a question about tables', async () => {
    for (const question of [
      'How far ahead can I book a table?',
      'What is the largest table?',
      'Cancel my booking for 2',
    ])
      expect(await visitor().send(question)).not.toMatch(/how many people|which day|YES/);
  });
});

describe('a chat that a person takes over', () => {
  test('drops what was begun, also when the bot answers again', async () => {
    const guest = visitor();
    await guest.send('table for 2 tomorrow at 6pm');
    const { id } = await newestChat();
    await asOwner('POST', `/chat/${id}/pause`, {});
    expect(await guest.send('yes')).toBe('');
    app.clock.pass(MINUTE);
    await asOwner('POST', `/chat/${id}/resume`, {});
    expect(await guest.send('yes')).not.toMatch(/restaurant already|is with the restaurant|confirmed/);
    expect(await reservations()).toEqual([]);
    await guest.send('table for 2 tomorrow at 6pm');
    await asOwner('POST', `/chat/${id}/message`, { message: 'Let me look' });
    const { rows } = await app.pools.owner.query('SELECT 1 FROM chatbot_conversations WHERE chat_id = $1', [id]);
    expect(rows).toEqual([]);
  });
});
