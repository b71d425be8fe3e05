import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tables } from '../../contract/entity.ts';
import { permissionOf } from '../../contract/call.ts';
import { calls } from '../../contract/index.ts';
import type { SampleRows } from '../../contract/sample.ts';
import { startPaystackDouble, type PaystackDouble } from '../support/doubles/paystack.ts';
import type { StripeDouble } from '../support/doubles/stripe.ts';
import { isId, newId } from '../../server/platform/ids.ts';
import { callApi } from '../support/api.ts';
import { makeSampleRows } from '../support/sample-rows.ts';
import { samples, urlOf } from '../support/samples.ts';
import { startApp, type TestApp } from '../support/server.ts';
import { signUp, type SignedUp } from '../support/sign-up.ts';
import { startStripe } from '../support/stripe.ts';
import { fingerprint } from './fingerprint.ts';
import { makeMenu, pullAll, tablet } from './tablet.ts';

/** Text that occurs only in the second restaurant's rows. */
const CANARY = 'Canary Wharf Kitchen';

let paystack: PaystackDouble;
let stripe: StripeDouble;
let app: TestApp;
let me: SignedUp;
let other: SignedUp;
let theirs: SampleRows;
let foreignIds: string[];

beforeAll(async () => {
  paystack = await startPaystackDouble({ secretKey: 'sk_test_samples', webhookUrl: null });
  stripe = await startStripe();
  const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
  app = await startApp({ settings: { ...paystack.settings, ...stripe.settings, ...google } });
  me = await signUp(app, { countryCode: 'NG' });
  await makeMenu(app, me);
  other = await signUp(app, { restaurantName: CANARY });
  theirs = await makeSampleRows(app, other, CANARY);
  stripe.addAccount(`acct_${other.restaurant.id}`);
  await app.pools.owner.query(
    'UPDATE orders SET kitchen_note = $2, version = (SELECT version FROM spaces WHERE restaurant_id = $1) WHERE restaurant_id = $1',
    [other.restaurant.id, CANARY],
  );
  const { menu, spareMenu, orderIds, subscription: _, newId: __, ...ids } = theirs;
  const own = [menu, spareMenu].flatMap(({ bookId, categoryId, itemIds }) => [bookId, categoryId, ...itemIds]);
  foreignIds = [other.user.id, ...own, ...orderIds, ...Object.values(ids).filter((value) => isId(value))];
});
afterAll(async () => {
  await app.close();
  await paystack.close();
  await stripe.close();
});

const ofOthers = (text: string) => [CANARY, ...foreignIds].filter((secret) => text.includes(secret));
const sampled = samples.map((sample) => [sample.call.name, sample] as const);

describe("with another restaurant's ids", () => {
  test.each(sampled)('%s shows and changes nothing of it', async (_name, sample) => {
    const before = await rowsOf(other.restaurant.id);
    const args = sample.args(theirs);
    const path = urlOf(sample, args);
    const { status, error, ...answer } = await callApi(app.fetch, sample.call.method, path, {
      token: me.token,
      body: args.body,
    });
    expect([status === 200, error?.code ?? null]).toEqual([sample.foreignRows === null, sample.foreignRows]);
    // The caller's own id may come back; nothing else of theirs may.
    const sent = JSON.stringify([path, args.body]);
    const shown = ofOthers(JSON.stringify([answer.data ?? null, error]));
    expect(shown.filter((secret) => !sent.includes(secret))).toEqual([]);
    expect(await rowsOf(other.restaurant.id)).toEqual(before);
  });

  test.each(sampled.filter(([, { call }]) => call.options.offline.kind === 'queue'))(
    '%s through push is refused as if none existed',
    async (name, sample) => {
      const before = await rowsOf(other.restaurant.id);
      const { path = {}, body = {} } = sample.args(theirs);
      const { data } = await tablet(app, me).push([{ mid: 1, call: name, path, body }]);
      const [result] = data.results;
      expect([result?.outcome, result?.error?.code ?? null]).toEqual([
        sample.foreignRows === null ? 'applied' : 'rejected',
        sample.foreignRows,
      ]);
      expect(await rowsOf(other.restaurant.id)).toEqual(before);
    },
  );

  test('a manual order with their customer is created without it', async () => {
    const before = await rowsOf(other.restaurant.id);
    const { status, data } = await callApi(app.fetch, 'POST', '/orders', {
      token: me.token,
      body: {
        channel: 'walk_in',
        order_type: 'pickup',
        lines: [{ menu_item_id: null, name: 'Tea', unit_amount: 200, quantity: 1 }],
        customer_id: theirs.customerId,
      },
    });
    expect(status).toBe(200);
    expect(ofOthers(JSON.stringify(data))).toEqual([]);
    expect(await rowsOf(other.restaurant.id)).toEqual(before);
  });

  test('a list filtered by their book or category is empty', async () => {
    for (const query of [`menu_book_id=${theirs.menu.bookId}`, `category=${theirs.menu.categoryId}`]) {
      const { status, data } = await callApi(app.fetch, 'GET', `/menu?${query}`, { token: me.token });
      expect([status, data]).toEqual([200, []]);
    }
  });

  test('one of their ids in my path is a 404', async () => {
    const mine = await makeMenu(app, me);
    const items = (book: string, category: string, item: string) =>
      `/menu/books/${book}/categories/${category}/items/${item}`;
    for (const path of [
      items(theirs.menu.bookId, mine.categoryId, mine.itemIds[0]!),
      items(mine.bookId, theirs.menu.categoryId, mine.itemIds[0]!),
      items(mine.bookId, mine.categoryId, theirs.menu.itemIds[0]!),
    ])
      expect((await callApi(app.fetch, 'PUT', path, { token: me.token, body: { name: 'Mine' } })).status).toBe(404);
  });

  test('first loads and deltas contain rows of one restaurant only', async () => {
    const { pages } = await pullAll(tablet(app, me), null, 2);
    expect(ofOthers(JSON.stringify(pages))).toEqual([]);
    const { pages: deltas } = await pullAll(tablet(app, me), { epoch: pages[0]!.epoch, version: 0 }, 2);
    expect(ofOthers(JSON.stringify(deltas))).toEqual([]);
  });
});

