import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startSilence } from '../../../tests/support/sign-in-provider.ts';
import { startStripeDouble, type StripeDouble } from '../../../tests/support/doubles/stripe.ts';
import { openStripeAccounts } from './stripe/accounts.ts';
import { TransientError, type CheckoutRequest, type ProviderEvent, type ProviderResult } from './provider.ts';
import { openStripe, type StripeSettings } from './stripe.ts';

const START = Date.parse('2026-11-20T18:30:00.000Z');
const DAY_MS = 86_400_000;
let now = START;
let double: StripeDouble;
let settings: StripeSettings;
let account: string;
let made = 0;

beforeAll(async () => {
  double = await startStripeDouble({
    secretKey: 'sk_test_double',
    webhookSecret: 'whsec_platform',
    connectWebhookSecret: 'whsec_connect',
    webhookUrl: null,
    clock: { now: () => new Date(now) },
  });
  settings = {
    secretKey: 'sk_test_double',
    publishableKey: null,
    webhookSecret: 'whsec_platform',
    connectWebhookSecret: 'whsec_connect',
    url: double.url,
    isDouble: true,
  };
});
beforeEach(async () => {
  now = START;
  const created = await openStripeAccounts(settings).create({
    key: key(),
    country: 'GB',
    email: 'a@b.test',
    name: 'Anchor',
  });
  account = valueOf(created).account;
  double.checkAccount(account, 'verified');
  double.requests.length = 0;
});
afterAll(() => double.close());

const key = () => `key-${(made += 1)}`;
const stripe = (more: Partial<StripeSettings> = {}) => openStripe({ ...settings, ...more });
function valueOf<T>(result: ProviderResult<T>): T {
  if (result.kind === 'refused') throw new Error(`${result.code}: ${result.message}`);
  return result.value;
}
const wanted = (more: Partial<CheckoutRequest> = {}): CheckoutRequest => ({
  account,
  key: key(),
  checkoutId: 'checkout-1',
  restaurantId: 'restaurant-1',
  amount: 2000,
  currency: 'GBP',
  description: 'Order #101 at The Anchor',
  applicationFee: 40,
  customerEmail: 'guest@example.test',
  successUrl: 'https://galley.test/success',
  cancelUrl: 'https://galley.test/failed',
  ...more,
});
const open = async (more: Partial<CheckoutRequest> = {}) => valueOf(await stripe().openCheckout(wanted(more)));
async function paid(more: Partial<CheckoutRequest> = {}): Promise<string> {
  const { reference } = await open(more);
  double.act(reference, 'pay');
  return reference;
}
const refundOf = (checkoutReference: string, more: object = {}) => ({
  account,
  key: key(),
  refundId: 'refund-1',
  checkoutReference,
  amount: 500,
  currency: 'GBP',
  reason: 'late',
  ...more,
});
/** The newest event of a type, as the client reads it. */
function eventOf(type: string): ProviderEvent {
  const sent = double.webhooks.events.findLast((event) => event.type === type)!;
  const signature = double.webhooks.sign(sent, now / 1000);
  return read(sent.body, signature)![0]!.event;
}
const read = (body: string, signature: string, at = now) =>
  stripe().readWebhook({
    headers: { 'stripe-signature': signature },
    rawBody: new TextEncoder().encode(body),
    now: new Date(at),
  });

