import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Wallet, WalletOverview } from '../../contract/withdrawals/calls.ts';
import type { WithdrawalAccount, WithdrawalRequest } from '../../contract/withdrawals/rows.ts';
import { callApi, type Method } from '../../tests/support/api.ts';
import { connectProvider, fakeProvider, type FakeProvider } from '../../tests/support/fake-provider.ts';
import { addBankAccount, fillWallet } from '../../tests/support/fill-wallet.ts';
import { findWrongSums } from '../../tests/support/ledger-sums.ts';
import { seeded } from '../../tests/support/seeded.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { PASSWORD, signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { createBus } from '../platform/bus.ts';
import { newId } from '../platform/ids.ts';
import { followWithdrawals, withdrawalJobs } from './send.ts';

const NUMBER = '98765432104471';
const MINUTE = 60_000;

let app: TestApp;
let bank: FakeProvider;
let owner: SignedUp;
let account: string;

beforeAll(async () => {
  bank = fakeProvider();
  app = await startApp({ providers: { stripe: bank, paystack: null } });
});
beforeEach(async () => {
  owner = await signUp(app);
  account = `acct_${owner.restaurant.id}`;
  await connectProvider(app.pools.owner, owner.restaurant.id, { account });
  bank.repeatedPayouts = 0;
});
afterAll(() => app.close());

const call = <T = WithdrawalRequest>(method: Method, path: string, body?: unknown, headers = {}) =>
  callApi<T>(app.fetch, method, `/settings/withdrawal${path}`, { token: owner.token, body, headers });
const fill = (amount: number) => fillWallet(app.pools.owner, owner.restaurant.id, amount, app.clock.now());
const withdraw = (body: object = {}, headers = {}) => {
  // The history is in the order of time.
  app.clock.pass(1000);
  return call('POST', '/request', { amount: 10_000, password: PASSWORD, ...body }, headers);
};
const cancel = () => call('DELETE', '/request');
const history = async () => (await call<WithdrawalRequest[]>('GET', '/requests?limit=100')).data;
const newest = async () => (await history())[0]!;
const wallet = async (): Promise<Wallet> => (await call<WalletOverview>('GET', '/acct')).data.wallet;
const services = () => ({ pools: app.pools, bus: createBus(), providers: { stripe: bank, paystack: null } });
const follow = () =>
  followWithdrawals({ ...services(), log: app.log, clock: app.clock, jobs: app.jobs }, app.clock.now());
/** An event of the provider about this withdrawal, as its webhook delivers it. */
async function report(reference: string, status: 'processing' | 'paid' | 'failed' | 'reversed') {
  const payout = bank.settlePayout(reference, {
    status,
    failureMessage: status === 'failed' ? 'No such account.' : null,
  });
  const received = bank.event({ kind: 'payout', payout, account, occurredAt: app.clock.now().toISOString() });
  await app.fetch(bank.request([received]));
  await app.jobs.drain();
}

/** Balances of the books, by account. */
async function books(): Promise<Record<string, number>> {
  const { rows } = await app.pools.owner.query<{ account: string; sum: string }>(
    'SELECT account, sum(amount) FROM ledger_entries WHERE restaurant_id = $1 GROUP BY account',
    [owner.restaurant.id],
  );
  return Object.fromEntries(rows.map(({ account: name, sum }) => [name, Number(sum)]));
}

