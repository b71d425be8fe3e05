import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { InventoryItem, InventoryMovement } from '../../contract/inventory/calls.ts';
import type { MenuItem } from '../../contract/menu/calls.ts';
import type { Notification } from '../../contract/notifications/calls.ts';
import type { Order } from '../../contract/orders/calls.ts';
import { dishPath, makeMenu, type Menu } from '../../tests/api/tablet.ts';
import { callApi, type Method } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { createBus } from '../platform/bus.ts';
import { tick } from '../orders/tick.ts';

let app: TestApp;
let owner: SignedUp;
let menu: Menu;
let korma: string;

beforeAll(async () => void (app = await startApp({ startsAt: '2026-11-20T18:30:00.000Z' })));
afterAll(() => app.close());
beforeEach(async () => {
  owner = await signUp(app);
  menu = await makeMenu(app, owner);
  await ask('PUT', `/menu/books/${menu.bookId}`, { status: 'published' });
  korma = menu.itemIds[0]!;
});

const call = <T>(method: Method, path: string, body?: unknown) =>
  callApi<T>(app.fetch, method, path, { token: owner.token, body });
async function ask<T = unknown>(method: Method, path: string, body?: unknown): Promise<T> {
  app.clock.pass(1000);
  const { data, error } = await call<T>(method, path, body);
  if (error) throw new Error(`${method} ${path}: ${error.code} ${JSON.stringify(error.field_errors)}`);
  return data;
}

const now = () => app.clock.now().toISOString();
/** Begins to count, with so many. */
async function count(body: object, quantity: string): Promise<string> {
  const { id } = await ask<InventoryItem>('POST', '/menu/inventory', { name: 'Korma', kind: 'menu_item', ...body });
  await move(id, { movement_type: 'recount', counted_quantity: quantity });
  app.clock.pass(1); // Movements of the same instant are ordered by their ids, and a sale before the count would change nothing.
  return id;
}
const move = (id: string, body: object) => ask<InventoryItem>('POST', `/menu/inventory/${id}/movements`, body);
const stock = async (id: string) => (await ask<InventoryItem>('GET', `/menu/inventory/${id}`)).quantity;
const line = (quantity: number, more: object = {}) => ({ menu_item_id: korma, quantity, ...more });
const manual = (lines: object[], more: object = {}) => ({ channel: 'walk_in', order_type: 'pickup', lines, ...more });
const order = (lines: object[], more: object = {}) => ask<Order>('POST', '/orders', manual(lines, more));
const visit = (quantity: number) =>
  callApi<{ token: string }>(app.fetch, 'POST', `/public/restaurants/${owner.restaurant.slug}/orders`, {
    body: {
      order_type: 'pickup',
      lines: [line(quantity)],
      customer: { name: 'Priya Nair', phone: '020 7946 0123' },
    },
  });
const dish = (i = 0) => ask<MenuItem[]>('GET', '/menu').then((all) => all.find(({ id }) => id === menu.itemIds[i])!);
const news = async () =>
  (await ask<Notification[]>('GET', '/dashboard/notifications/restaurant')).filter(({ type }) =>
    type.startsWith('stock'),
  );

test('orders take, corrections take the difference, cancelled ones give back', async () => {
  const id = await count({ menu_item_id: korma }, '10');
  const made = await order([line(3)]);
  expect(await stock(id)).toBe('7');
  const [first] = made.lines;
  await ask('PUT', `/orders/${made.id}`, { lines: [line(1, { id: first!.id })] });
  expect(await stock(id)).toBe('9');
  await ask('PUT', `/orders/${made.id}`, { lines: [line(1, { id: first!.id }), line(4)] });
  expect(await stock(id)).toBe('5');
  await ask('PUT', `/orders/${made.id}/lines/${first!.id}/status`, { line_status: 'ready' });
  expect(await stock(id)).toBe('5');
  await ask('POST', `/orders/${made.id}/status`, { order_status: 'cancelled', reason: 'customer_request' });
  expect(await stock(id)).toBe('10');
  const { movements } = await ask<{ movements: InventoryMovement[] }>('GET', `/menu/inventory/${id}`);
  expect(movements.map((one) => [one.movement_type, one.quantity_change, one.order_id === made.id])).toEqual([
    ['returned', '5', true],
    ['sold', '-4', true],
    ['returned', '2', true],
    ['sold', '-3', true],
    ['recount', '10', false],
  ]);
});

