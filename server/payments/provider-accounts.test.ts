import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { payment_accounts } from '../db/schema/providers.ts';
import { withTransaction } from '../db/with-transaction.ts';
import type { AccountState } from '../integrations/payment-providers/provider.ts';
import type { Tx } from '../db/tx.ts';
import { newId } from '../platform/ids.ts';
import { applyAccountState, findProviderAccount } from './provider-accounts.ts';

let app: TestApp;
let owner: SignedUp;
let account: string;
const NOW = '2026-11-20T18:30:00.000Z';

beforeAll(async () => {
  app = await startApp({ startsAt: NOW });
});
beforeEach(async () => {
  owner = await signUp(app);
  account = `acct_${newId()}`;
  await insert(account);
});
afterAll(() => app.close());

const inTenant = <T>(run: (db: Tx) => Promise<T>) =>
  withTransaction(app.pools.app, owner.restaurant.id, 'write', (client) => run(drizzle(client)));
const insert = (id: string, more: Partial<typeof payment_accounts.$inferInsert> = {}) =>
  inTenant((db) =>
    db.insert(payment_accounts).values({
      restaurant_id: owner.restaurant.id,
      id: newId(),
      provider: 'stripe',
      status: 'pending',
      account: id,
      details: {},
      mode: 'test',
      created_at: NOW,
      updated_at: NOW,
      ...more,
    }),
  );
const apply = (more: Partial<AccountState>, at = NOW, isEvent = true) =>
  inTenant((db) =>
    applyAccountState(db, {
      restaurantId: owner.restaurant.id,
      provider: 'stripe',
      state: { account, isReady: false, reason: null, ...more },
      at,
      isEvent,
    }),
  );
const find = () => inTenant((db) => findProviderAccount(db, owner.restaurant.id));

test('only a verified account takes payments', async () => {
  expect(await find()).toBeNull();
  expect(await apply({ isReady: true })).toBe('newer');
  expect(await find()).toEqual({ id: expect.any(String), provider: 'stripe', account, feeBp: 0 });
  expect(await apply({ reason: 'Stripe needs more details: email.' }, '2026-11-20T18:31:00.000Z')).toBe('newer');
  expect(await find()).toBeNull();
});

test('older news of an account changes nothing', async () => {
  await apply({ isReady: true }, '2026-11-20T18:31:00.000Z');
  expect(await apply({ reason: 'Late' }, '2026-11-20T18:30:59.000Z')).toBe('older');
  expect(await find()).toMatchObject({ account });
});

test('of an event and a read in one second, only the read is certain', async () => {
  await apply({}, '2026-11-20T18:31:00.700Z', false);
  expect(await apply({ isReady: true }, '2026-11-20T18:31:00.000Z')).toBe('unclear');
  expect(await find()).toBeNull();
  expect(await apply({ isReady: true }, '2026-11-20T18:31:00.800Z', false)).toBe('newer');
  expect(await apply({}, '2026-11-20T18:31:00.750Z', false)).toBe('older');
  expect(await find()).toMatchObject({ account });
});

test('news of another account changes nothing', async () => {
  expect(await apply({ account: 'acct_other', isReady: true })).toBe('unknown');
  owner = await signUp(app);
  expect(await apply({ isReady: true })).toBe('unknown');
});

test('only an active account takes payments', async () => {
  await apply({ isReady: true });
  await insert(`ACCT_${account}`, { provider: 'paystack', status: 'verified' });
  expect(await find()).toMatchObject({ provider: 'stripe' });
  await inTenant((db) =>
    db.update(payment_accounts).set({ is_active: false }).where(eq(payment_accounts.provider, 'stripe')),
  );
  expect(await find()).toMatchObject({ provider: 'paystack' });
});

test.each([
  ['NG', 'paystack'],
  ['KE', 'paystack'],
  ['GB', 'stripe'],
  ['US', 'stripe'],
])('in %s %s takes the payments, and a custom gateway only alone', async (countryCode, provider) => {
  owner = await signUp(app, { countryCode });
  const verified = (one: 'stripe' | 'paystack' | 'custom') =>
    insert(`${one}_${newId()}`, { provider: one, status: 'verified' });
  await verified('custom');
  expect(await find()).toMatchObject({ provider: 'custom' });
  await verified('stripe');
  await verified('paystack');
  expect(await find()).toMatchObject({ provider });
});
