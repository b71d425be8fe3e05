import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SampleRows } from '../../contract/sample.ts';
import { messageStored } from '../../server/chats/events.ts';
import { allergiesLearned, customerErased, customerMerged } from '../../server/customers/events.ts';
import { orderMoved, orderRemoved, orderUnserved } from '../../server/orders/events.ts';
import type { Addition } from '../../server/platform/event.ts';
import { reservationMoved, reservationStored } from '../../server/reservations/events.ts';
import { callApi, type Method } from '../support/api.ts';
import { makeSampleRows } from '../support/sample-rows.ts';
import { startApp, type TestApp } from '../support/server.ts';
import { signUp, type SignedUp } from '../support/sign-up.ts';
import { fingerprint } from './fingerprint.ts';

let app: TestApp;
let owner: SignedUp;
let rows: SampleRows;
beforeAll(async () => {
  app = await startApp();
  owner = await signUp(app);
  rows = await makeSampleRows(app, owner);
});
afterAll(() => app.close());

type Request = [method: Method, path: string, body: object];
type Anything = { on(subscriber: () => Promise<never>): Addition };

/** Each event with a request in whose transaction it happens; the last one of its area ends what the others need. */
const events: [name: string, event: Anything, request: (rows: SampleRows) => Request][] = [
  ['order moved', orderMoved, ({ orderIds: [id] }) => ['POST', `/orders/${id}/status`, { order_status: 'accepted' }]],
  [
    'order unserved',
    orderUnserved,
    ({ orderIds: [id] }) => ['POST', `/orders/${id}/status`, { order_status: 'cancelled', reason: 'other' }],
  ],
  ['order removed', orderRemoved, ({ orderIds: [, id] }) => ['POST', '/orders/delete', { orderId: id }]],
  [
    'allergies learned',
    allergiesLearned,
    ({ customerId: id }) => ['PUT', `/customers/${id}`, { allergens: ['peanuts'] }],
  ],
  [
    'customer merged',
    customerMerged,
    ({ customerId: id, spareCustomerId: other_id }) => ['POST', `/customers/${id}/merge`, { other_id }],
  ],
  ['customer erased', customerErased, ({ customerToEraseId: id }) => ['DELETE', `/customers/${id}`, {}]],
  [
    'reservation stored',
    reservationStored,
    () => [
      'POST',
      '/reservations',
      {
        name: 'Ada King',
        guests_count: 2,
        starts_at: new Date(app.clock.now().getTime() + 2 * 86_400_000).toISOString(),
        source: 'phone',
      },
    ],
  ],
  [
    'reservation moved',
    reservationMoved,
    ({ reservationId: id }) => ['POST', `/reservations/${id}/status`, { reservation_status: 'cancelled' }],
  ],
  [
    'message stored',
    messageStored,
    () => [
      'POST',
      `/public/restaurants/${owner.restaurant.slug}/chats`,
      { customer: { name: 'Ada King', phone: '020 7946 0018' }, message: 'Are you open?' },
    ],
  ],
];

test.each(events)('%s: a subscriber that fails leaves nothing half done', async (_name, event, request) => {
  let isFailing = true;
  // Behind those of the areas, which have done their work by then.
  event
    .on(async () => {
      if (isFailing) throw new Error('A subscriber failed');
      return undefined as never;
    })
    .connect();
  const send = () => {
    const [method, path, body] = request(rows);
    return callApi(app.fetch, method, path, { token: owner.token, body });
  };
  const stored = () => fingerprint(app.pools.owner, ['rate_limits']);
  const before = await stored();
  expect((await send()).status).toBe(500);
  isFailing = false;
  expect(await stored()).toEqual(before);
  expect((await send()).error).toBeNull();
  expect(await stored()).not.toEqual(before);
});