describe('a checkout', () => {
  test('is paid on the page and read back with its card', async () => {
    const checkout = await open();
    expect(checkout).toMatchObject({ checkoutId: 'checkout-1', status: 'pending', amount: 2000, currency: 'GBP' });
    const page = await (await fetch(checkout.url!)).text();
    expect(page).toContain('GBP 20.00');
    const form = { method: 'POST', redirect: 'manual' } as const;
    const declined = await fetch(checkout.url!, { ...form, body: new URLSearchParams({ action: 'decline' }) });
    expect(await (await fetch(new URL(declined.headers.get('location')!, double.url))).text()).toContain('declined');
    expect(valueOf(await stripe().readCheckout(account, checkout.reference))).toMatchObject({
      status: 'pending',
      failureCode: 'generic_decline',
    });
    const done = await fetch(checkout.url!, { ...form, body: new URLSearchParams({ action: 'pay' }) });
    expect(done.headers.get('location')).toBe('https://galley.test/success');
    expect(valueOf(await stripe().readCheckout(account, checkout.reference))).toMatchObject({
      status: 'paid',
      url: null,
      method: 'card',
      cardBrand: 'visa',
      cardLast4: '4242',
      failureCode: null,
      paidAt: '2026-11-20T18:30:00.000Z',
    });
  });

  test('opened again with its key is the same page', async () => {
    const request = wanted();
    const first = valueOf(await stripe().openCheckout(request));
    expect(valueOf(await stripe().openCheckout(request))).toEqual(first);
    await expect(stripe().openCheckout({ ...request, amount: 1 })).rejects.toThrow(TransientError);
  });

  test('reports fee and availability once it is booked', async () => {
    const { reference } = await open();
    expect(valueOf(await stripe().readSettlement(account, reference))).toBeNull();
    double.act(reference, 'pay');
    // 1.5 % + 20 + the platform's 40.
    expect(valueOf(await stripe().readSettlement(account, reference))).toEqual({
      fee: 90,
      availableOn: '2026-11-22T18:30:00.000Z',
      paidWith: { cardBrand: 'visa', cardLast4: '4242', receiptUrl: expect.stringContaining('/receipts/') },
    });
  });

  test('of a card whose money is available at once can be paid out at once', async () => {
    const { url, reference } = await open();
    const body = new URLSearchParams({ action: 'pay_available' });
    await fetch(url!, { method: 'POST', redirect: 'manual', body });
    expect(valueOf(await stripe().readSettlement(account, reference))).toMatchObject({
      availableOn: '2026-11-20T18:30:00.000Z',
    });
  });

  test('is found by what disputes name', async () => {
    const reference = await paid();
    double.openDispute(reference);
    const event = eventOf('charge.dispute.created');
    if (event.kind !== 'dispute') throw new Error('No dispute');
    expect(event.dispute).toMatchObject({ amount: 2000, currency: 'GBP', status: 'open' });
    const { value } = (await stripe().readCheckout(account, event.dispute.checkoutReference)) as { value: object };
    expect(value).toMatchObject({ reference, checkoutId: 'checkout-1' });
    double.closeDispute(event.dispute.reference, 'won');
    expect(eventOf('charge.dispute.closed')).toMatchObject({ dispute: { status: 'won' } });
  });

  test('ends in each way that events report', async () => {
    const { reference } = await open();
    double.act(reference, 'expire');
    expect(eventOf('checkout.session.expired')).toMatchObject({ account, checkout: { status: 'cancelled' } });
    const late = await open();
    double.act(late.reference, 'pay_later');
    expect(eventOf('checkout.session.completed')).toMatchObject({ checkout: { status: 'pending', url: null } });
    double.act(late.reference, 'fail');
    expect(eventOf('checkout.session.async_payment_failed')).toMatchObject({ checkout: { status: 'failed' } });
    const settled = await open();
    double.act(settled.reference, 'pay_later');
    double.act(settled.reference, 'settle');
    expect(eventOf('checkout.session.async_payment_succeeded')).toMatchObject({
      checkout: { status: 'paid', paidAt: '2026-11-20T18:30:00.000Z' },
    });
  });

  test('of an account that may not take cards is refused', async () => {
    double.checkAccount(account, 'rejected');
    expect(await stripe().openCheckout(wanted())).toMatchObject({ kind: 'refused', code: 'account_invalid' });
    expect(eventOf('account.updated')).toMatchObject({
      kind: 'account',
      state: { account, isReady: false, reason: 'Stripe has disabled the account: rejected other.' },
    });
  });
});

