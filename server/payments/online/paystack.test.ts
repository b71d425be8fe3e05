import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Order } from '../../../contract/orders/calls.ts';
import type { PaymentLink } from '../../../contract/payments/online-calls.ts';
import type { Payment } from '../../../contract/payments/rows.ts';
import { makeMenu } from '../../../tests/api/tablet.ts';
import { requestData } from '../../../tests/support/api.ts';
import { connectProvider } from '../../../tests/support/fake-provider.ts';
import { startApp, type TestApp } from '../../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../../tests/support/sign-up.ts';
import { startPaystackDouble, type PaystackDouble } from '../../../tests/support/doubles/paystack.ts';

let double: PaystackDouble;
let app: TestApp;
let owner: SignedUp;
beforeAll(async () => {
  double = await startPaystackDouble({ secretKey: 'sk_test_online', webhookUrl: null, delayMs: 5 });
  app = await startApp({ settings: double.settings });
});
beforeEach(async () => {
  owner = await signUp(app, { countryCode: 'NG' });
  const account = `ACCT_${crypto.randomUUID()}`;
  await connectProvider(app.pools.owner, owner.restaurant.id, { provider: 'paystack', account });
});
afterAll(async () => {
  await app.close();
  await double.close();
});

const post = <T>(path: string, body: object) => requestData<T>(app.fetch, 'POST', path, { token: owner.token, body });
const find = (id: string) => requestData<Payment>(app.fetch, 'GET', `/payments/${id}`, owner);

/** Delivers what the double has sent since, each event twice. */
async function deliver(): Promise<void> {
  for (const { rawBody, headers } of double.webhooks.sent.splice(0))
    for (let copy = 0; copy < 2; copy++) {
      const url = 'https://galley.test/backend/webhooks/paystack';
      expect((await app.fetch(new Request(url, { method: 'POST', body: rawBody, headers }))).status).toBe(200);
    }
  await app.jobs.drain();
}

async function takePayment(): Promise<Payment> {
  const lines = [{ menu_item_id: (await makeMenu(app, owner)).itemIds[0], quantity: 2 }];
  const order = await post<Order>('/orders', { channel: 'walk_in', order_type: 'pickup', lines });
  const link = await post<PaymentLink>(`/orders/${order.id}/payment-link`, {});
  double.pay([...double.state.transactions.keys()].at(-1)!);
  await deliver();
  return find(link.id);
}

test('a refund through Paystack is one, whatever its events leave out', async () => {
  const payment = await takePayment();
  expect(payment).toMatchObject({ payment_status: 'paid', provider: 'paystack' });
  const before = double.state.refunds.length;
  await post(`/payments/${payment.id}/refund`, { amount: 300, reason: 'late', expected_refunded_amount: 0 });
  await app.jobs.drain();
  await expect.poll(() => double.state.refunds.at(-1)?.status, { interval: 5 }).toBe('processed');
  await deliver();
  expect(double.state.refunds.length).toBe(before + 1);
  const [refund, ...others] = (await find(payment.id)).refunds;
  expect([refund?.amount, others]).toEqual([300, []]);
});

test('an event forged or altered changes nothing, and 100 copies at once pay once', async () => {
  const lines = [{ menu_item_id: (await makeMenu(app, owner)).itemIds[0], quantity: 2 }];
  const order = await post<Order>('/orders', { channel: 'walk_in', order_type: 'pickup', lines });
  const link = await post<PaymentLink>(`/orders/${order.id}/payment-link`, {});
  double.pay([...double.state.transactions.keys()].at(-1)!);
  const [event] = double.webhooks.sent.splice(0);
  const send = async (headers: Record<string, string>, body = event!.rawBody) => {
    const url = 'https://galley.test/backend/webhooks/paystack';
    return (await app.fetch(new Request(url, { method: 'POST', body, headers }))).status;
  };
  const forged = { ...event!.headers, 'x-paystack-signature': 'a'.repeat(128) };
  expect([await send(forged), await send({}), await send(event!.headers, `${event!.rawBody} `)]).toEqual([
    401, 401, 401,
  ]);
  await app.jobs.drain();
  expect(await paidEntries()).toBe(0);

  const statuses = await Promise.all(Array.from({ length: 100 }, () => send(event!.headers)));
  expect(new Set(statuses)).toEqual(new Set([200]));
  await app.jobs.drain();
  expect(await find(link.id)).toMatchObject({ payment_status: 'paid' });
  expect(await paidEntries()).toBe(1);
});

const paidEntries = async () =>
  (
    await app.pools.owner.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM ledger_entries WHERE restaurant_id = $1 AND account = 'sales'",
      [owner.restaurant.id],
    )
  ).rows[0]!.count;
