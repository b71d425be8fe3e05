import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Call } from '../../contract/call.ts';
import type { Channel } from '../../contract/channels/calls.ts';
import { tables } from '../../contract/entity.ts';
import { calls } from '../../contract/index.ts';
import type { SignedInDevice } from '../../contract/settings/session-calls.ts';
import { SCHEMA } from '../../contract/sync/calls.ts';
import { newId } from '../../server/platform/ids.ts';
import { askApi, callApi } from '../support/api.ts';
import { placeOpenOrders } from '../support/open-orders.ts';
import { pushSubscription } from '../support/push-service.ts';
import { startApp, type TestApp } from '../support/server.ts';
import { writeTalk, type Talk } from '../support/chat-messages.ts';
import { PASSWORD, signUp, type SignedUp } from '../support/sign-up.ts';
import { fingerprint } from './fingerprint.ts';
import { makeMenu, pullAll, tablet, type Menu } from './tablet.ts';

/** Words that stand in the second restaurant's rows only. */
const CANARY = 'Canary Wharf Kitchen';

let app: TestApp;
let me: SignedUp;
let other: SignedUp;
let theirs: Menu;
let theirOrder: string;
let theirLine: string;
let theirTalk: Talk;
let theirDevice: string;
let theirChannel: string;
let theirSession: string;
let foreignIds: string[];

const whatsapp = (token: string) => ({ token, phone_no_id: '1000', waba_id: '2000' });

beforeAll(async () => {
  app = await startApp();
  me = await signUp(app);
  await makeMenu(app, me);
  other = await signUp(app, { restaurantName: CANARY });
  theirs = await makeMenu(app, other);
  const now = app.clock.now();
  const [placed] = await placeOpenOrders(app.pools.owner, other.restaurant.id, { count: 1, now });
  theirOrder = placed!.id;
  theirLine = placed!.lineId;
  theirTalk = await writeTalk(app.pools.owner, other.restaurant.id, now, CANARY);
  await app.pools.owner.query(
    'UPDATE orders SET kitchen_note = $2, version = (SELECT version FROM spaces WHERE restaurant_id = $1) WHERE restaurant_id = $1',
    [other.restaurant.id, CANARY],
  );
  const device = pushSubscription(newId(), CANARY);
  theirDevice = device.device_id;
  await callApi(app.fetch, 'PUT', '/push-subscriptions', { token: other.token, body: device });
  const channel = { token: other.token, body: whatsapp('theirs') };
  theirChannel = (await askApi<Channel>(app.fetch, 'POST', '/channels/whatsapp', channel)).id;
  [{ id: theirSession }] = await askApi<[SignedInDevice]>(app.fetch, 'GET', '/settings/security/sessions', {
    token: other.token,
  });
  foreignIds = [
    theirSession,
    theirDevice,
    theirChannel,
    device.endpoint,
    other.restaurant.id,
    other.user.id,
    theirs.bookId,
    theirs.categoryId,
    ...theirs.itemIds,
    theirOrder,
    theirLine,
  ];
  foreignIds.push(...Object.values(theirTalk));
});
afterAll(() => app.close());

/** The other restaurant's id for each parameter. */
function foreignPath(call: Call): string {
  const ids = foreignParameters(call.name, theirs.itemIds[0]!);
  return call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? `no-id-for-${name}`);
}

function foreignParameters(name: string, itemId: string): Record<string, string> {
  const first: Record<string, string> = {
    orders: theirOrder,
    customers: theirTalk.customerId,
    chats: theirTalk.chatId,
    channels: theirChannel,
  };
  const id = first[name.split('.')[0]!] ?? theirs.bookId;
  return {
    id,
    categoryId: theirs.categoryId,
    itemId,
    lineId: theirLine,
    entity: 'restaurant',
    type: 'whatsapp',
    device_id: theirDevice,
    sessionId: theirSession,
  };
}

