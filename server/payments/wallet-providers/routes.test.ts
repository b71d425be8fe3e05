import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '../../../contract/orders/calls.ts';
import type { PaymentLink } from '../../../contract/payments/online-calls.ts';
import type { CustomGateway, WalletProvider } from '../../../contract/settings/wallet-provider-calls.ts';
import { makeMenu } from '../../../tests/api/tablet.ts';
import { callApi, requestData } from '../../../tests/support/api.ts';
import { startApp, type TestApp } from '../../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../../tests/support/sign-up.ts';
import { startPaystackDouble, type PaystackDouble } from '../../../tests/support/doubles/paystack.ts';
import { openFiles } from '../../platform/files/open-files.ts';

const NUMBER = '0123456780';
const SECRET = 'a-secret-of-the-gateway';
const entry = { business_name: 'Tamarind', bank_code: '058', account_number: NUMBER, percentage_charge_bp: 250 };
const gateway = {
  provider_name: 'Harbour Pay',
  public_key: 'pk_1',
  secret_key: SECRET,
  is_active: true,
  mode: 'test' as const,
};

let double: PaystackDouble;
let app: TestApp;
let owner: SignedUp;
beforeAll(async () => {
  double = await startPaystackDouble({ secretKey: 'sk_test_wallet', webhookUrl: null });
  app = await startApp({ settings: { ...double.settings, PLATFORM_FEE_BP: '100' } });
});
beforeEach(async () => {
  owner = await signUp(app, { countryCode: 'NG' });
});
afterEach(() => void Object.assign(double.faults, { skip: 0, hang: 0, fail: 0, lose: 0 }));
afterAll(async () => {
  await app.close();
  await double.close();
});

const CONNECT = '/settings/wallet/provider/paystack-connect';
const post = <T = unknown>(path: string, body: object, token = owner.token) =>
  callApi<T>(app.fetch, 'POST', path, { token, body });
const verify = (body: object) => post<{ account_name: string | null }>(`${CONNECT}/verify/bank-account`, body);
const save = (body: object) => post<CustomGateway>('/settings/wallet/provider/custom-payment-gateway', body);
const list = () => requestData<WalletProvider[]>(app.fetch, 'GET', '/settings/wallet/providers', owner);
const find = async (name: string) => (await list()).find(({ provider }) => provider === name)!;
/** As a gateway sends it. `seconds`: how far its clock is off. */
async function deliver(url: string, body: string, { secret = SECRET, seconds = 0 } = {}): Promise<Response> {
  const time = Math.floor(app.clock.now().getTime() / 1000) + seconds;
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  const headers = { 'X-Galley-Signature': `t=${time},v1=${signature}` };
  return app.fetch(new Request(url, { method: 'POST', body, headers }));
}
/** Everything of this restaurant that is stored or was logged. */
async function stored(): Promise<string> {
  const { rows } = await app.pools.owner.query('SELECT * FROM payment_accounts');
  return JSON.stringify([rows, app.logged, double.requests]);
}

test('a new restaurant has nothing set up', async () => {
  expect(await list()).toEqual(
    (['stripe', 'paystack', 'custom'] as const).map((provider) => ({
      provider,
      is_available: true,
      is_double: provider !== 'custom',
      status: 'not_configured',
      reason: null,
      takes_payments: false,
      platform_fee_bp: 100,
      details: {},
      checked_at: null,
    })),
  );
});

describe('a bank account', () => {
  test('has its holder’s name', async () => {
    expect((await verify({ bank_code: '058', account_number: NUMBER })).data).toEqual({
      account_name: 'ADAEZE OKAFOR 6780',
    });
  });

  test('that the provider refuses is a fault of the field', async () => {
    const { status, error } = await verify({ bank_code: '058', account_number: '0123456789' });
    expect([status, error?.code]).toEqual([422, 'invalid_fields']);
    expect(error?.field_errors?.account_number).toContain('Could not resolve account name');
    expect(JSON.stringify(error)).not.toContain('0123456789');
  });

  test.each(['fail', 'lose'] as const)('is not guessed when the provider does not answer (%s)', async (fault) => {
    double.faults[fault] = 1;
    const { status, error } = await verify({ bank_code: '058', account_number: NUMBER });
    expect([status, error?.code]).toEqual([503, 'provider_unavailable']);
    expect((await verify({ bank_code: '058', account_number: NUMBER })).status).toBe(200);
  });

  test('with an impossible number is refused without a request', async () => {
    const before = double.requests.length;
    for (const account_number of ['12', '01234 56780', 'ABC', '1'.repeat(21)])
      expect((await verify({ bank_code: '058', account_number })).error?.field_errors).toHaveProperty('account_number');
    expect(double.requests.length).toBe(before);
  });

  test('can be looked up thirty times in an hour', async () => {
    for (let n = 0; n < 30; n++) await verify({ bank_code: '058', account_number: NUMBER });
    expect((await verify({ bank_code: '058', account_number: NUMBER })).status).toBe(429);
  });

  test('has no name beforehand where banks tell none', async () => {
    owner = await signUp(app, { countryCode: 'KE' });
    expect((await verify({ bank_code: '68', account_number: NUMBER })).data).toEqual({ account_name: null });
  });
});

