import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listen } from '../../http/listen.ts';
import { newId } from '../../platform/ids.ts';
import { startPaystackDouble, type PaystackDouble } from '../../../tests/support/doubles/paystack.ts';
import type { BankConnectedProvider } from './provider.ts';
import { openPaystack } from './paystack.ts';
import { TransientError, type CheckoutRequest, type ProviderResult } from './provider.ts';

const SECRET = 'sk_test_of_the_tests';
const NOW = new Date('2026-11-20T18:30:00.000Z');
const ACCOUNT = 'ACCT_tamarind';

let double: PaystackDouble;
let paystack: BankConnectedProvider;
let now = NOW;
const clock = { now: () => now };
const open = (secretKey = SECRET, waitMs = 8_000) =>
  openPaystack({ secretKey, url: double.url, isDouble: true }, clock, { waitMs });

beforeAll(async () => {
  double = await startPaystackDouble({ secretKey: SECRET, webhookUrl: null, clock, delayMs: 5 });
});
beforeEach(() => {
  now = NOW;
  paystack = open();
  double.requests = [];
  double.webhooks.sent = [];
});
afterEach(() => void Object.assign(double.faults, { skip: 0, hang: 0, fail: 0, lose: 0 }));
afterAll(() => double.close());

function valueOf<T>(result: ProviderResult<T>): T {
  if (result.kind === 'refused') throw new Error(`Refused: ${result.code} ${result.message}`);
  return result.value;
}

const checkout = (more: Partial<CheckoutRequest> = {}): CheckoutRequest => {
  const id = newId();
  return {
    account: ACCOUNT,
    key: `checkout:${id}`,
    checkoutId: id,
    restaurantId: newId(),
    amount: 450_000,
    currency: 'NGN',
    description: 'Order #101 at Tamarind',
    applicationFee: 4_500,
    customerEmail: null,
    successUrl: 'https://galley.test/success?reference=abc',
    cancelUrl: 'https://galley.test/failed',
    ...more,
  };
};
const openPaid = async (request = checkout()) => {
  const { reference } = valueOf(await paystack.openCheckout(request));
  double.pay(reference);
  return reference;
};
const bank = { bankCode: '058', accountNumber: '0123456780', country: 'NG', currency: 'NGN' };
const recipient = async () => valueOf(await paystack.addRecipient(ACCOUNT, { ...bank, name: 'Tamarind' })).reference;
const payOut = async (amount: number, ourReference = `WD-${newId().slice(-12)}`) =>
  paystack.payOut({ account: ACCOUNT, ourReference, recipient: await recipient(), amount, currency: 'NGN' });
const received = () =>
  double.webhooks.sent.map(({ rawBody, headers }) => ({ headers, rawBody: Buffer.from(rawBody), now }));
const until = (isTrue: () => boolean) => expect.poll(isTrue, { interval: 5 }).toBe(true);

