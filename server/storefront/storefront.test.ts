import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod/mini';
import type { Order } from '../../contract/orders/calls.ts';
import { calls } from '../../contract/index.ts';
import {
  placeOrder,
  type PublicMenu,
  type PublicOrder,
  type PublicRestaurant,
} from '../../contract/storefront/calls.ts';
import { callApi } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { dishPath, makeMenu, pullAll, tablet, type Menu } from '../../tests/api/tablet.ts';
import { Refusal } from '../pipeline/handler.ts';
import { newId } from '../platform/ids.ts';
import type { Services } from '../pipeline/services.ts';
import { rateLimitOf } from './rate-limits.ts';
import { identify } from './guard.ts';

let app: TestApp;
let owner: SignedUp;
let menu: Menu;
let at: string;

beforeAll(async () => {
  app = await startApp({ startsAt: '2026-11-20T18:30:00.000Z' });
  owner = await signUp(app);
  menu = await makeMenu(app, owner);
  await asOwner('PUT', `/menu/books/${menu.bookId}`, { status: 'published' });
  await asOwner('PUT', `/menu/books/${menu.bookId}/categories/${menu.categoryId}`, { kitchen_station: 'Tandoor' });
  at = `/public/restaurants/${owner.restaurant.slug}`;
});
afterAll(() => app.close());

const asOwner = <T = unknown>(method: 'GET' | 'PUT' | 'POST', path: string, body?: unknown) =>
  callApi<T>(app.fetch, method, path, { token: owner.token, body });
type Placed = z.infer<typeof PublicOrder>;
const wanted = (more: object = {}) => ({
  order_type: 'pickup',
  lines: [{ menu_item_id: menu.itemIds[0]!, quantity: 2 }],
  customer: { name: 'Priya Nair', phone: '020 7946 0123', email: 'Priya@example.com' },
  ...more,
});
const place = (body: unknown, key?: string) =>
  callApi<Placed>(app.fetch, 'POST', `${at}/orders`, { body, ...(key ? { headers: { 'idempotency-key': key } } : {}) });
const change = (fields: string) =>
  app.pools.owner
    .query(
      `WITH s AS (UPDATE spaces SET version = version + 1 WHERE restaurant_id = $1 RETURNING version)
     SELECT version FROM s`,
      [owner.restaurant.id],
    )
    .then(({ rows }) =>
      app.pools.owner.query(`UPDATE restaurants SET ${fields}, version = $2 WHERE restaurant_id = $1`, [
        owner.restaurant.id,
        rows[0].version,
      ]),
    );

test('the catalog shows the restaurant and published dishes, sold-out included', async () => {
  const shop = await callApi<z.infer<typeof PublicRestaurant>>(app.fetch, 'GET', at);
  expect(shop.data).toMatchObject({ name: 'The Anchor', is_taking_orders: true, closed_reason: null });
  await asOwner('PUT', `${dishPath(menu, 1)}/update-availability`, { availability_status: 'hidden' });
  await asOwner('PUT', `${dishPath(menu, 2)}/update-availability`, { is_available: false, duration: 'today' });
  const { data } = await callApi<z.infer<typeof PublicMenu>>(app.fetch, 'GET', `${at}/menu`);
  const items = data.books[0]!.categories[0]!.items;
  expect(items.map((item) => [item.name, item.is_available, item.available_again_at])).toEqual([
    ['Dish 0', true, null],
    ['Dish 2', false, '2026-11-21T11:00:00.000Z'],
  ]);
  expect((await callApi(app.fetch, 'GET', '/public/restaurants/nobody/menu')).status).toBe(404);
});