describe('a bank account', () => {
  const entry = { bank_code: '058', account_number: ' 98765-432104471 ', account_name: 'Tamarind', password: PASSWORD };
  const add = (body: object = {}) => call<WithdrawalAccount>('POST', '/accounts', { ...entry, ...body });
  const list = async () => (await call<WithdrawalAccount[]>('GET', '/accounts')).data;

  test('is registered under the name that the bank knows, and shown by four digits', async () => {
    const found = await call('POST', '/accounts/resolve', { bank_code: '058', account_number: NUMBER });
    expect(found.data).toEqual({ account_name: 'TAMARIND KITCHEN LTD' });
    const { data } = await add();
    expect(data).toMatchObject({
      account_name: 'TAMARIND KITCHEN LTD',
      account_number_last4: '4471',
      bank_name: 'Harbour Bank',
      country_code: 'GB',
      currency: 'GBP',
      is_default: true,
      status: 'verified',
      provider: 'stripe',
    });
    expect(data).not.toHaveProperty('provider_recipient_code');
    // The answer was lost: it is entered once.
    expect((await add()).data.id).toBe(data.id);
    expect(await list()).toHaveLength(1);
  });

  test('with an IBAN that cannot be one is refused before the provider is asked', async () => {
    for (const account_number of ['GB00BAD', 'gb82 west 1234 5698 7654 23', 'DE8937040044053201300'])
      expect((await add({ bank_code: '', account_number })).error?.field_errors).toEqual({
        account_number: expect.stringMatching(/IBAN/) as string,
      });
    expect(await list()).toEqual([]);
    expect((await add({ bank_code: '', account_number: 'gb82 west 1234 5698 7654 32' })).status).toBe(200);
  });

  test('of which only the form is known is verified by the first payout', async () => {
    bank.recipientsAre = 'pending_verification';
    const { data } = await add();
    bank.recipientsAre = 'verified';
    expect(data).toMatchObject({ status: 'pending_verification', verified_at: null });
    await fill(20_000);
    const { data: sent } = await withdraw();
    await app.jobs.drain();
    await report(sent.reference, 'paid');
    expect(await list()).toMatchObject([{ status: 'verified', verified_at: app.clock.now().toISOString() }]);
  });

  test('needs the password, and attempts count', async () => {
    expect((await add({ password: 'not this one' })).error?.code).toBe('wrong_credentials');
    for (let i = 0; i < 10; i++) await add({ password: 'no' });
    expect((await add()).status).toBe(429);
    expect(await list()).toEqual([]);
  });

  test('is refused without its number in the message', async () => {
    bank.planBank('addRecipient', 'refuse');
    const { status, error } = await add();
    expect([status, error?.code, error?.message]).toEqual([422, 'provider_refused', 'Account … is not known.']);
    bank.planBank('resolveBankAccount', 'down');
    expect((await add()).error?.code).toBe('provider_unavailable');
  });

  test('can be the default one, and the next takes over when it is removed', async () => {
    const first = (await add()).data;
    const second = (await add({ account_number: '11112222333' })).data;
    expect((await call('PUT', `/accounts/${second.id}/default`)).status).toBe(200);
    expect((await list()).map(({ id, is_default }) => [id, is_default])).toEqual([
      [second.id, true],
      [first.id, false],
    ]);
    expect((await call('DELETE', `/accounts/${second.id}`)).status).toBe(200);
    expect(await list()).toMatchObject([{ id: first.id, is_default: true }]);
    await app.jobs.drain();
    expect([...bank.recipients.keys()]).not.toContain('ba_2333');
    expect((await call('DELETE', `/accounts/${second.id}`)).status).toBe(404);
  });

  test('needs a provider', async () => {
    owner = await signUp(app);
    expect((await add()).error?.code).toBe('payments_not_set_up');
    expect((await call('GET', '/configure/banks/list')).error?.code).toBe('payments_not_set_up');
  });
});

