import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod/mini';
import type { Chat } from '../../contract/chats/calls.ts';
import type { Customer, get, list } from '../../contract/customers/calls.ts';
import type { Order } from '../../contract/orders/calls.ts';
import type { PublicOrder } from '../../contract/storefront/calls.ts';
import { makeMenu, type Menu } from '../../tests/api/tablet.ts';
import { requestData, callApi, type Method } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { newId } from '../platform/ids.ts';

let app: TestApp;
let owner: SignedUp;
let menu: Menu;

beforeAll(async () => {
  app = await startApp({ startsAt: '2026-11-20T18:30:00.000Z' });
  owner = await signUp(app);
  menu = await makeMenu(app, owner);
  await asOwner('PUT', `/menu/books/${menu.bookId}`, { status: 'published' });
});
afterAll(() => app.close());

const asOwner = <T = unknown>(method: Method, path: string, body?: unknown) =>
  callApi<T>(app.fetch, method, path, { token: owner.token, body });
type Listed = z.infer<typeof list.options.reply>;
const find = (query = '') => asOwner<Listed>('GET', `/customers${query}`);
const one = (id: string) => asOwner<z.infer<typeof get.options.reply>>('GET', `/customers/${id}`).then((r) => r.data);
const order = (name: string, phone: string, quantity = 1) => {
  app.clock.pass(1000);
  return requestData<z.infer<typeof PublicOrder>>(
    app.fetch,
    'POST',
    `/public/restaurants/${owner.restaurant.slug}/orders`,
    {
      body: {
        order_type: 'pickup',
        lines: [{ menu_item_id: menu.itemIds[0]!, quantity }],
        customer: { name, phone },
      },
    },
  );
};

test('orders create customers with their orders and spending', async () => {
  await order('Priya Nair', '020 7946 0123');
  await order('Priya N.', '+44 20 7946 0123', 3);
  await order('Tom Hale', '020 7946 0456');
  const { data, meta } = await find();
  expect(data.customers.map((c) => [c.name, c.orders_count])).toEqual([
    ['Tom Hale', 1],
    ['Priya Nair', 2],
  ]);
  expect(meta).toMatchObject({ total_count: 2, limit: 100, current_page: 1 });
  const priya = data.customers[1]!;
  const before = await one(priya.id);
  expect([before.total_spent_amount, before.average_order_amount]).toEqual([0, null]);
  expect(before.orders.map((row) => row.lines[0]!.quantity)).toEqual([3, 1]);
  for (const { id } of before.orders)
    for (const order_status of ['ready', 'completed']) await asOwner('POST', `/orders/${id}/status`, { order_status });
  expect(await one(priya.id)).toMatchObject({ total_spent_amount: 3600, average_order_amount: 1800 });
  // One that is not accepted yet, and one that is.
  await order('Priya Nair', '020 7946 0123', 9);
  expect((await one(priya.id)).average_order_amount).toBe(1800);
  const averages = async () => (await find()).data.customers.map((row) => [row.id, row.average_order_amount]);
  expect(await averages()).toContainEqual([priya.id, 1800]);
  const [fresh] = (await one(priya.id)).orders;
  await asOwner('POST', `/orders/${fresh!.id}/status`, { order_status: 'accepted' });
  const ninth = fresh!.total_amount;
  expect((await one(priya.id)).average_order_amount).toBe(Math.round((3600 + ninth) / 3));
});

test('the figures compare with the previous period', async () => {
  app.clock.set('2026-12-19T18:30:00.000Z');
  const figures = async (query = '') => {
    const { dashboard } = (await find(query)).data;
    return Object.values(dashboard).map((figure) => [figure.value, figure.percent_increment]);
  };
  // Thirty business days, starting with the evening of the first orders.
  expect(await figures()).toEqual([
    [2, null],
    [2, null],
    [1, null],
    [0, null],
  ]);
  await order('Ann Lee', '020 7946 0789');
  await order('Tom Hale', '020 7946 0456');
  expect(await figures('?date=2026-12-19')).toEqual([
    [3, 50],
    [1, null],
    [1, null],
    [0, null],
  ]);
  expect((await find('?date=2026-12-19')).data.customers.map((c) => c.name)).toEqual(['Ann Lee']);
  expect((await find('?date=2026-12-19..2026-12-18')).error?.code).toBe('invalid_fields');
  expect((await find('?search=07946%20tom')).data.customers.map((c) => c.name)).toEqual(['Tom Hale']);
  expect((await find('?search=tom')).data.customers.map((c) => c.name)).toEqual(['Tom Hale']);
  expect((await find(`?search=${encodeURIComponent('Ｔｏｍ hâle’')}`)).data.customers.map((c) => c.name)).toEqual([
    'Tom Hale',
  ]);
  expect((await find('?customer_status=blocked')).data.customers).toEqual([]);
});

test('a customer whose earlier order was rejected is not returning', async () => {
  app.clock.set('2026-12-20T18:30:00.000Z');
  await order('Ned Fox', '020 7946 0321');
  const [ned] = (await find('?search=ned')).data.customers;
  const [turnedAway] = (await one(ned!.id)).orders;
  await asOwner('POST', `/orders/${turnedAway!.id}/status`, { order_status: 'rejected', reason: 'busy' });
  expect(await one(ned!.id)).toMatchObject({ orders_count: 0, first_order_at: null, last_order_at: null });
  app.clock.set('2026-12-21T18:30:00.000Z');
  await order('Ned Fox', '020 7946 0321');
  const { dashboard } = (await find('?date=2026-12-21')).data;
  expect(dashboard.returning_customers_count.value).toBe(0);
});