describe('an order', () => {
  test('is priced and numbered and creates customer and notification', async () => {
    const { status, data } = await place(wanted({ allergens: ['milk'], customer_note: 'Ring the bell' }));
    expect(status).toBe(200);
    expect(data).toMatchObject({
      order_no: '101',
      order_status: 'pending',
      total_amount: 1800,
      answer_by_at: '2026-11-20T18:40:00.000Z',
      due_at: '2026-11-20T18:50:00.000Z',
    });
    const { pages } = await pullAll(tablet(app, owner), null);
    const rows = <T>(table: string) => pages.flatMap((page) => (page.puts[table] ?? []) as T[]);
    const [order] = rows<Order & Record<string, unknown>>('orders');
    expect(order).toMatchObject({ allergens: ['milk'], channel: 'website' });
    expect(order!.lines[0]).toMatchObject({ kitchen_station: 'Tandoor' });
    expect(order!.lines[0]).not.toHaveProperty('allergens');
    expect(JSON.stringify(pages)).not.toContain('public_token_hash');
    expect(rows('customers')).toMatchObject([
      { phone: '+442079460123', email: 'priya@example.com', orders_count: 1, source: 'order', version: order!.version },
    ]);
    expect(rows('notifications')).toMatchObject([
      { type: 'order_new', resource_id: order!.id, version: order!.version },
    ]);
  });

  test('is placed once per key and visible by token only', async () => {
    const key = newId();
    const first = await place(wanted(), key);
    const again = await place(wanted(), key);
    expect(again.data).toEqual(first.data);
    const all = await asOwner<Order[]>('GET', '/orders?order_status=open');
    expect(all.data.filter((order) => order.order_no === first.data.order_no)).toHaveLength(1);
    expect((await callApi<Placed>(app.fetch, 'GET', `${at}/orders/${first.data.token}`)).data).toEqual(first.data);
    expect((await callApi(app.fetch, 'GET', `${at}/orders/${first.data.token}x`)).status).toBe(404);
    const other = await signUp(app);
    const elsewhere = `/public/restaurants/${other.restaurant.slug}/orders/${first.data.token}`;
    expect((await callApi(app.fetch, 'GET', elsewhere)).status).toBe(404);
  });

  test('by a known number or e-mail gets the same customer', async () => {
    await place(wanted({ customer: { name: 'P. Nair', phone: '+44 20 7946 0123' } }));
    await place(wanted({ customer: { name: 'P. Nair', phone: '12345', email: 'priya@example.com' } }));
    const { rows } = await app.pools.owner.query('SELECT orders_count FROM customers WHERE restaurant_id = $1', [
      owner.restaurant.id,
    ]);
    expect(rows).toEqual([{ orders_count: 4 }]);
  });

  test('with an invalid phone is refused with the field', async () => {
    const nobody = { name: 'P. Nair', phone: 'none' };
    const started = { customer: nobody, message: 'Are you open?' };
    for (const answer of [
      await place(wanted({ customer: nobody })),
      await callApi(app.fetch, 'POST', `${at}/chats`, { body: started }),
    ])
      expect(answer).toMatchObject({
        status: 422,
        error: { field_errors: { 'customer.phone': 'Not a telephone number' } },
      });
  });

  test.each([
    [
      'a sold-out item',
      () => wanted({ lines: [{ menu_item_id: menu.itemIds[2]!, quantity: 1 }] }),
      'items_unavailable',
    ],
    ['a hidden item', () => wanted({ lines: [{ menu_item_id: menu.itemIds[1]!, quantity: 1 }] }), 'items_unavailable'],
    ['an unknown item', () => wanted({ lines: [{ menu_item_id: newId(), quantity: 1 }] }), 'items_unavailable'],
    ['another price', () => wanted({ expected_total_amount: 1 }), 'price_changed'],
    ['a type that is not taken', () => wanted({ order_type: 'dine_in', table_name: '4' }), 'order_type_unavailable'],
    ['a delivery before it is known where to', () => wanted({ order_type: 'delivery' }), 'order_type_unavailable'],
    ['a time when it is closed', () => wanted({ scheduled_for: '2026-11-21T03:00:00.000Z' }), 'invalid_fields'],
    ['a time that is too soon', () => wanted({ scheduled_for: '2026-11-20T18:31:00.000Z' }), 'invalid_fields'],
  ])('with %s is refused with the reason', async (_, body, code) => {
    expect((await place(body())).error).toMatchObject({ code });
  });

  test('is refused while ordering is paused, and accepted afterwards', async () => {
    await change(`ordering_status = 'paused', ordering_paused_until = '2026-11-20T19:00:00Z'`);
    expect((await place(wanted())).error).toMatchObject({
      code: 'ordering_paused',
      current: { opens_at: '2026-11-20T19:00:00.000Z' },
    });
    app.clock.set('2026-11-20T19:00:00.000Z');
    expect((await place(wanted())).status).toBe(200);
  });

  test('is accepted automatically with the extra minutes', async () => {
    await change(`auto_accept = true, extra_prep_minutes = 15, extra_prep_until = '2026-11-20T20:00:00Z'`);
    expect((await place(wanted())).data).toMatchObject({
      order_status: 'accepted',
      estimated_ready_at: '2026-11-20T19:35:00.000Z',
      answer_by_at: null,
    });
  });

  test('for now must be ready before closing, as one for a time', async () => {
    await change('extra_prep_minutes = 0, extra_prep_until = NULL');
    app.clock.set('2026-11-20T22:55:00.000Z');
    expect((await place(wanted())).error).toMatchObject({
      code: 'restaurant_closed',
      current: { closes_at: '2026-11-20T23:00:00.000Z', opens_at: '2026-11-21T11:00:00.000Z' },
    });
    expect((await place(wanted({ scheduled_for: '2026-11-20T23:15:00.000Z' }))).error).toMatchObject({
      code: 'invalid_fields',
    });
    const shop = () => callApi<z.infer<typeof PublicRestaurant>>(app.fetch, 'GET', at);
    expect((await shop()).data).toMatchObject({ is_taking_orders: false, last_order_at: { pickup: null } });
    app.clock.set('2026-11-20T22:40:00.000Z');
    expect((await place(wanted())).error).toMatchObject({ code: 'restaurant_closed' });
    app.clock.set('2026-11-20T22:39:00.000Z');
    expect((await shop()).data).toMatchObject({
      is_taking_orders: true,
      last_order_at: { pickup: '2026-11-20T22:40:00.000Z' },
    });
    expect((await place(wanted())).data).toMatchObject({ due_at: '2026-11-20T22:59:00.000Z' });
  });

  test('waits for the dish that takes longest, for now and for a time', async () => {
    app.clock.set('2026-11-20T22:05:00.000Z');
    await asOwner('PUT', dishPath(menu, 0), { prep_minutes: 60 });
    expect((await place(wanted())).error).toMatchObject({ code: 'restaurant_closed' });
    const soon = await place(wanted({ scheduled_for: '2026-11-20T22:45:00.000Z' }));
    expect(soon.error).toMatchObject({ code: 'invalid_fields', field_errors: { scheduled_for: expect.any(String) } });
    app.clock.set('2026-11-20T22:06:00.000Z');
    await asOwner('PUT', dishPath(menu, 0), { prep_minutes: null });
    expect((await place(wanted())).status).toBe(200);
  });

  test('is refused until somebody enters opening hours, but staff may order', async () => {
    app.clock.set('2026-11-20T20:00:00.000Z');
    const { opening_hours } = owner.restaurant;
    await change(`opening_hours = '{"days":[],"exceptions":[]}'`);
    const shop = await callApi<z.infer<typeof PublicRestaurant>>(app.fetch, 'GET', at);
    expect(shop.data).toMatchObject({ is_taking_orders: false, closed_reason: 'closed', opens_at: null });
    expect((await place(wanted())).error).toMatchObject({ code: 'restaurant_closed', current: { opens_at: null } });
    const byStaff = await asOwner<Order>('POST', '/orders', { ...wanted(), channel: 'phone' });
    expect([byStaff.status, byStaff.data.order_status]).toEqual([200, 'accepted']);
    await change(`opening_hours = '${JSON.stringify(opening_hours)}'`);
  });

  test('is refused when closed, with the next opening', async () => {
    app.clock.set('2026-11-20T23:30:00.000Z');
    expect((await place(wanted())).error).toMatchObject({
      code: 'restaurant_closed',
      current: { opens_at: '2026-11-21T11:00:00.000Z' },
    });
    const later = await place(wanted({ scheduled_for: '2026-11-21T12:00:00.000Z' }));
    expect([later.status, later.data.due_at]).toEqual([200, '2026-11-21T12:00:00.000Z']);
  });

  test('outside menu hours is refused but can be scheduled', async () => {
    app.clock.set('2026-11-21T12:00:00.000Z');
    const evening = {
      id: newId(),
      validity: 'always',
      weekdays: [],
      start_time: '17:00',
      end_time: '21:00',
      start_date: null,
      end_date: null,
    };
    await asOwner('PUT', `/menu/books/${menu.bookId}`, { availability_windows: [evening] });
    const again = { is_available: false, available_again_at: '2026-11-21T17:00:00.000Z' };
    const shown = await callApi<z.infer<typeof PublicMenu>>(app.fetch, 'GET', `${at}/menu`);
    expect(shown.data.books[0]!.categories[0]!.items[0]).toMatchObject(again);
    expect((await place(wanted())).error).toMatchObject({
      code: 'items_unavailable',
      current: { items: [{ available_again_at: again.available_again_at }] },
    });
    expect((await place(wanted({ scheduled_for: '2026-11-21T18:00:00.000Z' }))).status).toBe(200);
    // Two edits in one millisecond would be decided by the greater operation id.
    app.clock.set('2026-11-21T12:00:01.000Z');
    await asOwner('PUT', `/menu/books/${menu.bookId}`, { availability_windows: [] });
  });

  test('too many from one address must wait', async () => {
    app.clock.set('2026-11-21T12:01:00.000Z');
    const bad = {};
    const send = () =>
      callApi(app.fetch, 'POST', `${at}/orders`, { body: bad, headers: { 'x-forwarded-for': '203.0.113.9' } });
    let last = await send();
    for (let i = 1; i <= 100; i += 1) last = await send();
    expect([last.status, last.error?.code]).toEqual([429, 'too_many']);
    expect((await place(wanted())).status).toBe(200);
  });

  test('local visitors are limited in production only', async () => {
    app.clock.set('2026-11-21T12:30:00.000Z');
    const enter = async (isProduction: boolean) => {
      const services = { pools: app.pools, env: { isProduction } } as unknown as Services; // all that the guard reads
      const path = { slug: owner.restaurant.slug };
      const outcomes = new Set<string>();
      const visit = { call: placeOrder, path, address: '::1', now: app.clock.now() };
      for (let i = 0; i <= 100; i += 1)
        outcomes.add((await identify(services, visit)) instanceof Refusal ? 'refused' : 'identified');
      return [...outcomes];
    };
    expect(await enter(false)).toEqual(['identified']);
    expect(await enter(true)).toEqual(['identified', 'refused']);
  });
});

