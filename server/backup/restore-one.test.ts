import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dish, makeMenu, pullAll, tablet } from '../../tests/api/tablet.ts';
import { callApi, requestData } from '../../tests/support/api.ts';
import type { TestDatabase } from '../../tests/support/cluster.ts';
import { freshDatabase } from '../../tests/support/database.ts';
import { findWrongSums } from '../../tests/support/ledger-sums.ts';
import { placeOpenOrders } from '../../tests/support/open-orders.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { makeBackup } from './make.ts';
import { restoreRestaurant } from './restore-one.ts';

const folder = mkdtempSync(join(tmpdir(), 'galley-one-'));
const file = join(folder, 'backup.tar.gz');
let database: TestDatabase;
let app: TestApp;
let one: SignedUp;
let other: SignedUp;
const source = () => ({
  DATA_DIR: app.env.dataDir,
  SECRETS_KEY: app.env.secretsKey,
  DATABASE_URL: database.url,
  DATABASE_APP_URL: database.appUrl,
  DATABASE_AUTH_URL: database.authUrl,
});
const restore = (email: string, settings = {}, from = file) =>
  restoreRestaurant(from, { source: { ...source(), ...settings }, email, note: () => undefined });

beforeAll(async () => {
  database = await freshDatabase();
  app = await startApp({ pools: database, settings: { SECRETS_KEY: 'k'.repeat(40) } });
  one = await signUp(app);
  other = await signUp(app);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const addBook = (owner: SignedUp, name: string) =>
  requestData(app.fetch, 'POST', '/menu/books', { token: owner.token, body: { name } });
const bookNames = async ({ token }: SignedUp) => {
  const books = await requestData<{ name: string }[]>(app.fetch, 'GET', '/menu/books', { token });
  return books.map(({ name }) => name).toSorted();
};

test('one restaurant is as the backup has it, beside one that goes on, and its devices send again', async () => {
  const menu = await makeMenu(app, one);
  const count = { count: 40, firstNo: 1, now: app.clock.now() };
  for (const { restaurant } of [one, other]) await placeOpenOrders(app.pools.owner, restaurant.id, count);
  const device = tablet(app, one);
  const { cursor } = await pullAll(device, null);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await makeBackup(client, file, { env: app.env, now: app.clock.now(), passphrase: null });
  await client.end();

  const sold = { mid: 1, call: 'menu.setAvailability', path: dish(menu), body: { is_available: false } };
  await device.push([sold]);
  await addBook(one, 'By mistake');
  await app.pools.owner.query('DELETE FROM orders WHERE restaurant_id = $1', [one.restaurant.id]);
  await addBook(other, 'Meanwhile');

  await expect(restore('nobody@galley.test')).rejects.toThrow('no account with the address');
  await expect(restore(one.user.email, { SECRETS_KEY: 'x'.repeat(40) })).rejects.toThrow('another secrets key');
  expect(await restore(one.user.email)).toBeGreaterThan(40);

  // The session is the same as before.
  expect(await bookNames(one)).toEqual(['Evening']);
  expect(await bookNames(other)).toEqual(['Meanwhile']);
  for (const { restaurant } of [one, other]) {
    const { rows } = await app.pools.owner.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM orders WHERE restaurant_id = $1',
      [restaurant.id],
    );
    expect(rows[0]!.n).toBe(40);
  }
  expect(await findWrongSums(app.pools.owner)).toEqual([]);
  expect((await device.pull(cursor)).data).toMatchObject({ reset: 'epoch', last_mid: 0 });
  expect((await device.push([sold])).data.last_mid).toBe(1);
  const { status } = await callApi(app.fetch, 'POST', '/auth/login', {
    body: { email: one.user.email, password: one.password },
  });
  expect(status).toBe(200);
  // The guards stand again: the walls between restaurants, and the triggers that keep sums.
  const { rows } = await app.pools.owner.query(
    `SELECT 1 FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'O'
     UNION ALL SELECT 1 FROM pg_class WHERE relrowsecurity AND NOT relforcerowsecurity`,
  );
  expect(rows).toEqual([]);
});

test('people come back with their roles, and who belongs to another restaurant keeps the account', async () => {
  const invite = async (owner: SignedUp, email: string, password: string) => {
    const body = { name: 'Sam', email, role: 'waiter' };
    await requestData(app.fetch, 'POST', '/people', { token: owner.token, body });
    const [{ text } = { text: '' }] = await app.mailsTo(email);
    const token = /token=([\w-]+)/.exec(text)?.[1];
    return requestData<SignedUp>(app.fetch, 'POST', '/auth/invitation/accept', { body: { token, password } });
  };
  const rolesIn = async ({ token }: { token: string }) =>
    (await requestData<{ email: string; role: string }[]>(app.fetch, 'GET', '/people', { token })).map(
      ({ email, role }) => [email, role],
    );
  await invite(one, 'waiter@galley.test', one.password);
  await invite(one, other.user.email, other.password);
  const later = join(folder, 'later.tar.gz');
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await makeBackup(client, later, { env: app.env, now: app.clock.now(), passphrase: null });
  await client.end();
  const before = await rolesIn(one);
  expect(before).toHaveLength(3);
  await app.pools.owner.query("DELETE FROM users WHERE email = 'waiter@galley.test'");
  await app.pools.owner.query("UPDATE users SET name = 'Later' WHERE id = $1", [other.user.id]);
  await invite(one, 'later@galley.test', one.password);

  await restore(one.user.email, {}, later);
  expect(await rolesIn(one)).toEqual(before);
  expect(await rolesIn(other)).toEqual([[other.user.email, 'owner']]);
  const { rows } = await app.pools.owner.query('SELECT name FROM users WHERE id = $1', [other.user.id]);
  expect(rows).toEqual([{ name: 'Later' }]);
  const body = { email: 'waiter@galley.test', password: one.password };
  expect((await callApi(app.fetch, 'POST', '/auth/login', { body })).status).toBe(200);
});

test('nothing changes where its address belongs to another restaurant by now', async () => {
  const { email } = one.user;
  const users = (from: string, to: string) =>
    app.pools.owner.query('UPDATE users SET email = $2 WHERE email = $1', [from, to]);
  await addBook(one, 'Later');
  await users(email, 'moved@galley.test');
  await users(other.user.email, email);
  await expect(restore(email)).rejects.toThrow('belongs to another restaurant by now');
  expect(await bookNames(one)).toEqual(['Evening', 'Later']);
});
