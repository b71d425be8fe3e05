import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Deletion } from '../../contract/account/calls.ts';
import { fingerprint } from '../../tests/api/fingerprint.ts';
import { callApi, type Method } from '../../tests/support/api.ts';
import { findWrongSums } from '../../tests/support/ledger-sums.ts';
import { makeSampleRows } from '../../tests/support/sample-rows.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { searchDatabase } from '../../tests/support/search-database.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { newId } from '../platform/ids.ts';
import { followDeletions } from './follow-deletions.ts';

const DAY = 86_400_000;
/** Occurs in many rows of the restaurant that leaves. */
const CANARY = 'Zanzibar Canary';

let app: TestApp;
let owner: SignedUp;
beforeAll(async () => void (app = await startApp()));
beforeEach(async () => {
  app.clock.set('2026-11-20T18:30:00.000Z');
  owner = await signUp(app, { restaurantName: 'The Old Ship' });
});
afterAll(() => app.close());

const asOwner = <T = unknown>(method: Method, path: string, body?: unknown) =>
  callApi<T>(app.fetch, method, path, { token: owner.token, body });
const request = (restaurant_name = ' the old  SHIP ', current_password = owner.password) =>
  asOwner<Deletion>('POST', '/settings/deletion', { restaurant_name, current_password });
const follow = () =>
  followDeletions({ owner: app.pools.owner, env: app.env, jobs: app.jobs, log: app.log }, app.clock.now());
const subjects = async () => (await app.mailsTo(owner.user.email)).map(({ subject }) => subject);
const orderAs = () =>
  callApi(app.fetch, 'POST', `/public/restaurants/${owner.restaurant.slug}/orders`, {
    body: {
      order_type: 'catering',
      lines: [{ menu_item_id: newId(), quantity: 1 }],
      customer: { name: 'Asha', phone: '+447700900123' },
      scheduled_for: '2026-11-28T12:00:00.000Z',
    },
  });

test('needs the password and the name of the restaurant', async () => {
  expect((await request('The Old Ship', 'a guess')).error?.code).toBe('wrong_credentials');
  expect((await request('The New Ship')).error?.field_errors).toHaveProperty('restaurant_name');
  expect((await asOwner<Deletion>('GET', '/settings/deletion')).data).toEqual({
    requested_at: null,
    deletes_at: null,
    obstacles: [],
  });
});

test('is refused in kitchen mode', async () => {
  await asOwner('POST', '/auth/kitchen-mode', { password: owner.password, pin: '4829' });
  expect((await request()).error?.code).toBe('pin_needed');
});

test('is refused while money is here or on its way', async () => {
  const rows = await makeSampleRows(app, owner);
  const first = await request();
  expect([first.status, first.error?.code, first.error?.message]).toEqual([
    409,
    'account_not_deletable',
    'There is money in the wallet. Withdraw it first',
  ]);
  const withdrawal = await asOwner('POST', '/settings/withdrawal/request', {
    withdrawal_account_id: rows.withdrawalAccountId,
    amount: 10_000,
    password: owner.password,
  });
  expect(withdrawal.error).toBeNull();
  const { data } = await asOwner<Deletion>('GET', '/settings/deletion');
  expect(data.obstacles).toEqual(['wallet', 'withdrawal']);
});

test('is refused while a subscription goes on charging', async () => {
  const subscribe = (atEnd: boolean) =>
    app.pools.owner.query(
      `INSERT INTO subscriptions (restaurant_id, id, plan_id, status, started_at, cancel_at_period_end, provider_reference, created_at, updated_at)
       VALUES ($1, $1, 'starter_month', 'active', now(), $2, 'sub_1', now(), now())
       ON CONFLICT (restaurant_id, id) DO UPDATE SET cancel_at_period_end = $2`,
      [owner.restaurant.id, atEnd],
    );
  await subscribe(false);
  expect((await request()).error?.message).toContain('subscription goes on charging');
  await subscribe(true);
  expect((await request()).status).toBe(200);
});

test('closes the restaurant at once, and cancelling opens it again', async () => {
  const open = await orderAs();
  const { data } = await request();
  expect(data).toEqual({
    requested_at: '2026-11-20T18:30:00.000Z',
    deletes_at: '2026-12-20T18:30:00.000Z',
    obstacles: [],
  });
  expect((await orderAs()).error?.code).toBe('ordering_paused');
  expect(open.error?.code).not.toBe('ordering_paused');
  const reopened = await asOwner('PUT', '/ordering-status', { ordering_status: 'open', extra_prep_minutes: 0 });
  expect(reopened.error?.code).toBe('deletion_requested');
  // The owner signs in as before.
  const login = await callApi(app.fetch, 'POST', '/auth/login', {
    body: { email: owner.user.email, password: owner.password },
  });
  expect(login.status).toBe(200);

  expect((await asOwner<Deletion>('DELETE', '/settings/deletion')).data.deletes_at).toBeNull();
  const { rows } = await app.pools.owner.query('SELECT ordering_status FROM restaurants WHERE restaurant_id = $1', [
    owner.restaurant.id,
  ]);
  expect(rows).toEqual([{ ordering_status: 'open' }]);
  app.clock.pass(40 * DAY);
  await follow();
  expect(await search([owner.restaurant.id])).not.toEqual([]);
});