test.each(Object.values(calls).filter(({ method, options }) => options.access === 'storefront' && method !== 'GET'))(
  '$name is refused without an Idempotency-Key',
  async ({ method, path }) => {
    const response = await app.fetch(
      new Request(
        `http://localhost/backend${path.replace('{slug}', owner.restaurant.slug).replace('{token}', 'any')}`,
        {
          method,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(wanted()),
        },
      ),
    );
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'bad_request',
      field_errors: { 'Idempotency-Key': 'Required' },
    });
  },
);

test('no order or chat token is stored in clear', async () => {
  app.clock.set('2026-11-21T12:10:00.000Z');
  const chat = { customer: { name: 'Cleo' }, message: 'Open?' };
  for (const [path, body] of [
    [`${at}/orders`, wanted()],
    [`${at}/chats`, chat],
  ] as const) {
    const headers = { 'idempotency-key': newId(), 'x-forwarded-for': '203.0.113.77' };
    const send = () => callApi<{ token: string }>(app.fetch, 'POST', path, { body, headers });
    const { data } = await send();
    const { rows } = await app.pools.owner.query('SELECT reply::text FROM mutation_results WHERE key = $1', [
      headers['idempotency-key'],
    ]);
    expect(data.token.length).toBeGreaterThan(20);
    expect(rows[0].reply).not.toContain(data.token);
    expect((await send()).data).toEqual(data);
  }
});