describe('refunds', () => {
  test('give back a part once for each key, then the rest', async () => {
    const reference = await paid();
    const request = refundOf(reference);
    const first = valueOf(await stripe().refund(request));
    expect(first).toMatchObject({
      refundId: 'refund-1',
      checkoutReference: reference,
      amount: 500,
      status: 'succeeded',
    });
    expect(valueOf(await stripe().refund(request))).toEqual(first);
    expect(valueOf(await stripe().readRefund(account, first.reference))).toEqual(first);
    expect(eventOf('refund.created')).toMatchObject({ kind: 'refund', account, refund: first });
    expect(await stripe().refund(refundOf(reference, { amount: 1501 }))).toMatchObject({ kind: 'refused' });
    valueOf(await stripe().refund(refundOf(reference, { amount: 1500 })));
    expect(await stripe().refund(refundOf(reference, { amount: 1 }))).toMatchObject({
      code: 'charge_already_refunded',
    });
  });

  test('of an unpaid or unknown checkout are refused', async () => {
    const { reference } = await open();
    expect(await stripe().refund(refundOf(reference))).toMatchObject({ kind: 'refused', code: 'not_paid' });
    expect(await stripe().refund(refundOf('cs_none'))).toMatchObject({ kind: 'refused', code: 'resource_missing' });
  });
});

describe('payouts', () => {
  const bank = {
    bankCode: '108800',
    accountNumber: '00012345',
    country: 'GB',
    currency: 'GBP',
    name: 'The Anchor Ltd',
  };
  const payOut = (recipient: string, more: object = {}) =>
    stripe().payOut({ account, ourReference: 'W-1', recipient, amount: 1000, currency: 'GBP', ...more });

  test('go to a recipient once the money is available', async () => {
    await paid();
    const recipient = valueOf(await stripe().addRecipient(account, bank));
    expect(recipient).toMatchObject({ accountName: 'The Anchor Ltd', last4: '2345', status: 'pending_verification' });
    expect(await payOut(recipient.reference)).toMatchObject({ kind: 'refused', code: 'balance_insufficient' });
    now += 2 * DAY_MS;
    const made = valueOf(await payOut(recipient.reference, { ourReference: 'W-2' }));
    expect(made).toMatchObject({ ourReference: 'W-2', status: 'processing', expectedArrivalOn: '2026-11-24' });
    expect(valueOf(await payOut(recipient.reference, { ourReference: 'W-2' }))).toEqual(made);
    expect(valueOf(await stripe().findPayout(account, 'W-2'))).toEqual(made);
    expect(valueOf(await stripe().findPayout(account, 'W-3'))).toBeNull();
    double.endPayout(made.reference, 'paid');
    expect(eventOf('payout.paid')).toMatchObject({ account, payout: { ourReference: 'W-2', status: 'paid' } });
    double.endPayout(made.reference, 'failed', 'account_closed');
    expect(eventOf('payout.failed')).toMatchObject({ payout: { status: 'failed', failureCode: 'account_closed' } });
  });

  test('to a removed or impossible bank account are refused', async () => {
    const impossible = await stripe().addRecipient(account, { ...bank, accountNumber: '1-2' });
    expect(impossible).toMatchObject({ kind: 'refused', code: 'account_number_invalid' });
    const recipient = valueOf(await stripe().addRecipient(account, bank));
    valueOf(await stripe().removeRecipient(account, recipient.reference));
    expect(await payOut(recipient.reference)).toMatchObject({ kind: 'refused', code: 'resource_missing' });
    expect(await stripe().listBanks('GB')).toEqual({ kind: 'answer', value: [] });
    expect(await stripe().resolveBankAccount(bank)).toEqual({ kind: 'answer', value: null });
  });
});

