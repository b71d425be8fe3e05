import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MenuBook, MenuCategory, MenuItem } from '../../contract/menu/calls.ts';
import { callApi } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';

const NOW = '2026-11-20T19:42:00.000Z';
let app: TestApp;
let owner: SignedUp;
let book: MenuBook;
let category: MenuCategory;
let item: MenuItem;

beforeAll(async () => {
  app = await startApp({ startsAt: NOW });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set('2026-11-20T18:00:00.000Z');
  owner = await signUp(app);
  const create = async <T>(path: string, body: object) => {
    const { data } = await callApi<T>(app.fetch, 'POST', path, { token: owner.token, body });
    return data;
  };
  book = await create('/menu/books', { name: 'Evening menu' });
  category = await create(`/menu/books/${book.id}/categories`, { name: 'Curries' });
  const items = `/menu/books/${book.id}/categories/${category.id}/items`;
  item = await create(items, { name: 'Butter chicken', price_amount: 999 });
  app.clock.set(NOW);
});

/** `at`: time of day of the edit; it arrives at 19:42. */
const edit = <T = MenuItem>(path: string, at: string | null, body: object) =>
  callApi<T>(app.fetch, 'PUT', path, {
    token: owner.token,
    body: { ...body, ...(at && { occurred_at: `2026-11-20T${at}:00.000Z` }) },
  });
const bookPath = () => `/menu/books/${book.id}`;
const categoryPath = () => `${bookPath()}/categories/${category.id}`;
const itemPath = () => `${categoryPath()}/items/${item.id}`;

describe('edits of an item by two devices', () => {
  test('an older price that arrives later does not overwrite', async () => {
    await edit(itemPath(), '19:10', { price_amount: 1150, device_name: 'Ravi’s phone' });
    const late = await edit(itemPath(), '19:02', { price_amount: 111 });
    expect(late).toMatchObject({ status: 200, data: { price_amount: 1150 } });
    expect(late.notice).toEqual({
      code: 'superseded',
      current: late.data,
      fields: {
        price_amount: {
          at: '2026-11-20T19:10:00.000Z',
          by: late.data.updated_by,
          device_name: 'Ravi’s phone',
        },
      },
    });
  });

  test.for([
    ['name', 'Murgh makhani', 'Chicken makhani'],
    ['kitchen_name', 'BC', 'BUTTER CH'],
    ['description', 'Mild', 'Very mild'],
    ['allergens', ['milk'], ['milk', 'tree_nuts']],
    ['dietary', ['halal'], []],
    ['spice_level', 1, null],
    ['sort_order', 3, 7],
  ] as const)('the newest %s wins, whichever arrives first', async ([field, newest, older]) => {
    await edit(itemPath(), '19:10', { [field]: newest });
    const late = await edit(itemPath(), '19:02', { [field]: older });
    expect([late.data[field], Object.keys(late.notice?.fields ?? {})]).toEqual([newest, [field]]);
    const next = await edit(itemPath(), '19:20', { [field]: older });
    expect([next.data[field], next.notice]).toEqual([older, undefined]);
  });

  test('the other fields of an edit still apply', async () => {
    await edit(itemPath(), '19:10', { name: 'Murgh makhani' });
    const mixed = await edit(itemPath(), '19:02', { name: 'Old name', price_amount: 1195 });
    expect(mixed.data).toMatchObject({ name: 'Murgh makhani', price_amount: 1195 });
    expect(Object.keys(mixed.notice?.fields ?? {})).toEqual(['name']);
  });

  test('an older edit with the current value has not lost', async () => {
    await edit(itemPath(), '19:10', { price_amount: 1150 });
    expect((await edit(itemPath(), '19:02', { price_amount: 1150 })).notice).toBeUndefined();
    // The later edit confirmed the price, so an earlier one does not change it.
    expect((await edit(itemPath(), '19:05', { price_amount: 1 })).data.price_amount).toBe(1150);
  });

  test('a confirmed value wins against edits made before', async () => {
    await edit(itemPath(), '19:02', { price_amount: 1150 });
    await edit(itemPath(), '19:10', { price_amount: 1150 });
    expect((await edit(itemPath(), '19:05', { price_amount: 1 })).data.price_amount).toBe(1150);
  });

  test('the greater operation id wins a tie', async () => {
    const [low, high] = ['0199aaaa-0000-7000-8000-000000000001', '0199aaaa-0000-7000-8000-000000000002'];
    await edit(itemPath(), '19:10', { price_amount: 2, op_id: high });
    expect((await edit(itemPath(), '19:10', { price_amount: 1, op_id: low })).data.price_amount).toBe(2);
  });

  test('a fast clock wins only until it is corrected', async () => {
    await edit(itemPath(), '23:59', { price_amount: 1 });
    app.clock.set('2026-11-20T19:43:00.000Z');
    expect((await edit(itemPath(), null, { price_amount: 2 })).data.price_amount).toBe(2);
  });

  test('a price set by somebody else is not overwritten unseen', async () => {
    await edit(itemPath(), '19:10', { price_amount: 1150, device_name: 'Ravi’s phone' });
    const blind = { price_amount: 1195, expected_price_amount: 999, description: 'Mild' };
    const asked = await edit(itemPath(), '19:12', blind);
    expect(asked.data).toMatchObject({ price_amount: 1150, description: 'Mild' });
    expect(asked.notice).toMatchObject({
      code: 'superseded',
      fields: { price_amount: { at: '2026-11-20T19:10:00.000Z', device_name: 'Ravi’s phone' } },
    });
    const seen = await edit(itemPath(), '19:20', { price_amount: 1195, expected_price_amount: 1150 });
    expect([seen.data.price_amount, seen.notice]).toEqual([1195, undefined]);
    expect((await edit(itemPath(), '19:21', { price_amount: 1195, expected_price_amount: 1 })).notice).toBeUndefined();
  });
});

