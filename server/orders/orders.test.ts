import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Order } from '../../contract/orders/calls.ts';
import { callApi, type Answered, type Method } from '../../tests/support/api.ts';
import { otherPhoneSearches, phoneSearches, SEARCHED_PHONE } from '../../tests/support/phone-searches.ts';
import { placeOpenOrders } from '../../tests/support/open-orders.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import * as ordersTables from '../db/schema/orders.ts';
import { newId } from '../platform/ids.ts';
import { inSpace } from '../jobs/in-space.ts';

let app: TestApp;
let owner: SignedUp;

beforeAll(async () => {
  app = await startApp({ startsAt: '2026-11-20T18:30:00.000Z' });
  owner = await signUp(app);
});
afterAll(() => app.close());

const call = <T = Order>(method: Method, path: string, body?: unknown, token = owner.token): Promise<Answered<T>> =>
  callApi<T>(app.fetch, method, path, { token, body });

const version = async () =>
  Number(
    (await app.pools.owner.query('SELECT version FROM spaces WHERE restaurant_id = $1', [owner.restaurant.id])).rows[0]
      .version,
  );

/** An order from the storefront with some fields changed. */
async function place(fields: Partial<Order> = {}): Promise<string> {
  const [made] = await placeOpenOrders(app.pools.owner, owner.restaurant.id, { count: 1, now: app.clock.now() });
  await inSpace(app.pools.app, owner.restaurant.id, async ({ db, bump }) => {
    await db
      .update(ordersTables.orders)
      .set({ ...fields, version: await bump() })
      .where(eqId(made!.id));
  });
  return made!.id;
}

const eqId = (id: string) => sql`id = ${id}`;

describe('moving an order on', () => {
  test('each step returns the order, a version and an event', async () => {
    const id = await place();
    for (const order_status of ['accepted', 'preparing', 'ready', 'completed'] as const) {
      const before = await version();
      const { status, data } = await call('POST', `/orders/${id}/status`, { order_id: id, order_status });
      expect(status).toBe(200);
      expect(data).toMatchObject({
        order_status,
        version: before + 1,
        updated_by: { kind: 'user', id: owner.user.id },
      });
      expect(data.events.at(-1)).toMatchObject({
        type: 'status',
        to: order_status,
        arrived_at: '2026-11-20T18:30:00.000Z',
      });
      expect((await call('GET', `/orders/${id}`)).data).toEqual(data);
    }
  });

  test('a repeated step succeeds without changes and says so', async () => {
    const id = await place();
    await call('POST', `/orders/${id}/status`, { order_status: 'ready' });
    const before = await version();
    const again = await call('POST', `/orders/${id}/status`, { order_status: 'preparing' });
    expect(again).toMatchObject({ status: 200, data: { order_status: 'ready' }, notice: { code: 'already_done' } });
    expect(await version()).toBe(before);
  });

  test('an offline step keeps its time', async () => {
    const id = await place({ placed_at: '2026-11-20T17:00:00.000Z' });
    const { data } = await call('POST', `/orders/${id}/status`, {
      order_status: 'ready',
      occurred_at: '2026-11-20T17:40:00.000Z',
      was_offline: true,
      device_name: 'Kitchen tablet',
    });
    expect(data.ready_at).toBe('2026-11-20T17:40:00.000Z');
    expect(data.events.at(-1)).toMatchObject({
      at: '2026-11-20T17:40:00.000Z',
      arrived_at: '2026-11-20T18:30:00.000Z',
      was_offline: true,
    });
  });

  test('a closed order stays closed and is returned', async () => {
    const id = await place();
    const { data: rejected } = await call('POST', `/orders/${id}/status`, { order_status: 'rejected', reason: 'busy' });
    const before = await version();
    const refused = await call('POST', `/orders/${id}/status`, { order_status: 'ready' });
    expect(refused).toMatchObject({ status: 409, error: { code: 'order_already_final', current: rejected } });
    expect(await version()).toBe(before);
  });

  test.each([
    [{ order_status: 'completed' }, 409, 'transition_not_allowed'],
    [{ order_status: 'out_for_delivery' }, 409, 'transition_not_allowed'],
    [{ order_status: 'preparing', expected_status: 'ready' }, 409, 'status_changed'],
    [{ order_status: 'rejected' }, 422, 'invalid_fields'],
    [{ order_status: 'flying' }, 422, 'invalid_fields'],
    [{ order_status: 'ready', colour: 'red' }, 422, 'invalid_fields'],
    [{ order_status: 'ready', order_id: '0192f0a0-0000-7000-8000-000000000001' }, 422, 'invalid_fields'],
    [{}, 422, 'invalid_fields'],
  ])('%j is refused with %i %s and changes nothing', async (body, status, code) => {
    const id = await place();
    const before = await version();
    expect(await call('POST', `/orders/${id}/status`, body)).toMatchObject({ status, error: { code } });
    expect(await version()).toBe(before);
    expect((await call('GET', `/orders/${id}`)).data.order_status).toBe('pending');
  });

  test('missing and foreign orders are equally not found', async () => {
    const id = await place();
    const other = await signUp(app);
    for (const [path, token] of [
      [`/orders/${id}`, other.token],
      ['/orders/0192f0a0-0000-7000-8000-00000000dead', owner.token],
      ['/orders/142', owner.token],
    ] as const) {
      expect(await call('GET', path, undefined, token)).toMatchObject({ status: 404, error: { code: 'not_found' } });
      expect(await call('POST', `${path}/status`, { order_status: 'accepted' }, token)).toMatchObject({ status: 404 });
    }
    expect(await call('POST', '/orders/delete', { orderId: id }, other.token)).toMatchObject({ status: 404 });
  });
});

