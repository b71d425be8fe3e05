import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SubscriptionState, Usage } from '../../contract/subscriptions/calls.ts';
import type { Subscription, SubscriptionInvoice } from '../../contract/subscriptions/rows.ts';
import { makeMenu } from '../../tests/api/tablet.ts';
import { callApi, requestData, type Method } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { deliver, startAppWithStripe } from '../../tests/support/stripe.ts';
import type { StripeDouble } from '../../tests/support/doubles/stripe.ts';
import { catchUpSubscriptions } from './catch-up.ts';

const DAY_MS = 86_400_000;
let app: TestApp;
let stripe: StripeDouble;
let owner: SignedUp;

beforeAll(async () => {
  ({ app, stripe } = await startAppWithStripe());
});
beforeEach(async () => {
  owner = await signUp(app);
  stripe.webhooks.events.length = 0;
});
afterAll(async () => {
  await app.close();
  await stripe.close();
});

const call = <T>(method: Method, path: string, body?: unknown, of = owner) =>
  callApi<T>(app.fetch, method, `/settings/subscriptions/${path}`, { token: of.token, body });
type Subscribed = { checkout_url: string | null; subscription: Subscription | null };
const subscribe = (plan_id: string, more: object = {}) => call<Subscribed>('POST', 'subscribe', { plan_id, ...more });
const current = async () => (await call<SubscriptionState>('GET', 'current')).data;
const history = async () => (await call<SubscriptionInvoice[]>('GET', 'history')).data;
const sessionOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);
/** Subscribes, and pays on Stripe's page. Returns Stripe's id. */
async function start(plan = 'starter_month'): Promise<string> {
  const { data } = await subscribe(plan);
  stripe.act(sessionOf(data.checkout_url!), 'pay');
  await deliver(app, stripe);
  const { rows } = await app.pools.owner.query<{ provider_reference: string }>(
    'SELECT provider_reference FROM subscriptions WHERE restaurant_id = $1 ORDER BY started_at DESC',
    [owner.restaurant.id],
  );
  return rows[0]!.provider_reference;
}
const newEvents = (before: number) => stripe.webhooks.events.slice(before);

describe('subscribing', () => {
  test('opens a page, and its payment starts a trial', async () => {
    expect(await current()).toEqual({ is_available: true, subscription: null, usage: { orders: 0, bot_messages: 0 } });
    const { data } = await subscribe('starter_month', { return_url: '/restaurant/settings?tab=subscription' });
    expect(data.subscription).toBeNull();
    const paid = await fetch(data.checkout_url!, {
      method: 'POST',
      body: new URLSearchParams({ action: 'pay' }),
      redirect: 'manual',
    });
    expect(paid.headers.get('location')).toBe('https://galley.test/restaurant/settings?tab=subscription');
    await deliver(app, stripe);
    expect((await current()).subscription).toMatchObject({
      plan_id: 'starter_month',
      status: 'trialing',
      trial_ends_at: new Date(app.clock.now().getTime() + 14 * DAY_MS).toISOString(),
      cancel_at_period_end: false,
    });
    expect(await history()).toMatchObject([
      { plan_name: 'Starter', amount: 0, invoice_status: 'paid', currency: 'GBP' },
    ]);
  });

  test('comes back to the screen that waits for it', async () => {
    const { data } = await subscribe('starter_month');
    const leave = async (action: string) =>
      (
        await fetch(data.checkout_url!, { method: 'POST', body: new URLSearchParams({ action }), redirect: 'manual' })
      ).headers.get('location');
    expect(await leave('cancel')).toBe('https://galley.test/restaurant/settings?tab=subscription');
    expect(await leave('pay')).toBe('https://galley.test/restaurant/settings?tab=subscription&subscribed=1');
  });

  test('again changes the plan, and the interval chooses among plans', async () => {
    await start();
    const changed = await subscribe('pro_month', { interval: 'year' });
    expect(changed.data).toMatchObject({
      checkout_url: null,
      subscription: { plan_id: 'pro_year', payment_method_label: 'Visa 4242' },
    });
    const requests = stripe.requests.length;
    expect((await subscribe('pro_year')).data.subscription?.plan_id).toBe('pro_year');
    expect(stripe.requests).toHaveLength(requests);
  });

  test('a second subscription has no trial', async () => {
    const first = await start();
    stripe.endSubscription(first);
    await deliver(app, stripe);
    expect((await current()).subscription?.status).toBe('expired');
    app.clock.pass(1000);
    await start('pro_month');
    expect((await current()).subscription).toMatchObject({
      plan_id: 'pro_month',
      status: 'active',
      trial_ends_at: null,
    });
  });

  test('unknown plans and foreign return addresses are refused', async () => {
    expect((await subscribe('gold')).error?.field_errors).toEqual({ plan_id: 'There is no such plan' });
    for (const return_url of ['https://evil.example', '//evil.example', '/\\evil.example'])
      expect(await subscribe('starter_month', { return_url })).toMatchObject({ status: 422 });
  });

  test('an unreachable Stripe is 503, and its refusal 422', async () => {
    stripe.faults.fail = 1;
    expect(await subscribe('starter_month')).toMatchObject({ status: 503, error: { code: 'provider_unavailable' } });
    const reference = await start();
    stripe.endSubscription(reference);
    expect(await call('POST', 'cancel')).toMatchObject({ status: 422, error: { code: 'provider_refused' } });
  });
});

