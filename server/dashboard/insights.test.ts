import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Insights } from '../../contract/dashboard/calls.ts';
import type { Order } from '../../contract/orders/calls.ts';
import { businessDay } from '../../contract/restaurant/business-day.ts';
import { makeMenu, type Menu } from '../../tests/api/tablet.ts';
import { callApi, type Method } from '../../tests/support/api.ts';
import { seeded } from '../../tests/support/seeded.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { readPeriods } from './periods.ts';

let app: TestApp;
let owner: SignedUp;
let menu: Menu;

beforeAll(async () => {
  app = await startApp({ startsAt: '2026-11-20T18:30:00.000Z' });
});
beforeEach(async () => {
  app.clock.set('2026-11-20T18:30:00.000Z');
  owner = await signUp(app);
  menu = await makeMenu(app, owner, 4);
});
afterAll(() => app.close());

const call = <T = Order>(method: Method, path: string, body?: unknown) =>
  callApi<T>(app.fetch, method, path, { token: owner.token, body });
const insights = async (query = '') => (await call<Insights>('GET', `/dashboard/insights${query}`)).data;
const query = <T extends object>(text: string, values: unknown[] = []) => app.pools.owner.query<T>(text, values);

async function place(lines = [{ menu_item_id: menu.itemIds[0]!, quantity: 2 }], more: object = {}): Promise<Order> {
  const { data, error } = await call('POST', '/orders', { channel: 'walk_in', order_type: 'pickup', lines, ...more });
  if (error) throw new Error(`An order is refused: ${JSON.stringify(error)}`);
  return data;
}
const move = ({ id }: Order, order_status: string, more: object = {}) =>
  call('POST', `/orders/${id}/status`, { order_status, ...more });

describe('the figures of a period', () => {
  test('are zeros and nothing to compare with for a new restaurant', async () => {
    const found = await insights();
    expect(found).toMatchObject({
      period: { from: '2026-11-20', to: '2026-11-20', compare_from: '2026-11-13', compare_to: '2026-11-13' },
      total_revenue: { value: 0, percent_increment: null },
      average_order_amount: { value: null, percent_increment: null },
      rejected_rate: null,
      average_prep_minutes: null,
      wallet_balance: 0,
      as_of: '2026-11-20T18:30:00.000Z',
    });
    expect(found.series).toEqual([
      { date: '2026-11-20', orders_count: 0, revenue: 0, compare_orders_count: 0, compare_revenue: 0 },
    ]);
  });

  test('compare a day with the same weekday before, by per cent', async () => {
    app.clock.set('2026-11-13T18:00:00.000Z');
    await place();
    app.clock.set('2026-11-20T18:00:00.000Z');
    await place();
    await place([{ menu_item_id: menu.itemIds[1]!, quantity: 1 }]);
    expect(await insights()).toMatchObject({
      total_revenue: { value: 2701, percent_increment: 50.1 },
      total_orders_count: { value: 2, percent_increment: 100 },
      average_order_amount: { value: 1351, percent_increment: -24.9 },
      top_items: [
        { name: 'Dish 0', quantity: 2, revenue: 1800 },
        { name: 'Dish 1', quantity: 1, revenue: 901 },
      ],
    });
  });

  test('leave rejected, cancelled and deleted orders out, and count preparation', async () => {
    const [cooked, , cancelled, deleted] = [await place(), await place(), await place(), await place()];
    app.clock.pass(60_000);
    await move(cooked, 'preparing');
    app.clock.pass(12 * 60_000);
    await move(cooked, 'ready');
    await move(cancelled, 'cancelled', { reason: 'no_show' });
    await call('POST', '/orders/delete', { orderId: deleted.id });
    expect(await insights()).toMatchObject({
      total_orders_count: { value: 2 },
      cancelled_count: 1,
      rejected_rate: 0,
      average_prep_minutes: 13,
    });
  });

  test.each(['?date=2026-11-20..2026-11-19', '?date=2020-01-01..2026-11-20', '?compare_date=2026-02-30'])(
    '%s is refused',
    async (text) => {
      expect((await call('GET', `/dashboard/insights${text}`)).status).toBe(422);
    },
  );
});

const day = 86_400_000;

/** As the driver reads it: bigint is text. */
type StoredOrder = Omit<Order, 'placed_at' | 'total_amount' | 'refunded_amount'> & {
  placed_at: Date;
  total_amount: string;
  refunded_amount: string;
};

