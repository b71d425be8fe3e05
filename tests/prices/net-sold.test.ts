import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Customer } from '../../contract/customers/calls.ts';
import type { Insights } from '../../contract/dashboard/calls.ts';
import type { Order } from '../../contract/orders/calls.ts';
import { readCsv } from '../../contract/csv.ts';
import type { TaxReport } from '../../contract/payments/report-calls.ts';
import type { Payment } from '../../contract/payments/rows.ts';
import type { Promotion } from '../../contract/promotions/calls.ts';
import { dayFigures } from '../../src/features/insights/figures.ts';
import { makeMenu, type Menu } from '../api/tablet.ts';
import { callApi, type Method } from '../support/api.ts';
import { seeded, type Seeded } from '../support/seeded.ts';
import { startApp, type TestApp } from '../support/server.ts';
import { signUp, type SignedUp } from '../support/sign-up.ts';
import { spreadsheets } from '../../server/account/spreadsheets.ts';
import { newId } from '../../server/platform/ids.ts';

// Every view that says what was sold, after the same payments, corrections and refunds. What it has to say is computed here from the money
// that changed hands, not with the product's function.

let app: TestApp;
let owner: SignedUp;
let menu: Menu;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

async function open(countryCode = 'GB') {
  app.clock.set('2026-11-20T18:30:00.000Z');
  owner = await signUp(app, { countryCode });
  menu = await makeMenu(app, owner);
}

async function call<T = Order>(method: Method, path: string, body?: unknown): Promise<T> {
  const { data, error } = await callApi<T>(app.fetch, method, path, { token: owner.token, body });
  if (error) throw new Error(`${method} ${path}: ${JSON.stringify(error)}`);
  return data;
}

const customer = { name: 'Ann Lee', phone: '+447700900123' };
const place = (lines: object[], more: object = {}) =>
  call('POST', '/orders', { channel: 'phone', order_type: 'pickup', customer, lines, ...more });
const pay = async ({ id }: Pick<Order, 'id'>, amount: number, tip_amount = 0) => {
  const payment = { id: newId(), method: 'cash', amount, tip_amount };
  await call('POST', `/orders/${id}/payments`, payment);
  return payment;
};
const refund = ({ id }: Pick<Payment, 'id'>, amount?: number) => call('POST', `/payments/${id}/refund`, { amount });
const orderNow = ({ id }: Pick<Order, 'id'>) => call('GET', `/orders/${id}`);
const resize = (order: Order, quantity: number) =>
  call('PUT', `/orders/${order.id}`, {
    lines: order.lines.map(({ id, menu_item_id }) => ({ id, menu_item_id, quantity })),
  });

/** What each view says was sold: all of it with tips, besides the tax report, best sellers and promotions, which have none. */
async function views() {
  const insights = await call<Insights>('GET', '/dashboard/insights?date=2026-11-20..2026-11-24');
  const tax = await call<TaxReport>('GET', '/payments/tax-report?from=2026-11-20&to=2026-11-24');
  const orders = await call<Order[]>('GET', '/orders?limit=200');
  const { customers } = await call<{ customers: (Customer & { average_order_amount: number | null })[] }>(
    'GET',
    '/customers',
  );
  const promotions = await call<Promotion[]>('GET', '/promotions');
  const clock = { timezone: 'UTC', business_day_cutoff_time: '04:00' };
  const { currency } = insights;
  const [head, ...rows] = readCsv(spreadsheets.orders!(orders, { currency, clock, now: new Date() }))!;
  const revenue = head!.cells.indexOf('revenue');
  const exponent = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    .maximumFractionDigits!;
  return {
    insights: insights.total_revenue.value,
    days: sum(insights.series.map(({ revenue }) => revenue)),
    hours: sum(insights.by_hour.map(({ revenue }) => revenue)),
    device: dayFigures(orders, { from: '2026-11-20', to: '2026-11-25' }).revenue,
    exported: Math.round(sum(rows.map(({ cells }) => Number(cells[revenue]))) * 10 ** exponent),
    tips: insights.tip_amount,
    tax: tax.gross_amount,
    byRate: tax.rates,
    items: sum([...insights.top_items, ...insights.bottom_items].map(({ revenue }) => revenue)),
    count: insights.total_orders_count.value,
    spent: customers.map((one) => one.total_spent_amount),
    averages: customers.map((one) => one.average_order_amount),
    promoted: promotions.map(({ revenue_amount }) => revenue_amount),
    refunded: insights.refunded_amount,
    taxRefunded: tax.refunded_amount,
    held: insights.total_sales,
  };
}