describe('a subscription', () => {
  test('is cancelled for the end of its period, resumed, and ends', async () => {
    const reference = await start();
    expect((await call<SubscriptionState>('POST', 'cancel')).data.subscription).toMatchObject({
      status: 'trialing',
      cancel_at_period_end: true,
    });
    expect((await call<SubscriptionState>('POST', 'resume')).data.subscription).toMatchObject({
      cancel_at_period_end: false,
      cancelled_at: null,
    });
    await call('POST', 'cancel');
    app.clock.pass(14 * DAY_MS);
    stripe.advancePeriod(reference, 'succeeds');
    await deliver(app, stripe);
    expect((await current()).subscription).toMatchObject({ status: 'cancelled' });
  });

  test('that is overdue goes on, and recovers', async () => {
    const reference = await start();
    app.clock.pass(14 * DAY_MS);
    stripe.advancePeriod(reference, 'fails');
    await deliver(app, stripe);
    expect((await current()).subscription?.status).toBe('past_due');
    expect(await history()).toMatchObject([{ amount: 2900, invoice_status: 'failed' }, { amount: 0 }]);
    const order = {
      channel: 'walk_in',
      order_type: 'pickup',
      lines: [{ menu_item_id: null, name: 'Tea', unit_amount: 200, quantity: 1 }],
    };
    expect((await callApi(app.fetch, 'POST', '/orders', { token: owner.token, body: order })).status).toBe(200);
    app.clock.pass(DAY_MS);
    stripe.payOpenInvoices(reference);
    await deliver(app, stripe);
    expect((await current()).subscription?.status).toBe('active');
    expect((await history())[0]).toMatchObject({ invoice_status: 'paid', paid_at: app.clock.now().toISOString() });
  });

  test('that is overdue is paid with another card', async () => {
    type Changed = { card_url: string | null; subscription: Subscription | null };
    const changeCard = (body: object = {}) => call<Changed>('POST', 'card', body);
    expect((await changeCard()).data).toEqual({ card_url: null, subscription: null });
    const reference = await start();
    app.clock.pass(14 * DAY_MS);
    stripe.advancePeriod(reference, 'fails');
    await deliver(app, stripe);
    // The old one is declined again.
    expect(await changeCard({ is_entered: true })).toMatchObject({ status: 422, error: { code: 'provider_refused' } });
    const { data } = await changeCard();
    const back = await fetch(data.card_url!, {
      method: 'POST',
      body: new URLSearchParams({ last4: '4444' }),
      redirect: 'manual',
    });
    expect(back.headers.get('location')).toBe('https://galley.test/restaurant/settings?tab=subscription&card=1');
    app.clock.pass(1000);
    expect((await changeCard({ is_entered: true })).data).toMatchObject({
      card_url: null,
      subscription: { status: 'active', payment_method_label: 'Visa 4444' },
    });
    await deliver(app, stripe);
    expect((await current()).subscription?.status).toBe('active');
    expect((await history())[0]).toMatchObject({ amount: 2900, invoice_status: 'paid' });
  });

  test('without one, cancelling and resuming change nothing', async () => {
    for (const path of ['cancel', 'resume'])
      expect((await call('POST', path)).data).toEqual({ is_available: true, subscription: null });
  });
});