describe('a withdrawal', () => {
  beforeEach(async () => {
    await addBankAccount(app.pools.owner, owner.restaurant.id);
    await fill(10_000);
  });

  test('reserves the money, is sent once and arrives', async () => {
    const { data } = await withdraw({ note: ' Rent ' });
    expect(data).toMatchObject({
      amount: 10_000,
      fee_amount: 0,
      net_amount: 10_000,
      status: 'pending',
      account_label: 'Harbour Bank …4471',
      note: 'Rent',
      requested_by: { kind: 'user' },
    });
    expect(await wallet()).toMatchObject({ available_amount: 0, reserved_amount: 10_000 });
    await app.jobs.drain();
    expect(await newest()).toMatchObject({ status: 'processing', expected_arrival_on: '2026-11-24' });
    await report(data.reference, 'paid');
    await report(data.reference, 'paid');
    expect(await newest()).toMatchObject({ status: 'paid', failure_code: null });
    expect(await books()).toEqual({ sales: -10_000, wallet_available: 0, wallet_reserved: 0, withdrawn: 10_000 });
    expect((await call('GET', '/request')).data).toBeNull();
    const { rows } = await app.pools.owner.query('SELECT type FROM notifications WHERE restaurant_id = $1', [
      owner.restaurant.id,
    ]);
    expect(rows).toEqual([{ type: 'withdrawal_paid' }]);
  });

  test('that fails or comes back is in the wallet again, with the reason', async () => {
    const first = (await withdraw()).data;
    await app.jobs.drain();
    await report(first.reference, 'failed');
    expect(await newest()).toMatchObject({ status: 'failed', failure_message: 'No such account.' });
    expect(await wallet()).toMatchObject({ available_amount: 10_000, reserved_amount: 0 });
    const second = (await withdraw()).data;
    await app.jobs.drain();
    await report(second.reference, 'paid');
    await report(second.reference, 'failed');
    await report(second.reference, 'failed');
    expect(await newest()).toMatchObject({ status: 'reversed' });
    expect(await wallet()).toMatchObject({ available_amount: 10_000, reserved_amount: 0 });
    expect(await books()).toMatchObject({ withdrawn: 0 });
  });

  test.each([
    [{ amount: 0 }, 422, 'invalid_fields'],
    [{ amount: -5 }, 422, 'invalid_fields'],
    [{ amount: 99 }, 422, 'invalid_fields'],
    [{ amount: 25_000_001 }, 422, 'invalid_fields'],
    [{ amount: 10_001 }, 409, 'not_enough_money'],
    [{ password: 'not this one' }, 400, 'wrong_credentials'],
    [{ withdrawal_account_id: newId() }, 404, 'not_found'],
  ])('%j is refused', async (body, status, code) => {
    const answer = await withdraw(body);
    expect([answer.status, answer.error?.code]).toEqual([status, code]);
    expect(await wallet()).toMatchObject({ available_amount: 10_000, reserved_amount: 0 });
  });

  test('needs a password that exists', async () => {
    await app.pools.owner.query('UPDATE users SET password_hash = NULL WHERE id = $1', [owner.user.id]);
    expect((await withdraw()).error).toMatchObject({ code: 'password_not_set' });
  });

  test('is one at a time, and its account stays until it is over', async () => {
    const { data } = await withdraw({ amount: 4000 });
    const again = await withdraw({ amount: 4000 });
    expect([again.status, again.error?.code]).toEqual([409, 'withdrawal_already_open']);
    expect(again.error?.current).toMatchObject({ id: data.id });
    const used = await call('DELETE', `/accounts/${data.withdrawal_account_id}`);
    expect(used.error?.code).toBe('account_in_use');
    expect((await cancel()).data).toMatchObject({ status: 'cancelled' });
    expect(await wallet()).toMatchObject({ available_amount: 10_000, reserved_amount: 0 });
    expect((await cancel()).status).toBe(404);
    await app.jobs.drain();
    expect(bank.payouts.has(data.reference)).toBe(false);
  });

  test('cannot be cancelled after it was sent', async () => {
    await withdraw();
    await app.jobs.drain();
    expect((await cancel()).error).toMatchObject({ code: 'withdrawal_in_process', current: { status: 'processing' } });
  });

  test('of a full balance 100 at once is one', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => withdraw({}, { 'Idempotency-Key': newId() })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await history()).toHaveLength(1);
    expect(await wallet()).toMatchObject({ available_amount: 0, reserved_amount: 10_000 });
  });

  test('repeated 20 times under one key is one, and answers alike', async () => {
    const key = newId();
    const answers = await Promise.all(Array.from({ length: 20 }, () => withdraw({}, { 'Idempotency-Key': key })));
    expect(new Set(answers.map(({ data }) => data?.reference)).size).toBe(1);
    expect(await history()).toHaveLength(1);
  });

  test('cancelled and sent at once 100 times is never both', async () => {
    const run = withdrawalJobs(services())['withdrawals.send']!;
    const outcomes = new Set<string>();
    for (let round = 0; round < 100; round++) {
      const { data } = await withdraw();
      const ids = { restaurant_id: owner.restaurant.id, withdrawal_id: data.id };
      const send = () => run(ids, { owner: app.pools.owner, clock: app.clock, enqueue: app.jobs.enqueue });
      const [cancelled] = await Promise.all(round % 2 ? [cancel(), send()] : [send().then(cancel), send()]);
      const isSent = bank.payouts.has(data.reference);
      expect([(cancelled as { status: number }).status, isSent]).toEqual(isSent ? [409, true] : [200, false]);
      outcomes.add(isSent ? 'sent' : 'cancelled');
      if (isSent) {
        await report(data.reference, 'failed');
        expect((await newest()).status).toBe('failed');
      }
      expect(await wallet()).toMatchObject({ available_amount: 10_000, reserved_amount: 0 });
    }
    expect(outcomes).toEqual(new Set(['sent', 'cancelled']));
  });

  test.each(['lost', 'hang', 'down'] as const)(
    'whose answer is %s is found, or sent again under its reference',
    async (ending) => {
      bank.planBank('payOut', ending);
      const { data } = await withdraw();
      await app.jobs.drain();
      expect(await newest()).toMatchObject({ status: 'processing', expected_arrival_on: null });
      await app.jobs.drain({ evenLater: true });
      bank.planBank('findPayout', 'down');
      app.clock.pass(2 * MINUTE);
      await follow();
      bank.arrive();
      for (let i = 0; i < 10; i++) {
        app.clock.pass(2 * MINUTE);
        await Promise.all([follow(), follow()]);
      }
      expect(bank.payouts.get(data.reference)).toMatchObject({ amount: 10_000 });
      expect(bank.repeatedPayouts).toBe(0);
      expect(await newest()).toMatchObject({ status: 'processing', expected_arrival_on: '2026-11-24' });
      // Its event is lost, too.
      bank.settlePayout(data.reference, { status: 'paid' });
      app.clock.pass(61 * MINUTE);
      await follow();
      expect(await newest()).toMatchObject({ status: 'paid' });
    },
  );

  test('that the provider refuses gives the money back', async () => {
    bank.planBank('payOut', 'refuse');
    await withdraw();
    await app.jobs.drain();
    expect(await newest()).toMatchObject({
      status: 'failed',
      failure_code: 'invalid_account',
      failure_message: 'Account … is not known.',
    });
    expect(await wallet()).toMatchObject({ available_amount: 10_000, reserved_amount: 0 });
  });

  test('whose job was lost is sent', async () => {
    const { data } = await withdraw();
    await app.pools.owner.query("DELETE FROM pgboss.job WHERE name = 'withdrawals'");
    app.clock.pass(3 * MINUTE);
    await follow();
    expect(bank.payouts.has(data.reference)).toBe(true);
  });

  test('is not settled by an event of another account', async () => {
    const { data } = await withdraw();
    await app.jobs.drain();
    account = 'acct_other';
    await report(data.reference, 'paid');
    expect(await newest()).toMatchObject({ status: 'processing' });
  });
});