describe('deleting an order', () => {
  test('an unpaid one disappears from the lists', async () => {
    const id = await place();
    expect(await call('POST', '/orders/delete', { orderId: id })).toMatchObject({ status: 200, data: { id } });
    expect((await call('GET', `/orders/${id}`)).status).toBe(404);
    const listed = await call<Order[]>('GET', '/orders?limit=100');
    expect(listed.data.some((order) => order.id === id)).toBe(false);
    const before = await version();
    expect(await call('POST', '/orders/delete', { orderId: id })).toMatchObject({
      status: 200,
      notice: { code: 'already_done' },
    });
    expect(await version()).toBe(before);
  });

  test('a paid one stays, unless cancelled', async () => {
    const paid = { payment_status: 'paid', payment_method: 'card', paid_amount: 1250, due_amount: 0 } as const;
    const id = await place(paid);
    expect(await call('POST', '/orders/delete', { orderId: id })).toMatchObject({
      status: 409,
      error: { code: 'order_has_payment', current: { id } },
    });
    await call('POST', `/orders/${id}/status`, { order_status: 'cancelled' });
    expect((await call('POST', '/orders/delete', { orderId: id })).status).toBe(200);
  });

  test('a deleted one can be restored for every device', async () => {
    const id = await place();
    const before = (await call('GET', `/orders/${id}`)).data;
    await call('POST', '/orders/delete', { orderId: id });
    const deleted = await version();
    const { status, data } = await call('POST', `/orders/${id}/restore`, {});
    expect(status).toBe(200);
    const { updated_at, updated_by } = data;
    expect(data).toEqual({ ...before, version: deleted + 1, updated_at, updated_by });
    expect((await call('GET', `/orders/${id}`)).data).toEqual(data);
    expect(await call('POST', `/orders/${id}/restore`, {})).toMatchObject({
      status: 200,
      notice: { code: 'already_done' },
    });
    expect(await version()).toBe(deleted + 1);
    expect((await call('POST', `/orders/${newId()}/restore`, {})).status).toBe(404);
  });
});