test('categories are merged field by field', async () => {
  await edit(categoryPath(), '19:10', { name: 'House curries' });
  const late = await edit<MenuCategory>(categoryPath(), '19:02', { name: 'Old', kitchen_station: 'Tandoor' });
  expect(late.data).toMatchObject({ name: 'House curries', kitchen_station: 'Tandoor' });
  expect(Object.keys(late.notice?.fields ?? {})).toEqual(['name']);
});

test('books are merged field by field', async () => {
  await edit(bookPath(), '19:10', { description: 'From six', status: 'published' });
  const late = await edit<MenuBook>(bookPath(), '19:02', { description: 'From five', name: 'Dinner' });
  expect(late.data).toMatchObject({ name: 'Dinner', description: 'From six', status: 'published' });
  expect(Object.keys(late.notice?.fields ?? {})).toEqual(['description']);
});

test('the last book made the default is it', async () => {
  const make = async (name: string) =>
    (await callApi<MenuBook>(app.fetch, 'POST', '/menu/books', { token: owner.token, body: { name } })).data;
  const [lunch, brunch] = [await make('Lunch'), await make('Brunch')];
  await edit(`/menu/books/${lunch.id}`, '19:10', { is_default: true });
  const late = await edit<MenuBook>(bookPath(), '19:02', { is_default: true });
  expect([late.data.is_default, late.notice?.code]).toEqual([false, 'superseded']);
  await edit(`/menu/books/${brunch.id}`, '19:20', { is_default: true });
  // It stopped being the default at 19:20.
  expect((await edit<MenuBook>(`/menu/books/${lunch.id}`, '19:15', { is_default: true })).data.is_default).toBe(false);
  const books = await callApi<MenuBook[]>(app.fetch, 'GET', '/menu/books', { token: owner.token });
  expect(books.data.filter((one) => one.is_default).map((one) => one.name)).toEqual(['Brunch']);
});

test('times of field edits are not sent', async () => {
  const { data } = await edit(itemPath(), '19:10', { price_amount: 1 });
  const listed = await callApi<MenuItem[]>(app.fetch, 'GET', '/menu', { token: owner.token });
  for (const row of [data, ...listed.data]) expect(Object.keys(row).toSorted()).toEqual(Object.keys(item).toSorted());
});

test('an older repeated "sold out" has not lost', async () => {
  const soldOut = (at: string) => edit(`${itemPath()}/update-availability`, at, { availability_status: 'sold_out' });
  await soldOut('19:10');
  expect((await soldOut('19:02')).notice?.code).toBe('already_done');
  const lost = await edit(`${itemPath()}/update-availability`, '19:02', { is_available: true });
  expect(lost.notice?.code).toBe('superseded');
});
