import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '../../../contract/orders/calls.ts';
import type { PaymentLink } from '../../../contract/payments/online-calls.ts';
import type { Payment } from '../../../contract/payments/rows.ts';
import { makeMenu, type Menu } from '../../../tests/api/tablet.ts';
import { callApi, type Method } from '../../../tests/support/api.ts';
import {
  connectProvider,
  FAKE_ACCOUNT,
  fakeProvider,
  type FakeProvider,
} from '../../../tests/support/fake-provider.ts';
import { startApp, type TestApp } from '../../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../../tests/support/sign-up.ts';
import type { ReceivedEvent } from '../../integrations/payment-providers/provider.ts';
import { newId } from '../../platform/ids.ts';
import { requeueWebhooks, REQUEUE_AFTER_MS } from '../webhooks.ts';

let app: TestApp;
let stripe: FakeProvider;
let owner: SignedUp;
let menu: Menu;
let account: string;

beforeAll(async () => {
  stripe = fakeProvider('stripe', () => app.clock.now());
  app = await startApp({ providers: { stripe, paystack: null }, settings: { PLATFORM_FEE_BP: '100' } });
});
beforeEach(async () => {
  owner = await signUp(app);
  menu = await makeMenu(app, owner);
  account = `acct_${newId()}`;
  await connectProvider(app.pools.owner, owner.restaurant.id, { account });
});
afterAll(() => app.close());

const call = <T>(method: Method, path: string, body?: unknown) =>
  callApi<T>(app.fetch, method, path, { token: owner.token, body });
async function placeOrder(quantity = 2): Promise<Order> {
  const lines = [{ menu_item_id: menu.itemIds[0]!, quantity }];
  return (await call<Order>('POST', '/orders', { channel: 'walk_in', order_type: 'pickup', lines })).data;
}
const link = (order: Pick<Order, 'id'>, body?: object) =>
  call<PaymentLink>('POST', `/orders/${order.id}/payment-link`, body);
const orderNow = async ({ id }: Pick<Order, 'id'>) => (await call<Order>('GET', `/orders/${id}`)).data;
const payments = async () => (await call<Payment[]>('GET', '/payments?limit=100')).data;

/** As this restaurant's account sends it. */
const mine = ({ key, event }: ReceivedEvent): ReceivedEvent => ({ key, event: { ...event, account } });
const deliver = async (...events: ReceivedEvent[]) => (await app.fetch(stripe.request(events.map(mine)))).status;
const referenceOf = ({ url }: PaymentLink) => url!.split('/').at(-1)!;

async function books(): Promise<Record<string, number>> {
  const { rows } = await app.pools.owner.query<{ account: string; sum: string }>(
    'SELECT account, sum(amount) FROM ledger_entries WHERE restaurant_id = $1 GROUP BY account',
    [owner.restaurant.id],
  );
  return Object.fromEntries(rows.map(({ account: name, sum }) => [name, Number(sum)]));
}
async function outcomeOf({ key }: ReceivedEvent): Promise<string | null | undefined> {
  const { rows } = await app.pools.owner.query<{ outcome: string | null }>(
    'SELECT outcome FROM webhook_events WHERE event_key = $1 AND processed_at IS NOT NULL',
    [key],
  );
  return rows[0]?.outcome;
}

describe('a payment link', () => {
  test('is a page of the provider for what the order owes', async () => {
    const order = await placeOrder();
    const { status, data } = await link(order, { tip_amount: 200 });
    expect([status, data]).toEqual([
      200,
      {
        id: expect.any(String),
        order_id: order.id,
        amount: 2000,
        tip_amount: 200,
        currency: 'GBP',
        payment_status: 'pending',
        provider: 'stripe',
        url: expect.stringContaining('https://pay.example/'),
        expires_at: '2026-11-21T18:30:00.000Z',
        created_at: '2026-11-20T18:30:00.000Z',
      },
    ]);
    expect((await call<PaymentLink[]>('GET', `/orders/${order.id}/payment-link`)).data).toEqual([data]);
  });

  test('asked for 20 times at once is one page', async () => {
    const order = await placeOrder();
    const links = await Promise.all(Array.from({ length: 20 }, () => link(order)));
    expect(new Set(links.map(({ data }) => data.url)).size).toBe(1);
  });

  test('whose answer was lost is the same page at the next request', async () => {
    const order = await placeOrder();
    const pages = stripe.checkouts.size;
    stripe.plan('openCheckout', ['lost', 'down']);
    expect((await link(order)).error?.code).toBe('provider_unavailable');
    expect((await link(order)).error?.code).toBe('provider_unavailable');
    expect((await link(order)).status).toBe(200);
    expect(stripe.checkouts.size).toBe(pages + 1);
  });

  test('shows why the provider refuses', async () => {
    stripe.plan('openCheckout', ['refuse']);
    const order = await placeOrder();
    expect((await link(order)).error).toMatchObject({ code: 'provider_refused', message: 'The account is closed.' });
    expect((await link(order)).status).toBe(200);
  });

  test('needs something to pay, an open order and a set-up provider', async () => {
    const paid = await placeOrder();
    await call('POST', `/orders/${paid.id}/payments`, { method: 'cash', amount: 1800 });
    expect((await link(paid)).error?.code).toBe('nothing_due');
    const gone = await placeOrder();
    await call('POST', `/orders/${gone.id}/status`, { order_status: 'cancelled', reason: 'customer_request' });
    expect((await link(gone)).error?.code).toBe('order_already_final');
    expect((await link({ id: newId() })).error?.code).toBe('not_found');
    const order = await placeOrder();
    await app.pools.owner.query(`UPDATE payment_accounts SET status = 'broken' WHERE account = $1`, [account]);
    expect((await link(order)).error?.code).toBe('payments_not_set_up');
  });
});

