import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Customer } from '../../contract/customers/calls.ts';
import type { MenuItem } from '../../contract/menu/calls.ts';
import type { Order } from '../../contract/orders/calls.ts';
import { dishPath, makeMenu, tablet, type Menu } from '../../tests/api/tablet.ts';
import { callApi, type Method } from '../../tests/support/api.ts';
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

const call = <T = Order>(method: Method, path: string, body?: unknown, headers = {}) =>
  callApi<T>(app.fetch, method, path, { token: owner.token, body, headers });

const line = (i: number, quantity = 1, more: object = {}) => ({ menu_item_id: menu.itemIds[i]!, quantity, ...more });
const walkInOrder = (more: object = {}) => ({ channel: 'walk_in', order_type: 'pickup', lines: [line(0)], ...more });
const take = async (more: object = {}) => (await call('POST', '/orders', walkInOrder(more))).data;
const count = async () => (await call<Order[]>('GET', '/orders')).meta!.total_count;
const sellOut = (i: number, more: object = {}) =>
  call<MenuItem>('PUT', `${dishPath(menu, i)}/update-availability`, { is_available: false, ...more });

describe('a manual order', () => {
  test('is numbered, accepted and priced from the menu', async () => {
    const { status, data } = await call(
      'POST',
      '/orders',
      walkInOrder({ lines: [line(0, 2, { note: ' Mild ' }), line(1)], prep_minutes: 15, short_code: 'K7' }),
    );
    expect(status).toBe(200);
    expect(data).toMatchObject({
      order_no: '101',
      short_code: 'K7',
      order_status: 'accepted',
      channel: 'walk_in',
      placed_at: '2026-11-20T18:30:00.000Z',
      accepted_at: '2026-11-20T18:30:00.000Z',
      due_at: '2026-11-20T18:45:00.000Z',
      answer_by_at: null,
      customer_id: null,
      subtotal_amount: 2701,
      total_amount: 2701,
      due_amount: 2701,
      payment_status: 'unpaid',
    });
    expect(data.lines).toMatchObject([
      { name: 'Dish 0', quantity: 2, unit_amount: 900, total_amount: 1800, note: 'Mild' },
      { name: 'Dish 1', quantity: 1, unit_amount: 901, total_amount: 901 },
    ]);
    expect(data.events).toMatchObject([{ type: 'placed', to: 'accepted', actor: { kind: 'user' } }]);
    expect((await call('GET', `/orders/${data.id}`)).data).toEqual(data);
  });

  test('is accepted while the website is paused or closed', async () => {
    await call('PUT', '/ordering-status', { ordering_status: 'paused', extra_prep_minutes: 0 });
    expect((await call('POST', '/orders', walkInOrder())).status).toBe(200);
  });

  test('of a custom dish has the given name and price', async () => {
    const order = await take({ lines: [{ menu_item_id: null, name: 'Corkage', unit_amount: 500, quantity: 2 }] });
    expect(order).toMatchObject({ total_amount: 1000, lines: [{ name: 'Corkage', menu_item_id: null }] });
    const { error } = await call('POST', '/orders', walkInOrder({ lines: [{ menu_item_id: null, quantity: 1 }] }));
    expect(error).toMatchObject({ code: 'invalid_fields', field_errors: { 'lines.0.name': expect.any(String) } });
  });

  test('is refused with too few or too many of a dish, or in a way that it is not for', async () => {
    await call('PUT', dishPath(menu, 0), { min_quantity: 2, max_quantity: 4, order_types: ['pickup', 'dine_in'] });
    const faults = async (more: object) => (await call('POST', '/orders', walkInOrder(more))).error?.field_errors;
    expect(await faults({ lines: [line(0)] })).toEqual({ 'lines.0.quantity': 'Dish 0: order at least 2' });
    expect(await faults({ lines: [line(1), line(0, 2), line(0, 3, { note: 'Mild' })] })).toEqual({
      'lines.1.quantity': 'Dish 0: 4 at most in one order',
    });
    const delivery = {
      channel: 'phone',
      order_type: 'delivery',
      lines: [line(0, 2)],
      customer: { name: 'Joanna', phone: '020 7946 0123' },
      delivery_address: {
        line_1: '1 Quay Street',
        line_2: null,
        city: 'London',
        postal_code: 'E1 1AA',
        country_code: 'GB',
        instructions: null,
      },
    };
    expect(await faults(delivery)).toEqual({ 'lines.0.menu_item_id': 'Dish 0: not for delivery' });
    expect((await take({ lines: [line(0, 1), line(0, 3, { note: 'Mild' })] })).total_amount).toBe(3600);
  });

  test('keeps its lines in a correction, though a dish has got a limit since', async () => {
    const order = await take({ lines: [line(0, 1), line(1, 1)] });
    await call('PUT', dishPath(menu, 0), { min_quantity: 3 });
    const [first, second] = order.lines.map(({ id, quantity, menu_item_id }) => ({ id, quantity, menu_item_id }));
    const edit = (lines: object[]) => call('PUT', `/orders/${order.id}`, { lines });
    expect((await edit([first!, { ...second, quantity: 2 }])).status).toBe(200);
    expect((await edit([{ ...first, quantity: 2 }, second!])).error?.field_errors).toEqual({
      'lines.0.quantity': 'Dish 0: order at least 3',
    });
  });

  test('is refused with a number that cannot be called', async () => {
    for (const phone of ['abc', '0794', '+']) {
      const { status, error } = await call('POST', '/orders', walkInOrder({ customer: { name: 'Joanna', phone } }));
      expect([status, Object.keys(error?.field_errors ?? {})]).toEqual([422, ['customer.phone']]);
    }
    expect(await count()).toBe(0);
    expect((await take({ customer: { name: 'Joanna', phone: '51234' } })).customer.phone).toBe('51234');
  });

  test('keeps the number typed for it beside that of a known e-mail address', async () => {
    const email = 'joanna@example.com';
    const first = await take({ channel: 'phone', customer: { name: 'Joanna', phone: '020 7946 0123', email } });
    const second = await take({ channel: 'phone', customer: { name: 'Joanna', phone: '020 7946 0199', email } });
    expect(second).toMatchObject({ customer_id: first.customer_id, customer: { phone: '+442079460199', email } });
    const third = await take({ customer_id: first.customer_id, customer: { name: 'Joanna', phone: '020 7946 0177' } });
    expect(third.customer).toEqual({ name: 'Joanna', phone: '+442079460177', email });
    expect((await call<Customer>('GET', `/customers/${first.customer_id}`)).data.phone).toBe('+442079460123');
  });

  test('by phone finds its customer and counts for them', async () => {
    const phone = (number: string) =>
      take({ channel: 'phone', customer: { name: 'Joanna Price', phone: number } }).then((order) => order.customer_id);
    const first = await phone('020 7946 0123');
    expect(await phone('+44 20 7946 0123')).toBe(first);
    const { rows } = await app.pools.owner.query<Customer>('SELECT * FROM customers WHERE restaurant_id = $1', [
      owner.restaurant.id,
    ]);
    expect(rows).toMatchObject([{ id: first, phone: '+442079460123', orders_count: 2 }]);
  });

  test('has its known customer’s allergies', async () => {
    const { customer_id } = await take({ channel: 'phone', customer: { name: 'Joanna', phone: '020 7946 0123' } });
    await app.pools.owner.query(
      `UPDATE customers SET allergens = '["peanuts"]',
              version = (SELECT version FROM spaces WHERE restaurant_id = $1) WHERE id = $2`,
      [owner.restaurant.id, customer_id],
    );
    const order = await take({ channel: 'phone', customer_id, allergens: ['milk'] });
    expect(order).toMatchObject({ customer: { name: 'Joanna' }, allergens: ['milk', 'peanuts'] });
  });

  test.each([
    [{ order_type: 'delivery' }, 'delivery_address'],
    [{ order_type: 'dine_in', table_name: '  ' }, 'table_name'],
    [{ channel: 'phone' }, 'customer'],
  ])('with %j is incomplete and refused', async (body, field) => {
    const { status, error } = await call('POST', '/orders', walkInOrder(body));
    expect([status, Object.keys(error?.field_errors ?? {})]).toEqual([422, [field]]);
    expect(await count()).toBe(0);
  });

  test('skips the numbers of orders that are open, whatever their day', async () => {
    const first = { order_no: '101' };
    const forTomorrow = await take({ scheduled_for: '2026-11-21T18:00:00.000Z' });
    const done = await take();
    expect([forTomorrow, done]).toMatchObject([first, { order_no: '102' }]);
    for (const order_status of ['preparing', 'ready', 'completed'])
      await call('POST', `/orders/${done.id}/status`, { order_status });
    const tomorrow = { occurred_at: '2026-11-21T12:00:00.000Z' };
    app.clock.set(tomorrow.occurred_at);
    expect([await take(tomorrow), await take(tomorrow)]).toMatchObject([{ order_no: '102' }, { order_no: '103' }]);
    app.clock.set('2026-11-20T18:30:00.000Z');
    // Of the day before, sent late: 103 is the next there, but open.
    expect(await take({ occurred_at: '2026-11-20T18:20:00.000Z' })).toMatchObject({ order_no: '104' });
  });

  test('takes no time that has passed when it was taken', async () => {
    const past = { scheduled_for: '2026-11-20T18:29:00.000Z' };
    const refused = { code: 'invalid_fields', field_errors: { scheduled_for: 'This time has passed: choose another' } };
    expect((await call('POST', '/orders', walkInOrder(past))).error).toMatchObject(refused);
    expect(
      (await call('POST', '/orders', walkInOrder({ scheduled_for: '2020-01-01T12:00:00.000Z' }))).error,
    ).toMatchObject(refused);
    expect(await take({ ...past, occurred_at: '2026-11-20T18:00:00.000Z' })).toMatchObject({
      due_at: past.scheduled_for,
    });
    const { id } = await take({ scheduled_for: '2026-11-20T18:30:00.000Z' });
    expect((await call('PUT', `/orders/${id}`, past)).error).toMatchObject(refused);
    expect((await call('PUT', `/orders/${id}`, { scheduled_for: '2026-11-20T19:00:00.000Z' })).status).toBe(200);
  });

  test('sent after the cutoff is numbered by its own day', async () => {
    const { id } = await take();
    await call('POST', `/orders/${id}/status`, { order_status: 'cancelled', reason: 'duplicate' });
    expect(await take({ occurred_at: '2026-11-19T21:00:00.000Z' })).toMatchObject({
      order_no: '101',
      placed_at: '2026-11-19T21:00:00.000Z',
      created_at: '2026-11-20T18:30:00.000Z',
    });
  });

  test('repeated is one order; another with its id is refused', async () => {
    const id = newId();
    const key = { 'Idempotency-Key': newId() };
    const first = await call('POST', '/orders', walkInOrder({ id }), key);
    expect((await call('POST', '/orders', walkInOrder({ id }), key)).data).toEqual(first.data);
    expect(await call('POST', '/orders', walkInOrder({ id }))).toMatchObject({
      status: 409,
      error: { code: 'id_taken' },
    });
    expect(await count()).toBe(1);
  });

  test('made offline syncs with steps and corrections in one push', async () => {
    const id = newId();
    const device = tablet(app, owner);
    const { data } = await device.push([
      {
        mid: 1,
        call: 'orders.create',
        path: {},
        body: { id, ...walkInOrder({ was_offline: true, short_code: 'B2' }) },
      },
      { mid: 2, call: 'orders.edit', path: { id }, body: { lines: [line(1)], lines_before: [] } },
      { mid: 3, call: 'orders.setStatus', path: { id }, body: { order_status: 'ready' } },
    ]);
    expect(data.results.map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'applied']);
    expect((await call('GET', `/orders/${id}`)).data).toMatchObject({
      order_no: '101',
      short_code: 'B2',
      order_status: 'ready',
      lines: [{ name: 'Dish 0' }, { name: 'Dish 1' }],
      total_amount: 1801,
      events: [{ was_offline: true }, { type: 'edited' }, { to: 'ready' }],
    });
  });
});

