import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DeliveryLocation } from '../../contract/delivery/rows.ts';
import type { Order } from '../../contract/orders/calls.ts';
import { makeMenu, type Menu } from '../../tests/api/tablet.ts';
import { callApi, requestData } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';

let app: TestApp;
let owner: SignedUp;
let menu: Menu;
beforeAll(async () => void (app = await startApp({ startsAt: '2026-11-20T18:30:00.000Z' })));
afterAll(() => app.close());
beforeEach(async () => {
  owner = await signUp(app);
  menu = await makeMenu(app, owner);
  await requestData(app.fetch, 'PUT', `/menu/books/${menu.bookId}`, {
    token: owner.token,
    body: { status: 'published' },
  });
});

interface Placed {
  delivery_fee_amount: number;
  subtotal_amount: number;
  total_amount: number;
  due_at: string;
}

const address = (postal_code: string, more: object = {}) => ({
  line_1: '4 Cable Street',
  line_2: null,
  city: 'London',
  postal_code,
  country_code: 'GB',
  instructions: null,
  ...more,
});
const inCountry = (country_code: string) =>
  requestData(app.fetch, 'POST', '/settings/account/info', { token: owner.token, body: { country_code } });
const locate = (body: object) =>
  requestData<DeliveryLocation>(app.fetch, 'POST', '/settings/delivery-locations', { token: owner.token, body });
const riverside = (more: object = {}) =>
  locate({ name: 'Riverside', area: { location_type: 'postcodes', postcodes: ['se1'] }, fee_amount: 250, ...more });
const order = (delivery_address: object | undefined, more: object = {}) =>
  callApi<Placed>(app.fetch, 'POST', `/public/restaurants/${owner.restaurant.slug}/orders`, {
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: {
      order_type: delivery_address ? 'delivery' : 'pickup',
      ...(delivery_address && { delivery_address }),
      lines: [{ menu_item_id: menu.itemIds[0], quantity: 1 }],
      customer: { name: 'Priya', phone: '020 7946 0123' },
      ...more,
    },
  });
const manual = (body: object) =>
  callApi<Placed>(app.fetch, 'POST', '/orders', {
    token: owner.token,
    body: {
      channel: 'phone',
      order_type: 'delivery',
      customer: { name: 'Priya' },
      lines: [{ menu_item_id: menu.itemIds[0], quantity: 1 }],
      ...body,
    },
  });

test('without locations customers are offered no delivery, and staff take it to any address', async () => {
  const offered = async () => {
    const { data } = await callApi<{ order_type: string[] }>(
      app.fetch,
      'GET',
      `/public/restaurants/${owner.restaurant.slug}`,
    );
    return data.order_type.includes('delivery');
  };
  const code = async () => (await order(address('E1 6AN'))).error?.code;
  expect([await offered(), await code()]).toEqual([false, 'order_type_unavailable']);
  expect((await manual({ delivery_address: address('E1 6AN') })).data).toMatchObject({ delivery_fee_amount: 0 });
  const { id } = await riverside({ is_active: false });
  expect([await offered(), await code()]).toEqual([false, 'order_type_unavailable']);
  await callApi(app.fetch, 'PUT', `/settings/delivery-locations/${id}`, {
    token: owner.token,
    body: { is_active: true },
  });
  expect([await offered(), await code()]).toEqual([true, 'delivery_unavailable']);
  expect((await order(undefined, { order_type: 'delivery' })).error?.code).toBe('invalid_fields');
});

test('a storefront order pays the fee of its location, and others are refused', async () => {
  const location = await riverside();
  expect(location).toMatchObject({ postcodes: ['SE1'], currency: 'GBP', priority: 0, is_active: true });
  const { data } = await order(address('se1 9gf'));
  expect(data).toMatchObject({ delivery_fee_amount: 250, total_amount: data.subtotal_amount + 250 });
  const { status, error } = await order(address('E1 6AN'));
  expect([status, error?.code, error?.current]).toEqual([409, 'delivery_unavailable', { needs_location: false }]);
  const expected = { expected_total_amount: data.subtotal_amount };
  expect((await order(address('SE1 9GF'), expected)).error?.code).toBe('price_changed');
});

test.each([
  ['GB', 'E1', 'e1 6an', 'E10 5AA'],
  ['GB', 'SE1 9', 'SE1 9GF', 'SE19 1AA'],
  ['JP', '100-0001', '１０００００１', '101-0001'],
  ['US', '10001', '10001-1234', '10002'],
  ['IE', 'D2', 'd02af30', 'D20 AF30'],
])('in %s the postcode %s covers %s and not %s', async (country_code, entry, inside, outside) => {
  await inCountry(country_code);
  await locate({ name: 'Near', area: { location_type: 'postcodes', postcodes: [entry] }, fee_amount: 250 });
  expect((await order(address(inside))).data).toMatchObject({ delivery_fee_amount: 250 });
  expect((await order(address(outside))).error?.code).toBe('delivery_unavailable');
  const typed = await manual({ delivery_address: address(inside) });
  expect(typed.data.delivery_fee_amount).toBe(250);
});

