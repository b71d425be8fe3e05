import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Order } from '../../../contract/orders/calls.ts';
import type { Difference, PaymentLink } from '../../../contract/payments/online-calls.ts';
import type { Payment } from '../../../contract/payments/rows.ts';
import { makeMenu, type Menu } from '../../../tests/api/tablet.ts';
import { callApi, type Method } from '../../../tests/support/api.ts';
import { connectProvider } from '../../../tests/support/fake-provider.ts';
import { startApp, type TestApp } from '../../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../../tests/support/sign-up.ts';
import { bookedBy } from '../../../tests/support/doubles/stripe/books.ts';
import { startStripeDouble, type StripeDouble } from '../../../tests/support/doubles/stripe.ts';
import { openStripe, type StripeSettings } from '../../integrations/payment-providers/stripe.ts';
import { openStripeAccounts } from '../../integrations/payment-providers/stripe/accounts.ts';
import { createBus } from '../../platform/bus.ts';
import { catchUpCheckouts, type CatchUpServices } from './catch-up.ts';
import { reconcile } from './reconcile.ts';

// The real client against the double of Stripe, over a socket, with its signed webhooks.

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let double: StripeDouble;
let app: TestApp;
let owner: SignedUp;
let menu: Menu;
let account: string;
let services: CatchUpServices;
let delivered = 0;

beforeAll(async () => {
  const secrets = {
    secretKey: 'sk_test_double',
    webhookSecret: 'whsec_platform',
    connectWebhookSecret: 'whsec_connect',
  };
  double = await startStripeDouble({ ...secrets, webhookUrl: null, clock: { now: () => app.clock.now() } });
  const settings: StripeSettings = { ...secrets, publishableKey: null, url: double.url, isDouble: true };
  const providers = { stripe: openStripe(settings), paystack: null };
  app = await startApp({ providers });
  const { pools, env, log, jobs } = app;
  services = { pools, env, log, jobs, bus: createBus(), owner: pools.owner, providers };
  const created = await openStripeAccounts(settings).create({
    key: 'account',
    country: 'GB',
    email: 'owner@galley.test',
    name: 'The Anchor',
  });
  if (created.kind === 'refused') throw new Error(created.message);
  account = created.value.account;
  double.checkAccount(account, 'verified');
  owner = await signUp(app);
  menu = await makeMenu(app, owner);
  await connectProvider(app.pools.owner, owner.restaurant.id, { account });
  delivered = double.sender.sent.length;
});
afterAll(async () => {
  await app.close();
  await double.close();
});

const call = <T>(method: Method, path: string, body?: unknown) =>
  callApi<T>(app.fetch, method, path, { token: owner.token, body });
/** Sends the webhooks that the double has handed over since, each three times and the newest first. */
async function deliver(): Promise<void> {
  const fresh = double.sender.sent.slice(delivered).toReversed();
  delivered = double.sender.sent.length;
  for (const { rawBody, headers } of [...fresh, ...fresh, ...fresh]) {
    const url = 'http://localhost/backend/webhooks/stripe';
    const { status } = await app.fetch(new Request(url, { method: 'POST', body: rawBody, headers }));
    expect(status).toBe(200);
  }
  for (let tries = 0; tries < 3; tries++) await app.jobs.drain({ evenLater: true });
}
async function openPaid(): Promise<{ link: PaymentLink; session: string }> {
  const lines = [{ menu_item_id: menu.itemIds[0]!, quantity: 2 }];
  const { data: order } = await call<Order>('POST', '/orders', { channel: 'walk_in', order_type: 'pickup', lines });
  const { data: link } = await call<PaymentLink>('POST', `/orders/${order.id}/payment-link`);
  const { rows } = await app.pools.owner.query<{ reference: string }>(
    'SELECT provider_reference AS reference FROM checkouts WHERE id = $1',
    [link.id],
  );
  const session = rows[0]!.reference;
  double.act(session, 'pay');
  return { link, session };
}
const payment = async ({ id }: { id: string }) => (await call<Payment>('GET', `/payments/${id}`)).data;
const pass = async (ms: number) => {
  app.clock.pass(ms);
  await catchUpCheckouts(services, app.clock.now());
};