describe('a checkout', () => {
  test('is pending, then paid with its card and fee', async () => {
    const request = checkout();
    const opened = valueOf(await paystack.openCheckout(request));
    expect(opened).toMatchObject({ status: 'pending', checkoutId: request.checkoutId, amount: 450_000 });
    expect(opened.url).toContain(double.url);
    expect(valueOf(await paystack.readCheckout(ACCOUNT, opened.reference))).toMatchObject({ status: 'pending' });
    expect(valueOf(await paystack.readSettlement(ACCOUNT, opened.reference))).toBeNull();
    double.pay(opened.reference);
    expect(valueOf(await paystack.readCheckout(ACCOUNT, opened.reference))).toEqual({
      ...opened,
      url: null,
      status: 'paid',
      method: 'card',
      cardBrand: 'visa',
      cardLast4: '4081',
      paidAt: NOW.toISOString(),
    });
    // 1.5 % of Paystack and our own fee; from Friday to Monday.
    expect(valueOf(await paystack.readSettlement(ACCOUNT, opened.reference))).toEqual({
      fee: 6_750 + 4_500,
      availableOn: '2026-11-23T18:30:00.000Z',
    });
  });

  test('that was declined is failed and may be paid later', async () => {
    const { reference } = valueOf(await paystack.openCheckout(checkout()));
    double.pay(reference, 'failed');
    expect(valueOf(await paystack.readCheckout(ACCOUNT, reference))).toMatchObject({
      status: 'failed',
      failureMessage: 'Declined',
    });
    double.pay(reference);
    expect(valueOf(await paystack.readCheckout(ACCOUNT, reference))).toMatchObject({ status: 'paid' });
  });

  test.each([
    ['amount', { amount: 100 }],
    ['currency', { currency: 'GHS' }],
  ])('with another %s than was asked for is not paid', async (_what, change) => {
    const reference = await openPaid();
    Object.assign(double.state.transactions.get(reference)!, change);
    expect(valueOf(await paystack.readCheckout(ACCOUNT, reference))).toMatchObject({
      ...change,
      status: 'failed',
      failureCode: 'amount_differs',
      paidAt: null,
    });
    expect(valueOf(await paystack.readSettlement(ACCOUNT, reference))).toBeNull();
  });

  test('whose answer was lost gets another page, and a paid one stays paid', async () => {
    const request = checkout();
    double.faults.lose = 1;
    await expect(paystack.openCheckout(request)).rejects.toThrow(TransientError);
    const opened = valueOf(await paystack.openCheckout(request));
    expect(opened.url).not.toBeNull();
    double.pay(opened.reference.replace(/\.2$/, ''));
    expect(valueOf(await paystack.openCheckout(request))).toMatchObject({ status: 'paid', url: null });
  });

  test('brings the customer back from the page to our address', async () => {
    const opened = valueOf(await paystack.openCheckout(checkout()));
    expect(await (await fetch(opened.url!)).text()).toContain('No real money moves');
    const press = (outcome: string) =>
      fetch(opened.url!, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' });
    expect(await (await press('decline')).text()).toContain('declined');
    const paid = await press('pay');
    expect(paid.status).toBe(302);
    expect(paid.headers.get('location')).toBe(
      `https://galley.test/success?reference=${opened.reference}&trxref=${opened.reference}`,
    );
  });
});

describe('a refund', () => {
  const refund = (checkoutReference: string, refundId = newId(), amount = 50_000) =>
    paystack.refund({
      account: ACCOUNT,
      key: `refund:${refundId}`,
      refundId,
      checkoutReference,
      amount,
      currency: 'NGN',
      reason: 'late',
    });

  test('is pending, then succeeded', async () => {
    const reference = await openPaid();
    const refundId = newId();
    const first = valueOf(await refund(reference, refundId));
    expect(first).toMatchObject({ refundId, checkoutReference: reference, amount: 50_000, status: 'pending' });
    await until(() => double.state.refunds.at(-1)?.status === 'processed');
    expect(valueOf(await paystack.readRefund(ACCOUNT, first.reference))).toEqual({ ...first, status: 'succeeded' });
  });

  test('whose answer was lost is made once', async () => {
    const reference = await openPaid();
    const refundId = newId();
    const before = double.state.refunds.length;
    // The first two requests look; the third one gives the money back.
    Object.assign(double.faults, { skip: 2, lose: 1 });
    await expect(refund(reference, refundId)).rejects.toThrow(TransientError);
    expect(valueOf(await refund(reference, refundId))).toMatchObject({ refundId, amount: 50_000 });
    expect(double.state.refunds.length).toBe(before + 1);
  });

  test('of more than was paid is refused', async () => {
    const reference = await openPaid();
    expect(await refund(reference, newId(), 450_001)).toMatchObject({ kind: 'refused' });
    expect(await refund('unknown-reference')).toMatchObject({ kind: 'refused' });
  });
});

describe('a bank account', () => {
  test('comes from a list that is fetched once a day', async () => {
    const banks = valueOf(await paystack.listBanks('NG'));
    expect(banks).toContainEqual({
      bank_code: '058',
      bank_name: 'Guaranty Trust Bank',
      country_code: 'NG',
      currency: 'NGN',
      type: 'nuban',
    });
    await paystack.listBanks('NG');
    expect(double.requests).toEqual(['GET /bank']);
    now = new Date(NOW.getTime() + 86_400_001);
    await paystack.listBanks('NG');
    expect(double.requests).toEqual(['GET /bank', 'GET /bank']);
    expect(await paystack.listBanks('GB')).toMatchObject({ kind: 'refused' });
  });

  test('has its holder’s name, or is refused without its number', async () => {
    expect(valueOf(await paystack.resolveBankAccount(bank))).toEqual({ account_name: 'ADAEZE OKAFOR 6780' });
    const unknown = await paystack.resolveBankAccount({ ...bank, accountNumber: '0123456789' });
    expect(unknown).toMatchObject({ kind: 'refused', message: expect.stringContaining('Could not resolve') });
    expect(valueOf(await paystack.resolveBankAccount({ ...bank, country: 'KE' }))).toBeNull();
  });

  test('is registered for payouts and removed', async () => {
    const added = valueOf(await paystack.addRecipient(ACCOUNT, { ...bank, name: 'Tamarind' }));
    expect(added).toMatchObject({
      bankName: 'Guaranty Trust Bank',
      accountName: 'ADAEZE OKAFOR 6780',
      last4: '6780',
      status: 'verified',
    });
    expect(valueOf(await paystack.removeRecipient(ACCOUNT, added.reference))).toBeNull();
    expect(valueOf(await paystack.removeRecipient(ACCOUNT, 'RCP_gone'))).toBeNull();
    expect(await paystack.addRecipient(ACCOUNT, { ...bank, bankCode: '000', name: 'x' })).toMatchObject({
      kind: 'refused',
      code: 'unknown_bank',
    });
  });
});

describe('a payout', () => {
  test.each([
    [10_000, 'success', 'paid', null],
    [10_013, 'failed', 'failed', 'account_closed'],
    [10_017, 'otp', 'processing', null],
    [10_019, 'reversed', 'reversed', 'provider_error'],
  ] as const)('of %d ends as %s', async (amount, theirs, status, failureCode) => {
    const ourReference = `WD-2026-${newId().slice(-6)}`;
    const first = valueOf(await payOut(amount, ourReference));
    expect(first).toMatchObject({ ourReference, status: 'processing' });
    await until(() => [...double.state.transfers.values()].at(-1)?.status === theirs);
    expect(valueOf(await paystack.findPayout(ACCOUNT, ourReference))).toMatchObject({
      reference: first.reference,
      ourReference,
      status,
      failureCode,
    });
  });

  test('whose answer was lost is sent once', async () => {
    const before = double.state.transfers.size;
    const to = await recipient();
    const request = { account: ACCOUNT, ourReference: `WD-${newId()}`, recipient: to, amount: 900, currency: 'NGN' };
    double.faults.lose = 1;
    await expect(paystack.payOut(request)).rejects.toThrow(TransientError);
    expect(valueOf(await paystack.payOut(request))).toMatchObject({ ourReference: request.ourReference });
    expect(double.state.transfers.size).toBe(before + 1);
  });

  test('that never began is not found', async () => {
    expect(valueOf(await paystack.findPayout(ACCOUNT, 'WD-never'))).toBeNull();
  });

  test('beyond the balance is refused', async () => {
    expect(await payOut(10_000_000_000_00)).toMatchObject({ kind: 'refused', code: 'insufficient_balance' });
  });
});

test('movements are those of the account and the period', async () => {
  now = new Date('2026-12-01T12:00:00.000Z');
  const account = 'ACCT_movements';
  const mine = await openPaid(checkout({ account, amount: 200_000, applicationFee: 0 }));
  await openPaid();
  const refundId = newId();
  const wanted = { key: refundId, refundId, checkoutReference: mine, amount: 1_000, currency: 'NGN', reason: 'late' };
  const given = valueOf(await paystack.refund({ account, ...wanted }));
  const to = valueOf(await paystack.addRecipient(account, { ...bank, accountNumber: '5550001110', name: 'Mine' }));
  const sent = valueOf(
    await paystack.payOut({
      account,
      ourReference: `WD-${newId()}`,
      recipient: to.reference,
      amount: 5_000,
      currency: 'NGN',
    }),
  );
  await until(() => double.state.refunds.at(-1)?.status === 'processed');
  await until(() => [...double.state.transfers.values()].at(-1)?.status === 'success');
  const day = { from: new Date('2026-12-01T00:00:00.000Z'), to: new Date('2026-12-02T00:00:00.000Z') };
  const movements = valueOf(await paystack.listMovements(account, day));
  const at = now.toISOString();
  expect(movements).toEqual([
    { reference: mine, kind: 'payment', source: mine, amount: 200_000, fee: 3_000, currency: 'NGN', at },
    {
      reference: given.reference,
      kind: 'refund',
      source: given.reference,
      amount: -1_000,
      fee: 0,
      currency: 'NGN',
      at,
    },
    { reference: sent.reference, kind: 'payout', source: sent.reference, amount: -5_000, fee: 0, currency: 'NGN', at },
  ]);
});

test('a restaurant is registered and changed', async () => {
  const entry = { businessName: 'Tamarind', bankCode: '058', accountNumber: '0123456780', percentageChargeBp: 250 };
  const { account } = valueOf(await paystack.saveSubaccount(entry, null));
  expect(account).toMatch(/^ACCT_/);
  expect(double.state.subaccounts.at(-1)).toMatchObject({ percentage_charge: 2.5 });
  const changed = valueOf(await paystack.saveSubaccount({ ...entry, percentageChargeBp: 300 }, account));
  expect([changed.account, double.state.subaccounts.at(-1)?.percentage_charge]).toEqual([account, 3]);
});

describe('without an answer', () => {
  test.each([
    ['hangs', 'hang'],
    ['fails', 'fail'],
  ] as const)('a service that %s is a transient error', async (_how, fault) => {
    double.faults[fault] = 1;
    await expect(open(SECRET, 150).resolveBankAccount(bank)).rejects.toThrow(TransientError);
  });

  test('an unknown key is a transient error, too: nothing is known about the payment', async () => {
    await expect(open('sk_test_wrong').readCheckout(ACCOUNT, 'x')).rejects.toThrow(TransientError);
  });

  test('errors contain neither the key nor the account number', async () => {
    const away = openPaystack({ secretKey: SECRET, url: 'http://127.0.0.1:9', isDouble: true }, clock);
    const error: unknown = await away.resolveBankAccount(bank).catch((fault: unknown) => fault);
    expect(error).toBeInstanceOf(TransientError);
    expect(JSON.stringify([error, String(error), (error as Error).stack])).not.toMatch(/0123456780|sk_test/);
  });
});

describe('a webhook', () => {
  test('tells of a payment, with one key however often it comes', async () => {
    const request = checkout();
    const reference = await openPaid(request);
    const [first] = paystack.readWebhook(received()[0]!)!;
    expect(first!.event).toMatchObject({
      kind: 'checkout',
      account: ACCOUNT,
      occurredAt: NOW.toISOString(),
      checkout: { reference, checkoutId: request.checkoutId, status: 'paid', amount: 450_000 },
    });
    expect(paystack.readWebhook(received()[0]!)![0]!.key).toBe(first!.key);
  });

  test('tells of payouts, and that a refund changed', async () => {
    const checkoutReference = await openPaid();
    const refundId = newId();
    await paystack.refund({
      account: ACCOUNT,
      key: refundId,
      refundId,
      checkoutReference,
      amount: 700,
      currency: 'NGN',
      reason: 'late',
    });
    await payOut(10_019, 'WD-reversed-later');
    await until(() => double.webhooks.sent.length === 5);
    const events = received().flatMap((request) => paystack.readWebhook(request)!);
    expect(new Set(events.map(({ key }) => key)).size).toBe(5);
    // Without an id it could be any refund of this payment.
    expect(events.map(({ event }) => event).filter(({ kind }) => kind === 'other')).toMatchObject([
      { type: 'refund.processing' },
      { type: 'refund.processed' },
    ]);
    expect(events.map(({ event }) => event).filter(({ kind }) => kind === 'payout')).toMatchObject([
      { payout: { ourReference: 'WD-reversed-later', status: 'paid' } },
      { payout: { ourReference: 'WD-reversed-later', status: 'reversed' } },
    ]);
  });

  test('tells of a refund that it names, whose amount is a text', () => {
    const body =
      '{"event":"refund.processed","data":{"id":7,"status":"processed","transaction_reference":"T1","amount":"5000"}}';
    const signature = createHmac('sha512', SECRET).update(body).digest('hex');
    const request = { headers: { 'x-paystack-signature': signature }, rawBody: Buffer.from(body), now };
    expect(paystack.readWebhook(request)).toMatchObject([
      { event: { refund: { reference: '7', checkoutReference: 'T1', amount: 5_000, status: 'succeeded' } } },
    ]);
  });

  test('tells of disputes', async () => {
    const checkoutReference = await openPaid();
    for (const outcome of ['open', 'won', 'lost'] as const) double.dispute(checkoutReference, outcome);
    const events = received().flatMap((request) => paystack.readWebhook(request)!);
    expect(events.slice(1).map(({ event }) => event)).toMatchObject(
      ['open', 'won', 'lost'].map((status) => ({
        kind: 'dispute',
        account: ACCOUNT,
        dispute: { status, checkoutReference, amount: 450_000 },
      })),
    );
  });

  test('is verified over its bytes, unicode escapes included', async () => {
    await openPaid(checkout({ description: 'Crème brûlée / thé' }));
    const [request] = received();
    const text = request!.rawBody.toString();
    expect(text).toContain('Cr\\u00e8me');
    expect(text).not.toBe(JSON.stringify(JSON.parse(text)));
    expect(paystack.readWebhook(request!)).toHaveLength(1);
    const rewritten = Buffer.from(JSON.stringify(JSON.parse(text)));
    expect(paystack.readWebhook({ ...request!, rawBody: rewritten })).toBeNull();
  });

  test('that is forged, altered or unsigned is none', async () => {
    await openPaid();
    const [request] = received();
    const altered = Buffer.from(request!.rawBody.toString().replace('450000', '450001'));
    const by = (key: string) => createHmac('sha512', key).update(request!.rawBody).digest('hex');
    const wrong = [by('sk_test_other'), by(SECRET).slice(0, 126), by(SECRET).replace(/^./, 'g'), ''];
    for (const signature of wrong)
      expect(paystack.readWebhook({ ...request!, headers: { 'x-paystack-signature': signature } })).toBeNull();
    expect(paystack.readWebhook({ ...request!, headers: {} })).toBeNull();
    expect(paystack.readWebhook({ ...request!, rawBody: altered })).toBeNull();
  });

  test('of another kind, or without an event, changes nothing', () => {
    const signed = (body: string) => ({
      headers: { 'x-paystack-signature': createHmac('sha512', SECRET).update(body).digest('hex') },
      rawBody: Buffer.from(body),
      now,
    });
    expect(paystack.readWebhook(signed('not json'))).toEqual([]);
    expect(paystack.readWebhook(signed('{"event":"invoice.create","data":{"id":7,"status":"success"}}'))).toEqual([
      {
        key: 'invoice.create:7:success',
        event: { kind: 'other', type: 'invoice.create', account: null, occurredAt: NOW.toISOString() },
      },
    ]);
    expect(paystack.readWebhook(signed('{"event":"charge.success","data":{"id":"x"}}'))![0]!.event.kind).toBe('other');
  });
});

test('webhooks arrive signed, repeated and reordered', async () => {
  const bodies: string[] = [];
  const receiver = await listen(
    async (request) => {
      bodies.push(await request.text());
      // Refused at first, so that they come again.
      return new Response(null, { status: bodies.length <= 2 ? 503 : 200 });
    },
    { host: '127.0.0.1', port: 0 },
  );
  double.sendTo(`http://127.0.0.1:${receiver.port}/`);
  double.webhooks.duplicates = 1;
  double.webhooks.reorder(2);
  const first = await openPaid();
  const second = await openPaid();
  const placesOf = (reference: string) => bodies.flatMap((body, place) => (body.includes(reference) ? [place] : []));
  await until(() => placesOf(first).length >= 2 && placesOf(second).length >= 2);
  expect(placesOf(second)[0]).toBeLessThan(placesOf(first)[0]!);
  double.sendTo(null);
  double.webhooks.duplicates = 0;
  await receiver.stop(0);
});
