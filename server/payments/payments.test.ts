import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '../../contract/orders/calls.ts';
import type { PaymentStats } from '../../contract/payments/calls.ts';
import type { Payment } from '../../contract/payments/rows.ts';
import { makeMenu, tablet, type Menu } from '../../tests/api/tablet.ts';
import { callApi, type Method } from '../../tests/support/api.ts';
import { findWrongSums } from '../../tests/support/ledger-sums.ts';
import { seeded } from '../../tests/support/seeded.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { newId } from '../platform/ids.ts';

let app: TestApp;
let owner: SignedUp;
let menu: Menu;

beforeAll(async () => {
  app = await startApp({ startsAt: '2026-11-20T18:30:00.000Z' });
});
beforeEach(async () => {
  owner = await signUp(app);
  menu = await makeMenu(app, owner);
});
afterAll(() => app.close());

const call = <T = Payment>(method: Method, path: string, body?: unknown, headers = {}) =>
  callApi<T>(app.fetch, method, path, { token: owner.token, body, headers });

/** An order of `quantity` dishes at 9.00. */
async function placeOrder(quantity = 2): Promise<Order> {
  const lines = [{ menu_item_id: menu.itemIds[0]!, quantity }];
  return (await call<Order>('POST', '/orders', { channel: 'walk_in', order_type: 'pickup', lines })).data;
}
const take = (order: Pick<Order, 'id'>, body: object, headers = {}) =>
  call<Order>('POST', `/orders/${order.id}/payments`, { method: 'cash', ...body }, headers);
const payments = async () => (await call<Payment[]>('GET', '/payments?limit=100')).data;
const stats = async () => (await call('GET', '/payments?limit=1')).stats as PaymentStats;
const orderNow = async ({ id }: Pick<Order, 'id'>) => (await call<Order>('GET', `/orders/${id}`)).data;

/** Balances of the books, by account. */
async function books(): Promise<Record<string, number>> {
  const { rows } = await app.pools.owner.query<{ account: string; sum: string }>(
    'SELECT account, sum(amount) FROM ledger_entries WHERE restaurant_id = $1 GROUP BY account',
    [owner.restaurant.id],
  );
  return Object.fromEntries(rows.map(({ account, sum }) => [account, Number(sum)]));
}