test('a payment is taken, refunded in part, settled and reconciled', async () => {
  const { link } = await openPaid();
  await deliver();
  expect(await payment(link)).toMatchObject({
    amount: 1800,
    payment_status: 'paid',
    provider: 'stripe',
    method: 'card',
    // Stripe's event does not say it; it comes with the fee.
    card_brand: 'visa',
  });
  await call('POST', `/payments/${link.id}/refund`, { amount: 500, expected_refunded_amount: 0 });
  await app.jobs.drain();
  await deliver();
  expect(await payment(link)).toMatchObject({ refunded_amount: 500, refunds: [{ refund_status: 'succeeded' }] });
  await pass(10 * MINUTE);
  await pass(3 * DAY);
  await pass(10 * MINUTE);
  // 1.5 % and 20.
  expect(await payment(link)).toMatchObject({
    fee_amount: 47,
    net_amount: 1253,
    card_brand: 'visa',
    card_last4: '4242',
  });
  expect((await call('GET', '/payments?limit=1')).stats).toMatchObject({ wallet_balance: 1253, pending_balance: 0 });
  app.clock.pass(2 * DAY);
  await reconcile(services, { restaurantId: owner.restaurant.id, provider: 'stripe', account }, app.clock.now());
  expect((await call<Difference[]>('GET', '/payments/reconciliation')).data).toEqual([]);
});

describe('the wallet offers what Stripe has', () => {
  let before = 0;
  /** What is offered and what follows, here and at Stripe. */
  async function compare(more: number, pending: number) {
    const { stats } = await call('GET', '/payments?limit=1');
    expect(stats).toMatchObject({ wallet_balance: before + more, pending_balance: pending });
    expect(bookedBy(double.store, account, 'gbp')).toEqual({ available: before + more, pending });
  }
  /** Payments of 18.00: two that are available, 17.53 each, and one that is not. */
  async function fill() {
    before = bookedBy(double.store, account, 'gbp').available;
    const paid = [await openPaid(), await openPaid()];
    await deliver();
    await pass(10 * MINUTE);
    await pass(3 * DAY);
    paid.push(await openPaid());
    await deliver();
    await pass(10 * MINUTE);
    await compare(3506, 1753);
    return paid;
  }

  test('while a dispute costs 20.00, and after it is won', async () => {
    const [, , fresh] = await fill();
    const dispute = double.openDispute(fresh!.session);
    await deliver();
    // Of a payment that is not available, it takes what is.
    await compare(3506 - 1800 - 2000, 1753);
    expect(await payment(fresh!.link)).toMatchObject({ fee_amount: 2047, net_amount: -247 });
    double.closeDispute(dispute, 'won');
    await deliver();
    await compare(3506, 1753);
    expect(await payment(fresh!.link)).toMatchObject({ fee_amount: 47, net_amount: 1753, payment_status: 'paid' });
    await pass(3 * DAY);
    await compare(5259, 0);
  });

  test('after a dispute is lost', async () => {
    const [first] = await fill();
    const dispute = double.openDispute(first!.session);
    await deliver();
    double.closeDispute(dispute, 'lost');
    await deliver();
    await compare(3506 - 1800 - 2000, 1753);
    await pass(3 * DAY);
    await compare(3506 - 1800 - 2000 + 1753, 0);
  });

  test('after refunds, also while one is on its way', async () => {
    const [first, , fresh] = await fill();
    await call('POST', `/payments/${fresh!.link.id}/refund`, {});
    expect((await call('GET', '/payments?limit=1')).stats).toMatchObject({ wallet_balance: before + 1706 });
    await app.jobs.drain();
    await deliver();
    await compare(1706, 1753);
    await call('POST', `/payments/${first!.link.id}/refund`, { amount: 500 });
    await app.jobs.drain();
    await deliver();
    await compare(1206, 1753);
    await pass(3 * DAY);
    await compare(2959, 0);
  });
});