describe('a rate limit', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const chat = (address: string) =>
    callApi<{ token: string }>(app.fetch, 'POST', `${at}/chats`, {
      body: { customer: { name: 'Bo' }, message: 'Hello' },
      headers: from(address),
    });
  const send = (path: string, body: unknown, address: string) =>
    callApi(app.fetch, 'POST', `${at}/chats/${path}`, { body, headers: from(address) });

  test('of a restaurant’s orders is a setting', () => {
    const limits = rateLimitOf(calls['storefront.placeOrder']!, { storefrontOrdersMax: 7 });
    expect([limits.byRestaurant?.max, limits.byAddress.max]).toEqual([7, 100]);
    expect(app.env.storefrontOrdersMax).toBe(10_000);
  });

  test('of a restaurant is far above that of an address', () => {
    for (const call of Object.values(calls).filter(({ options }) => options.access === 'storefront')) {
      const { byAddress, byRestaurant } = rateLimitOf(call, app.env);
      if (byRestaurant) expect([call.name, byRestaurant.max >= 100 * byAddress.max]).toEqual([call.name, true]);
    }
  });

  test('is set for each storefront call', () => {
    const intake = Object.values(calls).filter((call) => call.options.access === 'storefront');
    expect(intake.map((call) => [call.name, rateLimitOf(call, app.env).byAddress.name])).toEqual([
      ['storefront.getPayment', 'intake-visits-ip'],
      ['storefront.getRestaurant', 'intake-visits-ip'],
      ['storefront.getMenu', 'intake-visits-ip'],
      ['storefront.placeOrder', 'intake-orders-ip'],
      ['storefront.quoteDelivery', 'intake-visits-ip'],
      ['storefront.getOrder', 'intake-visits-ip'],
      ['storefront.cancelOrder', 'intake-cancels-ip'],
      ['storefront.rateOrder', 'intake-ratings-ip'],
      ['storefront.checkout', 'intake-checkouts-ip'],
      ['storefront.startChat', 'intake-chats-ip'],
      ['storefront.listMessages', 'intake-visits-ip'],
      ['storefront.postMessage', 'intake-visits-ip'],
      ['storefront.acknowledgeMessages', 'intake-visits-ip'],
      ['storefront.listTimes', 'intake-visits-ip'],
      ['storefront.bookTable', 'intake-reservations-ip'],
      ['storefront.completeReservation', 'intake-visits-ip'],
      ['storefront.getReservation', 'intake-visits-ip'],
      ['storefront.changeReservation', 'intake-visits-ip'],
      ['storefront.cancelReservation', 'intake-visits-ip'],
    ]);
  });

  test('allows ten chats and many orders per address', async () => {
    app.clock.set('2026-11-21T13:00:00.000Z');
    const codes: unknown[] = [];
    for (let i = 0; i < 11; i += 1) codes.push((await chat('203.0.113.20')).error?.code);
    expect(codes).toEqual([...Array.from({ length: 10 }, () => undefined), 'too_many']);
    expect((await chat('203.0.113.21')).status).toBe(200);
    const order = { body: wanted(), headers: from('203.0.113.20') };
    expect((await callApi(app.fetch, 'POST', `${at}/orders`, order)).status).toBe(200);
  });

  test('of a chat counts for that chat only', async () => {
    app.clock.set('2026-11-21T13:30:00.000Z');
    const [loud, calm] = [await chat('203.0.113.30'), await chat('203.0.113.31')];
    const count = async (name: string) =>
      (await app.pools.owner.query('SELECT count(*)::int AS n FROM rate_limits WHERE key LIKE $1', [`${name}:%`]))
        .rows[0].n;
    const before = await Promise.all(['intake-orders', 'intake-receipts'].map(count));
    const receipt = { delivery_status: 'read', upto: app.clock.now().toISOString() };
    expect((await send('wrong/receipts', receipt, '203.0.113.32')).status).toBe(404);
    expect(await Promise.all(['intake-orders', 'intake-receipts'].map(count))).toEqual(before);
    let last = await send(`${loud.data.token}/messages`, { message: 'Me' }, '203.0.113.30');
    for (let i = 1; i <= 60; i += 1)
      last = await send(`${loud.data.token}/messages`, { message: 'Me' }, '203.0.113.30');
    expect([last.status, last.error?.code]).toEqual([429, 'too_many']);
    expect((await send(`${calm.data.token}/messages`, { message: 'You' }, '203.0.113.30')).status).toBe(200);
    expect((await send(`${loud.data.token}/receipts`, receipt, '203.0.113.30')).status).toBe(200);
  });
});