describe('a page that asks for more than is owed', () => {
  const statusOf = (data: PaymentLink) => stripe.checkouts.get(referenceOf(data))!.status;

  test('is closed when a page for another amount is opened', async () => {
    const order = await placeOrder();
    const first = (await link(order)).data;
    app.clock.pass(1000);
    const second = (await link(order, { tip_amount: 300 })).data;
    await app.jobs.drain();
    expect([statusOf(first), statusOf(second)]).toEqual(['cancelled', 'pending']);
    expect((await call<PaymentLink[]>('GET', `/orders/${order.id}/payment-link`)).data).toMatchObject([
      { id: second.id, payment_status: 'pending' },
      { id: first.id, payment_status: 'cancelled', url: null },
    ]);
  });

  test.each([
    ['money is taken at the counter', { path: 'payments', body: { method: 'cash', amount: 1800 } }],
    ['the order is cancelled', { path: 'status', body: { order_status: 'cancelled', reason: 'customer_request' } }],
  ])('is closed when %s', async (_name, { path, body }) => {
    const order = await placeOrder();
    const { data } = await link(order);
    await call('POST', `/orders/${order.id}/${path}`, body);
    await app.jobs.drain();
    expect(statusOf(data)).toBe('cancelled');
  });

  test('stays when only a part was taken and a page for the rest is opened', async () => {
    const order = await placeOrder();
    await call('POST', `/orders/${order.id}/payments`, { method: 'cash', amount: 800 });
    const { data } = await link(order);
    await app.jobs.drain();
    expect([data.amount, statusOf(data)]).toEqual([1000, 'pending']);
  });

  test('which was paid at that moment is a payment, and the owner is told that it is too much', async () => {
    const order = await placeOrder();
    const { data } = await link(order);
    await call('POST', `/orders/${order.id}/payments`, { method: 'cash', amount: 1800 });
    stripe.pay(referenceOf(data));
    await app.jobs.drain();
    expect(await orderNow(order)).toMatchObject({ paid_amount: 3600, due_amount: -1800 });
    const { data: notices } = await call<{ title: string }[]>('GET', '/dashboard/notifications/restaurant');
    expect(notices[0]?.title).toBe(`Order #${order.order_no} was paid more than it costs`);
  });

  test('is tried again when the provider is down', async () => {
    const order = await placeOrder();
    const { data } = await link(order);
    stripe.plan('closeCheckout', ['down']);
    await call('POST', `/orders/${order.id}/payments`, { method: 'cash', amount: 1800 });
    await app.jobs.drain();
    expect(statusOf(data)).toBe('pending');
    await app.jobs.drain({ evenLater: true });
    expect(statusOf(data)).toBe('cancelled');
  });
});