/** What a plain loop over the stored orders says. */
async function expected(from: string, to: string, timezone: string, cutoff: string) {
  const { rows } = await query<StoredOrder>(`SELECT * FROM orders WHERE restaurant_id = $1 AND deleted_at IS NULL`, [
    owner.restaurant.id,
  ]);
  const inside = rows.filter((order) => {
    const date = businessDay(order.placed_at, timezone, cutoff);
    return date >= from && date <= to;
  });
  const sold = inside.filter(({ order_status: status }) => !['pending', 'rejected', 'cancelled'].includes(status));
  const revenue = (list: typeof sold) =>
    list.reduce((sum, order) => sum + Number(order.total_amount) - Number(order.refunded_amount), 0);
  const dates = Array.from({ length: (Date.parse(to) - Date.parse(from)) / day + 1 }, (_, i) =>
    new Date(Date.parse(from) + i * day).toISOString().slice(0, 10),
  );
  return {
    revenue: revenue(sold),
    count: sold.length,
    rejected: inside.filter(({ order_status: status }) => status === 'rejected').length,
    cancelled: inside.filter(({ order_status: status }) => status === 'cancelled').length,
    customers: new Set(sold.flatMap(({ customer_id: id }) => id ?? [])).size,
    series: dates.map((date) =>
      revenue(sold.filter((order) => businessDay(order.placed_at, timezone, cutoff) === date)),
    ),
    items: sold
      .flatMap(({ lines }) => lines)
      .reduce(
        (sums, line) => sums.set(line.name, (sums.get(line.name) ?? 0) + line.quantity),
        new Map<string, number>(),
      ),
    hours: sold.reduce((sums, order) => {
      const hour = Number(
        new Intl.DateTimeFormat('en-GB', { timeZone: timezone, hour: '2-digit', hourCycle: 'h23' }).format(
          order.placed_at,
        ),
      );
      return sums.set(hour, (sums.get(hour) ?? 0) + 1);
    }, new Map<number, number>()),
  };
}

const found = ({ total_revenue, total_orders_count, ...rest }: Insights) => ({
  revenue: total_revenue.value,
  count: total_orders_count.value,
  rejected: rest.rejected_count,
  cancelled: rest.cancelled_count,
  customers: rest.unique_customer_count.value,
  series: rest.series.map(({ revenue }) => revenue),
  items: new Map([...rest.top_items, ...rest.bottom_items].map(({ name, quantity }) => [name, quantity])),
  hours: new Map(
    rest.by_hour.filter(({ orders_count: count }) => count > 0).map(({ hour, orders_count: count }) => [hour, count]),
  ),
});

const sortedMap = <K, V>(map: Map<K, V>) => [...map].toSorted(([a], [b]) => (a < b ? -1 : 1));
const comparable = (one: ReturnType<typeof found>) => ({
  ...one,
  items: sortedMap(one.items),
  hours: sortedMap(one.hours),
});

/** The maintained sums without rows that came down to nothing. */
async function storedSums() {
  const ofOrders = (table: string) =>
    query(
      `SELECT * FROM ${table} WHERE restaurant_id = $1
             AND (orders_count, revenue_amount, prepared_count, rejected_count, cancelled_count) IS DISTINCT FROM (0, 0, 0, 0, 0)
            ORDER BY bucket, channel, order_type`,
      [owner.restaurant.id],
    );
  const sums = await Promise.all([
    ofOrders('order_figures'),
    ofOrders('hour_figures'),
    query('SELECT * FROM customer_figures WHERE restaurant_id = $1 AND orders_count <> 0 ORDER BY day, customer_id', [
      owner.restaurant.id,
    ]),
    query('SELECT * FROM item_figures WHERE restaurant_id = $1 AND quantity <> 0 ORDER BY day, item_key, name', [
      owner.restaurant.id,
    ]),
  ]);
  return sums.map(({ rows }) => rows);
}

const orderMeasures = [
  'orders_count',
  'revenue_amount',
  'refunded_amount',
  'tip_amount',
  'discount_amount',
  'prep_ms',
  'prepared_count',
  'rejected_count',
  'rejected_amount',
  'cancelled_count',
];