describe('a flood', () => {
  const send = (path: string, body: unknown, address: string) =>
    callApi(app.fetch, 'POST', `${at}/${path}`, { body, headers: { 'x-forwarded-for': address } });
  const order = (phone: string, address: string) =>
    send('orders', wanted({ customer: { name: 'Sam Okafor', phone } }), address);
  const countOf = (statuses: number[], status: number) => statuses.filter((one) => one === status).length;

  test('of orders from one network costs other customers nothing', async () => {
    app.clock.set('2026-11-21T14:00:00.000Z');
    const statuses: number[] = [];
    for (let i = 0; i < 120; i += 1)
      statuses.push((await order(`020 7946 ${1000 + i}`, `2001:db8:1:1::${i.toString(16)}`)).status);
    expect([countOf(statuses, 200), countOf(statuses, 429)]).toEqual([100, 20]);
    expect((await order('020 7946 0555', '2001:db8:1:2::1')).status).toBe(200);
    expect((await order('020 7946 0555', '203.0.113.50')).status).toBe(200);
  });

  test('of orders with one number, however written, costs other customers nothing', async () => {
    app.clock.set('2026-11-21T14:30:00.000Z');
    const spellings = ['020 7946 0666', '+44 20 7946 0666', '(020) 79460666', '0044 20 7946 0666'];
    const statuses: number[] = [];
    for (let i = 0; i < 24; i += 1)
      statuses.push((await order(spellings[i % spellings.length]!, `198.51.100.${i}`)).status);
    expect([countOf(statuses, 200), countOf(statuses, 429)]).toEqual([20, 4]);
    expect((await order('020 7946 0667', '198.51.100.1')).status).toBe(200);
  });
});

