import { afterAll, beforeAll, expect, test } from 'vitest';
import { fold } from '../../contract/fold.ts';
import type { Order } from '../../contract/orders/calls.ts';
import { callApi } from '../../tests/support/api.ts';
import { multiplyRows } from '../../tests/support/multiply-rows.ts';
import { placeOpenOrders } from '../../tests/support/open-orders.ts';
import { seeded } from '../../tests/support/seeded.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';

const STORED = 12_000;

let app: TestApp;
let owner: SignedUp;
/** A restaurant whose orders are few and change. */
let other: SignedUp;

beforeAll(async () => {
  app = await startApp();
  owner = await signUp(app);
  other = await signUp(app);
  const now = app.clock.now();
  await placeOpenOrders(app.pools.owner, owner.restaurant.id, { count: 1, firstNo: 1, now });
  await placeOpenOrders(app.pools.owner, other.restaurant.id, { count: 30, firstNo: 501, now });
  await multiplyRows(app.pools.owner, 'orders', {
    restaurantId: owner.restaurant.id,
    copies: STORED - 1,
    more: {
      // Ten at the same instant, so that the id decides.
      placed_at: `o.placed_at - (n / 10) * interval '1 hour'`,
      order_status: `CASE WHEN n % 4000 = 3999 THEN 'rejected' WHEN n % 10 = 0 THEN 'cancelled' ELSE 'completed' END`,
      order_type: `CASE WHEN n % 3 = 0 THEN 'delivery' ELSE 'pickup' END`,
      customer: `jsonb_build_object('name', CASE WHEN n % 3000 = 2500 THEN 'Zoë Ångström' WHEN n % 2 = 0 THEN 'Ada Lovelace' ELSE 'Priya Nair' END,
                                    'phone', '+4477' || (10000000 + n), 'email', NULL)`,
      lines: `CASE WHEN n > 6000 AND n % 5 = 0 THEN jsonb_set(o.lines, '{0,name}', '"Old pie"') WHEN n = 11990 THEN jsonb_set(o.lines, '{0,name}', '"50% off_Box"') ELSE o.lines END`,
    },
  });
  await app.pools.owner.query('SELECT rebuild_order_lists($1)', [owner.restaurant.id]);
  await app.pools.owner.query('ANALYZE');
});
afterAll(() => app.close());

const list = (query: string, { token } = owner) => callApi<Order[]>(app.fetch, 'GET', `/orders?${query}`, { token });

async function idsOf(condition: string, { limit, offset = 0 }: { limit: number; offset?: number }): Promise<string[]> {
  const { rows } = await app.pools.owner.query<{ id: string }>(
    `SELECT id FROM orders WHERE restaurant_id = $1 AND deleted_at IS NULL AND ${condition}
      ORDER BY placed_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}`,
    [owner.restaurant.id],
  );
  return rows.map(({ id }) => id);
}

test.for([
  ['', 'true'],
  ['order_status=closed', `order_status IN ('rejected', 'cancelled')`],
  ['order_status=rejected', `order_status = 'rejected'`],
  ['order_type=delivery', `order_type = 'delivery'`],
  ['order_type=delivery&order_status=completed', `order_type = 'delivery' AND order_status = 'completed'`],
] as const)('pages and total of "%s" are exact', async ([query, condition]) => {
  const all = await idsOf(condition, { limit: STORED });
  expect(all.length).toBeGreaterThan(2);
  for (const page of [1, 2, 80, 107, 118, 121]) {
    const { data, meta } = await list(`${query}&limit=100&page_no=${page}`);
    const expected = all.slice((page - 1) * 100, page * 100);
    expect([page, data.map(({ id }) => id)]).toEqual([page, expected]);
    expect(meta).toMatchObject({ total_count: all.length, has_next_page: page * 100 < all.length });
    expect(meta).not.toHaveProperty('is_total_minimum');
  }
});