test('cannot be cancelled once its time has come', async () => {
  await request();
  app.clock.pass(15 * DAY);
  // Or the session would end.
  await asOwner('GET', '/settings/deletion');
  app.clock.pass(15 * DAY);
  expect((await asOwner('DELETE', '/settings/deletion')).error?.code).toBe('deletion_begun');
  await follow();
  expect(await search([owner.restaurant.id])).toEqual([]);
});

test('mails at the request, three days before, and at the end', async () => {
  await request();
  expect((await subjects())[0]).toBe('Your Galley account will be deleted on 20 December 2026');
  app.clock.pass(26 * DAY);
  await follow();
  expect(await subjects()).toHaveLength(2);
  app.clock.pass(1.5 * DAY);
  await follow();
  await follow();
  const reminded = await app.mailsTo(owner.user.email);
  expect(reminded).toHaveLength(3);
  expect(reminded[0]!.text).toContain('In three days');
  app.clock.pass(3 * DAY);
  await follow();
  expect((await subjects())[0]).toBe('Your Galley account is deleted');
});

test('leaves nothing in any table, no file, and everything of others', async () => {
  const other = await signUp(app, { restaurantName: 'The New Ship' });
  await makeSampleRows(app, other, 'Somebody Else');
  await makeSampleRows(app, owner, CANARY);
  await app.mailsTo(owner.user.email);
  const mine = [owner.restaurant.id, owner.user.id, owner.user.email, CANARY];
  expect((await search(mine)).length).toBeGreaterThan(20);
  const before = await rowsOf(other);
  const filesBefore = await filesOf(owner);
  expect(filesBefore.length).toBeGreaterThan(1);
  // The money has been paid out.
  await app.pools.owner.query(
    `INSERT INTO ledger_entries (restaurant_id, id, transaction_id, account, entry_type, amount, currency, effective_at, created_at)
     SELECT $1, gen_random_uuid(), $2, account, 'withdrawal', sign * 1000000, 'GBP', now(), now()
       FROM (VALUES ('wallet_available', -1), ('withdrawn', 1)) lines (account, sign)`,
    [owner.restaurant.id, newId()],
  );
  expect((await request()).error).toBeNull();
  app.clock.pass(30 * DAY);
  await follow();

  expect(await search(mine)).toEqual([]);
  expect(await filesOf(owner)).toEqual([]);
  expect((await asOwner('GET', '/settings/deletion')).status).toBe(401);
  expect(await rowsOf(other)).toEqual(before);
  expect(await findWrongSums(app.pools.owner)).toEqual([]);
  const line = app.logged.findLast(({ event }) => event === 'account.deleted');
  expect(line?.rows).toBeGreaterThan(20);
  expect(mine.filter((trace) => JSON.stringify(line).includes(trace))).toEqual([]);
  // The address is free again.
  await signUp(app, { email: owner.user.email });
});

test('waits while money has come in since', async () => {
  await request();
  await makeSampleRows(app, owner);
  app.clock.pass(31 * DAY);
  const before = await fingerprint(app.pools.owner, ['restaurant_settings']);
  await follow();
  const after = await fingerprint(app.pools.owner, ['restaurant_settings']);
  expect(after.orders).toBe(before.orders);
  expect(app.logged.find(({ event }) => event === 'account.deletion_waits')?.obstacles).toBe('wallet');
});

const search = (traces: string[]) => searchDatabase(app.pools, traces);

async function rowsOf({ restaurant }: SignedUp): Promise<string[]> {
  const { rows: tables } = await app.pools.owner.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'restaurant_id'
      WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace ORDER BY 1`,
  );
  const all: string[] = [];
  for (const { name } of tables) {
    const { rows } = await app.pools.owner.query<{ text: string }>(
      `SELECT t::text AS text FROM ${name} t WHERE restaurant_id = $1 ORDER BY 1`,
      [restaurant.id],
    );
    all.push(...rows.map(({ text }) => `${name}: ${text}`));
  }
  return all;
}

async function filesOf({ restaurant }: SignedUp): Promise<string[]> {
  const found = await readdir(join(app.env.dataDir, 'files'), { recursive: true, withFileTypes: true });
  return found
    .filter((one) => one.isFile() && one.parentPath.includes(restaurant.id))
    .map((one) => join(one.parentPath, one.name));
}