describe('money taken by hand', () => {
  test('pays the order and is numbered', async () => {
    const order = await placeOrder();
    const id = newId();
    const { status, data } = await take(order, { id, amount: 1800, tendered_amount: 2000, note: ' Table 4 ' });
    expect(status).toBe(200);
    expect(data).toMatchObject({ payment_status: 'paid', payment_method: 'cash', paid_amount: 1800, due_amount: 0 });
    expect(await payments()).toMatchObject([
      {
        id,
        payment_no: 'P-1',
        order_id: order.id,
        order_no: '101',
        amount: 1800,
        net_amount: 1800,
        tendered_amount: 2000,
        note: 'Table 4',
        provider: 'manual',
        payment_status: 'paid',
        paid_at: '2026-11-20T18:30:00.000Z',
      },
    ]);
    expect(await books()).toEqual({ till: 1800, sales: -1800 });
  });

  test('in parts leaves the order unpaid until the last', async () => {
    const order = await placeOrder();
    expect((await take(order, { amount: 1000 })).data).toMatchObject({ payment_status: 'unpaid', due_amount: 800 });
    expect((await take(order, { amount: 800, method: 'card' })).data).toMatchObject({
      payment_status: 'paid',
      payment_method: 'other',
      due_amount: 0,
    });
    expect((await payments()).map(({ payment_no }) => payment_no).toSorted()).toEqual(['P-1', 'P-2']);
  });

  test('with a tip raises the total, and the books know it', async () => {
    const order = await placeOrder();
    const { data } = await take(order, { amount: 2000, tip_amount: 200 });
    expect(data).toMatchObject({ tip_amount: 200, total_amount: 2000, due_amount: 0, payment_status: 'paid' });
    expect(await books()).toEqual({ till: 2000, sales: -1800, tips: -200 });
    expect(await stats()).toMatchObject({ total_sales: 2000, wallet_balance: 0, currency: 'GBP' });
  });

  test('twice for one order is recorded, and the order is overpaid', async () => {
    const order = await placeOrder();
    await take(order, { amount: 1800 });
    expect((await take(order, { amount: 1800 })).data).toMatchObject({ payment_status: 'paid', due_amount: -1800 });
  });

  test('is recorded once, however often it is sent', async () => {
    const order = await placeOrder();
    const id = newId();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => take(order, { id, amount: 1800 }, { 'Idempotency-Key': newId() })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await payments()).toHaveLength(1);
    expect(await orderNow(order)).toMatchObject({ paid_amount: 1800 });
    expect(await books()).toEqual({ till: 1800, sales: -1800 });
  });

  test('is refused for a cancelled order and for an id of another payment', async () => {
    const order = await placeOrder();
    const other = await placeOrder();
    const id = newId();
    await take(other, { id, amount: 1800 });
    expect((await take(order, { id, amount: 1800 })).error?.code).toBe('id_taken');
    await call('POST', `/orders/${order.id}/status`, { order_status: 'cancelled', reason: 'customer_request' });
    expect((await take(order, { amount: 1800 })).error?.code).toBe('order_already_final');
    expect((await take({ id: newId() }, { amount: 1 })).error?.code).toBe('not_found');
  });

  test.each([
    [{ amount: 0 }, 'amount'],
    [{ amount: 500, tip_amount: 501 }, 'tip_amount'],
    [{ amount: 500, tendered_amount: 499 }, 'tendered_amount'],
    [{ amount: 500, method: 'wallet' }, 'method'],
  ])('%j is refused by its field', async (body, field) => {
    const order = await placeOrder();
    const { status, error } = await take(order, body);
    expect(status).toBe(422);
    expect(Object.keys(error?.field_errors ?? {})).toEqual([field]);
  });

  test('that never comes is written off, and brought back when it does', async () => {
    const order = await placeOrder();
    const writeOff = (is_written_off: boolean, more = {}) =>
      call<Order>('PUT', `/orders/${order.id}/written-off`, { is_written_off, ...more });
    expect((await writeOff(true)).error?.code).toBe('transition_not_allowed');
    for (const order_status of ['ready', 'completed'])
      await call('POST', `/orders/${order.id}/status`, { order_status });
    await take(order, { amount: 300 });
    const { data } = await writeOff(true, { note: 'Left without paying' });
    expect(data).toMatchObject({ due_amount: 0, paid_amount: 300, total_amount: 1800, payment_status: 'unpaid' });
    expect(data.events.at(-1)).toMatchObject({
      note: 'Left without paying',
      actor: { kind: 'user' },
      changes: [{ field: 'written_off', from: 1500, to: 0 }],
    });
    expect((await writeOff(true)).notice?.code).toBe('already_done');
    expect((await writeOff(false)).data).toMatchObject({ due_amount: 1500 });
    expect((await writeOff(false)).notice?.code).toBe('already_done');
    expect((await take(order, { amount: 1500 })).data).toMatchObject({ due_amount: 0, payment_status: 'paid' });
    expect((await orderNow(order)).events.filter(({ type }) => type === 'edited')).toHaveLength(2);
  });

  test('reaches devices with its order', async () => {
    const order = await placeOrder();
    const device = tablet(app, owner);
    const first = await device.pull(null);
    await take(order, { amount: 1800 });
    const { data } = await device.pull({ epoch: first.data.epoch, version: first.data.to });
    expect(data.puts.payments).toMatchObject([{ payment_no: 'P-1' }]);
    expect(data.puts.orders).toMatchObject([{ id: order.id, payment_status: 'paid' }]);
  });
});

describe('a refund', () => {
  const paid = async (body: object = { amount: 1800 }) => {
    const order = await placeOrder();
    await take(order, body);
    const [payment] = await payments();
    return { order, payment: payment! };
  };
  const refund = (payment: Pick<Payment, 'id'>, body?: object, headers = {}) =>
    call('POST', `/payments/${payment.id}/refund`, body, headers);

  test('gives back a part, then the rest', async () => {
    const { order, payment } = await paid();
    const part = await refund(payment, { amount: 500, reason: 'late', note: ' Sorry ', expected_refunded_amount: 0 });
    expect(part.data).toMatchObject({
      payment_status: 'partially_refunded',
      refunded_amount: 500,
      net_amount: 1300,
      refunds: [{ amount: 500, reason: 'late', note: 'Sorry', refund_status: 'succeeded' }],
    });
    expect(await orderNow(order)).toMatchObject({ payment_status: 'partially_refunded', due_amount: 0 });
    const rest = await refund(payment);
    expect(rest.data).toMatchObject({ payment_status: 'refunded', refunded_amount: 1800, net_amount: 0 });
    expect(await orderNow(order)).toMatchObject({ payment_status: 'refunded', refunded_amount: 1800, due_amount: 0 });
    expect(await books()).toEqual({ till: 0, sales: 0 });
    expect((await refund(payment)).error?.code).toBe('payment_not_refundable');
  });

  test('of an overpaid order settles what was too much', async () => {
    const { order } = await paid();
    await take(order, { amount: 1800 });
    const [second] = await payments();
    await refund(second!);
    expect(await orderNow(order)).toMatchObject({ due_amount: 0, refunded_amount: 1800 });
  });

  test('never exceeds what is left', async () => {
    const { payment } = await paid();
    expect((await refund(payment, { amount: 1801 })).error).toMatchObject({ code: 'refund_conflict' });
    await refund(payment, { amount: 1000 });
    expect((await refund(payment, { amount: 801 })).error?.code).toBe('refund_conflict');
    expect((await refund(payment, { amount: 100, expected_refunded_amount: 0 })).error).toMatchObject({
      code: 'refund_conflict',
      current: { refunded_amount: 1000 },
    });
  });

  test('100 at once that know of no other give back once', async () => {
    const { payment } = await paid();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        refund(payment, { amount: 900, expected_refunded_amount: 0 }, { 'Idempotency-Key': newId() }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await payments())[0]).toMatchObject({ refunded_amount: 900, refunds: [{ amount: 900 }] });
    expect(await books()).toEqual({ till: 900, sales: -900 });
  });

  test('100 repeats of one request give back once and answer alike', async () => {
    const { payment } = await paid();
    const key = newId();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => refund(payment, { amount: 900 }, { 'Idempotency-Key': key })),
    );
    expect(new Set(answers.map(({ data }) => data?.refunded_amount))).toEqual(new Set([900]));
    expect((await payments())[0]!.refunds).toHaveLength(1);
  });

  test('of another restaurant’s payment is not found', async () => {
    const { payment } = await paid();
    owner = await signUp(app);
    expect((await refund(payment)).error?.code).toBe('not_found');
    expect(await payments()).toEqual([]);
  });
});