const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);

const fourAtFive = [{ menu_item_id: null, name: 'Pie', unit_amount: 500, quantity: 4 }];
const twoAtFive = [{ menu_item_id: null, name: 'Pie', unit_amount: 500, quantity: 2 }];

test.each([
  [
    'what a correction made too much',
    1500,
    0,
    async () => {
      const order = await place(fourAtFive);
      const payment = await pay(order, 2000);
      await resize(order, 3);
      await refund(payment, 500);
      return order;
    },
  ],
  [
    'a second payment',
    1000,
    0,
    async () => {
      const order = await place(twoAtFive);
      await pay(order, 1000);
      await refund(await pay(order, 1000));
      return order;
    },
  ],
  [
    'both payments',
    0,
    1000,
    async () => {
      const order = await place(twoAtFive);
      const payments = [await pay(order, 1000), await pay(order, 1000)];
      for (const payment of payments) await refund(payment);
      return order;
    },
  ],
  [
    'a wrong card, before it was paid in cash',
    2000,
    0,
    async () => {
      const order = await place(fourAtFive);
      await refund(await pay(order, 2000));
      await pay(order, 2000);
      return order;
    },
  ],
  [
    'a dish that is then taken off the order',
    1500,
    0,
    async () => {
      const order = await place(fourAtFive);
      await refund(await pay(order, 2000), 500);
      await resize(order, 3);
      return order;
    },
  ],
] as const)('giving back %s leaves %i sold', async (_what, sold, refunded, act) => {
  await open();
  const order = await act();
  const { due_amount, payment_status } = await orderNow(order);
  expect([due_amount, payment_status]).toEqual([0, sold === 0 ? 'refunded' : 'paid']);
  expect(await views()).toMatchObject({
    insights: sold,
    days: sold,
    hours: sold,
    device: sold,
    exported: sold,
    tax: sold,
    items: sold,
    spent: [sold],
    averages: [sold],
    held: sold,
    refunded,
    taxRefunded: refunded,
  });
});

test('an order that costs nothing is paid, and one that a correction makes dearer is not', async () => {
  await open();
  const gift = [{ menu_item_id: null, name: 'Pie', unit_amount: 0, quantity: 1 }];
  const given = await place(gift);
  expect([given.payment_status, given.due_amount]).toEqual(['paid', 0]);
  await call('POST', '/promotions', { name: 'All', promotion_type: 'percentage', value_bp: 10_000, code: 'ALL' });
  const free = await place(twoAtFive, { promotion_codes: ['ALL'] });
  expect([free.total_amount, free.payment_status, free.due_amount]).toEqual([0, 'paid', 0]);
  const dearer = await call('PUT', `/orders/${free.id}`, { promotion_codes: [] });
  expect([dearer.payment_status, dearer.due_amount]).toEqual(['unpaid', 1000]);
  await pay(free, 1000);
  const more = await resize(await orderNow(free), 3);
  expect([more.payment_status, more.due_amount]).toEqual(['unpaid', 500]);
  // Nothing was ever paid for it, so it may be deleted.
  await call('POST', '/orders/delete', { orderId: given.id });
});