describe('Paystack', () => {
  test('is connected with the last four digits only, and takes the payments', async () => {
    const { status, data } = await post<WalletProvider>(CONNECT, entry);
    expect(status).toBe(200);
    expect(data).toMatchObject({
      provider: 'paystack',
      status: 'verified',
      takes_payments: true,
      details: {
        business_name: 'Tamarind',
        bank_name: 'Guaranty Trust Bank',
        account_name: 'ADAEZE OKAFOR 6780',
        account_number_last4: '6780',
        percentage_charge_bp: 250,
        documents_count: 0,
      },
    });
    expect(await find('paystack')).toEqual(data);
    expect(double.state.subaccounts.at(-1)).toMatchObject({ account_number: NUMBER, percentage_charge: 2.5 });
    expect(await stored()).not.toContain(NUMBER);
  });

  test('entered again changes the same registration', async () => {
    await post(CONNECT, entry);
    const before = double.state.subaccounts.length;
    await post(CONNECT, { ...entry, business_name: 'Tamarind Kitchen' });
    expect(double.state.subaccounts.length).toBe(before);
    expect(double.state.subaccounts.at(-1)).toMatchObject({ business_name: 'Tamarind Kitchen' });
  });

  test('takes a form with documents, which disconnecting deletes', async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(entry)) form.append(name, String(value));
    form.append('documents', new File(['%PDF-1.7 certificate'], 'certificate.pdf'));
    const request = new Request(`http://localhost/backend${CONNECT}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.token}` },
      body: form,
    });
    expect((await app.fetch(request)).status).toBe(200);
    expect((await find('paystack')).details.documents_count).toBe(1);
    const key = `provider-papers/${owner.restaurant.id}/0`;
    expect(String(await openFiles(app.env).get(key))).toContain('certificate');
    await requestData(app.fetch, 'DELETE', '/settings/wallet/providers/paystack', owner);
    expect(await openFiles(app.env).get(key)).toBeNull();
    expect(await find('paystack')).toMatchObject({ status: 'not_configured', details: {} });
  });

  test('takes no other kinds of documents', async () => {
    const documents = [Buffer.from('<html>').toString('base64')];
    expect((await post(CONNECT, { ...entry, documents })).error?.field_errors).toEqual({
      'documents.0': 'Choose a PDF, a JPEG or a PNG',
    });
  });

  test('stores nothing when it refuses or does not answer', async () => {
    expect((await post(CONNECT, { ...entry, account_number: '0123456789' })).status).toBe(422);
    expect((await post(CONNECT, { ...entry, bank_code: '000' })).error?.field_errors).toBeDefined();
    Object.assign(double.faults, { skip: 1, lose: 1 });
    expect((await post(CONNECT, entry)).status).toBe(503);
    expect((await find('paystack')).status).toBe('not_configured');
  });

  test('refuses shares outside of 0 to 100 %', async () => {
    for (const percentage_charge_bp of [-1, 10_001, 2.5, '10001', '-5', ''])
      expect((await post(CONNECT, { ...entry, percentage_charge_bp })).status).toBe(422);
  });

  test('takes no less than the platform keeps of all payments', async () => {
    expect((await post(CONNECT, { ...entry, percentage_charge_bp: 99 })).error?.field_errors).toEqual({
      percentage_charge_bp: 'At least 1 %',
    });
    expect((await post(CONNECT, { ...entry, percentage_charge_bp: 100 })).status).toBe(200);
  });

  test('asks customers for the order with the agreed share', async () => {
    await post(CONNECT, { ...entry, percentage_charge_bp: 250 });
    const lines = [{ menu_item_id: (await makeMenu(app, owner)).itemIds[0], quantity: 2 }];
    const order = await requestData<Order>(app.fetch, 'POST', '/orders', {
      token: owner.token,
      body: { channel: 'walk_in', order_type: 'pickup', lines },
    });
    const { data } = await post<PaymentLink>(`/orders/${order.id}/payment-link`, {});
    expect(data).toMatchObject({ provider: 'paystack', currency: 'NGN', url: expect.stringContaining(double.url) });
    const [transaction] = [...double.state.transactions.values()].slice(-1);
    expect(transaction).toMatchObject({
      amount: order.due_amount,
      metadata: { checkout_id: data.id, application_fee: Math.round(order.due_amount * 0.025) },
    });
    // Not split: it would be settled to the bank and withdrawn as well.
    expect(transaction?.subaccount).toEqual({});
    double.pay(transaction!.reference);
    const { rawBody, headers } = double.webhooks.sent.at(-1)!;
    const url = 'https://galley.test/backend/webhooks/paystack';
    const deliver = () => app.fetch(new Request(url, { method: 'POST', body: rawBody, headers }));
    expect(await Promise.all([deliver(), deliver()]).then((all) => all.map(({ status }) => status))).toEqual([
      200, 200,
    ]);
    await app.jobs.drain();
    const paid = await requestData<Order>(app.fetch, 'GET', `/orders/${order.id}`, owner);
    expect(paid).toMatchObject({ payment_status: 'paid', paid_amount: order.due_amount, due_amount: 0 });
  });

  test('without keys here is not offered', async () => {
    const bare = await startApp();
    const one = await signUp(bare, { countryCode: 'NG' });
    const request = { token: one.token, body: { bank_code: '058', account_number: NUMBER } };
    const { error } = await callApi(bare.fetch, 'POST', `${CONNECT}/verify/bank-account`, request);
    expect(error).toMatchObject({ code: 'provider_refused', message: 'This installation has no keys of Paystack' });
    await bare.close();
  });
});