describe('the books', () => {
  test('refuse entries that do not balance, and changes', async () => {
    const order = await placeOrder();
    await take(order, { amount: 1800 });
    const write = (sql: string) => app.pools.owner.query(sql, [owner.restaurant.id]);
    await expect(
      write(
        `INSERT INTO ledger_entries (restaurant_id, id, transaction_id, account, entry_type, amount, currency, effective_at, created_at)
         VALUES ($1, gen_random_uuid(), gen_random_uuid(), 'till', 'sale', 100, 'GBP', now(), now())`,
      ),
    ).rejects.toThrow('do not balance');
    await expect(write('UPDATE ledger_entries SET amount = 0 WHERE restaurant_id = $1')).rejects.toThrow('append-only');
  });

  test.each([1, 2, 3])('of a random day equal its payments and refunds (seed %i)', async (seed) => {
    const random = seeded(seed);
    const int = (max: number) => random.between(0, max - 1);
    const orders = await Promise.all(Array.from({ length: 5 }, () => placeOrder(1 + int(4))));
    let tips = 0;
    for (let step = 0; step < 40; step++) {
      if (random.chance(0.6)) {
        const tip = int(3) * 50;
        const { status } = await take(orders[int(orders.length)]!, { amount: 1 + int(900) + tip, tip_amount: tip });
        if (status === 200) tips += tip;
      } else {
        const all = await payments();
        const one = all[int(all.length)];
        if (one) await call('POST', `/payments/${one.id}/refund`, { amount: 1 + int(500) });
      }
      const all = await payments();
      const sum = (of: (payment: Payment) => number) => all.reduce((total, payment) => total + of(payment), 0);
      const net = sum((p) => p.amount) - sum((p) => p.refunded_amount);
      const { till = 0, sales = 0, tips: tipped = 0 } = await books();
      expect({ till, sales, tips: tipped }).toEqual({ till: net, sales: tips - net, tips: tips === 0 ? 0 : -tips });
      for (const payment of all) {
        expect(payment.refunded_amount).toBeLessThanOrEqual(payment.amount);
        expect(payment.refunded_amount).toBe(payment.refunds.reduce((total, { amount }) => total + amount, 0));
      }
    }
    expect(await findWrongSums(app.pools.owner)).toEqual([]);
    for (const order of orders) {
      const now = await orderNow(order);
      const own = (await payments()).filter(({ order_id }) => order_id === order.id);
      expect(now.paid_amount).toBe(own.reduce((total, { amount }) => total + amount, 0));
      expect(now.refunded_amount).toBe(own.reduce((total, { refunded_amount }) => total + refunded_amount, 0));
    }
  });
});

test('the list is filtered by state, business day and search', async () => {
  const order = await placeOrder();
  await take(order, { amount: 300 });
  await take(order, { amount: 400 });
  const [newest] = await payments();
  await call('POST', `/payments/${newest!.id}/refund`);
  const numbers = async (query: string) =>
    (await call<Payment[]>('GET', `/payments?${query}`)).data.map(({ payment_no }) => payment_no);
  expect(await numbers('payment_status=paid')).toEqual([newest!.payment_no === 'P-2' ? 'P-1' : 'P-2']);
  expect(await numbers('date=2026-11-20')).toHaveLength(2);
  expect(await numbers('date=2026-11-19')).toEqual([]);
  expect(await numbers('search=%23101')).toHaveLength(2);
  expect(await numbers('search=P-2')).toEqual(['P-2']);
  const paged = await call<Payment[]>('GET', '/payments?limit=1&page_no=2');
  expect(paged.meta).toMatchObject({ total_count: 2, page_count: 2, current_page: 2 });
  expect((await call('GET', '/payments?date=2026-13-40')).status).toBe(422);
});