describe('a known customer', () => {
  const known = async () =>
    (
      await app.pools.owner.query(
        'SELECT id, name, email, phone, chat_id, customer_status FROM customers WHERE restaurant_id = $1 AND phone = $2',
        [owner.restaurant.id, '+442079460700'],
      )
    ).rows[0];
  const mira = { name: 'Mira', phone: '020 7946 0700' };
  const write = (customer: object) =>
    callApi<{ token: string }>(app.fetch, 'POST', `${at}/chats`, { body: { customer, message: 'Hello' } });

  test('is not disclosed to visitors who type in their details', async () => {
    app.clock.set('2026-11-21T14:00:00.000Z');
    await write(mira);
    const before = await known();
    await place(wanted({ customer: { ...mira, email: 'stranger@example.com' } }));
    await write({ ...mira, email: 'stranger@example.com' });
    expect(await known()).toEqual(before);
    expect(before).toMatchObject({ email: null, chat_id: expect.any(String) });
  });

  test('found by address is called on the typed-in number', async () => {
    await place(wanted({ customer: { name: 'P.', phone: '020 7946 0701', email: 'priya@example.com' } }));
    const { rows } = await app.pools.owner.query<Pick<Order, 'customer'>>(
      'SELECT customer FROM orders WHERE restaurant_id = $1',
      [owner.restaurant.id],
    );
    expect(rows.map(({ customer }) => customer.phone)).toContain('+442079460701');
  });

  test.each([
    [
      'GB',
      '020 7946 0710',
      ['+44 020 7946 0710', '442079460710', '٠٢٠٧٩٤٦٠٧١٠', '０２０７９４６０７１０', '(020) 7946-0710'],
    ],
    [
      'GB',
      '07700 900601',
      ['07700 900601 ext 4', '07700900601x4', '07700 900601 #4', 'Tom 07700 900601', '07700 900602 / 07700 900601'],
    ],
    ['GB', '07700 900611 / 07700 900612', ['07700 900612', '+44 7700 900611 ext 9']],
    ['BR', '31 98888-7777', ['+55 31 8888-7777', '553188887777', '31 8888 7777']],
    ['MX', '55 1234 5678', ['+52 1 55 1234 5678', '5215512345678', '044 55 1234 5678']],
    ['AR', '11 2345-6789', ['+54 9 11 2345-6789', '5491123456789', '011 15 2345 6789']],
    ['BJ', '01 97 12 34 56', ['97 12 34 56', '+229 97 12 34 56']],
    ['CI', '+225 07 07 12 34 56', ['07 12 34 56', '22507123456']],
    ['US', '(415) 555-0142', ['1-415-555-0142', '14155550142', '011 1 415 555 0142']],
    ['ES', '612 34 56 78', ['612345678', '34612345678', '0034 612345678', '(+34) 612-345-678', '+34 (0)612 345 678']],
    ['ES', '12 345', ['12345', '1-23-45', '١٢٣٤٥', '(12) 345']],
    [null, '07700 900155', ['07700-900155', '07700900155', '7700 900155']],
  ])('who is blocked in %s as %s cannot order by another spelling', async (country, phone, spellings) => {
    const shop = await signUp(app);
    await app.pools.owner.query('UPDATE restaurants SET country_code = $2 WHERE restaurant_id = $1', [
      shop.restaurant.id,
      country,
    ]);
    const write = (number: string) =>
      callApi<{ token: string }>(app.fetch, 'POST', `/public/restaurants/${shop.restaurant.slug}/chats`, {
        body: { customer: { name: 'Mira', phone: number }, message: 'Hello' },
      });
    expect((await write(phone)).status).toBe(200);
    const all = () =>
      callApi<{ customers: { id: string }[] }>(app.fetch, 'GET', '/customers', { token: shop.token }).then(
        ({ data }) => data.customers,
      );
    const [customer] = await all();
    await callApi(app.fetch, 'PUT', `/customers/${customer!.id}`, {
      token: shop.token,
      body: { customer_status: 'blocked' },
    });
    for (const spelling of spellings) {
      const { status, error } = await write(spelling);
      expect([spelling, status, error?.code]).toEqual([spelling, 403, 'customer_blocked']);
    }
    expect(await all()).toHaveLength(1);
  });

  test('who is blocked can order only at the counter', async () => {
    const { token } = (await write(mira)).data;
    await asOwner('PUT', `/customers/${(await known()).id}`, { customer_status: 'blocked' });
    const refused = [
      await place(wanted({ customer: mira })),
      await write(mira),
      await callApi(app.fetch, 'POST', `${at}/chats/${token}/messages`, { body: { message: 'Please' } }),
    ];
    expect(refused.map(({ status, error }) => [status, error?.code])).toEqual(
      Array.from({ length: 3 }, () => [403, 'customer_blocked']),
    );
    const byHand = { channel: 'phone', ...wanted({ customer: mira }) };
    expect((await asOwner('POST', '/orders', byHand)).status).toBe(200);
  });
});

