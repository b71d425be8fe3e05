import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tables } from '../../contract/entity.ts';
import { SCHEMA } from '../../contract/sync/calls.ts';
import { newId } from '../../server/platform/ids.ts';
import { deleteOldTombstones } from '../../server/sync/delete-old-tombstones.ts';
import { lockSpace } from '../../server/db/space.ts';
import { deleteOldOf } from '../support/delete-old.ts';
import { requestData, callApi } from '../support/api.ts';
import { placeOpenOrders } from '../support/open-orders.ts';
import { startApp, type TestApp } from '../support/server.ts';
import { signUp, type SignedUp } from '../support/sign-up.ts';
import { statementsOf } from '../support/statements.ts';
import { apply, makeMenu, pullAll, tablet, type PullReply } from './tablet.ts';

let app: TestApp;
let owner: SignedUp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const createBook = (name: string) =>
  callApi<{ id: string }>(app.fetch, 'POST', '/menu/books', { token: owner.token, body: { name } });

/** Every row on the server: "table:id" to its version. */
async function serverRows(restaurantId: string): Promise<Map<string, number>> {
  const held = new Map<string, number>();
  for (const table of tables) {
    const { rows } = await app.pools.owner.query<{ id: string; version: string }>(
      `SELECT id, version FROM ${table} WHERE restaurant_id = $1 AND deleted_at IS NULL`,
      [restaurantId],
    );
    for (const row of rows) held.set(`${table}:${row.id}`, Number(row.version));
  }
  return held;
}

const versionsOf = (held: Map<string, { version: number }>) =>
  sorted(new Map([...held].map(([touch, row]) => [touch, row.version] as const)));
