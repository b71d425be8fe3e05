import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Customer } from '../../contract/customers/calls.ts';
import type { Ratings } from '../../contract/dashboard/calls.ts';
import type { Order } from '../../contract/orders/calls.ts';
import { makeMenu, type Menu } from '../../tests/api/tablet.ts';
import { callApi, type Method } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';

let app: TestApp;
let owner: SignedUp;
let menu: Menu;

beforeAll(async () => void (app = await startApp({ startsAt: '2026-11-20T12:00:00.000Z' })));
afterAll(() => app.close());
beforeEach(async () => {
  owner = await signUp(app);
  menu = await makeMenu(app, owner, 1);
});

const call = <T>(method: Method, path: string, body?: unknown) =>
  callApi<T>(app.fetch, method, path, { token: owner.token, body });
const ratings = async () => (await call<Ratings>('GET', '/dashboard/ratings')).data;
const addCustomer = async (name: string, phone: string) =>
  (await call<Customer>('POST', '/customers', { name, phone })).data.id;

/** A completed order with a rating, as the website stores it. Each a minute later. */
async function rate(customer_id: string, name: string, rating: number, comment: string): Promise<Order> {
  app.clock.pass(60_000);
  const { data: order } = await call<Order>('POST', '/orders', {
    order_type: 'pickup',
    channel: 'walk_in',
    customer_id,
    customer: { name, phone: '', email: null },
    lines: [{ menu_item_id: menu.itemIds[0]!, quantity: 1 }],
  });
  for (const order_status of ['preparing', 'ready', 'completed']) {
    const { error } = await call('POST', `/orders/${order.id}/status`, { order_status });
    if (error) throw new Error(JSON.stringify(error));
  }
  await app.pools.owner.query('INSERT INTO order_ratings VALUES ($1, $2, $3, $4, $5, $6, $6)', [
    owner.restaurant.id,
    order.id,
    customer_id,
    rating,
    comment,
    app.clock.now().toISOString(),
  ]);
  return order;
}

test('the owner reads what customers said, newest first, without deleted orders and other restaurants', async () => {
  expect(await ratings()).toMatchObject({ count: 0, average: null, by_rating: [0, 0, 0, 0, 0], ratings: [] });
  const priya = await addCustomer('Priya', '020 7946 0123');
  const first = await rate(priya, 'Priya', 5, 'Lovely');
  await rate(priya, 'Priya', 2, 'Cold');
  const last = await rate(priya, 'Priya', 3, '');
  expect(await ratings()).toMatchObject({
    count: 3,
    average: 3.3,
    by_rating: [0, 1, 1, 0, 1],
    ratings: [
      { rating: 3, order_no: last.order_no },
      { rating: 2, comment: 'Cold' },
      { rating: 5, comment: 'Lovely', customer_name: 'Priya', customer_id: priya, order_id: first.id },
    ],
  });
  expect((await call('POST', '/orders/delete', { orderId: last.id })).error).toBeNull();
  expect((await ratings()).ratings.map(({ rating }) => rating)).toEqual([2, 5]);
  owner = await signUp(app);
  expect((await ratings()).count).toBe(0);
});

test('a merged customer brings the ratings along; an erased one leaves grades and no words', async () => {
  const [priya, twin] = [await addCustomer('Priya', '020 7946 0123'), await addCustomer('P. Nair', '020 7946 0456')];
  await rate(twin, 'P. Nair', 4, 'Ask for Priya');
  expect((await call('POST', `/customers/${priya}/merge`, { other_id: twin })).error).toBeNull();
  expect((await ratings()).ratings).toMatchObject([{ customer_id: priya, comment: 'Ask for Priya' }]);
  expect((await call('DELETE', `/customers/${priya}`)).error).toBeNull();
  expect((await ratings()).ratings).toMatchObject([{ customer_id: null, customer_name: '', rating: 4, comment: '' }]);
});