test('a dispute is opened and lost', async () => {
  const { link, session } = await openPaid();
  await deliver();
  const dispute = double.openDispute(session);
  await deliver();
  expect(await payment(link)).toMatchObject({ payment_status: 'disputed' });
  double.closeDispute(dispute, 'lost');
  await deliver();
  expect(await payment(link)).toMatchObject({ payment_status: 'refunded', refunded_amount: 1800 });
});

test('a webhook that is altered or signed long ago changes nothing', async () => {
  const { link } = await openPaid();
  const event = double.webhooks.events.at(-1)!;
  const at = Math.floor(app.clock.now().getTime() / 1000);
  const send = async (body: string, signature: string) => {
    const request = new Request('http://localhost/backend/webhooks/stripe', {
      method: 'POST',
      body,
      headers: { 'stripe-signature': signature },
    });
    return (await app.fetch(request)).status;
  };
  expect(await send(event.body.replace('1800', '1801'), double.webhooks.sign(event, at))).toBe(401);
  expect(await send(event.body, double.webhooks.sign(event, at - 301))).toBe(401);
  await app.jobs.drain();
  expect((await call('GET', `/payments/${link.id}`)).status).toBe(404);
  delivered = double.sender.sent.length;
});

test('a provider that hangs or loses answers takes the money once', async () => {
  const lines = [{ menu_item_id: menu.itemIds[0]!, quantity: 1 }];
  const { data: order } = await call<Order>('POST', '/orders', { channel: 'walk_in', order_type: 'pickup', lines });
  double.faults.lose = 4;
  const first = await call<PaymentLink>('POST', `/orders/${order.id}/payment-link`);
  expect(first.error?.code).toBe('provider_unavailable');
  double.faults.lose = 0;
  const { status, data } = await call<PaymentLink>('POST', `/orders/${order.id}/payment-link`);
  expect([status, data.url]).toEqual([200, expect.stringContaining('/pay/')]);
});

test('a page is closed at Stripe when the order is paid otherwise', async () => {
  const lines = [{ menu_item_id: menu.itemIds[0]!, quantity: 1 }];
  const { data: order } = await call<Order>('POST', '/orders', { channel: 'walk_in', order_type: 'pickup', lines });
  const { data: link } = await call<PaymentLink>('POST', `/orders/${order.id}/payment-link`);
  const { rows } = await app.pools.owner.query<{ reference: string }>(
    'SELECT provider_reference AS reference FROM checkouts WHERE id = $1',
    [link.id],
  );
  await call('POST', `/orders/${order.id}/payments`, { method: 'cash', amount: order.due_amount });
  await app.jobs.drain();
  expect(() => double.act(rows[0]!.reference, 'pay')).toThrow('This session is over.');
  await deliver();
  expect((await call<PaymentLink[]>('GET', `/orders/${order.id}/payment-link`)).data[0]).toMatchObject({
    payment_status: 'cancelled',
  });
});

test('100 copies of each event at once pay once', async () => {
  const { link } = await openPaid();
  const fresh = double.sender.sent.slice(delivered);
  delivered = double.sender.sent.length;
  const send = async ({ rawBody, headers }: (typeof fresh)[number]) => {
    const url = 'http://localhost/backend/webhooks/stripe';
    return (await app.fetch(new Request(url, { method: 'POST', body: rawBody, headers }))).status;
  };
  const statuses = await Promise.all(fresh.flatMap((event) => Array.from({ length: 100 }, () => send(event))));
  expect(new Set(statuses)).toEqual(new Set([200]));
  await app.jobs.drain({ evenLater: true });
  expect(await payment(link)).toMatchObject({ payment_status: 'paid', amount: 1800 });
  const { rows } = await app.pools.owner.query(
    "SELECT amount::int FROM ledger_entries WHERE account = 'sales' AND payment_id = $1",
    [link.id],
  );
  expect(rows).toEqual([{ amount: -1800 }]);
});