const sorted = (rows: Map<string, number>) => new Map([...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Many orders in several versions; some are closed. */
async function fillOrders(restaurantId: string, versions: number, each: number) {
  for (let i = 0; i < versions; i++)
    await placeOpenOrders(app.pools.owner, restaurantId, {
      count: each,
      firstNo: 1000 + i * each,
      now: new Date(app.clock.now().getTime() + i * 1_000_000),
    });
  await app.pools.owner.query(
    `UPDATE orders SET order_status = 'completed', version = (SELECT version FROM spaces WHERE restaurant_id = $1)
      WHERE restaurant_id = $1 AND order_no::int % 4 <> 0`,
    [restaurantId],
  );
}

describe('deltas', () => {
  test('a reader loses nothing while eight writers commit (R8)', async () => {
    owner = await signUp(app);
    const device = tablet(app, owner);
    let { cursor, pages } = await pullAll(device, null);
    const held = apply(pages);
    let isWriting = true;
    const writers = Promise.all(
      Array.from({ length: 8 }, async (_, writer) => {
        for (let i = 0; i < 25; i++) expect((await createBook(`Book ${writer}.${i}`)).status).toBe(200);
      }),
    ).finally(() => (isWriting = false));
    let requests = 0;
    for (let isLast = false; !isLast;) {
      isLast = !isWriting;
      const pulled = await pullAll(device, cursor, 7);
      const before = cursor.version;
      cursor = pulled.cursor;
      expect(cursor.version).toBeGreaterThanOrEqual(before);
      apply(pulled.pages, held);
      requests += pulled.pages.length;
    }
    await writers;
    expect(requests).toBeGreaterThan(5);
    expect(versionsOf(held)).toEqual(sorted(await serverRows(owner.restaurant.id)));
    expect(held.size).toBe(201);
  });

  test('a version is never split across pages (R8)', async () => {
    owner = await signUp(app);
    const device = tablet(app, owner);
    const { cursor } = await pullAll(device, null);
    for (const count of [3, 40, 1, 1, 25, 2])
      await placeOpenOrders(app.pools.owner, owner.restaurant.id, { count, now: app.clock.now() });
    for (const limit of [1, 2, 10, 41, 72, 500]) {
      const { pages } = await pullAll(device, cursor, limit);
      const ranges = pages.map((page) => (page.puts.orders as { version: number }[]).map((row) => row.version));
      ranges.forEach((versions, i) => {
        expect(Math.min(...versions)).toBeGreaterThan(pages[i]!.from!);
        expect(Math.max(...versions)).toBeLessThanOrEqual(pages[i]!.to);
        if (i > 0) expect(pages[i]!.from).toBe(pages[i - 1]!.to);
      });
      expect(ranges.flat().length).toBe(72);
      expect(pages.at(-1)).toMatchObject({ more: false });
    }
  });

  test('deleted rows come as tombstones, except in a first load (R8)', async () => {
    owner = await signUp(app);
    const menu = await makeMenu(app, owner, 3);
    const device = tablet(app, owner);
    const { cursor, pages } = await pullAll(device, null);
    const held = apply(pages);
    await requestData(app.fetch, 'DELETE', `/menu/books/${menu.bookId}`, { token: owner.token });
    const { data } = await device.pull(cursor);
    expect(data.dels).toEqual({
      menu_books: [menu.bookId],
      menu_categories: [menu.categoryId],
      menu_items: expect.arrayContaining(menu.itemIds),
    });
    expect(versionsOf(apply([data], held))).toEqual(sorted(await serverRows(owner.restaurant.id)));
    expect(versionsOf(apply((await pullAll(tablet(app, owner), null)).pages))).toEqual(versionsOf(held));
  });

  test('a cursor at the current version gets nothing', async () => {
    const device = tablet(app, owner);
    const { cursor } = await pullAll(device, null);
    expect((await device.pull(cursor)).data).toMatchObject({
      from: cursor.version,
      to: cursor.version,
      more: false,
      puts: {},
      dels: {},
    });
  });
});

describe('what a pull asks the database', () => {
  const sent = async (version: number) => {
    const body = { client_id: newId(), schema: SCHEMA, cursor: { epoch, version } };
    const pull = () => requestData<PullReply>(app.fetch, 'POST', '/sync/pull', { token: owner.token, body });
    return (await statementsOf(pull)).map(({ text }) =>
      text
        .replace(/ *'[^']+'/g, ' X')
        .split(/\n/, 1)[0]!
        .slice(0, 70),
    );
  };
  let epoch: string;
  let version: number;

  beforeAll(async () => {
    owner = await signUp(app);
    await createBook('First');
    ({ epoch, version } = (await pullAll(tablet(app, owner), null)).cursor);
  });

  test('is the session and one message where nothing is new', async () => {
    expect(await sent(version)).toEqual([
      expect.stringMatching(/^SELECT s.created_at/),
      expect.stringMatching(/^SET LOCAL app.restaurant_id = X; SELECT spaces.epoch/),
    ]);
  });

  test('is of the tables only that changed', async () => {
    expect((await sent(version - 1)).slice(2)).toEqual([
      expect.stringMatching(/^BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL/),
      expect.stringMatching(/^WITH changed AS/),
      expect.stringMatching(/^select "id".*/),
      'COMMIT',
    ]);
  });
});

describe('a first load', () => {
  test('brings restaurant, menu, open orders, then closed orders, newest first', async () => {
    owner = await signUp(app);
    await makeMenu(app, owner, 5);
    await fillOrders(owner.restaurant.id, 6, 40);
    const { pages } = await pullAll(tablet(app, owner), null, 30);
    const tablesInOrder = pages.flatMap((page) =>
      Object.entries(page.puts).flatMap(([table, rows]) => rows.map(() => table)),
    );
    expect(tablesInOrder).toEqual([
      'restaurants',
      'menu_books',
      'menu_categories',
      ...Array.from({ length: 5 }, () => 'menu_items'),
      ...Array.from({ length: 240 }, () => 'orders'),
    ]);
    const orders = pages.flatMap((page) => page.puts.orders ?? []) as {
      order_status: string;
      placed_at: string;
      id: string;
    }[];
    const open = orders.filter((order) => order.order_status === 'pending');
    expect(orders.slice(0, open.length)).toEqual(open);
    expect(open.length).toBe(60);
    for (const group of [open, orders.slice(open.length)]) {
      const keys = group.map((order) => `${order.placed_at} ${order.id}`);
      expect(keys).toEqual(keys.toSorted().toReversed());
    }
    expect(pages.every((page) => Object.values(page.puts).flat().length <= 30)).toBe(true);
    expect(pages.slice(0, -1).every((page) => page.more && page.snapshot !== undefined && page.from === null)).toBe(
      true,
    );
    expect(pages.at(-1)).toMatchObject({ more: false, from: null, to: pages[0]!.to });
  });

  test("and its delta end at the server's state during writes (R35)", async () => {
    owner = await signUp(app);
    const menu = await makeMenu(app, owner, 20);
    await fillOrders(owner.restaurant.id, 4, 50);
    const { rows: orders } = await app.pools.owner.query<{ id: string }>(
      "SELECT id FROM orders WHERE restaurant_id = $1 AND order_status = 'pending' ORDER BY id",
      [owner.restaurant.id],
    );
    const device = tablet(app, owner);
    const pages: PullReply[] = [];
    let snapshot: PullReply['snapshot'];
    for (let i = 0; ; i++) {
      const { data } = await device.pull(null, { limit: 10, ...(snapshot ? { snapshot } : {}) });
      pages.push(data);
      // Between two pages an open order closes, an item is deleted or renamed, and an order is added.
      const order = orders[i % orders.length]!;
      await callApi(app.fetch, 'POST', `/orders/${order.id}/status`, {
        token: owner.token,
        body: { order_status: 'cancelled', reason: 'duplicate' },
      });
      const items = `/menu/books/${menu.bookId}/categories/${menu.categoryId}/items`;
      if (i < 20 && i % 2)
        await requestData(app.fetch, 'POST', `${items}/delete`, {
          token: owner.token,
          body: { item_ids: [menu.itemIds[i]] },
        });
      if (i < 20 && i % 2 === 0)
        await requestData(app.fetch, 'PUT', `${items}/${menu.itemIds[i]}`, {
          token: owner.token,
          body: { name: `Renamed ${i}` },
        });
      await placeOpenOrders(app.pools.owner, owner.restaurant.id, {
        count: 1,
        firstNo: 5000 + i,
        now: app.clock.now(),
      });
      if (!data.snapshot) break;
      snapshot = data.snapshot;
    }
    expect(pages.length).toBeGreaterThan(20);
    const { pages: after } = await pullAll(device, { epoch: pages[0]!.epoch, version: pages[0]!.to });
    expect(versionsOf(apply([...pages, ...after]))).toEqual(sorted(await serverRows(owner.restaurant.id)));
  });

  test('is refused from a position that the server never issued', async () => {
    const device = tablet(app, owner);
    const { data } = await device.pull(null, { limit: 1 });
    for (const after of ['orders', 'open 1 2026-99-99T00:00:00.000Z 1', 'closed x', "'; DROP TABLE orders"]) {
      const { status } = await device.pull(null, { snapshot: { ...data.snapshot, table: 'orders', after } });
      expect(status).toBe(422);
    }
    expect((await device.pull(null, { snapshot: { ...data.snapshot, table: 'users', after: null } })).status).toBe(422);
    expect((await device.pull(null, { snapshot: { ...data.snapshot, table: 'menu_items', after: 'x' } })).status).toBe(
      422,
    );
  });
});

describe('reset', () => {
  beforeAll(async () => {
    owner = await signUp(app);
  });
  const expectReset = async (cursor: { epoch: string; version: number }, reset: string, more = {}) => {
    const { data } = await tablet(app, owner).pull(cursor, more);
    expect(data).toMatchObject({ reset, puts: {}, dels: {}, more: false });
  };

  test('restarts a cursor of another epoch or beyond the server (R36)', async () => {
    const { cursor } = await pullAll(tablet(app, owner), null);
    await expectReset({ ...cursor, epoch: newId() }, 'epoch');
    await expectReset({ ...cursor, version: cursor.version + 1 }, 'epoch');
  });

  test('restarts a device with an unknown schema (R29)', async () => {
    const { cursor } = await pullAll(tablet(app, owner), null);
    await expectReset(cursor, 'schema', { schema: 999 });
  });

  test('restarts a cursor that is older than the kept tombstones (R37)', async () => {
    const menu = await makeMenu(app, owner, 2);
    const device = tablet(app, owner);
    const before = (await pullAll(device, null)).cursor;
    await requestData(app.fetch, 'DELETE', `/menu/books/${menu.bookId}`, { token: owner.token });
    const after = (await pullAll(device, before)).cursor;
    const inDays = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000);
    expect(await deleteOldTombstones(app.pools.owner, inDays(29), app.log)).toBe(0);
    expect(await deleteOldTombstones(app.pools.owner, inDays(31), app.log)).toBeGreaterThanOrEqual(4);
    await expectReset(before, 'purged');
    expect((await device.pull(after)).data).toMatchObject({ from: after.version, more: false });
    const { rows } = await app.pools.owner.query('SELECT id FROM menu_items WHERE id = ANY($1)', [menu.itemIds]);
    expect(rows).toEqual([]);
  });

  test("keeps a locked restaurant's tombstones until the next round (R37)", async () => {
    const owners = [await signUp(app), await signUp(app), await signUp(app)];
    for (const each of owners) {
      const { bookId } = await makeMenu(app, each, 1);
      await requestData(app.fetch, 'DELETE', `/menu/books/${bookId}`, { token: each.token });
    }
    const [busy, ...others] = owners.map((each) => each.restaurant.id) as [string, string, string];
    const key = newId();
    const headers = { 'Idempotency-Key': key };
    await requestData(app.fetch, 'POST', '/menu/books', { token: owners[0]!.token, body: { name: 'Once' }, headers });
    const kept = async () => {
      const { rows } = await app.pools.owner.query<{ restaurant_id: string }>(
        'SELECT restaurant_id FROM menu_books WHERE restaurant_id = ANY($1) AND deleted_at IS NOT NULL',
        [[busy, ...others]],
      );
      return rows.map((row) => row.restaurant_id);
    };
    const inAMonth = new Date(app.clock.now().getTime() + 31 * 86_400_000);
    const writer = await app.pools.owner.connect();
    await writer.query('BEGIN');
    await lockSpace(writer, busy);
    await deleteOldOf('sync', app, inAMonth);
    await writer.query('COMMIT');
    writer.release();
    expect(await kept()).toEqual([busy]);
    expect((await app.pools.owner.query('SELECT 1 FROM mutation_results WHERE key = $1', [key])).rows).toEqual([]);
    const of = { event: 'space_busy', task: 'delete_tombstones', restaurant_id: busy };
    expect(app.logged).toContainEqual(expect.objectContaining(of));
    await deleteOldTombstones(app.pools.owner, inAMonth, app.log);
    expect(await kept()).toEqual([]);
  });
});

test('a pull writes nothing', async () => {
  const count = async () =>
    (await app.pools.owner.query('SELECT count(*)::int AS n, sum(last_mid)::int AS mids FROM sync_clients')).rows[0];
  const before = await count();
  await tablet(app, owner).pull(null);
  expect(await count()).toEqual(before);
});