describe('the list', () => {
  let shop: SignedUp;
  const list = (query: string) => callApi<Order[]>(app.fetch, 'GET', `/orders${query}`, { token: shop.token });
  const numbers = async (query: string) => (await list(query)).data.map((order) => order.order_no);

  beforeAll(async () => {
    shop = await signUp(app);
    await placeOpenOrders(app.pools.owner, shop.restaurant.id, { count: 40, firstNo: 1, now: app.clock.now() });
    await inSpace(app.pools.app, shop.restaurant.id, async (space) => {
      const version = await space.bump();
      const change = (no: string, fields: Partial<Order>) =>
        space.db
          .update(ordersTables.orders)
          .set({ ...fields, version })
          .where(sql`order_no = ${no}`);
      await change('1', { placed_at: '2026-11-20T03:59:59.999Z', order_status: 'completed' });
      await change('2', { placed_at: '2026-11-20T04:00:00.000Z', order_status: 'cancelled' });
      await change('3', { placed_at: '2026-11-18T12:00:00.000Z', order_status: 'rejected', order_type: 'delivery' });
      await change('4', { customer: { name: 'Zoë 100% O’Neill', phone: '+447700900123', email: null } });
      await change('5', {
        lines: [
          { id: shop.user.id, menu_item_id: null, name: 'Lamb_Shank', quantity: 1, unit_amount: 1, total_amount: 1 },
        ],
      });
    });
  });

  test('is paged, newest first, fifteen per page', async () => {
    const first = await list('');
    expect(first.data).toHaveLength(15);
    expect(first.data[0]!.order_no).toBe('40');
    expect(first.meta).toEqual({
      total_count: 40,
      page_count: 3,
      current_page: 1,
      limit: 15,
      has_next_page: true,
      has_previous_page: false,
      next_after: `${first.data[14]!.placed_at}_${first.data[14]!.id}`,
    });
    const last = await list('?page_no=3');
    expect(last.data).toHaveLength(10);
    expect(last.meta).toMatchObject({ has_next_page: false, has_previous_page: true });
    const seen = [first, await list('?page_no=2'), last].flatMap((page) => page.data.map((order) => order.id));
    expect(new Set(seen).size).toBe(40);
  });

  test('page numbers start at 1, sizes are 1 to 100', async () => {
    expect((await list('?page_no=0')).meta!.current_page).toBe(1);
    expect((await list('?page_no=-3')).meta!.current_page).toBe(1);
    expect((await list('?limit=1000')).meta!.limit).toBe(100);
    expect((await list('?limit=0')).meta!.limit).toBe(1);
    expect(await list('?page_no=999999999')).toMatchObject({ status: 200, data: [] });
    expect((await list('?page_no=two')).status).toBe(422);
  });

  test('dates are business days', async () => {
    expect((await list('?date=2026-11-20')).meta!.total_count).toBe(38);
    expect(await numbers('?date=2026-11-19')).toEqual(['1']);
    expect(await numbers('?date=2026-11-17..2026-11-19')).toEqual(['1', '3']);
    expect(await numbers('?date=2026-11-25')).toEqual([]);
    for (const wrong of [
      '2026-11-31',
      '2026-13-01..2026-13-02',
      '2026-11-20..2026-11-19',
      '0000-01-01..0001-01-01',
      'today',
    ]) {
      expect(await list(`?date=${wrong}`)).toMatchObject({ status: 422, error: { code: 'invalid_fields' } });
    }
  });

  test('filters by status and type', async () => {
    expect((await list('?order_status=open')).meta!.total_count).toBe(37);
    expect(await numbers('?order_status=closed')).toEqual(['2', '3']);
    expect(await numbers('?order_status=completed')).toEqual(['1']);
    expect(await numbers('?order_type=delivery')).toEqual(['3']);
    expect(await numbers('?order_type=delivery&order_status=open')).toEqual([]);
    expect((await list('?order_status=lost')).status).toBe(422);
  });

  test('searches numbers, names, phones and dishes literally', async () => {
    const find = (text: string) => numbers(`?orders=${encodeURIComponent(text)}`);
    expect(await find('#37')).toEqual(['37']);
    expect(await find('o’neill')).toEqual(['4']);
    expect(await find('07700 900123')).toEqual(['4']);
    expect(await find('07700900123')).toEqual(['4']);
    expect(await find('07700 o’neill')).toEqual(['4']);
    expect(await find('100%')).toEqual(['4']);
    expect(await find('b_s')).toEqual(['5']);
    expect(await find('lamb')).toEqual(['5']);
    expect(await find('nair feast')).toHaveLength(15);
    expect(await find('nair lamb')).toEqual(['5']);
    expect(await find("'; drop table orders; --")).toEqual([]);
  });
});

test('a search finds a telephone number by any spelling', async () => {
  const shop = await signUp(app);
  const now = app.clock.now();
  const [first, second] = await placeOpenOrders(app.pools.owner, shop.restaurant.id, { count: 3, firstNo: 1, now });
  await inSpace(app.pools.app, shop.restaurant.id, async ({ db, bump }) => {
    const version = await bump();
    for (const [made, phone] of [
      [first!, SEARCHED_PHONE],
      [second!, null],
    ] as const)
      await db
        .update(ordersTables.orders)
        .set({ customer: { name: 'Ada', phone, email: null }, version })
        .where(eqId(made.id));
  });
  const find = async (typed: string) => {
    const path = `/orders?orders=${encodeURIComponent(typed)}`;
    return (await callApi<Order[]>(app.fetch, 'GET', path, { token: shop.token })).data.map(({ order_no }) => order_no);
  };
  for (const typed of phoneSearches) expect([typed, await find(typed)]).toEqual([typed, ['1']]);
  for (const typed of otherPhoneSearches) expect([typed, await find(typed)]).toEqual([typed, []]);
});

describe('the dashboard', () => {
  test('shows ten open orders, and figures of accepted ones', async () => {
    const shop = await signUp(app);
    const get = <T>(path: string) => callApi<T>(app.fetch, 'GET', path, { token: shop.token });
    expect((await get('/dashboard/insights')).data).toMatchObject({
      total_revenue: { value: 0 },
      total_orders_count: { value: 0 },
      open_orders_count: 0,
      currency: 'GBP',
      as_of: '2026-11-20T18:30:00.000Z',
    });
    const placed = await placeOpenOrders(app.pools.owner, shop.restaurant.id, {
      count: 12,
      firstNo: 1,
      now: app.clock.now(),
    });
    const move = (index: number, body: unknown) =>
      callApi(app.fetch, 'POST', `/orders/${placed[index]!.id}/status`, { token: shop.token, body });
    await move(11, { order_status: 'rejected', reason: 'busy' });
    await move(10, { order_status: 'ready' });
    await move(10, { order_status: 'completed' });
    expect((await get<Order[]>('/dashboard/orders')).data.map((order) => order.order_no)).toEqual([
      '10',
      '9',
      '8',
      '7',
      '6',
      '5',
      '4',
      '3',
      '2',
      '1',
    ]);
    expect((await get('/dashboard/insights')).data).toMatchObject({
      // Nobody has accepted the ten that are new.
      total_revenue: { value: 1250 },
      total_orders_count: { value: 1 },
      open_orders_count: 10,
    });
  });
});