test('rejections and deletions give back, restored orders take again, eaten ones keep', async () => {
  const id = await count({ menu_item_id: korma }, '10');
  await visit(2);
  expect(await stock(id)).toBe('8');
  app.clock.pass(30 * 60_000);
  await tick({ ...app, bus: createBus() }, app.clock.now());
  expect(await stock(id)).toBe('10');
  const made = await order([line(3)]);
  await ask('POST', '/orders/delete', { orderId: made.id });
  expect(await stock(id)).toBe('10');
  await ask('POST', `/orders/${made.id}/restore`, {});
  expect(await stock(id)).toBe('7');
  for (const order_status of ['ready', 'completed']) await ask('POST', `/orders/${made.id}/status`, { order_status });
  await ask('POST', '/orders/delete', { orderId: made.id });
  expect(await stock(id)).toBe('7');
});

test('an order gives back no more than it took', async () => {
  const made = await order([line(3)]);
  const id = await count({ menu_item_id: korma }, '10');
  await ask('PUT', `/orders/${made.id}`, { lines: [line(1, { id: made.lines[0]!.id })] });
  await ask('POST', `/orders/${made.id}/status`, { order_status: 'cancelled', reason: 'customer_request' });
  expect(await stock(id)).toBe('10');
});

test('variants take their own, recipes their ingredients, modifiers theirs unless left out', async () => {
  const [small, large, cheese] = ['1', '2', '3'].map((n) => `00000000-0000-4000-8000-00000000000${n}`);
  const group = await ask<{ id: string }>('POST', '/menu/modifier-groups', {
    name: 'Extras',
    selection_type: 'quantity',
    modifiers: [{ id: cheese, name: 'Cheese' }],
  });
  await ask('PUT', dishPath(menu), {
    variants: [
      { id: small, name: 'Small', price_amount: 500 },
      { id: large, name: 'Large', price_amount: 900 },
    ],
    modifier_groups: [{ id: group.id }],
  });
  const rice = await count({ kind: 'ingredient', name: 'Rice', unit: 'kg' }, '10');
  const uses = (quantity: string) => ({ ingredients: [{ inventory_id: rice, quantity }] });
  const whole = await count({ menu_item_id: korma, ...uses('0.125') }, '20');
  const big = await count({ menu_item_id: korma, variant_id: large, is_tracked: false, ...uses('0.25') }, '20');
  const extra = await count({ kind: 'modifier', modifier_id: cheese, ...uses('0.01') }, '20');
  const chosen = (quantity: number) => ({ group_id: group.id, modifier_id: cheese, quantity });
  const made = await order([line(2, { variant_id: small }), line(3, { variant_id: large, modifiers: [chosen(2)] })]);
  expect(await Promise.all([whole, big, extra, rice].map(stock))).toEqual(['18', '20', '14', '8.94']);
  await ask('POST', `/orders/${made.id}/status`, { order_status: 'cancelled', reason: 'customer_request' });
  expect(await Promise.all([whole, big, extra, rice].map(stock))).toEqual(['20', '20', '20', '10']);
});

