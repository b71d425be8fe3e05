import { afterAll, beforeAll, expect, test } from 'vitest';
import { PaymentState } from '../../contract/payments/rows.ts';
import { callApi } from '../../tests/support/api.ts';
import { openCheckout } from '../../tests/support/checkout.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';

let app: TestApp;
let owner: SignedUp;

beforeAll(async () => {
  app = await startApp();
  owner = await signUp(app, { restaurantName: 'Spice Route' });
});
afterAll(() => app.close());

const readResult = (reference: string, query = '') =>
  callApi(app.fetch, 'GET', `/public/payments/${encodeURIComponent(reference)}${query}`);

test("a payment's reference shows its result and nothing else", async () => {
  const checkout = await openCheckout(app.pools.owner, owner.restaurant.id, { orderNo: '1042' });
  for (const payment_status of PaymentState.options) {
    await checkout.becomes(payment_status);
    const answer = await readResult(checkout.reference);
    expect([answer.status, answer.data]).toEqual([
      200,
      { payment_status, amount: 2350, currency: 'GBP', restaurant_name: 'Spice Route', order_no: '1042' },
    ]);
  }
});

test('an unknown reference looks like a missing one', async () => {
  const { reference } = await openCheckout(app.pools.owner, owner.restaurant.id);
  for (const other of [
    reference.toUpperCase(),
    reference.slice(0, -1),
    `${reference}0`,
    ' ',
    '%',
    "' OR 1=1",
    'x'.repeat(201),
    'a/b',
    '..',
  ])
    expect(await readResult(other)).toMatchObject({ status: 404, error: { code: 'not_found' } });
});

test('the query string says nothing about a payment', async () => {
  const checkout = await openCheckout(app.pools.owner, owner.restaurant.id);
  const answer = await readResult(checkout.reference, '?payment_status=paid&amount=1');
  expect(answer.status).toBe(422);
  expect(await readResult(checkout.reference)).toMatchObject({ status: 200, data: { payment_status: 'pending' } });
});

test("a restaurant's role cannot see other restaurants' payments", async () => {
  const other = await signUp(app);
  const { reference } = await openCheckout(app.pools.owner, other.restaurant.id);
  const client = await app.pools.app.connect();
  try {
    await client.query('BEGIN');
    await client.query("SELECT set_config('app.restaurant_id', $1, true)", [owner.restaurant.id]);
    const { rows } = await client.query<{ restaurant_id: string }>('SELECT restaurant_id FROM checkouts');
    expect(new Set(rows.map((row) => row.restaurant_id))).toEqual(new Set([owner.restaurant.id]));
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
  expect(await readResult(reference)).toMatchObject({ status: 200, data: { restaurant_name: 'The Anchor' } });
});