describe('a webhook', () => {
  test('of a paid checkout pays the order', async () => {
    const order = await placeOrder();
    const { data } = await link(order, { tip_amount: 200 });
    expect(await deliver(stripe.pay(referenceOf(data)))).toBe(200);
    await app.jobs.drain();
    expect(await payments()).toMatchObject([
      {
        id: data.id,
        payment_no: 'P-1',
        provider: 'stripe',
        amount: 2000,
        tip_amount: 200,
        method: 'card',
        card_brand: 'visa',
        card_last4: '4242',
        payment_status: 'paid',
        paid_at: app.clock.now().toISOString(),
      },
    ]);
    expect(await orderNow(order)).toMatchObject({ payment_status: 'paid', due_amount: 0, tip_amount: 200 });
    expect(await books()).toEqual({ wallet_pending: 2000, sales: -1800, tips: -200 });
  });

  test('delivered 100 times at once pays once', async () => {
    const { data } = await link(await placeOrder());
    const event = stripe.pay(referenceOf(data));
    const statuses = await Promise.all(Array.from({ length: 100 }, () => deliver(event)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    await app.jobs.drain();
    expect(await payments()).toHaveLength(1);
    expect(await books()).toEqual({ wallet_pending: 1800, sales: -1800 });
  });

  test('that is older than what is known changes nothing', async () => {
    const { data } = await link(await placeOrder());
    const reference = referenceOf(data);
    const began = stripe.tellCheckout(reference);
    const declined = stripe.event({
      kind: 'checkout',
      checkout: { ...stripe.checkouts.get(reference)!, status: 'failed' },
      account,
      occurredAt: app.clock.now().toISOString(),
    });
    const paid = stripe.pay(reference);
    await deliver(declined);
    await deliver(paid);
    await deliver(began);
    await app.jobs.drain();
    expect(await books()).toEqual({ wallet_pending: 1800, sales: -1800 });
    expect(await payments()).toMatchObject([{ payment_status: 'paid' }]);
  });

  test('that is forged or too large is refused and stored nowhere', async () => {
    const { data } = await link(await placeOrder());
    const event = stripe.pay(referenceOf(data));
    expect((await app.fetch(stripe.request([event], 'forged'))).status).toBe(401);
    const large = new Request('http://localhost/backend/webhooks/stripe', {
      method: 'POST',
      body: 'x'.repeat(1_000_001),
    });
    expect((await app.fetch(large)).status).toBe(413);
    expect(
      (await app.fetch(new Request('http://localhost/backend/webhooks/paystack', { method: 'POST' }))).status,
    ).toBe(404);
    await app.jobs.drain();
    expect(await payments()).toEqual([]);
  });

  test('of an unknown checkout, or from another account, is noted', async () => {
    const { data } = await link(await placeOrder());
    const reference = referenceOf(data);
    const event = stripe.pay(reference);
    expect((await app.fetch(stripe.request([event]))).status).toBe(200);
    await app.jobs.drain();
    expect(event.event.account).toBe(FAKE_ACCOUNT);
    expect(await outcomeOf(event)).toBe('other_account');
    const checkout = { ...stripe.checkouts.get(reference)!, reference: 'cs_else', checkoutId: newId() };
    const other = stripe.event({ kind: 'checkout', checkout, account, occurredAt: app.clock.now().toISOString() });
    await deliver(other);
    await app.jobs.drain();
    expect(await outcomeOf(other)).toBe('unknown');
    expect(await payments()).toEqual([]);
  });

  test('with another amount is a difference and no sale', async () => {
    const { data } = await link(await placeOrder());
    await deliver(stripe.pay(referenceOf(data), { amount: 17 }));
    await app.jobs.drain();
    expect(await payments()).toEqual([]);
    const { rows } = await app.pools.owner.query(
      'SELECT kind, ledger_amount::int, provider_amount::int FROM reconciliation_differences WHERE restaurant_id = $1',
      [owner.restaurant.id],
    );
    expect(rows).toEqual([{ kind: 'amount_differs', ledger_amount: 1800, provider_amount: 17 }]);
  });

  test('of an order that was paid otherwise meanwhile shows it as overpaid', async () => {
    const order = await placeOrder();
    const { data } = await link(order);
    await call('POST', `/orders/${order.id}/payments`, { method: 'cash', amount: 1800 });
    await deliver(stripe.pay(referenceOf(data)));
    await app.jobs.drain();
    expect(await orderNow(order)).toMatchObject({ payment_status: 'paid', paid_amount: 3600, due_amount: -1800 });
  });

  test('of a cancelled order is recorded, and the owner is told', async () => {
    const order = await placeOrder();
    const { data } = await link(order);
    await call('POST', `/orders/${order.id}/status`, { order_status: 'cancelled', reason: 'customer_request' });
    await deliver(stripe.pay(referenceOf(data)));
    await app.jobs.drain();
    expect(await payments()).toMatchObject([{ amount: 1800 }]);
    const notified = await call<{ title: string }[]>('GET', '/dashboard/notifications/restaurant');
    expect(notified.data[0]?.title).toContain('was paid after it was cancelled');
  });
});

test('an event whose job gave up is processed after all', async () => {
  const order = await placeOrder();
  const { data } = await link(order);
  await deliver(stripe.pay(referenceOf(data)));
  await app.pools.owner.query('DELETE FROM pgboss.job');
  app.clock.pass(REQUEUE_AFTER_MS - 1);
  expect(await requeueWebhooks(app.pools.owner, app.jobs, app.clock.now())).toBe(0);
  app.clock.pass(2);
  expect(await requeueWebhooks(app.pools.owner, app.jobs, app.clock.now())).toBe(1);
  await app.jobs.drain();
  expect(await orderNow(order)).toMatchObject({ payment_status: 'paid', due_amount: 0 });
  expect(await requeueWebhooks(app.pools.owner, app.jobs, app.clock.now())).toBe(0);
});

describe('a refund through the provider', () => {
  /** A payment of 18.00 through the provider. */
  async function paid(): Promise<{ order: Order; payment: Payment }> {
    const order = await placeOrder();
    const { data } = await link(order);
    await deliver(stripe.pay(referenceOf(data)));
    await app.jobs.drain();
    return { order, payment: (await payments())[0]! };
  }
  const refund = (payment: Payment, body: object = {}) => call<Payment>('POST', `/payments/${payment.id}/refund`, body);

  test('is reserved, then done by the provider', async () => {
    const { order, payment } = await paid();
    const reserved = await refund(payment, { amount: 500, expected_refunded_amount: 0 });
    expect(reserved.data).toMatchObject({
      refunded_amount: 0,
      refunds: [{ refund_status: 'pending', settled_at: null }],
    });
    expect((await refund(payment, { amount: 1301 })).error?.code).toBe('refund_conflict');
    await app.jobs.drain();
    expect(await payments()).toMatchObject([
      {
        refunded_amount: 500,
        net_amount: 1300,
        payment_status: 'partially_refunded',
        refunds: [{ refund_status: 'succeeded' }],
      },
    ]);
    expect(await orderNow(order)).toMatchObject({ refunded_amount: 500, payment_status: 'partially_refunded' });
    expect(await books()).toEqual({ wallet_pending: 1800, wallet_available: -500, sales: -1300 });
  });

  test('100 at once with lost answers give back once', async () => {
    const { payment } = await paid();
    const before = stripe.refunds.size;
    stripe.plan('refund', ['lost', 'down', 'lost']);
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => refund(payment, { amount: 900, expected_refunded_amount: 0 })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (let i = 0; i < 4; i++) await app.jobs.drain({ evenLater: true });
    expect(stripe.refunds.size).toBe(before + 1);
    expect(await payments()).toMatchObject([{ refunded_amount: 900, refunds: [{ amount: 900 }] }]);
    expect(await books()).toEqual({ wallet_pending: 1800, wallet_available: -900, sales: -900 });
  });

  test('that the provider refuses frees the amount and tells the owner', async () => {
    const { payment } = await paid();
    stripe.plan('refund', ['refuse']);
    await refund(payment);
    await app.jobs.drain();
    expect(await payments()).toMatchObject([
      {
        refunded_amount: 0,
        payment_status: 'paid',
        refunds: [{ refund_status: 'failed', failure_message: 'The account is closed.' }],
      },
    ]);
    const notified = await call<object[]>('GET', '/dashboard/notifications/restaurant');
    expect(notified.data[0]).toMatchObject({ type: 'refund_failed', body: 'The account is closed.' });
    await refund(payment);
    await app.jobs.drain();
    expect(await payments()).toMatchObject([{ refunded_amount: 1800, payment_status: 'refunded' }]);
  });

  test('that is refused after a lost answer, and was done, is done', async () => {
    const { payment } = await paid();
    stripe.plan('refund', ['lost', 'refuse']);
    await refund(payment, { amount: 500 });
    for (let i = 0; i < 2; i++) await app.jobs.drain({ evenLater: true });
    expect(await payments()).toMatchObject([{ refunded_amount: 0, refunds: [{ refund_status: 'failed' }] }]);
    const reference = [...stripe.refunds.keys()].at(-1)!;
    await deliver(stripe.settleRefund(reference, 'succeeded'));
    await app.jobs.drain();
    expect(await payments()).toMatchObject([
      { refunded_amount: 500, refunds: [{ refund_status: 'succeeded', failure_message: null }] },
    ]);
    expect(await books()).toEqual({ wallet_pending: 1800, wallet_available: -500, sales: -1300 });
  });

  test('that the bank returns later is in the wallet again', async () => {
    const { order, payment } = await paid();
    await refund(payment);
    await app.jobs.drain();
    const { provider_reference: reference } = (await payments())[0]!.refunds[0]!;
    await deliver(stripe.settleRefund(reference!, 'failed', 'The card is closed.'));
    await deliver(stripe.settleRefund(reference!, 'succeeded'));
    await app.jobs.drain();
    expect(await payments()).toMatchObject([{ refunded_amount: 0, payment_status: 'paid' }]);
    expect(await orderNow(order)).toMatchObject({ refunded_amount: 0, payment_status: 'paid' });
    expect(await books()).toEqual({ wallet_pending: 1800, wallet_available: 0, sales: -1800 });
  });

  test('that was made at the provider is added', async () => {
    const { payment } = await paid();
    const made = {
      reference: `re_${newId()}`,
      refundId: null,
      amount: 300,
      status: 'succeeded',
      failureMessage: null,
    } as const;
    const event = (key: string): ReceivedEvent => ({
      key,
      event: {
        kind: 'refund',
        refund: { ...made, checkoutReference: payment.provider_reference },
        account,
        occurredAt: app.clock.now().toISOString(),
      },
    });
    await deliver(event(newId()));
    await deliver(event(newId()));
    await app.jobs.drain();
    expect(await payments()).toMatchObject([{ refunded_amount: 300, refunds: [{ note: 'Made at Stripe' }] }]);
  });
});

describe('a dispute', () => {
  const dispute = (payment: Payment, status: 'open' | 'won' | 'lost'): ReceivedEvent => ({
    key: newId(),
    event: {
      kind: 'dispute',
      dispute: {
        reference: `dp_${payment.id}`,
        checkoutReference: payment.provider_reference!,
        amount: payment.amount,
        currency: payment.currency,
        status,
      },
      account,
      occurredAt: app.clock.now().toISOString(),
    },
  });
  async function paid(): Promise<Payment> {
    const { data } = await link(await placeOrder());
    await deliver(stripe.pay(referenceOf(data)));
    await app.jobs.drain();
    return (await payments())[0]!;
  }

  test('holds the money until it is won', async () => {
    const payment = await paid();
    await deliver(dispute(payment, 'open'));
    await app.jobs.drain();
    expect(await payments()).toMatchObject([{ payment_status: 'disputed' }]);
    expect(await books()).toEqual({
      wallet_pending: 1800,
      wallet_available: -1800,
      wallet_disputed: 1800,
      sales: -1800,
    });
    await deliver(dispute(payment, 'won'));
    await app.jobs.drain();
    expect(await payments()).toMatchObject([{ payment_status: 'paid', refunded_amount: 0 }]);
    expect(await books()).toEqual({ wallet_pending: 1800, wallet_available: 0, wallet_disputed: 0, sales: -1800 });
  });

  test('that is lost counts as refunded, also if its end arrives first', async () => {
    const payment = await paid();
    await deliver(dispute(payment, 'lost'));
    await deliver(dispute(payment, 'open'));
    await app.jobs.drain();
    expect(await payments()).toMatchObject([{ payment_status: 'refunded', refunded_amount: 1800 }]);
    expect(await books()).toEqual({ wallet_pending: 1800, wallet_available: -1800, wallet_disputed: 0, sales: 0 });
  });

  test('whose payment is not known yet is applied after asking the provider', async () => {
    const { data } = await link(await placeOrder());
    const reference = referenceOf(data);
    stripe.pay(reference);
    await deliver(
      dispute({ id: data.id, provider_reference: reference, amount: 1800, currency: 'GBP' } as Payment, 'open'),
    ); // the fields that it reads
    await app.jobs.drain();
    expect(await payments()).toMatchObject([{ payment_status: 'disputed' }]);
  });
});

test('a customer pays for an order and sees the result', async () => {
  const order = await placeOrder();
  const token = 'a-customers-token';
  await app.pools.owner.query(
    `UPDATE orders SET public_token_hash = encode(sha256($2::bytea), 'hex'),
            version = (SELECT version FROM spaces WHERE restaurant_id = orders.restaurant_id) WHERE id = $1`,
    [order.id, Buffer.from(token)],
  );
  const path = `/public/restaurants/${owner.restaurant.slug}/orders/${token}/checkout`;
  const first = await callApi<{ checkout_url: string; amount: number }>(app.fetch, 'POST', path);
  expect(first.data).toMatchObject({ amount: 1800, currency: 'GBP' });
  const again = await callApi<{ checkout_url: string }>(app.fetch, 'POST', path);
  expect(again.data.checkout_url).toBe(first.data.checkout_url);
});