describe('the menu when the order arrives', () => {
  test('without one of its dishes refuses it and names them', async () => {
    await sellOut(0);
    const refused = await call('POST', '/orders', walkInOrder({ lines: [line(0), line(1)] }));
    expect(refused).toMatchObject({
      status: 409,
      error: { code: 'items_unavailable', current: { items: [{ menu_item_id: menu.itemIds[0], name: 'Dish 0' }] } },
    });
    expect(await count()).toBe(0);
  });

  test('without a dish removed later still accepts it', async () => {
    await sellOut(0);
    app.clock.pass(60_000);
    expect((await call('POST', '/orders', walkInOrder({ occurred_at: '2026-11-20T18:00:00.000Z' }))).status).toBe(200);
    await call('POST', `/menu/books/${menu.bookId}/categories/${menu.categoryId}/items/delete`, {
      item_ids: [menu.itemIds[1]],
    });
    const early = walkInOrder({ lines: [line(1)], occurred_at: '2026-11-20T18:00:00.000Z' });
    expect((await call('POST', '/orders', early)).data).toMatchObject({ lines: [{ name: 'Dish 1' }] });
    expect((await call('POST', '/orders', walkInOrder({ lines: [line(1)] }))).error?.code).toBe('items_unavailable');
  });

  test('with another price refuses it and names the price', async () => {
    await call('PUT', dishPath(menu, 0), { price_amount: 1050 });
    const refused = await call('POST', '/orders', walkInOrder({ lines: [line(0, 1, { unit_amount: 900 })] }));
    expect(refused).toMatchObject({
      status: 409,
      error: { code: 'price_changed', current: { items: [{ name: 'Dish 0', unit_amount: 1050 }] } },
    });
    expect(await take({ lines: [line(0, 1, { unit_amount: 1050 })] })).toMatchObject({ total_amount: 1050 });
  });

  test('of another restaurant does not count', async () => {
    const theirs = await makeMenu(app, await signUp(app));
    const lines = [{ menu_item_id: theirs.itemIds[0]!, quantity: 1 }];
    expect((await call('POST', '/orders', walkInOrder({ lines }))).error).toMatchObject({
      code: 'items_unavailable',
      current: { items: [{ name: null }] },
    });
  });
});