describe('events', () => {
  test('twice, late or in reverse order end in the same state', async () => {
    const reference = await start();
    app.clock.pass(14 * DAY_MS);
    const before = stripe.webhooks.events.length;
    stripe.advancePeriod(reference, 'fails');
    app.clock.pass(DAY_MS);
    stripe.payOpenInvoices(reference);
    const events = newEvents(before);
    await deliver(app, stripe, [...events.toReversed(), ...events]);
    expect((await current()).subscription?.status).toBe('active');
    expect(await history()).toMatchObject([{ invoice_status: 'paid' }, { amount: 0 }]);
  });

  test('of one second in reverse order end in the same state', async () => {
    const reference = await start();
    app.clock.pass(14 * DAY_MS);
    const before = stripe.webhooks.events.length;
    stripe.advancePeriod(reference, 'fails');
    stripe.payOpenInvoices(reference);
    await deliver(app, stripe, newEvents(before).toReversed());
    expect((await current()).subscription?.status).toBe('active');
    expect(await history()).toMatchObject([{ invoice_status: 'paid' }, { amount: 0 }]);
  });

  test('of the second in which Stripe was asked are not taken for older', async () => {
    const reference = await start();
    app.clock.pass(1000 - (app.clock.now().getTime() % 1000) + 700);
    await call('POST', 'cancel');
    const before = stripe.webhooks.events.length;
    stripe.endSubscription(reference);
    await deliver(app, stripe, newEvents(before));
    expect((await current()).subscription?.status).toBe('expired');
  });

  test('that were lost are made up for by asking Stripe, not before', async () => {
    const reference = await start();
    const catchUp = () =>
      catchUpSubscriptions({ owner: app.pools.owner, app: app.pools.app, env: app.env, log: app.log }, app.clock.now());
    // Those of other tests.
    await catchUp();
    const reads = () => stripe.requests.filter((request) => request.endsWith(`/${reference}`)).length;
    const before = reads();
    await catchUp();
    expect(reads()).toBe(before);

    app.clock.pass(14 * DAY_MS);
    stripe.advancePeriod(reference, 'fails');
    app.clock.pass(DAY_MS);
    stripe.faults.fail = 100;
    await catchUp();
    stripe.faults.fail = 0;
    expect((await current()).subscription?.status).toBe('trialing');
    await catchUp();
    expect((await current()).subscription?.status).toBe('past_due');
    stripe.webhooks.events.length = 0;
  });

  test('of a first subscription that were all lost are made up for', async () => {
    const { data } = await subscribe('starter_month');
    stripe.act(sessionOf(data.checkout_url!), 'pay');
    stripe.webhooks.events.length = 0;
    const catchUp = () =>
      catchUpSubscriptions({ owner: app.pools.owner, app: app.pools.app, env: app.env, log: app.log }, app.clock.now());
    app.clock.pass(DAY_MS);
    stripe.faults.fail = 1;
    await catchUp();
    expect((await current()).subscription).toBeNull();
    await catchUp();
    expect((await current()).subscription).toMatchObject({
      plan_id: 'starter_month',
      status: 'trialing',
      payment_method_label: 'Visa 4242',
    });
    await catchUp();
    const { rows } = await app.pools.owner.query('SELECT 1 FROM subscriptions WHERE restaurant_id = $1', [
      owner.restaurant.id,
    ]);
    expect(rows).toHaveLength(1);
  });

  test('an invoice before its subscription is kept', async () => {
    const { data } = await subscribe('starter_month');
    stripe.act(sessionOf(data.checkout_url!), 'pay');
    const { events } = stripe.webhooks;
    await deliver(
      app,
      stripe,
      events.filter(({ type }) => type === 'invoice.paid'),
    );
    expect(await history()).toMatchObject([{ invoice_status: 'paid' }]);
    await deliver(app, stripe);
    expect((await current()).subscription?.status).toBe('trialing');
    expect(await history()).toHaveLength(1);
  });

  test('of a restaurant’s own account about subscriptions are ignored', async () => {
    const reference = await start();
    stripe.endSubscription(reference);
    const sent = stripe.webhooks.events.at(-1)!;
    const forged = { ...JSON.parse(sent.body), id: 'evt_forged', account: 'acct_own' };
    await deliver(app, stripe, [{ ...sent, account: 'acct_own', body: JSON.stringify(forged) }]);
    expect((await current()).subscription?.status).toBe('trialing');
  });

  test('belong to one restaurant', async () => {
    await start();
    const other = await signUp(app);
    expect((await call<SubscriptionState>('GET', 'current', undefined, other)).data.subscription).toBeNull();
    expect((await call<object[]>('GET', 'history', undefined, other)).data).toEqual([]);
  });
});

test('a server without Stripe says so', async () => {
  const bare = await startApp();
  const { token } = await signUp(bare);
  const request = (method: Method, path: string, body?: unknown) => callApi(bare.fetch, method, path, { token, body });
  expect((await request('GET', '/settings/subscriptions/current')).data).toMatchObject({
    is_available: false,
    subscription: null,
  });
  for (const [path, body] of [
    ['/settings/subscriptions/subscribe', { plan_id: 'starter_month' }],
    ['/api/v1/restaurant/payments/setup/stripe/account-session-id', {}],
  ] as const)
    expect(await request('POST', path, body)).toMatchObject({ status: 404, error: { code: 'stripe_not_configured' } });
  await bare.close();
});

test('this month’s orders are counted in the restaurant’s time zone, and never stopped', async () => {
  const bare = await startApp({ startsAt: '2026-11-30T20:00:00.000Z' });
  const { token } = await signUp(bare);
  const { itemIds } = await makeMenu(bare, { token });
  const place = () =>
    requestData<{ id: string }>(bare.fetch, 'POST', '/orders', {
      token,
      body: { channel: 'walk_in', order_type: 'pickup', lines: [{ menu_item_id: itemIds[0], quantity: 1 }] },
    });
  const used = async () =>
    (await requestData<{ usage: Usage }>(bare.fetch, 'GET', '/settings/subscriptions/current', { token })).usage;
  await place();
  const { id } = await place();
  await requestData(bare.fetch, 'POST', `/orders/${id}/status`, {
    token,
    body: { order_status: 'cancelled', reason: 'customer_request' },
  });
  expect(await used()).toEqual({ orders: 1, bot_messages: 0 });
  bare.clock.set('2026-12-01T00:30:00.000Z');
  await place();
  expect(await used()).toEqual({ orders: 1, bot_messages: 0 });
  await bare.close();
});
