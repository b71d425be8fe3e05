import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { StripeSetup } from '../../contract/payments/setup-calls.ts';
import { callApi } from '../../tests/support/api.ts';
import type { TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { deliver, startAppWithStripe } from '../../tests/support/stripe.ts';
import type { StripeDouble } from '../../tests/support/doubles/stripe.ts';
import { catchUpAccounts } from './catch-up-accounts.ts';

let app: TestApp;
let stripe: StripeDouble;
let owner: SignedUp;
beforeAll(async () => {
  ({ app, stripe } = await startAppWithStripe());
});
beforeEach(async () => {
  owner = await signUp(app);
});
afterAll(async () => {
  await app.close();
  await stripe.close();
});

const open = () =>
  callApi<StripeSetup>(app.fetch, 'POST', '/api/v1/restaurant/payments/setup/stripe/account-session-id', {
    token: owner.token,
    body: {},
  });
const accounts = async () =>
  (
    await app.pools.owner.query<{ status: string; reason: string | null; account: string }>(
      'SELECT status, reason, account FROM payment_accounts WHERE restaurant_id = $1',
      [owner.restaurant.id],
    )
  ).rows;

test('creates one account and a new secret for each page', async () => {
  const { data: first } = await open();
  expect(first).toMatchObject({
    account: expect.stringMatching(/^acct_/),
    publishable_key: 'pk_test_double',
    onboarding_url: expect.stringContaining(`${stripe.url}/onboarding/`),
  });
  const { data: second } = await open();
  expect(second.account).toBe(first.account);
  expect(second.client_secret).not.toBe(first.client_secret);
  expect(await accounts()).toEqual([{ status: 'pending', reason: null, account: first.account }]);
});

test('a lost answer of Stripe does not make a second account', async () => {
  stripe.faults.lose = 1;
  expect(await open()).toMatchObject({ status: 503, error: { code: 'provider_unavailable' } });
  const before = stripe.store.all(null, 'account').length;
  expect((await open()).status).toBe(200);
  expect(stripe.store.all(null, 'account')).toHaveLength(before);
});

test('the details end as verified or broken with a reason', async () => {
  const { data } = await open();
  const form = (outcome: string) =>
    fetch(data.onboarding_url, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' });
  const back = await form('details_missing');
  expect(back.headers.get('location')).toBe('https://galley.test/restaurant/settings?tab=wallet');
  app.clock.pass(1000);
  await open();
  expect(await accounts()).toMatchObject([
    { status: 'broken', reason: 'Stripe needs more details: individual verification document.' },
  ]);
  app.clock.pass(1000);
  await form('verified');
  await deliver(app, stripe, stripe.webhooks.events.slice(-1));
  expect(await accounts()).toMatchObject([{ status: 'verified', reason: null }]);
});

test('events of one second, in whichever order, end as the provider says', async () => {
  const { data } = await open();
  app.clock.pass(5000);
  stripe.checkAccount(data.account, 'details_missing');
  stripe.checkAccount(data.account, 'verified');
  await deliver(app, stripe, stripe.webhooks.events.slice(-1));
  await deliver(app, stripe, stripe.webhooks.events.slice(-2, -1));
  expect(await accounts()).toMatchObject([{ status: 'verified', reason: null }]);
});

test('an event of another account changes nothing', async () => {
  const { data } = await open();
  stripe.checkAccount(data.account, 'verified');
  const [sent] = stripe.webhooks.events.slice(-1);
  const of = (account: string) => {
    const body = JSON.stringify({ ...JSON.parse(sent!.body), id: `evt_of_${account}`, account });
    return deliver(app, stripe, [{ ...sent!, account, body }]);
  };
  await of('acct_other');
  expect(await accounts()).toMatchObject([{ status: 'pending' }]);
  await of(data.account);
  expect(await accounts()).toMatchObject([{ status: 'verified' }]);
});

test('an event that cannot be read or stored is no fault', async () => {
  const { data } = await open();
  const post = (event: object) => {
    const body = JSON.stringify({ created: app.clock.now().getTime() / 1000, account: data.account, ...event });
    const at = Math.floor(app.clock.now().getTime() / 1000);
    const headers = { 'Stripe-Signature': stripe.webhooks.sign({ account: data.account, body }, at) };
    return app.fetch(new Request('http://localhost/backend/webhooks/stripe', { method: 'POST', headers, body }));
  };
  const refund = {
    id: 're_\0',
    amount: 1,
    currency: 'gbp',
    status: 'failed',
    failure_reason: '\ud800',
    payment_intent: 'pi_\0',
  };
  const unreadable = { id: 'evt_1', type: 'checkout.session.completed', data: { object: { mode: 'payment' } } };
  expect((await post({ id: 'evt_\0', type: 'refund.failed', data: { object: refund } })).status).toBe(200);
  expect((await post(unreadable)).status).toBe(400);
  expect((await post({ id: 'e'.repeat(20_000), type: 'other', data: { object: {} } })).status).toBe(200);
});

test('a verification whose event was lost is found by asking Stripe an hour later', async () => {
  const { data } = await open();
  const catchUp = () =>
    catchUpAccounts({ owner: app.pools.owner, app: app.pools.app, env: app.env, log: app.log }, app.clock.now());
  await fetch(data.onboarding_url, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'verified' }),
    redirect: 'manual',
  });
  await catchUp();
  expect(await accounts()).toMatchObject([{ status: 'pending' }]);
  app.clock.pass(61 * 60_000);
  stripe.faults.fail = 100;
  await catchUp();
  stripe.faults.fail = 0;
  expect(await accounts()).toMatchObject([{ status: 'pending' }]);
  await catchUp();
  expect(await accounts()).toMatchObject([{ status: 'verified', reason: null }]);
});

test('an account that Stripe does not know any more is refused', async () => {
  const { data } = await open();
  stripe.store.remove(data.account);
  expect(await open()).toMatchObject({ status: 422, error: { code: 'provider_refused' } });
});

test('no secret is stored or logged', async () => {
  const { data } = await open();
  const stored = await app.pools.owner.query('SELECT * FROM payment_accounts');
  for (const text of [JSON.stringify(stored.rows), JSON.stringify(app.logged)]) {
    expect(text).not.toContain(data.client_secret);
    expect(text).not.toContain('sk_test');
  }
});
