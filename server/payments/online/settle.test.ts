import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '../../../contract/orders/calls.ts';
import type { Difference, PaymentLink } from '../../../contract/payments/online-calls.ts';
import type { PaymentStats } from '../../../contract/payments/calls.ts';
import type { Payment } from '../../../contract/payments/rows.ts';
import { makeMenu, type Menu } from '../../../tests/api/tablet.ts';
import { callApi, type Method } from '../../../tests/support/api.ts';
import { connectProvider, fakeProvider, type FakeProvider } from '../../../tests/support/fake-provider.ts';
import { startApp, type TestApp } from '../../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../../tests/support/sign-up.ts';
import { createBus } from '../../platform/bus.ts';
import { newId } from '../../platform/ids.ts';
import { catchUpCheckouts, catchUpRefunds, type CatchUpServices } from './catch-up.ts';
import { reconcile } from './reconcile.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let app: TestApp;
let stripe: FakeProvider;
let owner: SignedUp;
let menu: Menu;
let account: string;
let services: CatchUpServices;

beforeAll(async () => {
  stripe = fakeProvider('stripe', () => app.clock.now());
  const providers = { stripe, paystack: null };
  app = await startApp({ providers });
  const { pools, env, log, jobs } = app;
  services = { pools, env, log, jobs, bus: createBus(), owner: pools.owner, providers };
});
beforeEach(async () => {
  app.clock.set('2026-11-20T18:30:00.000Z');
  owner = await signUp(app);
  menu = await makeMenu(app, owner);
  account = `acct_${newId()}`;
  await connectProvider(app.pools.owner, owner.restaurant.id, { account });
});
afterAll(() => app.close());

const call = <T>(method: Method, path: string, body?: unknown) =>
  callApi<T>(app.fetch, method, path, { token: owner.token, body });
async function open(): Promise<{ link: PaymentLink; reference: string }> {
  const lines = [{ menu_item_id: menu.itemIds[0]!, quantity: 2 }];
  const { data: order } = await call<Order>('POST', '/orders', { channel: 'walk_in', order_type: 'pickup', lines });
  const { data: link } = await call<PaymentLink>('POST', `/orders/${order.id}/payment-link`);
  return { link, reference: link.url!.split('/').at(-1)! };
}
const payments = async () => (await call<Payment[]>('GET', '/payments?limit=100')).data;
const stats = async () => (await call('GET', '/payments?limit=1')).stats as PaymentStats;
const pass = async (ms: number) => {
  app.clock.pass(ms);
  await catchUpCheckouts(services, app.clock.now());
};
/** A checkout that was paid without a webhook, and read back. */
async function paid(): Promise<{ link: PaymentLink; reference: string }> {
  const opened = await open();
  stripe.pay(opened.reference);
  await pass(15 * MINUTE);
  return opened;
}

describe('what is overdue', () => {
  test('is read back from the provider when no webhook arrives', async () => {
    await paid();
    expect(await payments()).toMatchObject([{ amount: 1800, payment_status: 'paid' }]);
    await pass(15 * MINUTE);
    expect(await payments()).toHaveLength(1);
  });

  test('is found after a crash between the provider’s yes and our commit', async () => {
    const { link, reference } = await open();
    await app.pools.owner.query('UPDATE checkouts SET provider_reference = NULL, url = NULL WHERE id = $1', [link.id]);
    stripe.pay(reference);
    await pass(15 * MINUTE);
    await pass(15 * MINUTE);
    expect(await payments()).toMatchObject([{ id: link.id, provider_reference: reference, payment_status: 'paid' }]);
  });

  test('waits while the provider is down, and settles when it is back', async () => {
    const { reference } = await open();
    stripe.pay(reference);
    stripe.plan('readCheckout', { always: 'down' });
    await pass(15 * MINUTE);
    expect(await payments()).toEqual([]);
    stripe.plan('readCheckout', []);
    await pass(15 * MINUTE);
    expect(await payments()).toHaveLength(1);
  });

  test('refund whose webhook is lost settles by asking', async () => {
    const { link } = await paid();
    stripe.refundsAre = 'pending';
    await call('POST', `/payments/${link.id}/refund`);
    await app.jobs.drain();
    const { provider_reference: reference } = (await payments())[0]!.refunds[0]!;
    stripe.refundsAre = 'succeeded';
    stripe.settleRefund(reference!, 'succeeded');
    app.clock.pass(15 * MINUTE);
    await catchUpRefunds(services, app.clock.now());
    await catchUpRefunds(services, app.clock.now());
    expect(await payments()).toMatchObject([{ refunded_amount: 1800, payment_status: 'refunded' }]);
  });
});

