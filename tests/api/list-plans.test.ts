import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Insights } from '../../contract/dashboard/calls.ts';
import { calls } from '../../contract/index.ts';
import type { SampleRows } from '../../contract/sample.ts';
import { newId } from '../../server/platform/ids.ts';
import { requestData } from '../support/api.ts';
import { growingTables, multiplyRows } from '../support/multiply-rows.ts';
import { makeSampleRows } from '../support/sample-rows.ts';
import { startApp, type TestApp } from '../support/server.ts';
import { signUp, type SignedUp } from '../support/sign-up.ts';
import { statementsOf, type Statement } from '../support/statements.ts';

const STORED = 12_000;
/** Of a growing table, whatever the list: what is counted of a filter, and the page. */
const READ_MAX = 1_200;

/** The figures above the list of customers are of all of them. */
const COUNTS_CUSTOMERS = 'WITH came AS';

let app: TestApp;
let owner: SignedUp;
let sample: SampleRows;

beforeAll(async () => {
  app = await startApp();
  owner = await signUp(app);
  sample = await makeSampleRows(app, owner);
  const restaurantId = owner.restaurant.id;
  await addMissingRows(restaurantId);
  const rare = `CASE WHEN n = 11900 THEN 'refunded' ELSE 'paid' END`;
  const kinds: Record<string, Record<string, string>> = {
    orders: {
      order_status: `CASE WHEN n = 11900 THEN 'accepted' ELSE 'completed' END`,
      order_type: `CASE WHEN n % 2 = 0 THEN 'pickup' ELSE 'delivery' END`,
      customer: `jsonb_build_object('name', CASE WHEN n = 11800 THEN 'Ruth Hargreave' ELSE 'Priya Nair' END, 'phone', '+4477' || (10000000 + n), 'email', NULL)`,
    },
    payments: { payment_status: rare },
    reservations: { reservation_status: `CASE WHEN n = 11900 THEN 'no_show' ELSE 'completed' END` },
  };
  const others = `('{${[newId(), newId(), newId()].join()}}'::uuid[])[1 + n % 3]`;
  for (const table of growingTables) {
    if (['order_texts', 'ledger_entries', 'chat_messages'].includes(table)) continue;
    await multiplyRows(app.pools.owner, table, { restaurantId, copies: STORED, more: kinds[table] ?? {} });
    // Of other restaurants of the same server, whose rows are nobody's business.
    await multiplyRows(app.pools.owner, table, { restaurantId, copies: STORED, more: { restaurant_id: others } });
  }
  await app.pools.owner.query('SELECT rebuild_order_lists($1)', [restaurantId]);
  await app.pools.owner.query('VACUUM (ANALYZE)');
});
afterAll(() => app.close());

/** Of tables in which the samples have no row. */
async function addMissingRows(restaurantId: string): Promise<void> {
  const add = (sql: string) => app.pools.owner.query(sql, [restaurantId]);
  await add(`INSERT INTO subscription_invoices (restaurant_id, id, invoice_no, plan_name, period_start_at, period_end_at, amount, currency, invoice_status, provider_reference, created_at, updated_at)
    VALUES ($1, gen_random_uuid(), '1', 'Plan', now(), now(), 1, 'GBP', 'paid', 'one', now(), now())`);
  await add(`INSERT INTO withdrawal_requests (restaurant_id, id, reference, withdrawal_account_id, account_label, amount, currency, status, provider, requested_at, created_at, updated_at)
    SELECT $1, gen_random_uuid(), 'one', gen_random_uuid(), 'Bank', 1, 'GBP', 'paid', 'stripe', now(), now(), now()
     WHERE NOT EXISTS (SELECT 1 FROM withdrawal_requests WHERE restaurant_id = $1)`);
  await app.pools.owner.query(`UPDATE withdrawal_requests SET status = 'paid' WHERE restaurant_id = $1`, [
    restaurantId,
  ]);
}