test.each([
  ['GBP', 2000, 'GBP 20.00'],
  ['JPY', 2000, 'JPY 2000'],
  ['KWD', 2000, 'KWD 2.000'],
  // Without decimals here, in hundredths at Stripe.
  ['HUF', 200_000, 'HUF 2000.00'],
  ['ISK', 200_000, 'ISK 2000.00'],
])('amounts in %s are in the minor units of Stripe', async (currency, atStripe, shown) => {
  const reference = await paid({ currency, applicationFee: 0 });
  const [session] = double.store.all<Stripe.Checkout.Session>(account, 'checkout.session');
  expect(session).toMatchObject({ id: reference, amount_total: atStripe });
  expect(await (await fetch(`${double.url}/pay/${reference}`)).text()).toContain(shown);
  expect(valueOf(await stripe().readCheckout(account, reference))).toMatchObject({ status: 'paid', amount: 2000 });
  const refund = valueOf(await stripe().refund(refundOf(reference, { currency })));
  expect(refund.amount).toBe(500);
  expect(double.store.all<Stripe.Refund>(account, 'refund')[0]).toMatchObject({ amount: atStripe / 4 });
  const { fee } = valueOf(await stripe().readSettlement(account, reference))!;
  const period = { from: new Date(START - 1000), to: new Date(START + 1000) };
  expect(valueOf(await stripe().listMovements(account, period))).toMatchObject([
    { kind: 'refund', amount: -500 },
    { kind: 'payment', amount: 2000, fee },
  ]);
});

test('movements name their checkout, refund and payout', async () => {
  const reference = await paid();
  const refund = valueOf(await stripe().refund(refundOf(reference)));
  const period = { from: new Date(START - 1000), to: new Date(START + 1000) };
  const movements = valueOf(await stripe().listMovements(account, period));
  expect(movements.map(({ kind, source, amount, fee }) => ({ kind, source, amount, fee }))).toEqual([
    { kind: 'refund', source: refund.reference, amount: -500, fee: 0 },
    { kind: 'payment', source: reference, amount: 2000, fee: 90 },
  ]);
  expect(valueOf(await stripe().listMovements(account, { from: period.to, to: new Date(START + DAY_MS) }))).toEqual([]);
});

test('more movements than a page are all listed', async () => {
  const references: string[] = [];
  for (let n = 0; n < 101; n += 1) references.push(await paid());
  const period = { from: new Date(START - 1000), to: new Date(START + 1000) };
  const movements = valueOf(await stripe().listMovements(account, period));
  expect(new Set(movements.map(({ source }) => source))).toEqual(new Set(references));
});

describe('trouble', () => {
  test('a 500, a lost answer and no answer may pass', async () => {
    const request = wanted();
    double.faults.fail = 1;
    await expect(stripe().openCheckout(request)).rejects.toThrow(TransientError);
    double.faults.lose = 1;
    await expect(stripe().openCheckout(request)).rejects.toThrow(TransientError);
    expect(valueOf(await stripe().openCheckout(request))).toMatchObject({ status: 'pending' });
    // Three requests, and the SDK has repeated none.
    expect(double.requests).toHaveLength(3);
  });

  test('a closed port may pass, and its error has no secret', async () => {
    const fault = await stripe({ url: 'http://127.0.0.1:9' })
      .openCheckout(wanted())
      .catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(TransientError);
    expect(String((fault as Error).stack) + JSON.stringify(fault)).not.toContain('sk_test');
    expect((fault as Error).cause).toBeUndefined();
  });

  test('gives up a provider that is silent', async () => {
    const silence = await startSilence();
    await expect(stripe({ url: silence.url }).readCheckout(account, 'cs_1')).rejects.toThrow(TransientError);
    await silence.close();
  });

  test('a wrong key is a refusal without the key', async () => {
    const refused = await stripe({ secretKey: 'sk_test_wrong' }).openCheckout(wanted());
    expect(refused).toMatchObject({ kind: 'refused', code: 'authentication_failed' });
    expect(JSON.stringify(refused)).not.toContain('sk_test');
  });

  test('an account of another platform is refused', async () => {
    expect(await stripe().openCheckout(wanted({ account: 'acct_other' }))).toMatchObject({ kind: 'refused' });
  });
});