test('an area without postcodes is found by name, as chosen or in the address', async () => {
  await inCountry('NG');
  await locate({ name: 'Lekki, Victoria Island', area: { location_type: 'named_area' }, fee_amount: 700 });
  const fee = async (more: object) => (await order(address('', { city: 'Lagos', ...more }))).data?.delivery_fee_amount;
  expect(await fee({ area: 'Lekki, Victoria Island' })).toBe(700);
  expect(await fee({ line_1: '12 Admiralty Way, Lekki' })).toBe(700);
  expect(await fee({ city: 'VICTORIA  ISLAND' })).toBe(700);
  expect((await order(address('', { city: 'Lagos' }))).error?.code).toBe('delivery_unavailable');
  const byStaff = await manual({ delivery_address: address('', { line_1: '3 Adeola Odeku, Victoria Island' }) });
  expect(byStaff.data.delivery_fee_amount).toBe(700);
});

test('where there are postcodes, an address needs one', async () => {
  await riverside();
  expect((await order(address(' '))).error).toMatchObject({
    code: 'invalid_fields',
    field_errors: { 'delivery_address.postal_code': 'Enter the postcode' },
  });
});

test('an order below the minimum is refused with what is missing', async () => {
  await riverside({ min_order_amount: 90_000 });
  const { error } = await order(address('SE1 9GF'));
  expect([error?.code, error?.current]).toMatchObject([
    'below_minimum',
    { min_order_amount: 90_000, currency: 'GBP', delivery_location: 'Riverside' },
  ]);
});

test('an area on the map needs the point of the address', async () => {
  await locate({
    name: 'Centre',
    area: {
      location_type: 'polygon',
      polygon: {
        type: 'Polygon',
        coordinates: [
          [
            [-0.2, 51.4],
            [0, 51.4],
            [0, 51.6],
            [-0.2, 51.6],
            [-0.2, 51.4],
          ],
        ],
      },
    },
    fee_amount: 300,
  });
  expect((await order(address('E1 6AN'))).error?.current).toEqual({ needs_location: true });
  expect((await order(address('E1 6AN', { location: { lat: 51.5, lng: -0.1 } }))).data.delivery_fee_amount).toBe(300);
  const outside = await order(address('E1 6AN', { location: { lat: 51.5, lng: 0.1 } }));
  expect(outside.error?.code).toBe('delivery_unavailable');
});

test('a manual order is priced alike, and staff may say another fee', async () => {
  const { id } = await riverside();
  expect((await manual({ delivery_address: address('SE1 9GF') })).data.delivery_fee_amount).toBe(250);
  expect((await manual({ delivery_address: address('E1 6AN') })).error?.code).toBe('delivery_unavailable');
  const chosen = await manual({ delivery_address: address('E1 6AN'), delivery_location_id: id });
  const typed = await manual({ delivery_address: address('E1 6AN'), delivery_fee_amount: 100 });
  expect([chosen.data.delivery_fee_amount, typed.data.delivery_fee_amount]).toEqual([250, 100]);
});