describe('the settlement', () => {
  test('is asked for as soon as the payment is known', async () => {
    const { reference } = await open();
    stripe.settlements.set(reference, { fee: 45, availableOn: app.clock.now().toISOString() });
    const { key, event } = stripe.pay(reference);
    await app.fetch(stripe.request([{ key, event: { ...event, account } }]));
    await app.jobs.drain();
    expect(await payments()).toMatchObject([{ fee_amount: 45, net_amount: 1755 }]);
    expect(await stats()).toMatchObject({ pending_balance: 0, wallet_balance: 1755 });
  });

  test('posts the fee and makes the money available on its day, each once', async () => {
    const { reference } = await paid();
    expect(await stats()).toMatchObject({ pending_balance: 1800, wallet_balance: 0 });
    const availableOn = new Date(app.clock.now().getTime() + 2 * DAY).toISOString();
    stripe.settlements.set(reference, { fee: 45, availableOn });
    await pass(10 * MINUTE);
    await pass(10 * MINUTE);
    expect(await stats()).toMatchObject({ pending_balance: 1755, wallet_balance: 0 });
    expect(await payments()).toMatchObject([{ fee_amount: 45, net_amount: 1755 }]);
    await pass(2 * DAY);
    await pass(10 * MINUTE);
    expect(await stats()).toMatchObject({ pending_balance: 0, wallet_balance: 1755, total_sales: 1800 });
  });

  test('leaves refunds that come later to the available money', async () => {
    const { link, reference } = await paid();
    stripe.settlements.set(reference, { fee: 45, availableOn: app.clock.now().toISOString() });
    await pass(10 * MINUTE);
    await call('POST', `/payments/${link.id}/refund`, { amount: 800 });
    await app.jobs.drain();
    expect(await stats()).toMatchObject({ pending_balance: 0, wallet_balance: 955 });
  });
});

describe('the reconciliation', () => {
  const run = () =>
    reconcile(services, { restaurantId: owner.restaurant.id, provider: 'stripe', account }, app.clock.now());
  const differences = async () => (await call<Difference[]>('GET', '/payments/reconciliation')).data;
  const movement = (reference: string, amount: number, fee = 45) => ({
    reference: `txn_${newId()}`,
    kind: 'payment' as const,
    source: reference,
    amount,
    fee,
    currency: 'GBP',
    at: '2026-11-20T18:40:00.000Z',
  });
  beforeEach(() => {
    stripe.movements = [];
  });

  test('finds nothing while books and provider agree', async () => {
    const { reference } = await paid();
    stripe.settlements.set(reference, { fee: 45, availableOn: app.clock.now().toISOString() });
    await pass(10 * MINUTE);
    stripe.movements = [movement(reference, 1800)];
    await pass(3 * DAY);
    await run();
    expect(await differences()).toEqual([]);
  });

  test('shows each difference once, and settles it when it is gone', async () => {
    const { reference } = await paid();
    stripe.settlements.set(reference, { fee: 45, availableOn: app.clock.now().toISOString() });
    await pass(10 * MINUTE);
    stripe.movements = [movement(reference, 1700, 40), movement('cs_unknown', 500)];
    await pass(3 * DAY);
    await run();
    await run();
    expect(
      (await differences())
        .map(({ kind, ledger_amount, provider_amount }) => [kind, ledger_amount, provider_amount])
        .toSorted(),
    ).toEqual([
      ['amount_differs', 1800, 1700],
      ['fee_differs', 45, 40],
      ['missing_here', 0, 500],
    ]);
    stripe.movements = [movement(reference, 1800)];
    app.clock.pass(DAY);
    await run();
    expect(await differences()).toEqual([]);
  });

  test('shows a payment that the provider does not have', async () => {
    const { link } = await paid();
    await pass(3 * DAY);
    await run();
    expect(await differences()).toMatchObject([
      { kind: 'missing_at_provider', payment_id: link.id, ledger_amount: 1800 },
    ]);
  });
});