/** Hours that are not the sum of their quarters. */
async function differingHours() {
  const sums = orderMeasures.map((name) => `sum(${name})`).join();
  const { rows } = await query(
    `(SELECT date_bin('1 hour', bucket, '2000-01-01Z') AS bucket, channel, order_type, ${sums} FROM order_figures
       WHERE restaurant_id = $1 GROUP BY 1, 2, 3)
     EXCEPT SELECT bucket, channel, order_type, ${orderMeasures.join()} FROM hour_figures WHERE restaurant_id = $1`,
    [owner.restaurant.id],
  );
  return rows;
}

test.each([
  ['Europe/London', '04:00', true],
  ['Europe/London', '04:15', false],
  ['America/New_York', '00:00', true],
  ['Asia/Kolkata', '04:00', false],
  // The hours of UTC begin with its days, but not with the hours of its clock.
  ['Asia/Kolkata', '05:30', false],
  // Half an hour of summer time.
  ['Australia/Lord_Howe', '04:00', false],
] as const)('are read by the hour where hours are those of UTC (%s from %s: %s)', (timezone, cutoff, isInHours) => {
  const restaurant = { timezone, business_day_cutoff_time: cutoff };
  const periods = readPeriods({ date: '2026-01-01..2026-11-20' }, restaurant, app.clock.now());
  expect(periods).toMatchObject({ period: { isInHours }, compared: { isInHours } });
});

test.each([
  [1, 'Europe/London', '04:00', '2026-10-24T12:00:00.000Z'],
  [2, 'Asia/Kathmandu', '05:30', '2026-11-10T12:00:00.000Z'],
  [3, 'America/New_York', '01:30', '2026-10-31T12:00:00.000Z'],
] as const)(
  'equal a plain sum over the orders after every kind of change (seed %i, %s)',
  async (seed, timezone, cutoff, startsAt) => {
    const random = seeded(seed);
    app.clock.set(startsAt);
    await query(
      `UPDATE restaurants r SET timezone = $2, business_day_cutoff_time = $3, version = s.version
         FROM spaces s WHERE s.restaurant_id = r.restaurant_id AND r.restaurant_id = $1`,
      [owner.restaurant.id, timezone, cutoff],
    );
    const first = businessDay(app.clock.now(), timezone, cutoff);
    const orders: Order[] = [];
    for (let step = 0; step < 90; step++) {
      app.clock.pass(random.between(1, 200) * 60_000);
      const order = orders.length > 0 ? random.pick(orders) : null;
      const choice = random.between(1, 10);
      if (!order || choice <= 4) {
        const lines = [{ menu_item_id: random.pick(menu.itemIds), quantity: random.between(1, 4) }];
        const who = random.chance(0.6)
          ? { channel: 'phone', customer: { name: 'Ann', phone: `+4477009001${random.between(10, 19)}` } }
          : {};
        orders.push(await place(lines, who));
      } else if (choice === 5) await move(order, 'cancelled', { reason: 'no_show' });
      else if (choice === 6) await call('POST', '/orders/delete', { orderId: order.id });
      else if (choice === 7)
        await call('POST', `/orders/${order.id}/payments`, {
          method: 'cash',
          amount: random.between(100, 900),
          tip_amount: 50,
        });
      else await move(order, random.pick(['preparing', 'ready', 'completed']));
    }
    const last = businessDay(app.clock.now(), timezone, cutoff);
    for (const [from, to] of [
      [first, last],
      [last, last],
      [
        new Date(Date.parse(first) + day).toISOString().slice(0, 10),
        new Date(Date.parse(first) + 2 * day).toISOString().slice(0, 10),
      ],
    ] as const)
      expect([from, to, comparable(found(await insights(`?date=${from}..${to}`)))]).toEqual([
        from,
        to,
        comparable(await expected(from, to, timezone, cutoff)),
      ]);

    const before = await storedSums();
    expect(before[0]!.length).toBeGreaterThan(3);
    expect(await differingHours()).toEqual([]);
    await query('SELECT rebuild_figures($1)', [owner.restaurant.id]);
    expect(await storedSums()).toEqual(before);
  },
);

test.each(['order_figures', 'hour_figures'])('no plan reads all of %s', async (table) => {
  await query('ANALYZE order_figures, hour_figures, customer_figures, item_figures, orders');
  await query('SET enable_seqscan = off');
  const { rows } = await query<{ 'QUERY PLAN': string }>(
    `EXPLAIN SELECT sum(revenue_amount) FROM ${table} WHERE restaurant_id = $1 AND bucket >= '2026-01-01' AND bucket < '2027-01-01'`,
    [owner.restaurant.id],
  );
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toContain('Seq Scan');
});