describe('a menu that is not sold everywhere', () => {
  const sellAt = (channels: string[]) => {
    // The later of two edits stands.
    app.clock.pass(1000);
    return asOwner('PUT', `/menu/books/${menu.bookId}`, { channels });
  };
  const names = async () => {
    const { data } = await callApi<z.infer<typeof PublicMenu>>(app.fetch, 'GET', `${at}/menu`);
    return data.books.flatMap(({ categories }) => categories.flatMap(({ items }) => items.map(({ name }) => name)));
  };

  test('is neither shown nor sold elsewhere', async () => {
    await sellAt(['whatsapp', 'phone']);
    expect(await names()).toEqual([]);
    expect((await place(wanted())).error).toMatchObject({
      code: 'items_unavailable',
      current: { items: [{ name: 'Dish 0' }] },
    });

    await sellAt(['website']);
    expect((await names()).length).toBeGreaterThan(0);
    expect((await place(wanted())).status).toBe(200);
    // What is ordered at the table is ordered from the table's code.
    expect((await place(wanted({ order_type: 'dine_in', table_name: '1' }))).status).toBe(409);

    await sellAt([]);
    expect((await place(wanted())).status).toBe(200);
  });

  test('names where with words that are known', async () => {
    expect((await sellAt(['fax'])).status).toBe(422);
  });
});