/** Each list and the filters of those whose tables grow. */
const lists: Record<string, () => string[]> = {
  'orders.list': () => [
    '/orders',
    '/orders?page_no=60',
    '/orders?date=2026-11-20',
    '/orders?date=2020-01-01..2026-12-31',
    '/orders?order_status=open',
    '/orders?order_status=closed',
    '/orders?order_status=completed&order_type=catering',
    '/orders?order_status=open&date=2020-01-01..2026-12-31',
    '/orders?orders=nair',
    '/orders?orders=hargreave',
    '/orders?orders=hargreave+feast',
    '/orders?orders=nobodys',
    '/orders?orders=%2B447710011950',
    '/orders?orders=hargreave&order_status=completed',
    `/orders?after=2025-08-01T00:00:00.000Z_${sample.orderIds[0]}`,
  ],
  'dashboard.orders': () => ['/dashboard/orders'],
  'customers.list': () => ['/customers?limit=15', '/customers?limit=15&page_no=3'],
  'payments.list': () => [
    '/payments',
    '/payments?date=2026-11-20',
    '/payments?date=2020-01-01..2026-12-31',
    '/payments?payment_status=refunded',
  ],
  'chats.list': () => ['/chat', '/chat?is_unread=true', `/chat?customer_id=${sample.orderIds[0]}`],
  'reservations.list': () => [
    '/reservations',
    '/reservations?date=2026-11-20',
    '/reservations?date=2020-01-01..2026-12-31',
    '/reservations?reservation_status=no_show',
  ],
  'dashboard.notifications': () => ['/dashboard/notifications/restaurant', '/dashboard/notifications/user'],
  'inventory.listMovements': () => [`/menu/inventory/${sample.inventoryId}/movements`],
  'people.listChanges': () => [
    '/people/changes',
    '/people/changes?date=2026-11-20',
    '/people/changes?date=2020-01-01..2020-12-31',
    '/people/changes?area=menu',
    `/people/changes?person=${owner.user.id}`,
    `/people/changes?person=${newId()}&area=menu`,
  ],
  'subscriptions.history': () => ['/settings/subscriptions/history'],
  'withdrawals.listRequests': () => ['/settings/withdrawal/requests'],
};

/** Lists of what a restaurant has as much of as its menu, and a statement of a period that is given. */
const bounded = [
  'inventory.list',
  'menu.list',
  'menu.listBooks',
  'menu.listItems',
  'menu.searchItems',
  'menu.listGroups',
  'promotions.list',
  'payments.getStatement',
];

test('every list is read here or has an end', () => {
  const paged = Object.values(calls).filter(({ options }) => 'paged' in options && options.paged);
  const known = [...Object.keys(lists), ...bounded];
  expect(paged.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
});

test.for(Object.keys(lists))('%s reads few rows however many are stored', async (name) => {
  for (const path of lists[name]!()) {
    const statements = await statementsOf(() => requestData(app.fetch, 'GET', path, { token: owner.token }));
    const read = statements.filter(
      ({ text }) => growingTables.some((table) => text.includes(table)) && !text.includes(COUNTS_CUSTOMERS),
    );
    expect([path, read.length > 0]).toEqual([path, true]);
    for (const statement of read) expect([path, await faultsOf(statement)]).toEqual([path, []]);
  }
});

test('insights of a year read sums, and of the orders only its edges', async () => {
  await app.pools.owner.query('SELECT rebuild_figures($1)', [owner.restaurant.id]);
  await app.pools.owner.query('VACUUM (ANALYZE)');
  const path = '/dashboard/insights?date=2025-11-01..2026-10-31&compare_date=2024-11-01..2025-10-31';
  let found: Insights | null = null;
  const statements = await statementsOf(async () => {
    found = await requestData<Insights>(app.fetch, 'GET', path, { token: owner.token });
  });
  expect(found!.total_orders_count.value).toBeGreaterThan(2 * READ_MAX);
  const read = statements.filter(({ text }) => /\border(s|_texts)\b/.test(text));
  expect(read.length).toBeGreaterThan(2);
  for (const statement of read) {
    const faults = await faultsOf(statement);
    expect(faults.filter((fault) => /^(scans|reads \d+ rows of) order(s|_texts)\b/.test(fault))).toEqual([]);
  }
});

/** Sequential scans of growing tables in the statement's plan, and tables of which it reads more than a page and a count need. */
async function faultsOf({ text, values }: Statement): Promise<string[]> {
  const client = await app.pools.app.connect();
  try {
    await client.query(`BEGIN READ ONLY; SELECT set_config('app.restaurant_id', '${owner.restaurant.id}', true)`);
    const readBefore = await readRows(client);
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, COSTS off) ${text}`, values);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    const scans = growingTables.filter((table) => new RegExp(`Seq Scan on "?${table}\\b`).test(plan));
    const tables = [...(await readRows(client))].map(([name, read]) => ({
      name,
      read: read - (readBefore.get(name) ?? 0),
    }));
    return [
      ...scans.map((table) => `scans ${table}: ${plan}`),
      ...tables.filter(({ read }) => read > READ_MAX).map((one) => `reads ${one.read} rows of ${one.name}: ${plan}`),
      ...(mostRows(plan) > READ_MAX ? [`a step of ${mostRows(plan)} rows: ${plan}`] : []),
    ];
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

/** Of each growing table, as this connection counts them: also what functions read. */
async function readRows(client: pg.ClientBase): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string; read: number }>(
    `SELECT relname AS name, (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int AS read
       FROM pg_stat_xact_user_tables WHERE relname = ANY ($1)`,
    [growingTables],
  );
  return new Map(rows.map(({ name, read }) => [name, read]));
}

/** Of any step of a plan: rows that it gave, or read and threw away. */
const mostRows = (plan: string) =>
  Math.max(
    0,
    ...[...plan.matchAll(/(?:rows=|Removed by Filter: )([\d.]+)/g)].map(([, count]) => Math.round(Number(count))),
  );