test('a choice below another is taken for each piece of it, as it is paid', async () => {
  const [patty, cheese] = ['4', '5'].map((n) => `00000000-0000-4000-8000-00000000000${n}`);
  const below = await ask<{ id: string }>('POST', '/menu/modifier-groups', {
    name: 'On each patty',
    selection_type: 'multiple',
    modifiers: [{ id: cheese, name: 'Cheese', price_amount: 50 }],
  });
  const group = await ask<{ id: string }>('POST', '/menu/modifier-groups', {
    name: 'Patties',
    selection_type: 'quantity',
    modifiers: [{ id: patty, name: 'Patty', price_amount: 200, nested_group_ids: [below.id] }],
  });
  await ask('PUT', dishPath(menu), { modifier_groups: [{ id: group.id }] });
  const patties = await count({ kind: 'modifier', modifier_id: patty }, '20');
  const cheeses = await count({ kind: 'modifier', modifier_id: cheese }, '20');
  const chosen = (prefix: 'none' | 'no') => [
    { group_id: group.id, modifier_id: patty, quantity: 2 },
    { group_id: below.id, modifier_id: cheese, depth: 1, prefix },
  ];
  const made = await order([line(3, { modifiers: chosen('none') })]);
  expect(made.lines[0]!.total_amount).toBe(3 * (900 + 2 * 200 + 2 * 50));
  expect(await Promise.all([patties, cheeses].map(stock))).toEqual(['14', '14']);
  await order([line(1, { modifiers: chosen('no') })]);
  expect(await Promise.all([patties, cheeses].map(stock))).toEqual(['12', '14']);
  await ask('POST', `/orders/${made.id}/status`, { order_status: 'cancelled', reason: 'customer_request' });
  expect(await Promise.all([patties, cheeses].map(stock))).toEqual(['18', '20']);
});

test('a choice that is a dish as well takes what the dish takes', async () => {
  const [cola, side] = ['6', '7'].map((n) => `00000000-0000-4000-8000-00000000000${n}`);
  const group = await ask<{ id: string }>('POST', '/menu/modifier-groups', {
    name: 'With it',
    selection_type: 'quantity',
    modifiers: [
      { id: cola, name: 'Cola', linked_item_id: menu.itemIds[1] },
      { id: side, name: 'Rice', linked_item_id: menu.itemIds[2] },
    ],
  });
  await ask('PUT', dishPath(menu), { modifier_groups: [{ id: group.id }] });
  const rice = await count({ kind: 'ingredient', name: 'Rice', unit: 'kg' }, '10');
  const colas = await count({ menu_item_id: menu.itemIds[1] }, '20');
  await count(
    { menu_item_id: menu.itemIds[2], is_tracked: false, ingredients: [{ inventory_id: rice, quantity: '0.2' }] },
    '0',
  );
  const modifiers = [
    { group_id: group.id, modifier_id: cola, quantity: 2 },
    { group_id: group.id, modifier_id: side, quantity: 1 },
  ];
  const made = await order([line(3, { modifiers }), { menu_item_id: menu.itemIds[1], quantity: 1 }]);
  expect(await Promise.all([colas, rice].map(stock))).toEqual(['13', '9.4']);
  await ask('PUT', `/orders/${made.id}`, { lines: [line(1, { id: made.lines[0]!.id, modifiers })] });
  expect(await Promise.all([colas, rice].map(stock))).toEqual(['18', '9.8']);
});