describe('a dish with limits', () => {
  const add = async (more: object) => {
    const at = `/menu/books/${menu.bookId}/categories/${menu.categoryId}/items`;
    const { data } = await asOwner<{ id: string }>('POST', at, { name: 'Samosa', price_amount: 100, ...more });
    return data.id;
  };
  const refusal = async (lines: object[]) => (await place(wanted({ lines }), newId())).error;

  test('is shown with them', async () => {
    const limits = { order_types: ['pickup'], min_quantity: 2, max_quantity: null };
    const shown = { ...limits, compare_at_amount: 1200, calories: 640, is_featured: true };
    const id = await add(shown);
    const { data } = await callApi<z.infer<typeof PublicMenu>>(app.fetch, 'GET', `${at}/menu`);
    expect(data.books[0]!.categories[0]!.items.find((item) => item.id === id)).toMatchObject(shown);
  });

  test('is ordered within them only', async () => {
    const menu_item_id = await add({ min_quantity: 2, max_quantity: 3 });
    expect(await refusal([{ menu_item_id, quantity: 1 }])).toMatchObject({
      code: 'invalid_fields',
      field_errors: { 'lines.0.quantity': 'Samosa: order at least 2' },
    });
    const two = { menu_item_id, quantity: 2 };
    expect((await refusal([two, two]))?.field_errors).toEqual({
      'lines.0.quantity': 'Samosa: 3 at most in one order',
    });
    expect(await refusal([two])).toBeNull();
  });

  test('cannot be had in another way than those it is for', async () => {
    const menu_item_id = await add({ order_types: ['delivery'] });
    expect(await refusal([{ menu_item_id, quantity: 1 }])).toMatchObject({
      code: 'items_unavailable',
      current: { items: [{ name: 'Samosa' }] },
    });
  });
});

test('an order takes a dish’s own minutes, and those of a rush on top', async () => {
  app.clock.set('2026-11-25T18:30:00.000Z');
  await change('extra_prep_minutes = 15, extra_prep_until = NULL');
  await asOwner('PUT', dishPath(menu), { prep_minutes: 40 });
  expect((await place(wanted())).data.estimated_ready_at).toBe('2026-11-25T19:25:00.000Z');
  const { data } = await asOwner<Order>('POST', '/orders', { ...wanted(), channel: 'walk_in', customer: undefined });
  expect(data.prep_minutes).toBe(55);
});