/** A body that would be right if the ids were one's own. The compiler cannot ask for one; the test below does. */
const bodies: Record<string, () => unknown> = {
  'orders.remove': () => ({ orderId: theirOrder }),
  // A dish of theirs is refused like one that never was (server/orders/manual-order.test.ts); their customer is nobody here.
  'orders.create': () => ({
    channel: 'walk_in',
    order_type: 'pickup',
    lines: [{ menu_item_id: null, name: 'Tea', unit_amount: 200, quantity: 1 }],
    customer_id: theirTalk.customerId,
  }),
  'orders.edit': () => ({ kitchen_note: 'Mine', lines: [{ menu_item_id: theirs.itemIds[0]!, quantity: 1 }] }),
  'orders.restore': () => ({}),
  'orders.setStatus': () => ({ order_status: 'accepted' }),
  'dashboard.markAsRead': () => ({ notification_ids: [theirTalk.notificationId] }),
  'orders.acknowledge': () => ({ device_id: newId() }),
  'orders.setOrdering': () => ({ restaurant_id: other.restaurant.id, ordering_status: 'open', extra_prep_minutes: 0 }),
  'orders.setLineStatus': () => ({ line_status: 'ready' }),
  'sessions.rename': () => ({ device_name: 'Kitchen tablet' }),
  'push.subscribe': () => pushSubscription(newId()),
  'settings.changePassword': () => ({ current_password: PASSWORD, password: PASSWORD, confirm_password: PASSWORD }),
  // The same number: each restaurant has its own row for it.
  'channels.add': () => whatsapp('mine'),
  'customers.edit': () => ({ name: 'Mine' }),
  'chats.pause': () => ({}),
  'chats.resume': () => ({}),
  'chats.sendMessage': () => ({ message: 'Mine' }),
  'chats.markAsRead': () => ({ read_upto: '2026-11-20T18:30:00.000Z' }),
  'menu.createBook': () => ({ name: 'Mine' }),
  'menu.editBook': () => ({ name: 'Mine' }),
  'menu.createCategory': () => ({ name: 'Mine' }),
  'menu.editCategory': () => ({ name: 'Mine' }),
  'menu.createItem': () => ({ name: 'Mine', price_amount: 1 }),
  'menu.editItem': () => ({ name: 'Mine' }),
  'menu.setAvailability': () => ({ is_available: false }),
  'menu.removeItems': () => ({ item_ids: theirs.itemIds }),
  'sync.push': () => ({ client_id: newId(), schema: SCHEMA, confirm_upto: 0, mutations: [] }),
  'sync.pull': () => ({ client_id: newId(), schema: SCHEMA, cursor: null }),
};
const queries: Record<string, string> = {
  'menu.list': `?menu_book_id=00000000-0000-7000-8000-000000000000`,
  'menu.searchItems': '?search=dish',
};

/** May be left out: calls whose own rules are tested elsewhere and that take no id of anybody. */
const owned = Object.values(calls).filter(({ options, name }) => options.access === 'owner' && name !== 'sync.stream');
/** Is a row named, in the path or by a body that names one alone? Ids in a list of what was read are passed over. */
const namesRow = (call: Call) =>
  /\{\w*id\}/i.test(call.path) || ['orders.remove', 'orders.setOrdering'].includes(call.name);
const ofOthers = (text: string) => [CANARY, ...foreignIds].filter((secret) => text.includes(secret));

test('every call that takes a body has one here', () => {
  const missing = owned.filter((call) => call.options.body && !bodies[call.name]).map((call) => call.name);
  expect(missing).toEqual([]);
});