test('following `next_after` reads each order once', async () => {
  for (const [query, condition] of [
    ['limit=100', 'true'],
    ['limit=100&order_status=cancelled', `order_status = 'cancelled'`],
    ['limit=100&orders=pie', `lines::text LIKE '%pie%'`],
  ] as const) {
    const seen: string[] = [];
    let next: string | undefined = query;
    while (next !== undefined && seen.length <= STORED) {
      const { data, meta }: Awaited<ReturnType<typeof list>> = await list(next);
      seen.push(...data.map(({ id }) => id));
      expect(meta).toMatchObject({
        has_next_page: meta?.next_after !== undefined,
        has_previous_page: next.includes('after='),
      });
      next = meta?.next_after && `${query}&after=${meta.next_after}`;
    }
    expect([query, seen]).toEqual([query, await idsOf(condition, { limit: STORED })]);
  }
});

test('what a filter finds is counted up to a thousand', async () => {
  const range = 'date=2024-01-01..2026-11-30&limit=100';
  expect((await list(range)).meta).toMatchObject({ total_count: 1000, is_total_minimum: true, has_next_page: true });
  expect((await list(`${range}&page_no=11`)).meta).toMatchObject({
    total_count: 1101,
    is_total_minimum: true,
    has_next_page: true,
  });
  const last = await list(`${range}&page_no=100`);
  expect(last.data.map(({ id }) => id)).toEqual(await idsOf('true', { limit: 100, offset: 9_900 }));
  const day = await list('date=2026-11-18');
  expect(day.meta).toMatchObject({ total_count: 240, has_next_page: true });
  expect(day.meta).not.toHaveProperty('is_total_minimum');
  expect(await list(`${range}&page_no=110`)).toMatchObject({ status: 422, error: { code: 'invalid_fields' } });
});

test.for([
  ['hargreave', 'false'],
  ['ångström', `customer->>'name' LIKE 'Zo%'`],
  ['angstrom zoe', `customer->>'name' LIKE 'Zo%'`],
  ['lovelace', `customer->>'name' = 'Ada Lovelace'`],
  ['old pie', `lines::text LIKE '%Old pie%'`],
  ['pie nair', `lines::text LIKE '%Old pie%' AND customer->>'name' = 'Priya Nair'`],
  ['50%', `lines::text LIKE '%50\\%%'`],
  ['f_b', `lines::text LIKE '%off_Box%'`],
  ['#911990', `order_no = '911990'`],
  ['077 1001 1990', `customer->>'phone' LIKE '%7710011990'`],
  ['10011990', `customer->>'phone' LIKE '%10011990'`],
] as const)('a search for "%s" finds the newest', async ([typed, condition]) => {
  const found = await list(`limit=50&orders=${encodeURIComponent(typed)}`);
  expect(found.data.map(({ id }) => id)).toEqual(await idsOf(condition, { limit: 50 }));
});

test('a search goes with the other filters', async () => {
  const found = async (query: string) => (await list(`${query}&limit=20`)).data.map(({ id }) => id);
  expect(await found('orders=lovelace&order_status=rejected')).toEqual([]);
  expect(await found('orders=nair&order_status=rejected')).toEqual(
    await idsOf(`order_status = 'rejected' AND customer->>'name' = 'Priya Nair'`, { limit: 20 }),
  );
  expect(await found('orders=pie&order_type=delivery')).toEqual(
    await idsOf(`order_type = 'delivery' AND lines::text LIKE '%pie%'`, { limit: 20 }),
  );
  const day = `placed_at >= '2026-11-18T04:00Z' AND placed_at < '2026-11-19T04:00Z'`;
  expect(await found('orders=lovelace&date=2026-11-18')).toEqual(
    await idsOf(`${day} AND customer->>'name' = 'Ada Lovelace'`, { limit: 20 }),
  );
  expect(await found('orders=lovelace&date=2026-11-18&page_no=2')).toEqual(
    await idsOf(`${day} AND customer->>'name' = 'Ada Lovelace'`, { limit: 20, offset: 20 }),
  );
});

