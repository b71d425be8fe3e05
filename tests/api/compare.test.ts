import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addUp, bounded, hashOf, belongsInMirror, versionMark } from '../../contract/sync/checksum.ts';
import { tables, type Row, type Table } from '../../contract/entity.ts';
import type { Compared, CompareRequest, Cursor } from '../../contract/sync/calls.ts';
import { DEMO_EMAIL } from '../../demo/restaurant.ts';
import { seedDemo } from '../../demo/seed.ts';
import { createLog } from '../../server/platform/log.ts';
import { everything } from '../../server/sync/view.ts';
import { compare as compareOf } from '../../server/sync/compare.ts';
import { withTransaction } from '../../server/db/with-transaction.ts';
import { callApi } from '../support/api.ts';
import { startApp, type TestApp } from '../support/server.ts';
import { apply, pullAll, tablet } from './tablet.ts';

let app: TestApp;
let device: ReturnType<typeof tablet>;
let cursor: Cursor;
let held: Map<string, { version: number }>;

// Three months of trade: every kind of row with every kind of value.
beforeAll(async () => {
  app = await startApp();
  const env = { demoPassword: 'spice-route', dataDir: app.env.dataDir, s3: null };
  await seedDemo({ pools: app.pools, clock: app.clock, env, log: createLog('silent') });
  const body = { email: DEMO_EMAIL, password: env.demoPassword };
  const { data } = await callApi<{ token: string }>(app.fetch, 'POST', '/auth/login', { body });
  device = tablet(app, data);
  const pulled = await pullAll(device, null);
  cursor = pulled.cursor;
  held = apply(pulled.pages);
});
afterAll(() => app.close());

const rowsOf = (table: Table): Row[] =>
  [...held].filter(([touch]) => touch.startsWith(`${table}:`)).map(([, row]) => row as Row);

async function compare(request: CompareRequest): Promise<Compared> {
  const { data } = await device.pull(cursor, { compare: request });
  expect(data).toMatchObject({ to: cursor.version, more: false });
  return data.compared!;
}

/** All pages of a comparison of row contents. */
async function compareParts(): Promise<Compared['parts']> {
  const parts: Compared['parts'] = [];
  for (let page: CompareRequest['page'] = null; ;) {
    const compared: Compared = await compare({ page });
    parts.push(...compared.parts);
    if (!compared.next) return parts;
    page = compared.next;
  }
}

const within = (row: Row, part: Compared['parts'][number]) =>
  (part.before === null || row.id < part.before) && (part.last === null || row.id >= part.last);

test("the server's sums match the rows that it sent (R41)", async () => {
  const { sums } = await compare({ page: null });
  expect(Object.keys(sums).toSorted()).toEqual(tables.toSorted());
  for (const table of tables) expect([table, sums[table]]).toEqual([table, addUp(rowsOf(table).map(versionMark))]);
  expect(sums.orders!.rows).toBeGreaterThan(2000);
});

test('comparing row contents covers each row once (R41)', async () => {
  const parts = await compareParts();
  expect(parts.reduce((rows, part) => rows + part.rows, 0)).toBe(held.size);
  for (const part of parts) {
    const rows = rowsOf(part.table as Table).filter((row) => within(row, part));
    expect({ ...part, ...addUp(rows.map((row) => hashOf(part.table as Table, row))) }).toEqual(part);
  }
});

test("rows outside a device's window do not count (R41)", async () => {
  const restaurantId = rowsOf('restaurants')[0]!.id;
  const sums = await withTransaction(app.pools.app, restaurantId, 'read', (client) => {
    const reader = { db: drizzle(client), restaurantId, now: app.clock.now(), view: everything };
    return compareOf(reader, { page: null }, { limit: 10_000, sure: () => 20 });
  });
  const newest = (table: 'orders' | 'chat_messages') =>
    (rowsOf(table) as unknown as Record<string, string>[]).map((row) => row[bounded[table].by]!).toSorted();
  expect(sums.floors).toMatchObject({
    orders: newest('orders').at(-20),
    chat_messages: newest('chat_messages').at(-20),
  });
  for (const table of tables) {
    const kept = rowsOf(table).filter((row) => belongsInMirror(table, row, sums.floors));
    expect(sums.sums[table]).toEqual(addUp(kept.map(versionMark)));
    expect(sums.parts.find((part) => part.table === table)).toMatchObject(addUp(kept.map((row) => hashOf(table, row))));
  }
  expect(sums.sums.orders!.rows).toBeLessThan(60);
});

test('a first load and an incomplete page are not compared', async () => {
  const compare = { page: null };
  expect((await device.pull(null, { compare })).data.compared).toBeUndefined();
  const early = { ...cursor, version: 1 };
  expect((await device.pull(early, { compare, limit: 1 })).data).toMatchObject({ more: true });
  expect((await device.pull(early, { compare, limit: 1 })).data.compared).toBeUndefined();
});

test('a comparison from an unknown table starts at the first', async () => {
  const compared = await compare({ page: { table: 'tills', before: null } });
  expect(compared.parts[0]).toMatchObject({ table: tables[0], before: null });
});