describe('correcting an order', () => {
  test('changes named fields, recalculates sums and adds an event', async () => {
    const order = await take({ lines: [line(0, 2), line(1)], table_name: '4', order_type: 'dine_in' });
    const [first] = order.lines;
    const { status, data } = await call('PUT', `/orders/${order.id}`, {
      lines: [{ id: first!.id, menu_item_id: first!.menu_item_id, quantity: 3 }, line(2, 1, { note: 'No salt' })],
      table_name: '5',
    });
    expect(status).toBe(200);
    expect(data).toMatchObject({ table_name: '5', total_amount: 3602, due_amount: 3602, order_status: 'accepted' });
    expect(data.events.at(-1)).toMatchObject({
      type: 'edited',
      changes: [
        { field: 'line', name: 'Dish 0', from: 2, to: 3 },
        { field: 'line', name: 'Dish 1', from: 1, to: 0 },
        { field: 'line', name: 'Dish 2', from: 0, to: 1 },
        { field: 'table_name' },
      ],
    });
    expect((await call('GET', `/orders/${order.id}`)).data).toEqual(data);
  });

  test('keeps other devices’ changes to other lines', async () => {
    const order = await take({ lines: [line(0), line(1)] });
    const [zero, one] = order.lines.map(({ id, menu_item_id, quantity }) => ({ id, menu_item_id, quantity }));
    const looked = order.lines.map(({ id, quantity }) => ({ id, quantity }));
    await call('PUT', `/orders/${order.id}`, { lines: [{ ...zero, quantity: 4 }, one, line(2)], lines_before: looked });
    const { data } = await call('PUT', `/orders/${order.id}`, {
      lines: [zero, { ...one, quantity: 5 }],
      lines_before: looked,
    });
    expect(data.lines.map(({ name, quantity }) => [name, quantity])).toEqual([
      ['Dish 0', 4],
      ['Dish 1', 5],
      ['Dish 2', 1],
    ]);
  });

  test('keeps ordered prices and uses the menu for new dishes', async () => {
    const order = await take({ lines: [line(0)] });
    await call('PUT', dishPath(menu, 0), { price_amount: 2000 });
    await sellOut(0);
    const [{ id }] = order.lines as [Order['lines'][number]];
    const { data } = await call('PUT', `/orders/${order.id}`, { lines: [line(0, 2, { id }), line(1)] });
    expect(data.total_amount).toBe(2 * 900 + 901);
    const more = await call('PUT', `/orders/${order.id}`, { lines: [line(0, 2, { id }), line(0)] });
    expect(more.error?.code).toBe('items_unavailable');
  });

  test('reopens a done line when more is needed', async () => {
    const order = await take({ lines: [line(0), line(1)] });
    for (const { id } of order.lines)
      await call('PUT', `/orders/${order.id}/lines/${id}/status`, { line_status: 'ready' });
    const requested = order.lines.map(({ id, menu_item_id }, i) => ({ id, menu_item_id, quantity: i + 1 }));
    const { data } = await call('PUT', `/orders/${order.id}`, { lines: requested });
    expect(data.lines.map((one) => one.line_status)).toEqual(['ready', 'new']);
  });

  test('changes what is chosen of a line, and only that line', async () => {
    const [side, sauce] = [newId(), newId()];
    const modifier = (name: string, price_amount: number) => ({ id: newId(), name, price_amount });
    const [fries, salad, peanut] = [modifier('Fries', 200), modifier('Salad', 300), modifier('Peanut sauce', 50)];
    const group = { selection_type: 'single', min_selected: 0 };
    await call('POST', '/menu/modifier-groups', { ...group, id: side, name: 'Side', modifiers: [fries, salad] });
    await call('POST', '/menu/modifier-groups', { ...group, id: sauce, name: 'Sauce', modifiers: [peanut] });
    await call('PUT', dishPath(menu, 0), { modifier_groups: [{ id: side }, { id: sauce }] });
    const chosen = (...modifiers: [string, { id: string }][]) => ({
      modifiers: modifiers.map(([group_id, { id }]) => ({ group_id, modifier_id: id })),
    });
    const order = await take({ lines: [line(0, 2, chosen([side, fries], [sauce, peanut])), line(1)] });
    const [burger, other] = order.lines.map(({ id, menu_item_id, quantity }) => ({ id, menu_item_id, quantity }));
    const put = (more: object, before = {}) =>
      call('PUT', `/orders/${order.id}`, { lines: [{ ...burger, ...more }, other], ...before });
    for (const same of [{}, chosen([sauce, peanut], [side, fries])])
      expect((await put(same)).notice?.code).toBe('already_done');
    const { data } = await put(chosen([side, salad]));
    expect(data).toMatchObject({ total_amount: 2 * 1200 + 901, due_amount: 2 * 1200 + 901 });
    expect(data.lines).toMatchObject([
      { id: burger!.id, quantity: 2, total_amount: 2400, modifiers: [{ name: 'Salad', total_amount: 600 }] },
      order.lines[1],
    ]);
    const choices = (...list: [string, string][]) =>
      list.map(([group_name, name]) => ({ group_name, name, prefix: 'none', quantity: 1 }));
    expect(data.events.at(-1)?.changes).toEqual([
      {
        field: 'line_choice',
        name: 'Dish 0',
        line_id: burger!.id,
        from: null,
        to: null,
        choices: { from: choices(['Side', 'Fries'], ['Sauce', 'Peanut sauce']), to: choices(['Side', 'Salad']) },
      },
    ]);
    // A device that changes the number alone does not say what is chosen, and does not take it back.
    const seen = { lines_before: [burger, other].map((one) => ({ id: one!.id, quantity: one!.quantity })) };
    expect((await put({ quantity: 3 }, seen)).data.lines[0]).toMatchObject({
      quantity: 3,
      total_amount: 3600,
      modifiers: [{ name: 'Salad' }],
    });
    expect((await put({ quantity: 3, modifiers: [] })).data.lines[0]).toMatchObject({ total_amount: 2700 });
    expect((await put({ modifiers: [{ group_id: side, modifier_id: newId() }] })).status).toBe(422);
    const dish = await put({ menu_item_id: menu.itemIds[2], quantity: 3 });
    expect(dish.data.lines[0]).toMatchObject({ id: burger!.id, name: 'Dish 2', total_amount: 2706 });
  });

  test('changes name and price of a custom dish', async () => {
    const corkage = { menu_item_id: null, name: 'Corkage', unit_amount: 500, quantity: 1 };
    const { id, lines } = await take({ lines: [corkage] });
    const put = (more: object) => call('PUT', `/orders/${id}`, { lines: [{ ...corkage, id: lines[0]!.id, ...more }] });
    const dearer = await put({ unit_amount: 700 });
    expect(dearer.data).toMatchObject({ total_amount: 700 });
    expect(dearer.data.events.at(-1)?.changes).toMatchObject([{ field: 'line_price', name: 'Corkage' }]);
    expect((await put({ unit_amount: 700, name: 'Cake' })).data.lines).toMatchObject([{ name: 'Cake' }]);
  });

  test('and a step by another device do not conflict', async () => {
    const order = await take();
    await call('POST', `/orders/${order.id}/status`, { order_status: 'preparing' });
    const { data } = await call('PUT', `/orders/${order.id}`, {
      kitchen_note: 'Birthday',
      occurred_at: '2026-11-20T18:30:01.000Z',
    });
    expect(data).toMatchObject({ order_status: 'preparing', kitchen_note: 'Birthday' });
  });

  test('once ready is refused, with the order', async () => {
    const order = await take();
    const { data: ready } = await call('POST', `/orders/${order.id}/status`, { order_status: 'ready' });
    expect(await call('PUT', `/orders/${order.id}`, { kitchen_note: 'Birthday' })).toMatchObject({
      status: 409,
      error: { code: 'order_not_editable', current: ready },
    });
    await call('POST', `/orders/${order.id}/status`, { order_status: 'preparing', expected_status: 'ready' });
    expect((await call('PUT', `/orders/${order.id}`, { kitchen_note: 'Birthday' })).status).toBe(200);
  });

  test('to no lines is refused', async () => {
    const order = await take({ lines: [line(0), line(1)] });
    const [zero, one] = order.lines.map(({ id, menu_item_id, quantity }) => ({ id, menu_item_id, quantity }));
    const looked = (some: typeof zero) => [{ id: some!.id, quantity: 1 }];
    await call('PUT', `/orders/${order.id}`, { lines: [one], lines_before: [...looked(zero), ...looked(one)] });
    const emptied = await call('PUT', `/orders/${order.id}`, {
      lines: [zero],
      lines_before: [...looked(zero), ...looked(one)],
    });
    expect(emptied).toMatchObject({ status: 422, error: { field_errors: { lines: expect.any(String) } } });
  });

  test('without changes raises no version and says so', async () => {
    const order = await take({ kitchen_note: 'Birthday', lines: [line(0, 2)] });
    const same = await call('PUT', `/orders/${order.id}`, {
      kitchen_note: 'Birthday',
      lines: order.lines.map(({ id, menu_item_id, quantity }) => ({ id, menu_item_id, quantity })),
    });
    expect(same).toMatchObject({ status: 200, notice: { code: 'already_done' }, data: { version: order.version } });
  });

  test('to another number or none is kept for a customer with a known e-mail address', async () => {
    const customer = { name: 'Joanna', phone: '020 7946 0123', email: 'joanna@example.com' };
    const order = await take({ channel: 'phone', customer });
    const moved = await call('PUT', `/orders/${order.id}`, { customer: { phone: '020 7946 0199' } });
    expect(moved.notice).toBeUndefined();
    expect(moved.data).toMatchObject({ customer_id: order.customer_id, customer: { phone: '+442079460199' } });
    const cleared = await call('PUT', `/orders/${order.id}`, { customer: { phone: null } });
    expect(cleared.data).toMatchObject({ customer_id: order.customer_id, customer: { phone: null } });
    expect((await call('GET', `/orders/${order.id}`)).data.customer).toEqual(cleared.data.customer);
  });

  test('moves it to the customer of its new number', async () => {
    const order = await take({ channel: 'phone', customer: { name: 'Joanna', phone: '020 7946 0123' } });
    const { data } = await call('PUT', `/orders/${order.id}`, { customer: { name: 'Kwame', phone: '020 7946 0999' } });
    expect(data.customer).toEqual({ name: 'Kwame', phone: '+442079460999', email: null });
    const { rows } = await app.pools.owner.query<Customer>(
      'SELECT name, orders_count FROM customers WHERE restaurant_id = $1 ORDER BY name',
      [owner.restaurant.id],
    );
    expect(rows).toEqual([
      { name: 'Joanna', orders_count: 0 },
      { name: 'Kwame', orders_count: 1 },
    ]);
  });

  test('keeps known allergies, whoever the customer is now', async () => {
    const { customer_id } = await take({ channel: 'phone', customer: { name: 'Joanna', phone: '020 7946 0123' } });
    await call('PUT', `/customers/${customer_id}`, { allergens: ['peanuts'] });
    const order = await take({ allergens: ['milk'] });
    const { data } = await call('PUT', `/orders/${order.id}`, { customer: { phone: '020 7946 0123' } });
    expect(data).toMatchObject({ customer_id, allergens: ['milk', 'peanuts'] });
    expect(data.events.at(-1)?.changes?.map(({ field }) => field)).toEqual(['customer', 'allergens']);
    const named = await call('PUT', `/orders/${(await take()).id}`, { customer_id, allergens: ['fish'] });
    expect(named.data).toMatchObject({ customer_id, allergens: ['fish', 'peanuts'] });
  });

  test('of the customer’s number alone keeps the name', async () => {
    const { customer_id } = await take({ channel: 'phone', customer: { name: 'Joanna', phone: '020 7946 0123' } });
    const order = await take({ customer: { name: 'Joanna', phone: null } });
    await app.pools.owner.query(
      `UPDATE customers SET phone = NULL, version = (SELECT version FROM spaces WHERE restaurant_id = $1) WHERE id = $2`,
      [owner.restaurant.id, customer_id],
    );
    const { data, notice } = await call('PUT', `/orders/${order.id}`, { customer_id });
    expect(notice).toBeUndefined();
    expect(data).toMatchObject({ customer_id, customer: order.customer });
  });

  test('of a scheduled order’s minutes keeps its due time', async () => {
    const scheduled_for = '2026-11-20T20:00:00.000Z';
    const order = await take({ scheduled_for, prep_minutes: 20 });
    const { data, notice } = await call('PUT', `/orders/${order.id}`, { prep_minutes: 50 });
    expect(notice).toBeUndefined();
    expect(data).toMatchObject({ prep_minutes: 50, due_at: scheduled_for, is_asap: false });
    expect(data.events.at(-1)?.changes).toMatchObject([{ field: 'due_at' }]);
    const same = await call('PUT', `/orders/${order.id}`, { prep_minutes: 50, scheduled_for });
    expect(same).toMatchObject({ notice: { code: 'already_done' }, data: { version: data.version } });
  });

  test('can bring an unanswered scheduled order to now', async () => {
    const { id } = await take({ scheduled_for: '2026-11-20T20:00:00.000Z', prep_minutes: 20 });
    await app.pools.owner.query(
      `UPDATE orders SET order_status = 'pending', estimated_ready_at = NULL,
              version = (SELECT version FROM spaces WHERE restaurant_id = $1) WHERE id = $2`,
      [owner.restaurant.id, id],
    );
    const at = { occurred_at: '2026-11-20T18:30:00.000Z' };
    expect((await call('PUT', `/orders/${id}`, { scheduled_for: null, ...at })).data).toMatchObject({
      is_asap: true,
      scheduled_for: null,
      due_at: '2026-11-20T18:50:00.000Z',
      estimated_ready_at: null,
    });
    expect((await call('PUT', `/orders/${id}`, { prep_minutes: 35, ...at })).data).toMatchObject({
      order_status: 'pending',
      prep_minutes: 35,
      due_at: '2026-11-20T19:05:00.000Z',
    });
  });
});

