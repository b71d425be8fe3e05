import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { RestaurantFacts } from './facts.ts';
import { loadRestaurant } from './load-restaurant.ts';
import type { BenchApp } from './open-app.ts';
import { putQuestion } from './put-question.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ startsAt: '2026-11-20T09:00:00.000Z' });
});
afterAll(() => app.close());

const PHONE = '+96550001234';
const OTHER_PHONE = '+96550009999';
const order = (order_no: string, order_status: string, order_type: string, phone = PHONE) => ({
  order_no,
  order_status,
  order_type,
  customer: { name: 'Noor', phone, email: null },
  placed_at: '2026-11-26T15:40:00.000Z',
  due_at: '2026-11-26T16:30:00.000Z',
});

test('a restaurant with deliveries on the way is loaded, and answers at any date', async () => {
  const facts = RestaurantFacts.parse({
    name: 'Dar Al Bahar',
    slug: 'dar-al-bahar',
    currency: 'KWD',
    locale: 'en-KW',
    timezone: 'Asia/Kuwait',
    opening_hours: {
      days: [{ weekday: 4, is_open: true, periods: [{ open_time: '12:00', close_time: '23:00' }] }],
      order_types: {
        delivery: { days: [{ weekday: 4, is_open: true, periods: [{ open_time: '13:00', close_time: '22:00' }] }] },
      },
    },
    menu: { categories: [{ name: 'Grills', items: [{ name: 'Lamb kebab', price_amount: 4750 }] }] },
    delivery_locations: [{ name: 'Salmiya', postcodes: ['20'], fee_amount: 500 }],
    orders: [order('23', 'out_for_delivery', 'delivery'), order('24', 'rejected', 'pickup', OTHER_PHONE)],
  });
  const bench: BenchApp = {
    pools: app.pools,
    fetch: (request) => app.fetch(request),
    mailsTo: (email) => app.mailsTo(email),
    setClock: (at) => app.clock.set(at),
    drain: async () => void (await app.jobs.drain()),
    close: () => app.close(),
  };
  const loaded = await loadRestaurant(bench, facts);
  // Whatever else could not be loaded would be named here.
  expect(loaded.notes).toEqual([
    'locale and end of the business day: written to the table',
    'slug: written to the table',
  ]);
  const request = (at: string, question: string, index: number, asked_by_phone = PHONE) =>
    putQuestion(bench, loaded, { id: String(index), at, asked_by_phone, question }, index);
  expect((await request('2026-11-26T16:05:00.000Z', 'Where is order 23?', 1)).answer).toMatch(/23.*out for delivery/);
  const rejected = await request('2026-11-26T16:05:00.000Z', 'Where is order 24?', 2, OTHER_PHONE);
  expect(rejected.answer).toMatch(/24.*not accepted/);
  const later = await request('2027-06-15T16:05:00.000Z', 'How much is the lamb kebab?', 3);
  expect(later).toEqual({
    id: '3',
    answer: expect.stringMatching(/\nLamb kebab costs KWD 4\.750\.$/),
    escalated: false,
  });
});
