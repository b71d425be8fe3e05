import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { permissionOf } from '../../contract/call.ts';
import { calls } from '../../contract/index.ts';
import { entities, type Table } from '../../contract/entity.ts';
import { Meta } from '../../contract/errors.ts';
import type { SampleRows } from '../../contract/sample.ts';
import { startGoogleDouble, type GoogleDouble } from '../support/doubles/google.ts';
import { startPaystackDouble, type PaystackDouble } from '../support/doubles/paystack.ts';
import type { StripeDouble } from '../support/doubles/stripe.ts';
import { newId } from '../../server/platform/ids.ts';
import { callApi } from '../support/api.ts';
import { makeSampleRows } from '../support/sample-rows.ts';
import { samples, urlOf } from '../support/samples.ts';
import { startApp, type TestApp } from '../support/server.ts';
import { signUp, type SignedUp } from '../support/sign-up.ts';
import { startStripe } from '../support/stripe.ts';
import { pullAll, tablet } from './tablet.ts';

let google: GoogleDouble;
let paystack: PaystackDouble;
let stripe: StripeDouble;
let app: TestApp;
let owner: SignedUp;
let rows: SampleRows;

beforeAll(async () => {
  paystack = await startPaystackDouble({ secretKey: 'sk_test_samples', webhookUrl: null });
  stripe = await startStripe();
  google = await startGoogleDouble();
  app = await startApp({ settings: { ...paystack.settings, ...stripe.settings, ...google.settings } });
  owner = await signUp(app, { countryCode: 'NG' });
  rows = await makeSampleRows(app, owner);
  stripe.addAccount(`acct_${owner.restaurant.id}`);
});
afterAll(async () => {
  await app.close();
  await paystack.close();
  await google.close();
  await stripe.close();
});

const owned = Object.values(calls).filter((call) => permissionOf(call) && call.name !== 'sync.stream');

/**
 * An export answers a file, an import needs an empty account, and a deletion closes it: tests in server/account/. The last owner may not
 * leave: server/people/people.test.ts. A code is of this half minute:
 * server/auth/security/two-factor.test.ts makes one. A passkey answers a challenge: server/auth/security/passkeys.test.ts.
 */
const unsampled = [
  'account.exportData',
  'account.storeImportPart',
  'account.importData',
  'account.requestDeletion',
  'passkeys.finishRegistration',
  'people.leave',
  'twoFactor.confirm',
  'twoFactor.stop',
];

test('every call of an owner has a sample beside it', () => {
  const sampled = new Set(samples.map(({ call }) => call.name));
  expect(owned.map((call) => call.name).filter((name) => !sampled.has(name))).toEqual(unsampled);
  expect(sampled.size).toBe(samples.length);
});

describe('data matches the contract', () => {
  test.each(samples.map((sample) => [sample.call.name, sample] as const))(
    'of %s is what the contract says, and nothing beyond',
    async (_name, sample) => {
      const { call } = sample;
      const args = sample.args(rows);
      const { status, data, meta, error } = await callApi(app.fetch, call.method, urlOf(sample, args), {
        token: owner.token,
        body: args.body,
      });
      expect([status, error]).toEqual([200, null]);
      if (!call.options.paged) return expectExact(call.options.reply, data);
      expect((data as unknown[]).length).toBeGreaterThan(0);
      for (const row of data as unknown[]) expectExact(call.options.reply, row);
      expectExact(Meta, meta);
    },
  );

  test('pulled rows match the contract of their tables', async () => {
    const { pages } = await pullAll(tablet(app, owner), null, 5);
    const seen = new Set<string>();
    for (const page of pages)
      for (const [table, rows] of Object.entries(page.puts))
        for (const row of rows) {
          seen.add(table);
          expectExact(entities[table as Table], row);
        }
    expect([...seen].toSorted()).toEqual(Object.keys(entities).toSorted());
  });
});

/** Parsing drops unknown fields, so equality means that there were none. */
function expectExact(schema: { parse(value: unknown): unknown }, value: unknown) {
  expect(schema.parse(value)).toEqual(value);
}

test('every call answers a retryable 503 without the database', async () => {
  const away = await startApp();
  const lost = await signUp(away);
  await away.pools.app.end();
  const { status, error, headers } = await callApi(away.fetch, 'GET', '/orders', { token: lost.token });
  expect([status, error?.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '1']);
  const pushed = await tablet(away, lost).push([]);
  expect([pushed.status, pushed.error?.code]).toEqual([503, 'unavailable']);
  await away.close().catch((error: Error) => expect(error.message).toContain('end on pool more than once'));
});

test('a restaurant row locked for too long postpones the push', async () => {
  const blocker = await app.pools.owner.connect();
  await blocker.query('BEGIN');
  await blocker.query('SELECT 1 FROM spaces WHERE restaurant_id = $1 FOR UPDATE', [owner.restaurant.id]);
  const device = tablet(app, owner);
  const entry = { mid: 1, key: newId(), call: 'menu.createBook', path: {}, body: { name: 'Waits' } };
  const { data } = await device.push([entry]);
  expect([data.stopped, data.last_mid, data.results]).toEqual(['unavailable', 0, []]);
  await blocker.query('ROLLBACK');
  blocker.release();
  expect((await device.push([entry])).data.results[0]).toMatchObject({ mid: 1, outcome: 'applied' });
});