describe('a correction of an order', () => {
  const lines = (quantity: number) => ({ lines: [{ menu_item_id: menu.itemIds[0], quantity }] });
  const walkIn = async (more: object = {}) =>
    (
      await callApi<Order>(app.fetch, 'POST', '/orders', {
        token: owner.token,
        body: { channel: 'walk_in', order_type: 'pickup', ...lines(1), ...more },
      })
    ).data;
  const put = (id: string, body: object) =>
    callApi<Order>(app.fetch, 'PUT', `/orders/${id}`, { token: owner.token, body });
  const to = (postal_code: string) => ({ order_type: 'delivery', delivery_address: address(postal_code) });

  test('prices its delivery as a new order', async () => {
    await riverside({ fee_amount: 600 });
    await riverside({ name: 'Far', area: { location_type: 'postcodes', postcodes: ['n1'] }, fee_amount: 900 });
    const { id } = await walkIn();
    expect((await put(id, to('SE1 9GF'))).data).toMatchObject({ delivery_fee_amount: 600, total_amount: 1500 });
    const far = await put(id, { delivery_address: address('N1 2AB') });
    expect(far.data).toMatchObject({ delivery_fee_amount: 900, total_amount: 1800, due_amount: 1800 });
    expect(far.data.events.at(-1)?.changes?.map(({ field }) => field)).toEqual(['delivery_address', 'delivery_fee']);
    expect((await put(id, { order_type: 'pickup' })).data).toMatchObject({
      delivery_fee_amount: 0,
      delivery_address: null,
      total_amount: 900,
    });
  });

  test('keeps to its reach and its minimum, unless staff say a fee', async () => {
    await riverside({ fee_amount: 600, min_order_amount: 1000 });
    const { id } = await walkIn();
    expect((await put(id, to('E1 6AN'))).error?.code).toBe('delivery_unavailable');
    expect((await put(id, to('SE1 9GF'))).error).toMatchObject({
      code: 'below_minimum',
      current: { missing_amount: 100 },
    });
    expect((await put(id, { ...to('SE1 9GF'), ...lines(2) })).data).toMatchObject({ delivery_fee_amount: 600 });
    expect((await put(id, lines(1))).error?.code).toBe('below_minimum');
    expect((await put(id, { ...lines(1), delivery_fee_amount: 750 })).data).toMatchObject({
      delivery_fee_amount: 750,
      total_amount: 1650,
    });
  });

  test('prices it by what there is now, and keeps a fee that somebody said', async () => {
    const { id: far } = await riverside({ fee_amount: 600, free_over_amount: 2500 });
    const { id } = await walkIn({ ...to('SE1 9GF'), ...lines(2) });
    const feeOf = async (body: object) => (await put(id, body)).data.delivery_fee_amount;
    expect([await feeOf(lines(3)), await feeOf(lines(1)), await feeOf({ kitchen_note: 'Ring' })]).toEqual([
      0, 600, 600,
    ]);
    expect([await feeOf({ delivery_fee_amount: 150 }), await feeOf(lines(3))]).toEqual([150, 150]);
    expect(await feeOf({ delivery_address: address('SE1 1AA') })).toBe(0);
    expect(await feeOf({ ...lines(1), delivery_address: address('E1 6AN'), delivery_location_id: far })).toBe(600);
    expect(await feeOf(lines(4))).toBe(600);
  });

  test('takes a table, an address and dishes as a new order of its type does', async () => {
    const { id } = await walkIn();
    expect((await put(id, { table_name: '4', delivery_address: address('SE1 9GF') })).notice?.code).toBe(
      'already_done',
    );
    const path = `/menu/books/${menu.bookId}/categories/${menu.categoryId}/items/${menu.itemIds[0]}`;
    await requestData(app.fetch, 'PUT', path, { token: owner.token, body: { order_types: ['pickup'] } });
    expect((await put(id, to('SE1 9GF'))).error?.field_errors).toEqual({
      'lines.0.menu_item_id': 'Dish 0: not for delivery',
    });
  });

  test('promises a later time where it takes longer by now', async () => {
    const { id, due_at } = await walkIn();
    expect(due_at).toBe('2026-11-20T18:50:00.000Z');
    expect((await put(id, lines(2))).data.due_at).toBe(due_at);
    expect((await put(id, to('SE1 9GF'))).data).toMatchObject({ due_at: '2026-11-20T19:10:00.000Z', prep_minutes: 40 });
    const path = `/menu/books/${menu.bookId}/categories/${menu.categoryId}/items/${menu.itemIds[1]}`;
    await requestData(app.fetch, 'PUT', path, { token: owner.token, body: { prep_minutes: 60 } });
    const slow = { lines: [{ menu_item_id: menu.itemIds[1], quantity: 1 }], lines_before: [] };
    expect((await put(id, slow)).data).toMatchObject({ due_at: '2026-11-20T19:30:00.000Z', prep_minutes: 60 });
    expect((await put(id, { order_type: 'pickup' })).data.due_at).toBe('2026-11-20T19:30:00.000Z');
  });
});

test('edits of different fields both stand, and the later of one field wins', async () => {
  const { id } = await riverside();
  const put = (body: object) =>
    callApi<DeliveryLocation>(app.fetch, 'PUT', `/settings/delivery-locations/${id}`, { token: owner.token, body });
  await put({ fee_amount: 300, occurred_at: '2026-11-20T18:20:00.000Z' });
  const late = await put({ fee_amount: 999, note: 'Ring twice', occurred_at: '2026-11-20T18:10:00.000Z' });
  expect(late.data).toMatchObject({ fee_amount: 300, note: 'Ring twice' });
  expect(late.notice).toMatchObject({ code: 'superseded', fields: { fee_amount: {} } });
});

test('an area whose edges cross is refused', async () => {
  const ring = [
    [0, 51],
    [1, 52],
    [1, 51],
    [0, 52],
    [0, 51],
  ];
  const area = { location_type: 'polygon', polygon: { type: 'Polygon', coordinates: [ring] } };
  const { error } = await callApi(app.fetch, 'POST', '/settings/delivery-locations', {
    token: owner.token,
    body: { name: 'Bow tie', area },
  });
  expect(error?.field_errors).toEqual({ area: 'The edges of the area cross each other' });
});

test('two customers who want the last place of a slot end with one order in it', async () => {
  await requestData(app.fetch, 'POST', '/settings/service', {
    token: owner.token,
    body: { order_throttle: { slot_minutes: 15, max_orders: 1, max_items: null } },
  });
  const scheduled = { scheduled_for: '2026-11-20T20:00:00.000Z' };
  const both = await Promise.all([order(undefined, scheduled), order(undefined, scheduled)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(both.find(({ error }) => error)?.error).toMatchObject({
    code: 'slot_full',
    current: { next_at: '2026-11-20T20:15:00.000Z' },
  });
  // As soon as possible: the second one is promised for the next slot.
  const [first, second] = [await order(undefined), await order(undefined)];
  expect([first.data.due_at, second.data.due_at]).toEqual(['2026-11-20T18:50:00.000Z', '2026-11-20T19:00:00.000Z']);
});