describe('webhooks', () => {
  test('are read only as they were signed', async () => {
    await paid();
    const sent = double.webhooks.events.findLast((event) => event.type === 'checkout.session.completed')!;
    const at = now / 1000;
    const signature = double.webhooks.sign(sent, at);
    expect(read(sent.body, signature)).toMatchObject([{ key: sent.id, event: { kind: 'checkout', account } }]);
    expect(read(sent.body.replace('2000', '2001'), signature)).toBeNull();
    expect(read(sent.body, `t=${at},v1=${'0'.repeat(64)}`)).toBeNull();
    expect(read(sent.body, '')).toBeNull();
    // With the other endpoint's secret it is read, too; with none of ours it is not.
    expect(read(sent.body, double.webhooks.sign({ ...sent, account: null }, at))).not.toBeNull();
    const foreign = stripe({ webhookSecret: 'whsec_x', connectWebhookSecret: 'whsec_y' });
    const rawBody = new TextEncoder().encode(sent.body);
    expect(foreign.readWebhook({ headers: { 'stripe-signature': signature }, rawBody, now: new Date(now) })).toBeNull();
  });

  test('that are signed and no events are none', () => {
    for (const body of [
      '[]',
      '1',
      '"text"',
      '{"id":"evt_1","type":"checkout.session.completed","created":1}',
      '[[[]]]',
    ])
      expect(read(body, double.webhooks.sign({ account, body }, now / 1000))).toEqual([]);
    const body = '{"id":"evt_1","type":"account.updated","created":1e99,"data":{"object":{}}}';
    expect(read(body, double.webhooks.sign({ account, body }, now / 1000))).toEqual([]);
  });

  test('of a payment without the account that took it are not needed', async () => {
    await paid();
    const sent = double.webhooks.events.findLast((event) => event.type === 'checkout.session.completed')!;
    const { account: _, ...anonymous } = JSON.parse(sent.body) as { account: string };
    const body = JSON.stringify(anonymous);
    expect(read(body, double.webhooks.sign({ account: null, body }, now / 1000))).toMatchObject([
      { event: { kind: 'other', type: 'checkout.session.completed' } },
    ]);
  });

  test('are refused more than 300 s from their time', async () => {
    await paid();
    const sent = double.webhooks.events.at(-1)!;
    const signature = double.webhooks.sign(sent, now / 1000);
    for (const seconds of [-300, 300]) expect(read(sent.body, signature, now + seconds * 1000)).not.toBeNull();
    for (const seconds of [-301, 301]) expect(read(sent.body, signature, now + seconds * 1000)).toBeNull();
  });
});

describe('the double', () => {
  const post = (path: string, body: string, headers = {}) =>
    fetch(double.url + path, { method: 'POST', body, headers: { Authorization: 'Bearer sk_test_double', ...headers } });

  test('refuses unknown and missing parameters', async () => {
    const unknown = await post('/v1/refunds', 'payment_intent=pi_1&colour=red', { 'Stripe-Account': account });
    expect(await unknown.json()).toMatchObject({ error: { type: 'invalid_request_error', code: 'parameter_unknown' } });
    const missing = await post('/v1/refunds', '', { 'Stripe-Account': account });
    expect([missing.status, await missing.json()]).toMatchObject([400, { error: { code: 'parameter_missing' } }]);
    expect((await post('/v1/unknown', '')).status).toBe(404);
  });

  test('marks a replayed answer', async () => {
    const again = { 'Idempotency-Key': key() };
    const body = 'country=GB';
    const first = await post('/v1/accounts', body, again);
    const second = await post('/v1/accounts', body, again);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(await second.json()).toEqual(await first.json());
  });
});