describe('a custom gateway', () => {
  test('keeps its secret to itself', async () => {
    const { data } = await save(gateway);
    expect(data).toEqual({
      provider_name: 'Harbour Pay',
      public_key: 'pk_1',
      secret_last4: 'eway',
      webhook_url: expect.stringMatching(/^https:\/\/galley\.test\/backend\/webhooks\/custom\/[0-9a-f-]{36}$/),
      is_active: true,
      mode: 'test',
      last_verified_at: null,
      status: 'pending',
    });
    expect((await find('custom')).details).toMatchObject({ secret_last4: 'eway', webhook_url: data.webhook_url });
    expect(await stored()).not.toContain(SECRET);
  });

  test('keeps the former secret when none is entered, and its address', async () => {
    const { data: first } = await save(gateway);
    const { secret_key: _, ...rest } = gateway;
    const { data } = await save({ ...rest, provider_name: 'Harbour' });
    expect(data).toEqual({ ...first, provider_name: 'Harbour' });
  });

  test('needs a secret at first, of sixteen characters', async () => {
    const { secret_key: _, ...rest } = gateway;
    expect((await save(rest)).error?.field_errors).toEqual({ secret_key: 'Enter the secret key' });
    expect((await save({ ...gateway, secret_key: 'short' })).error?.field_errors).toHaveProperty('secret_key');
  });

  test('is verified by a signed ping, until its secret changes', async () => {
    const { data } = await save(gateway);
    const ping = '{"type":"ping"}';
    expect((await deliver(data.webhook_url, ping, { secret: 'another-secret-entirely' })).status).toBe(401);
    expect((await deliver(data.webhook_url, ping, { seconds: -301 })).status).toBe(401);
    expect((await find('custom')).status).toBe('pending');
    expect((await deliver(data.webhook_url, ping)).status).toBe(200);
    expect(await find('custom')).toMatchObject({ status: 'verified', takes_payments: false });
    const { secret_key: _, ...rest } = gateway;
    expect((await save(rest)).data).toMatchObject({
      status: 'verified',
      last_verified_at: app.clock.now().toISOString(),
    });
    expect((await save({ ...gateway, secret_key: 'another-secret-entirely' })).data).toMatchObject({
      status: 'pending',
      last_verified_at: null,
    });
    expect((await deliver(data.webhook_url, ping)).status).toBe(401);
  });

  test('tells of a payment once, however often it is delivered', async () => {
    const { data } = await save(gateway);
    const id = `pay_${crypto.randomUUID()}`;
    const payment = {
      type: 'payment',
      id,
      checkout_id: crypto.randomUUID(),
      amount: 900,
      currency: 'NGN',
      status: 'paid',
    };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => deliver(data.webhook_url, JSON.stringify(payment))),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const { rows } = await app.pools.owner.query('SELECT event FROM webhook_events WHERE event_key LIKE $1', [
      `%:${id}:paid`,
    ]);
    expect(rows).toMatchObject([{ event: { kind: 'checkout', checkout: { reference: id, amount: 900 } } }]);
  });

  test('that nobody has set up gets no events', async () => {
    const unknown = `https://galley.test/backend/webhooks/custom/${crypto.randomUUID()}`;
    expect((await deliver(unknown, '{"type":"ping"}')).status).toBe(404);
    expect((await deliver(unknown.slice(0, -1), '{"type":"ping"}')).status).toBe(404);
  });

  test('takes no payments, because Galley opens no page of it', async () => {
    await save(gateway);
    await app.pools.owner.query("UPDATE payment_accounts SET status = 'verified' WHERE restaurant_id = $1", [
      owner.restaurant.id,
    ]);
    expect((await find('custom')).takes_payments).toBe(false);
    await post(CONNECT, entry);
    expect((await find('custom')).takes_payments).toBe(false);
    expect((await find('paystack')).takes_payments).toBe(true);
  });

  test('is another restaurant’s business', async () => {
    await save(gateway);
    const other = await signUp(app);
    const seen = await requestData<WalletProvider[]>(app.fetch, 'GET', '/settings/wallet/providers', other);
    expect(seen.find(({ provider }) => provider === 'custom')?.status).toBe('not_configured');
  });
});

test('an unknown provider cannot be disconnected', async () => {
  const { error } = await callApi(app.fetch, 'DELETE', '/settings/wallet/providers/paypal', owner);
  expect(error).toMatchObject({ code: 'invalid_fields', message: 'Provider not supported' });
});