test('whatever happens in any order, the books balance and follow the withdrawals', async () => {
  await addBankAccount(app.pools.owner, owner.restaurant.id);
  let filled = 0;
  const random = seeded(20_261_123);
  const seen = new Set<string>();
  for (let step = 0; step < 150; step++) {
    const all = await history();
    const sent = all.filter(({ reference }) => bank.payouts.has(reference));
    const steps: Record<string, () => unknown> = {
      fill: () => fill(random.between(100, 20_000)).then(() => undefined),
      request: () => withdraw({ amount: random.between(100, 20_000) }),
      request2: () => withdraw({ amount: random.between(100, 20_000) }),
      cancel: () => cancel(),
      send: () => app.jobs.drain(),
      lose: () => bank.planBank('payOut', random.pick(['lost', 'down', 'hang', 'refuse'] as const)),
      arrive: () => bank.arrive(),
      follow: () => (app.clock.pass(random.pick([3, 15, 70]) * MINUTE), follow()),
      report: () =>
        sent.length > 0 &&
        report(random.pick(sent).reference, random.pick(['processing', 'paid', 'failed', 'reversed'] as const)),
      reportNewest: () =>
        all[0] &&
        bank.payouts.has(all[0].reference) &&
        report(all[0].reference, random.pick(['paid', 'failed'] as const)),
    };
    await steps[random.pick(Object.keys(steps))]!();
    const after = await history();
    for (const { status } of after) seen.add(status);
    const { rows } = await app.pools.owner.query<{ sum: string; filled: string }>(
      `SELECT coalesce(sum(amount), 0) AS sum, coalesce(-sum(amount) FILTER (WHERE account = 'sales'), 0) AS filled
         FROM ledger_entries WHERE restaurant_id = $1`,
      [owner.restaurant.id],
    );
    filled = Number(rows[0]!.filled);
    const sumOf = (statuses: string[]) =>
      after.reduce((sum, { status, amount }) => sum + (statuses.includes(status) ? amount : 0), 0);
    const { available_amount, reserved_amount } = await wallet();
    expect(Number(rows[0]!.sum)).toBe(0);
    expect(await findWrongSums(app.pools.owner)).toEqual([]);
    expect(reserved_amount).toBe(sumOf(['pending', 'processing']));
    expect((await books())['withdrawn'] ?? 0).toBe(sumOf(['paid']));
    expect(available_amount).toBe(filled - sumOf(['pending', 'processing', 'paid']));
    expect(available_amount).toBeGreaterThanOrEqual(0);
  }
  expect(bank.repeatedPayouts).toBe(0);
  expect([...seen].toSorted()).toEqual(expect.arrayContaining(['cancelled', 'failed', 'paid', 'reversed']));
});

test('no account number is in any table, job, log line or answer', async () => {
  const { rows: tables } = await app.pools.owner.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
      WHERE table_type = 'BASE TABLE' AND table_schema IN ('public', 'pgboss')`,
  );
  expect(tables.length).toBeGreaterThan(30);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await app.pools.owner.query<{ count: string }>(
      `SELECT count(*) FROM ${name} t WHERE t::text LIKE $1 OR t::text LIKE $2`,
      [`%${NUMBER.slice(0, 10)}%`, `%${NUMBER.slice(2)}%`],
    );
    if (rows[0]!.count !== '0') found.push(name);
  }
  expect(found).toEqual([]);
  expect(JSON.stringify(app.logged)).not.toContain(NUMBER.slice(0, 10));
  expect(JSON.stringify(app.logged)).toContain('withdrawals.account_added');
});