describe('the last portion', () => {
  const policy = (stock_policy: string) => ask('PUT', '/menu/inventory-policy', { stock_policy });

  test.each([false, true])('is refused to the second order (sold out by itself: %s)', async (auto_sold_out) => {
    await policy('refuse');
    const id = await count({ menu_item_id: korma, auto_sold_out }, '1');
    const both = await Promise.all([visit(1), visit(1), call('POST', '/orders', manual([line(1)]))]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const refused = both.find(({ error }) => error)!;
    expect(refused.error).toMatchObject({
      code: 'items_unavailable',
      current: { items: [{ menu_item_id: korma, name: 'Dish 0' }] },
    });
    expect(await stock(id)).toBe('0');
    expect(await ask<Order[]>('GET', '/orders')).toHaveLength(1);
  });

  test('is sold twice with a warning', async () => {
    await policy('oversell');
    const id = await count({ menu_item_id: korma }, '1');
    const both = await Promise.all([visit(1), call('POST', '/orders', manual([line(1)]))]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await stock(id)).toBe('-1');
    expect((await news()).flatMap(({ type, body, read_at }) => (read_at ? [] : [[type, body]]))).toEqual([
      ['stock_out', '1 portion more than counted. Count it again.'],
    ]);
  });

  test('of a dish that sold out by itself is sold at the counter, not on the page', async () => {
    const id = await count({ menu_item_id: korma, auto_sold_out: true }, '1');
    expect((await visit(1)).status).toBe(200);
    expect((await visit(1)).error?.code).toBe('items_unavailable');
    await order([line(1)]);
    expect(await stock(id)).toBe('-1');
  });

  test('of an ingredient stops the dishes that use it', async () => {
    await policy('refuse');
    const rice = await count({ kind: 'ingredient', name: 'Rice' }, '0.2');
    await count(
      { menu_item_id: korma, is_tracked: false, ingredients: [{ inventory_id: rice, quantity: '0.15' }] },
      '0',
    );
    await order([line(1)]);
    const { error } = await call('POST', '/orders', manual([line(1)]));
    expect(error?.code).toBe('items_unavailable');
    expect(await stock(rice)).toBe('0.05');
  });

  test('a sale from before the count is not short', async () => {
    await policy('refuse');
    const id = await count({ menu_item_id: korma }, '0');
    const occurred_at = new Date(app.clock.now().getTime() - 60_000).toISOString();
    await order([line(1)], { occurred_at });
    expect(await stock(id)).toBe('0');
  });
});

describe('sold out by itself', () => {
  test('at zero, and back on restock', async () => {
    const id = await count({ menu_item_id: korma, auto_sold_out: true, low_stock_threshold: '1' }, '2');
    await order([line(1)]);
    expect((await dish()).availability_status).toBe('available');
    await order([line(1)]);
    expect(await dish()).toMatchObject({ availability_status: 'sold_out', availability_reason: 'stock_zero' });
    await move(id, { movement_type: 'restock', quantity_change: '5' });
    expect(await dish()).toMatchObject({ availability_status: 'available', availability_reason: null });
    const told = await news();
    expect(told.map(({ type, read_at }) => [type, read_at !== null])).toEqual([
      ['stock_out', true],
      ['stock_low', true],
    ]);
  });

  test('leaves what a person said', async () => {
    const id = await count({ menu_item_id: korma, auto_sold_out: true }, '1');
    await ask('PUT', `${dishPath(menu)}/update-availability`, { is_available: false, reason: 'quality' });
    await move(id, { movement_type: 'waste', quantity_change: '-1' });
    await move(id, { movement_type: 'restock', quantity_change: '4' });
    expect(await dish()).toMatchObject({ availability_status: 'sold_out', availability_reason: 'quality' });
    await ask('PUT', `${dishPath(menu)}/update-availability`, { is_available: true });
    const before = new Date(app.clock.now().getTime() - 500).toISOString();
    await move(id, { movement_type: 'recount', counted_quantity: '0', occurred_at: before });
    expect(await dish()).toMatchObject({ availability_status: 'available' });
  });

  test('a late movement undoes what the stock itself had set', async () => {
    const id = await count({ menu_item_id: korma, auto_sold_out: true }, '1');
    app.clock.pass(60_000);
    const early = now();
    app.clock.pass(60_000);
    await move(id, { movement_type: 'waste', quantity_change: '-1' });
    expect((await dish()).availability_status).toBe('sold_out');
    await move(id, { movement_type: 'restock', quantity_change: '1', occurred_at: early });
    expect((await dish()).availability_status).toBe('available');
  });

  test('an ingredient takes its dishes along', async () => {
    const rice = await count({ kind: 'ingredient', name: 'Rice', auto_sold_out: true }, '1');
    const recipe = { is_tracked: false, ingredients: [{ inventory_id: rice, quantity: '1' }] };
    await count({ menu_item_id: korma, ...recipe }, '0');
    await order([line(1)]);
    expect((await dish()).availability_status).toBe('sold_out');
    expect((await dish(1)).availability_status).toBe('available');
    await ask('PUT', `/menu/inventory/${rice}`, { auto_sold_out: false });
    expect((await dish()).availability_status).toBe('available');
  });
});