describe('the lines of an order', () => {
  const corkage = (quantity: number, unit_amount: number) => ({
    menu_item_id: null,
    name: 'Corkage',
    quantity,
    unit_amount,
  });
  const hundred = (one: object) => Array.from({ length: 100 }, () => ({ id: newId(), ...one }));

  test('never share an id', async () => {
    const id = newId();
    const twice = [line(0, 1, { id }), line(1, 1, { id: id.toUpperCase() })];
    const { id: standing } = await take();
    for (const refused of [
      await call('POST', '/orders', walkInOrder({ lines: twice })),
      await call('PUT', `/orders/${standing}`, { lines: twice }),
    ])
      expect(refused).toMatchObject({ status: 422, error: { field_errors: { lines: expect.any(String) } } });
    expect(await count()).toBe(1);
  });

  test('are at most 200, including those of others', async () => {
    const add = (lines: object[]) => call('PUT', `/orders/${id}`, { lines, lines_before: [] });
    const { id } = await take({ lines: hundred(corkage(1, 5)) });
    expect((await add(hundred(corkage(1, 5)))).data.lines).toHaveLength(200);
    expect(await add([corkage(1, 5)])).toMatchObject({
      status: 422,
      error: { code: 'invalid_fields', field_errors: { lines: expect.any(String) } },
    });
    expect((await call('PUT', `/orders/${id}`, { kitchen_note: 'Big table' })).status).toBe(200);
  });

  test('add up to at most the largest sum', async () => {
    const { id, total_amount } = await take({ lines: hundred(corkage(99, 100_000_000)) });
    expect(total_amount).toBe(990_000_000_000);
    const over = { lines: [corkage(99, 100_000_000), corkage(2, 100_000_000)], lines_before: [] };
    expect(await call('PUT', `/orders/${id}`, over)).toMatchObject({
      status: 422,
      error: { code: 'invalid_fields', field_errors: { lines: expect.any(String) } },
    });
  });
});