test('a row created under their id is mine; theirs stays', async () => {
  const before = await rowsOf(other.restaurant.id);
  const { data } = await callApi(app.fetch, 'POST', '/menu/books', {
    token: me.token,
    body: { id: theirs.menu.bookId, name: 'Mine' },
  });
  expect(data).toMatchObject({ id: theirs.menu.bookId, name: 'Mine' });
  expect((await callApi(app.fetch, 'DELETE', `/menu/books/${theirs.menu.bookId}`, { token: me.token })).status).toBe(
    200,
  );
  expect(await rowsOf(other.restaurant.id)).toEqual(before);
});

describe('row-level security', () => {
  const walled = [...tables, 'spaces', 'sync_clients', 'mutation_results'];

  test('shows the API role only rows of the named restaurant', async () => {
    const client = await app.pools.app.connect();
    try {
      for (const table of walled) {
        expect([table, (await client.query(`SELECT * FROM ${table}`)).rows]).toEqual([table, []]);
        await client.query('BEGIN');
        await client.query("SELECT set_config('app.restaurant_id', $1, true)", [me.restaurant.id]);
        const { rows } = await client.query(`SELECT DISTINCT restaurant_id FROM ${table}`);
        expect([table, rows.filter((row) => row.restaurant_id !== me.restaurant.id)]).toEqual([table, []]);
        const written = await client.query(
          `UPDATE ${table} SET restaurant_id = restaurant_id WHERE restaurant_id = $1`,
          [other.restaurant.id],
        );
        expect([table, written.rowCount]).toEqual([table, 0]);
        await client.query('COMMIT');
        expect([table, (await client.query(`SELECT * FROM ${table}`)).rows]).toEqual([table, []]);
      }
    } finally {
      client.release();
    }
  });

  test('keeps the API role from accounts and from bypassing policies', async () => {
    for (const table of ['users', 'sessions', 'email_codes', 'rate_limits'])
      await expect(app.pools.app.query(`SELECT * FROM ${table}`)).rejects.toThrow('permission denied');
    for (const statement of [
      'SET ROLE postgres',
      'ALTER TABLE orders DISABLE ROW LEVEL SECURITY',
      'TRUNCATE orders',
      'SET row_security = off; SELECT * FROM orders',
    ])
      await expect(app.pools.app.query(statement)).rejects.toThrow(
        /permission denied|must be owner|row-level security/,
      );
    for (const table of walled.filter((name) => name !== 'restaurants' && name !== 'spaces'))
      await expect(app.pools.accounts.query(`SELECT * FROM ${table}`)).rejects.toThrow('permission denied');
  });

  test('refuses a row written for another restaurant', async () => {
    const client = await app.pools.app.connect();
    try {
      await client.query('BEGIN');
      await client.query("SELECT set_config('app.restaurant_id', $1, true)", [me.restaurant.id]);
      await expect(
        client.query(
          'INSERT INTO sync_clients (restaurant_id, client_id, user_id, schema, seen_at) VALUES ($1, $2, $3, 1, now())',
          [other.restaurant.id, newId(), me.user.id],
        ),
      ).rejects.toThrow('row-level security');
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });
});

test('concurrent owners on few connections see only their own rows', async () => {
  const owners: SignedUp[] = [];
  for (let i = 0; i < 6; i++) owners.push(await signUp(app, { restaurantName: `House ${i}` }));
  await Promise.all(
    owners.map((owner, i) =>
      callApi(app.fetch, 'POST', '/menu/books', { token: owner.token, body: { name: `Book of ${i}` } }),
    ),
  );
  await Promise.all(
    Array.from({ length: 600 }, async (_, n) => {
      const i = n % owners.length;
      const { data } = await callApi<{ name: string }[]>(app.fetch, 'GET', '/menu/books', {
        token: owners[i]!.token,
      });
      expect(data.map((book) => book.name)).toEqual([`Book of ${i}`]);
    }),
  );
});

test('no GET changes anything', async () => {
  await callApi(app.fetch, 'GET', '/orders', { token: me.token });
  const before = await fingerprint(app.pools.owner);
  for (const sample of samples.filter(({ call }) => call.method === 'GET'))
    await callApi(app.fetch, 'GET', urlOf(sample, sample.args(theirs)), { token: me.token });
  // Calls of other roles: the ids that they could name do not exist.
  const others = Object.values(calls).filter((call) => call.method === 'GET' && !permissionOf(call));
  for (const call of others)
    await callApi(app.fetch, 'GET', call.path.replaceAll(/\{\w+\}/g, 'none'), { token: me.token });
  expect(await fingerprint(app.pools.owner)).toEqual(before);
});

async function rowsOf(restaurantId: string): Promise<unknown[]> {
  const all: unknown[] = [];
  for (const table of [...tables, 'spaces']) {
    const { rows } = await app.pools.owner.query(`SELECT * FROM ${table} t WHERE restaurant_id = $1 ORDER BY t::text`, [
      restaurantId,
    ]);
    all.push(...rows);
  }
  return all;
}