describe("with another restaurant's ids", () => {
  test.each(owned.map((call) => [call.name, call] as const))(
    '%s shows and changes nothing of it',
    async (name, call) => {
      const before = await rowsOf(other.restaurant.id);
      const path = foreignPath(call) + (queries[name] ?? '');
      const { status, error, ...answer } = await callApi(app.fetch, call.method, path, {
        token: me.token,
        body: bodies[name]?.(),
      });
      if (namesRow(call)) expect([status, error?.code]).toEqual([404, 'not_found']);
      else expect(status).toBe(200);
      // The id that one sent oneself may come back; no other word of theirs may.
      const sent = JSON.stringify([path, bodies[name]?.()]);
      expect(ofOthers(JSON.stringify([answer.data ?? null, error])).filter((secret) => !sent.includes(secret))).toEqual(
        [],
      );
      expect(await rowsOf(other.restaurant.id)).toEqual(before);
    },
  );

  test.each(owned.filter((call) => call.options.offline.kind === 'queue').map((call) => [call.name, call] as const))(
    '%s through push is refused as if they did not exist',
    async (name, call) => {
      const before = await rowsOf(other.restaurant.id);
      const ids = foreignParameters(name, theirs.itemIds[1]!);
      const path = Object.fromEntries([...call.path.matchAll(/\{(\w+)\}/g)].map(([, key]) => [key!, ids[key!]!]));
      const { data } = await tablet(app, me).push([{ mid: 1, call: name, path, body: bodies[name]?.() ?? {} }]);
      const [result] = data.results;
      if (namesRow(call)) expect([result?.outcome, result?.error?.code]).toEqual(['rejected', 'not_found']);
      expect(await rowsOf(other.restaurant.id)).toEqual(before);
    },
  );

  test('a list filtered by their book, or their category, is empty', async () => {
    for (const query of [`menu_book_id=${theirs.bookId}`, `category=${theirs.categoryId}`]) {
      const { status, data } = await callApi(app.fetch, 'GET', `/menu?${query}`, { token: me.token });
      expect([status, data]).toEqual([200, []]);
    }
  });

  test('an id of theirs mixed into a path of mine is 404', async () => {
    const mine = await makeMenu(app, me);
    const items = (book: string, category: string, item: string) =>
      `/menu/books/${book}/categories/${category}/items/${item}`;
    for (const path of [
      items(theirs.bookId, mine.categoryId, mine.itemIds[0]!),
      items(mine.bookId, theirs.categoryId, mine.itemIds[0]!),
      items(mine.bookId, mine.categoryId, theirs.itemIds[0]!),
    ])
      expect((await callApi(app.fetch, 'PUT', path, { token: me.token, body: { name: 'Mine' } })).status).toBe(404);
  });

  test('a first load and every delta hold rows of one restaurant only', async () => {
    const { pages } = await pullAll(tablet(app, me), null, 2);
    expect(ofOthers(JSON.stringify(pages))).toEqual([]);
    const { pages: deltas } = await pullAll(tablet(app, me), { epoch: pages[0]!.epoch, version: 0 }, 2);
    expect(ofOthers(JSON.stringify(deltas))).toEqual([]);
  });
});

test('what is made under an id of theirs is mine, and theirs stays', async () => {
  const before = await rowsOf(other.restaurant.id);
  const { data } = await callApi(app.fetch, 'POST', '/menu/books', {
    token: me.token,
    body: { id: theirs.bookId, name: 'Mine' },
  });
  expect(data).toMatchObject({ id: theirs.bookId, name: 'Mine' });
  expect((await callApi(app.fetch, 'DELETE', `/menu/books/${theirs.bookId}`, { token: me.token })).status).toBe(200);
  expect(await rowsOf(other.restaurant.id)).toEqual(before);
});

describe('the database itself', () => {
  const walled = [...tables, 'spaces', 'sync_clients', 'mutation_results'];

  test('shows the API role no row without a restaurant, and only its own with one', async () => {
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

  test('lets the API role neither read accounts nor step around the wall', async () => {
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

  test('refuses a row that is written for another restaurant', async () => {
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

test('owners of many restaurants who ask at once over few connections see their own rows only', async () => {
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
  for (const call of Object.values(calls).filter(({ method, name }) => method === 'GET' && name !== 'sync.stream'))
    await callApi(app.fetch, 'GET', foreignPath(call), { token: me.token });
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
