import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { InventoryItem, InventoryMovement } from '../../contract/inventory/calls.ts';
import { makeMenu, type Menu } from '../../tests/api/tablet.ts';
import { requestData, callApi } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';

let app: TestApp;
let owner: SignedUp;
let menu: Menu;

beforeAll(async () => {
  app = await startApp({ startsAt: '2026-11-20T18:30:00.000Z' });
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await signUp(app);
  menu = await makeMenu(app, owner);
});

type Method = 'GET' | 'POST' | 'PUT';
const ask = <T = InventoryItem>(method: Method, path: string, body?: unknown) =>
  requestData<T>(app.fetch, method, path, { token: owner.token, body });
const call = <T = InventoryItem>(method: Method, path: string, body?: unknown) =>
  callApi<T>(app.fetch, method, path, { token: owner.token, body });
const at = (minutes: number) => new Date(app.clock.now().getTime() + minutes * 60_000).toISOString();
const flour = (more: object = {}) => ask('POST', '/menu/inventory', { kind: 'ingredient', name: 'Flour', ...more });
const move = (id: string, body: object) => ask('POST', `/menu/inventory/${id}/movements`, body);

test('movements that arrive late count where they belong', async () => {
  const { id } = await flour({ unit: 'kg', low_stock_threshold: '5.50' });
  await move(id, { movement_type: 'recount', counted_quantity: '10', occurred_at: at(-30) });
  await move(id, { movement_type: 'waste', quantity_change: '-0.750', occurred_at: at(-10) });
  await move(id, { movement_type: 'restock', quantity_change: '99', occurred_at: at(-60) });
  const row = await move(id, { movement_type: 'recount', counted_quantity: '6', occurred_at: at(-20) });
  expect(row).toMatchObject({
    quantity: '5.25',
    low_stock_threshold: '5.5',
    stock_status: 'low',
    last_counted_at: at(-20),
    last_movement_at: at(-10),
  });
  const { movements } = await ask<{ movements: InventoryMovement[] }>('GET', `/menu/inventory/${id}`);
  expect(movements.map((one) => [one.movement_type, one.quantity_change, one.quantity_after])).toEqual([
    ['waste', '-0.75', '5.25'],
    ['recount', '-4', '6'],
    ['recount', '-89', '10'],
    ['restock', '99', '99'],
  ]);
});

test('a movement older than the row’s own is added up from the history', async () => {
  const { id } = await flour();
  await move(id, { movement_type: 'recount', counted_quantity: '100', occurred_at: at(-500) });
  for (let i = 0; i < 20; i += 1)
    await move(id, { movement_type: 'sold', quantity_change: '-1', occurred_at: at(-400 + i) });
  expect(await move(id, { movement_type: 'recount', counted_quantity: '50', occurred_at: at(-600) })).toMatchObject({
    quantity: '80',
  });
  expect(await move(id, { movement_type: 'waste', quantity_change: '-7', occurred_at: at(-550) })).toMatchObject({
    quantity: '80',
  });
  expect(await move(id, { movement_type: 'waste', quantity_change: '-7', occurred_at: at(-450) })).toMatchObject({
    quantity: '73',
    opening_quantity: '88',
  });
  const page = await ask<InventoryMovement[]>('GET', `/menu/inventory/${id}/movements?limit=2&page_no=12`);
  expect(page.map((one) => [one.quantity_change, one.quantity_after])).toEqual([
    ['-7', '43'],
    ['50', '50'],
  ]);
});

test('finds what is low, out, of a supplier or of a kind', async () => {
  await flour({ low_stock_threshold: '2', supplier_name: 'Ann' });
  const rice = await flour({ name: 'Rice', sku: 'R-1' });
  await move(rice.id, { movement_type: 'restock', quantity_change: '3' });
  await ask('POST', '/menu/inventory', { kind: 'menu_item', menu_item_id: menu.itemIds[0], name: 'Korma' });
  const names = async (query: string) =>
    (await ask<InventoryItem[]>('GET', `/menu/inventory?${query}`)).map(({ name }) => name);
  expect(await names('stock_status=out')).toEqual(['Flour', 'Korma']);
  expect(await names('kind=ingredient')).toEqual(['Flour', 'Rice']);
  expect(await names('search=ann')).toEqual(['Flour']);
  expect(await names('search=r-1')).toEqual(['Rice']);
});

test('an edit merges by field and leaves the stock alone', async () => {
  const { id } = await flour();
  await move(id, { movement_type: 'restock', quantity_change: '4' });
  await ask('PUT', `/menu/inventory/${id}`, { low_stock_threshold: '4', occurred_at: at(-5) });
  const { data, notice } = await call('PUT', `/menu/inventory/${id}`, {
    low_stock_threshold: '9',
    unit: 'kg',
    occurred_at: at(-6),
  });
  expect(data).toMatchObject({ low_stock_threshold: '4', unit: 'kg', quantity: '4', stock_status: 'low' });
  expect([notice?.code, Object.keys(notice?.fields ?? {})]).toEqual(['superseded', ['low_stock_threshold']]);
});

test('a dish is counted by one row', async () => {
  const body = { kind: 'menu_item', menu_item_id: menu.itemIds[0], name: 'Korma' };
  const row = await ask('POST', '/menu/inventory', { ...body, id: menu.itemIds[0] });
  const twin = await call('POST', '/menu/inventory', { ...body, id: menu.itemIds[0], low_stock_threshold: '3' });
  expect([twin.data.low_stock_threshold, twin.notice?.code]).toEqual([null, 'superseded']);
  const other = await call('POST', '/menu/inventory', body);
  expect([other.status, other.error?.code, other.error?.current]).toMatchObject([
    409,
    'inventory_exists',
    { id: row.id },
  ]);
  const modifier = await call('POST', '/menu/inventory', { ...body, modifier_id: menu.itemIds[1] });
  expect(modifier.error?.field_errors).toHaveProperty('modifier_id');
});

test('a recipe names ingredients', async () => {
  const { id } = await flour();
  const korma = await ask('POST', '/menu/inventory', {
    kind: 'menu_item',
    menu_item_id: menu.itemIds[0],
    name: 'Korma',
    ingredients: [{ inventory_id: id, quantity: '0.150' }],
  });
  expect(korma.ingredients).toEqual([{ inventory_id: id, quantity: '0.15' }]);
  const used = [{ inventory_id: korma.id, quantity: '1' }];
  const wrong = await call('PUT', `/menu/inventory/${korma.id}`, { ingredients: used });
  expect([wrong.status, wrong.error?.field_errors]).toEqual([422, { ingredients: expect.any(String) as string }]);
});