test('what was written off stays a sale, and is not owed when more is paid or given back', async () => {
  await open();
  const order = await place(fourAtFive);
  const part = await pay(order, 500);
  for (const order_status of ['ready', 'completed']) await call('POST', `/orders/${order.id}/status`, { order_status });
  const now = async () => {
    const { due_amount, payment_status } = await orderNow(order);
    return [due_amount, payment_status, (await views()).insights];
  };
  await call('PUT', `/orders/${order.id}/written-off`, { is_written_off: true });
  expect(await now()).toEqual([0, 'unpaid', 2000]);
  await refund(part, 200);
  expect(await now()).toEqual([0, 'unpaid', 1800]);
  await pay(order, 1500);
  expect(await now()).toEqual([0, 'partially_refunded', 1800]);
});

/** Money of an order as it changed hands. */
interface Till {
  id: string;
  payments: { id: string; amount: number; refunded: number }[];
}

const share = (value: number, part: number, whole: number) => (whole === 0 ? 0 : Math.round((value * part) / whole));
const isSale = ({ order_status: status }: Order) => !['pending', 'rejected', 'cancelled'].includes(status);

/** What the views have to say, from the orders as they stand and the money that changed hands. */
function expected(orders: Order[], tills: Till[]) {
  const rows = orders.map((order) => {
    const payments = tills.find(({ id }) => id === order.id)?.payments ?? [];
    const paid = sum(payments.map(({ amount }) => amount));
    const refunded = sum(payments.map((one) => one.refunded));
    const total = order.total_amount;
    const sold = paid >= total ? Math.min(total, paid - refunded) : total - refunded;
    const taken = total - sold;
    const tip = order.tip_amount - share(order.tip_amount, taken, total);
    const food = order.subtotal_amount - order.discount_amount;
    const kept = paid - refunded;
    return { order, paid, refunded, kept, sold, taken, tip, food: food - share(food, taken, total) };
  });
  for (const { order, sold, kept, paid, refunded, taken } of rows) {
    const { paid_amount, refunded_amount, due_amount } = order;
    expect([paid_amount, refunded_amount, due_amount]).toEqual([paid, refunded, sold - kept]);
    const status = sold > kept ? 'unpaid' : taken === 0 ? 'paid' : kept > 0 ? 'partially_refunded' : 'refunded';
    expect([order.id, order.payment_status]).toEqual([order.id, status]);
  }
  const sales = rows.filter(({ order }) => isSale(order));
  const of = (field: 'sold' | 'taken' | 'tip' | 'food') => sum(sales.map((row) => row[field]));
  const byCustomer = Map.groupBy(sales, ({ order }) => order.customer_id);
  const spent = [...byCustomer.values()].map((own) => [sum(own.map((row) => row.sold)), own.length] as const);
  const promoted = rows.filter(
    ({ order }) => order.discounts?.length && !['rejected', 'cancelled'].includes(order.order_status),
  );
  return {
    insights: of('sold'),
    days: of('sold'),
    hours: of('sold'),
    device: of('sold'),
    exported: of('sold'),
    tips: of('tip'),
    tax: of('sold') - of('tip'),
    items: of('food'),
    count: sales.length,
    spent: spent.map(([amount]) => amount).toSorted((a, b) => a - b),
    averages: spent.map(([amount, count]) => Math.round(amount / count)).toSorted((a, b) => a - b),
    promoted: [sum(promoted.map((row) => row.sold - row.tip))],
    refunded: of('taken'),
    held: sum(rows.map((row) => row.kept)),
  };
}