test('the database folds as the devices do', async () => {
  // From Latin to Greek extended, punctuation, kana, Hangul and full-width signs; without capitals and dashes that hardly anybody writes.
  const blocks = [0x21, 0x1e_f9, 0x20_10, 0x22_12, 0x30_41, 0x30_ff, 0xac_00, 0xd7_a3, 0xff_01, 0xff_ee];
  const rare =
    /[\p{Cs}\p{Cn}\s\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u180e\u30a0]|(?=\p{Lu})[\u0590-\u1dff\u2000-\uffff]/u;
  const signs = Array.from({ length: 0xff_ff }, (_, point) => point)
    .filter((point) => blocks.findLastIndex((edge, at) => point >= edge + (at % 2)) % 2 === 0)
    .map((point) => String.fromCodePoint(point))
    .filter((sign) => !rare.test(sign) || /[Ａ-Ｚ]/.test(sign));
  expect(signs.length).toBeGreaterThan(15_000);
  const texts = [...signs.map((sign) => `a${sign}b`), "O'Brien", 'O’BRIEN', 'Łódź ß ı ø', 'Coca‑Cola – ١٢', 'Ｆｕｌｌ'];
  const { rows } = await app.pools.owner.query<{ written: string; plain: string }>(
    'SELECT written, fold_text(written) AS plain FROM unnest($1::text[]) written',
    [texts],
  );
  const wrong = rows.filter(({ written, plain }) => plain.trim() !== fold(written));
  expect(wrong.map(({ written, plain }) => [written, plain, fold(written)])).toEqual([]);
});

test('a search finds nothing of another restaurant', async () => {
  expect((await list('orders=lovelace', other)).data).toEqual([]);
  const terms = JSON.stringify([{ text: 'lovelace', phones: [] }]);
  const find = `SELECT find_orders('${terms}', '[]', NULL, NULL, NULL, NULL, NULL, 5)`;
  const client = await app.pools.app.connect();
  const foundAs = async (restaurantId: string | null) => {
    await client.query('BEGIN');
    if (restaurantId) await client.query("SELECT set_config('app.restaurant_id', $1, true)", [restaurantId]);
    const { rowCount } = await client.query(find);
    await client.query('ROLLBACK');
    return rowCount;
  };
  expect([await foundAs(owner.restaurant.id), await foundAs(other.restaurant.id), await foundAs(null)]).toEqual([
    5, 0, 0,
  ]);
  client.release();
  await expect(app.pools.accounts.query(find)).rejects.toThrow('permission denied');
});

test('totals and texts follow every change', async () => {
  const { id } = other.restaurant;
  const random = seeded(127);
  const run = (sql: string) =>
    app.pools.owner.query(
      `WITH s AS (UPDATE spaces SET version = version + 1 WHERE restaurant_id = '${id}' RETURNING version) SELECT 1 FROM s; ${sql}`,
    );
  const version = `version = (SELECT version FROM spaces WHERE restaurant_id = '${id}')`;
  const some = () => `restaurant_id = '${id}' AND order_no::int % 7 = ${random.between(0, 6)}`;
  const kept = async () =>
    Promise.all(
      [
        `SELECT month::text, order_status, order_type, orders_count FROM month_figures WHERE restaurant_id = $1 AND orders_count <> 0 ORDER BY 1, 2, 3`,
        `SELECT order_id, placed_at, text FROM order_texts WHERE restaurant_id = $1 ORDER BY 1`,
      ].map(async (sql) => (await app.pools.owner.query(sql, [id])).rows),
    );
  const changes = [
    () => `order_status = 'cancelled'`,
    () => `order_status = 'completed', order_type = 'delivery'`,
    () => `placed_at = placed_at - interval '40 days'`,
    () => `deleted_at = now()`,
    () => `deleted_at = NULL`,
    () =>
      `customer = '{"name": "Guest ${random.between(1, 99)}", "phone": "+4420794601${random.between(10, 99)}", "email": null}'`,
    () => `lines = jsonb_set(lines, '{0,name}', '"Dish ${random.between(1, 99)}"')`,
    () => `kitchen_note = 'No nuts'`,
  ];
  for (let step = 0; step < 40; step++) {
    const change = changes[random.between(0, changes.length - 1)]!;
    await run(`UPDATE orders SET ${change()}, ${version} WHERE ${some()}`);
    if (step % 15 === 14) await run(`DELETE FROM orders WHERE ${some()}`);
  }
  const before = await kept();
  await app.pools.owner.query('SELECT rebuild_order_lists($1)', [id]);
  expect(await kept()).toEqual(before);
  expect(before[1]!.length).toBeGreaterThan(3);
});