test('a customer’s chat names the open orders', async () => {
  const chats = () => asOwner<Chat[]>('GET', '/chat').then(({ data }) => data.map((chat) => chat.open_order_ids));
  await requestData(app.fetch, 'POST', `/public/restaurants/${owner.restaurant.slug}/chats`, {
    body: { customer: { name: 'Uma', phone: '020 7946 0654' }, message: 'Hello' },
  });
  expect(await chats()).toEqual([[]]);
  await order('Uma', '020 7946 0654');
  const [uma] = (await find('?search=uma')).data.customers;
  const [placed] = (await one(uma!.id)).orders;
  expect(await chats()).toEqual([[placed!.id]]);
  await asOwner('POST', `/orders/${placed!.id}/status`, { order_status: 'rejected', reason: 'busy' });
  expect(await chats()).toEqual([[]]);
});

describe('edits of one customer by two devices', () => {
  test('are merged by field, in any arrival order', async () => {
    const { id } = (await find('?search=tom')).data.customers[0]!;
    const edit = (second: number, body: object) =>
      asOwner<Customer>('PUT', `/customers/${id}`, {
        ...body,
        occurred_at: new Date(app.clock.now().getTime() - 60_000 + second * 1000).toISOString(),
      });
    await edit(20, { note: 'Rings twice', tags: ['regular', 'regular'] });
    const mixed = await edit(10, { note: 'Older note', allergens: ['peanuts', 'milk'] });
    expect(mixed.notice?.code).toBe('superseded');
    expect(mixed.data).toMatchObject({ note: 'Rings twice', tags: ['regular'], allergens: ['milk', 'peanuts'] });
    const lost = await edit(5, { note: 'Oldest note' });
    expect([lost.notice?.code, lost.data.note]).toEqual(['superseded', 'Rings twice']);
    const back = await edit(30, { note: '', customer_status: 'blocked' });
    expect(back.notice).toBeUndefined();
    expect(back.data).toMatchObject({ note: '', customer_status: 'blocked' });
  });

  test('cannot take another’s number; unreadable numbers are kept', async () => {
    const { customers } = (await find()).data;
    const [ann, tom] = ['Ann Lee', 'Tom Hale'].map((name) => customers.find((c) => c.name === name)!);
    const edit = (body: object) => {
      app.clock.pass(1000);
      return asOwner<Customer>('PUT', `/customers/${ann!.id}`, body);
    };
    const duplicate = await edit({ phone: '020 7946 0456' });
    expect([duplicate.status, duplicate.error]).toMatchObject([
      409,
      { code: 'customer_exists', current: { id: tom!.id } },
    ]);
    expect((await edit({ phone: '020 7946 0999' })).data).toMatchObject({ phone: '+442079460999', phone_raw: null });
    expect((await edit({ phone: '+44 020 7946 0999' })).data).toMatchObject({ phone: '+442079460999' });
    const [unread, alike] = ['5 55 01', '(5) 55-01'];
    expect((await edit({ phone: unread })).data).toMatchObject({ phone: null, phone_raw: unread });
    const made = await callApi(app.fetch, 'POST', '/customers', {
      token: owner.token,
      body: { name: 'Al', phone: alike },
    });
    expect(made).toMatchObject({ status: 409, error: { code: 'customer_exists' } });
    expect((await edit({ phone: 'next door' })).data).toMatchObject({ phone: null, phone_raw: 'next door' });
    expect((await edit({ phone: null, email: ' Ann@Example.com ' })).data).toMatchObject({
      phone: null,
      phone_raw: null,
      email: 'ann@example.com',
    });
  });
});

describe('a customer’s allergies', () => {
  test('are added to each open order, with an event', async () => {
    const open = await order('Ada Byron', '020 7946 0777');
    const done = await order('Ada Byron', '020 7946 0777');
    const { id, orders } = await one((await find('?search=ada')).data.customers[0]!.id);
    const [closed, cooking] = [done, open].map(({ order_no }) => orders.find((row) => row.order_no === order_no)!);
    await asOwner('POST', `/orders/${closed!.id}/status`, { order_status: 'cancelled' });
    await asOwner('PUT', `/orders/${cooking!.id}`, { allergens: ['fish'] });
    const readOrder = () => asOwner<Order>('GET', `/orders/${cooking!.id}`).then(({ data }) => data);
    const setAllergens = (allergens: string[]) => {
      app.clock.pass(1000);
      return asOwner('PUT', `/customers/${id}`, { allergens });
    };

    const before = await readOrder();
    await setAllergens(['peanuts']);
    const after = await readOrder();
    expect(after.allergens).toEqual(['fish', 'peanuts']);
    expect(after.events.at(-1)).toMatchObject({ type: 'edited', changes: [{ field: 'allergens' }] });
    expect(after.version).toBeGreaterThan(before.version);
    expect((await asOwner<Order>('GET', `/orders/${closed!.id}`)).data.allergens).toEqual([]);

    // Removing an allergy does not mean "can be eaten".
    await setAllergens([]);
    expect(await readOrder()).toEqual(after);
  });
});

test('a tip and a refund change what a customer has spent', async () => {
  await order('Mina Roy', '020 7946 0789', 2);
  const [mina] = (await find('?search=mina')).data.customers;
  const { id } = (await one(mina!.id)).orders[0]!;
  for (const order_status of ['ready', 'completed']) await asOwner('POST', `/orders/${id}/status`, { order_status });
  const take = { id: newId(), method: 'cash', amount: 2000, tip_amount: 200 };
  await asOwner('POST', `/orders/${id}/payments`, take);
  expect(await one(mina!.id)).toMatchObject({ total_spent_amount: 2000, orders_count: 1 });
  expect((await asOwner('POST', `/payments/${take.id}/refund`, { amount: 500 })).error).toBeNull();
  expect(await one(mina!.id)).toMatchObject({ total_spent_amount: 1500, average_order_amount: 1500 });
});