async function act(random: Seeded, tills: Till[]): Promise<void> {
  const till = tills.length > 0 ? random.pick(tills) : null;
  const choice = random.between(1, 10);
  if (!till || choice <= 3) {
    const lines = menu.itemIds
      .filter((_id, i) => i === 0 || random.chance(0.5))
      .map((menu_item_id) => ({ menu_item_id, quantity: random.between(1, 4) }));
    const who = { ...customer, phone: `+44770090012${random.between(1, 3)}` };
    const codes = { promotion_codes: random.chance(0.4) ? ['TEN'] : [] };
    if (random.chance(0.2)) {
      const shop = `/public/restaurants/${owner.restaurant.slug}/orders`;
      // Refused at night.
      await callApi(app.fetch, 'POST', shop, { body: { order_type: 'pickup', lines, customer: who } });
      return;
    }
    const delivery = {
      order_type: 'delivery',
      delivery_fee_amount: random.between(0, 300),
      delivery_address: {
        line_1: '4 Mill Lane',
        line_2: null,
        city: 'London',
        postal_code: 'SE1 4AA',
        country_code: 'GB',
        instructions: null,
      },
    };
    const order = await place(lines, { customer: who, ...codes, ...(random.chance(0.4) && delivery) });
    tills.push({ id: order.id, payments: [] });
    return;
  }
  const order = await orderNow(till);
  const isOpen = ['accepted', 'preparing'].includes(order.order_status);
  const left = till.payments.filter(({ amount, refunded }) => refunded < amount);
  if (choice <= 6 && order.order_status !== 'cancelled') {
    const tip = random.chance(0.3) ? random.between(1, 200) : 0;
    const exact = Math.max(1, order.due_amount) + tip;
    const amount = random.chance(0.6) ? exact : random.between(1, order.total_amount + 1) + tip;
    till.payments.push({ ...(await pay(order, amount, tip)), refunded: 0 });
  } else if (choice <= 8 && left.length > 0) {
    const payment = random.pick(left);
    const most = payment.amount - payment.refunded;
    const amount = random.chance(0.5) ? most : random.between(1, most);
    await refund(payment, amount);
    payment.refunded += amount;
  } else if (choice === 9 && isOpen) await resize(order, random.between(1, 5));
  else if (choice === 10 && isOpen) {
    const to = random.chance(0.3) ? 'cancelled' : random.pick(['preparing', 'ready']);
    await call('POST', `/orders/${order.id}/status`, { order_status: to });
  }
}

test.each([
  ['GB', 1, 2000, 500],
  ['JP', 2, 1000, 800],
  ['KW', 3, 1500, 333],
] as const)(
  'all views agree after random payments, corrections, refunds and cancellations (%s)',
  async (countryCode, seed, rate, other) => {
    const random = seeded(seed);
    await open(countryCode);
    await call('PUT', `/menu/books/${menu.bookId}`, { status: 'published' });
    const item = `/menu/books/${menu.bookId}/categories/${menu.categoryId}/items`;
    await call('PUT', `${item}/${menu.itemIds[0]}`, { tax_rate_bp: rate });
    await call('PUT', `${item}/${menu.itemIds[1]}`, { tax_rate_bp: other, is_tax_inclusive: false });
    await call('POST', '/promotions', { name: 'Ten', promotion_type: 'percentage', value_bp: 1000, code: 'TEN' });
    const tills: Till[] = [];
    for (let step = 0; step < 70; step++) {
      app.clock.pass(random.between(1, 80) * 60_000);
      await act(random, tills);
    }
    const orders = await call<Order[]>('GET', '/orders?limit=200');
    const wanted = expected(orders, tills);
    expect(sum(tills.flatMap(({ payments }) => payments.map(({ refunded }) => refunded)))).toBeGreaterThan(0);
    const found = async () => {
      const { byRate: _, taxRefunded: __, ...all } = await views();
      const averages = all.averages.filter((average) => average !== null);
      return {
        ...all,
        // A customer whose orders are all unanswered or cancelled has neither.
        spent: all.spent.filter((_spent, i) => all.averages[i] !== null).toSorted((a, b) => a - b),
        averages: averages.toSorted((a, b) => a - b),
      };
    };
    expect(await found()).toEqual(wanted);
    const days = ['20', '21', '22', '23', '24'].map((day) => `2026-11-${day}`);
    const daily = await Promise.all(
      days.map((day) => call<TaxReport>('GET', `/payments/tax-report?from=${day}&to=${day}`)),
    );
    expect(sum(daily.map(({ gross_amount }) => gross_amount))).toBe(wanted.tax);
    expect(sum(daily.map(({ refunded_amount }) => refunded_amount))).toBe(wanted.refunded);
    await app.pools.owner.query('SELECT rebuild_figures($1)', [owner.restaurant.id]);
    expect(await found()).toEqual(wanted);
  },
);
