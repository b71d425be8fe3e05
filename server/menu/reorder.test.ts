import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MenuBook, MenuCategory, MenuItem } from '../../contract/menu/calls.ts';
import type { ModifierGroup } from '../../contract/menu/modifiers.ts';
import { callApi, type Method } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { newId } from '../platform/ids.ts';

let app: TestApp;
let owner: SignedUp;
let book: MenuBook;
let category: MenuCategory;
let items: MenuItem[];

beforeAll(async () => void (app = await startApp({ startsAt: '2026-11-20T18:00:00.000Z' })));
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set('2026-11-20T18:00:00.000Z');
  owner = await signUp(app);
  book = (await call<MenuBook>('POST', '/menu/books', { name: 'Evening menu' })).data;
  category = (await call<MenuCategory>('POST', `/menu/books/${book.id}/categories`, { name: 'Curries' })).data;
  items = [];
  for (const [sort_order, name] of ['a', 'b', 'c', 'd'].entries())
    items.push((await call<MenuItem>('POST', `${listPath()}/items`, { name, price_amount: 100, sort_order })).data);
  app.clock.set('2026-11-20T19:42:00.000Z');
});

const call = <T>(method: Method, path: string, body?: unknown, token = owner.token) =>
  callApi<T>(app.fetch, method, path, { token, body });
const listPath = () => `/menu/books/${book.id}/categories/${category.id}`;
const reorder = (path: string, keys: Record<string, number>, more: object = {}, token?: string) =>
  call(
    'POST',
    `${path}/reorder`,
    { places: Object.entries(keys).map(([id, sort_order]) => ({ id, sort_order })), ...more },
    token,
  );
const names = async () => (await call<MenuItem[]>('GET', `${listPath()}/items`)).data.map(({ name }) => name).join('');
const idOf = (name: string) => items.find((item) => item.name === name)!.id;
const at = (time: string) => ({ occurred_at: `2026-11-20T${time}:00.000Z` });

test('moves only the rows that it names', async () => {
  expect(await reorder(`${listPath()}/items`, { [idOf('d')]: 0.5 })).toMatchObject({
    status: 200,
    data: { places: [{ id: idOf('d'), sort_order: 0.5 }] },
  });
  expect(await names()).toBe('adbc');
  const [first] = (await call<MenuItem[]>('GET', `${listPath()}/items`)).data;
  expect(first!.version).toBe(items[0]!.version);
});

test('orders menus, categories and groups', async () => {
  const other = (await call<MenuBook>('POST', '/menu/books', { name: 'Lunch', sort_order: 1 })).data;
  await reorder('/menu/books', { [other.id]: -1 });
  expect((await call<MenuBook[]>('GET', '/menu/books')).data.map(({ name }) => name)).toEqual([
    'Lunch',
    'Evening menu',
  ]);
  const made = await call<MenuCategory>('POST', `/menu/books/${book.id}/categories`, { name: 'Sides', sort_order: 1 });
  await reorder(`/menu/books/${book.id}/categories`, { [made.data.id]: -0.25 });
  const shown = await call<MenuBook & { categories: MenuCategory[] }>('GET', `/menu/books/${book.id}`);
  expect(shown.data.categories.map(({ name }) => name)).toEqual(['Sides', 'Curries']);
  for (const [sort_order, name] of ['Sauce', 'Heat'].entries())
    await call('POST', '/menu/modifier-groups', { name, selection_type: 'text', sort_order });
  const groups = (await call<ModifierGroup[]>('GET', '/menu/modifier-groups')).data;
  await reorder('/menu/modifier-groups', { [groups[1]!.id]: -1 });
  const after = (await call<ModifierGroup[]>('GET', '/menu/modifier-groups')).data;
  expect(after.map(({ name }) => name)).toEqual(['Heat', 'Sauce']);
});

describe('two devices', () => {
  const early = () => reorder(`${listPath()}/items`, { [idOf('d')]: 0.5, [idOf('a')]: 9 }, at('19:02'));
  const late = () => reorder(`${listPath()}/items`, { [idOf('a')]: 1.5 }, at('19:10'));

  test('end alike in both orders of arrival, and the loser hears of it', async () => {
    await early();
    expect((await late()).notice).toBeUndefined();
    expect(await names()).toBe('dbac');
    await reorder(`${listPath()}/items`, { [idOf('a')]: 0, [idOf('d')]: 3 }, at('19:20'));
    expect(await names()).toBe('abcd');
  });

  test('the same, arriving the other way round', async () => {
    await late();
    expect((await early()).notice).toEqual({ code: 'superseded' });
    expect(await names()).toBe('dbac');
  });

  test('an item that one of them added keeps its place', async () => {
    await call('POST', `${listPath()}/items`, { name: 'x', price_amount: 1, sort_order: 4 });
    await late();
    expect(await names()).toBe('bacdx');
  });

  test('one that was deleted meanwhile is passed over', async () => {
    await call('POST', `${listPath()}/items/delete`, { item_ids: [idOf('d')] });
    expect((await early()).status).toBe(200);
    expect(await names()).toBe('bca');
  });
});

test('a repetition changes nothing', async () => {
  const body = { places: [{ id: idOf('d'), sort_order: 0.5 }], op_id: newId(), ...at('19:02') };
  const first = await call('POST', `${listPath()}/items/reorder`, body);
  const before = (await call<MenuItem[]>('GET', `${listPath()}/items`)).data;
  const second = await call('POST', `${listPath()}/items/reorder`, body);
  expect(second.data).toEqual(first.data);
  expect((await call<MenuItem[]>('GET', `${listPath()}/items`)).data).toEqual(before);
});

test('refuses rows of another list or restaurant as unknown', async () => {
  const other = (await call<MenuCategory>('POST', `/menu/books/${book.id}/categories`, { name: 'Sides' })).data;
  const wrong = `/menu/books/${book.id}/categories/${other.id}/items`;
  expect((await reorder(wrong, { [idOf('a')]: 1 })).status).toBe(404);
  expect((await reorder(`${listPath()}/items`, { [idOf('a')]: 1, [newId()]: 2 })).status).toBe(404);
  const stranger = await signUp(app);
  expect((await reorder(`${listPath()}/items`, { [idOf('a')]: 1 }, {}, stranger.token)).status).toBe(404);
  expect((await reorder('/menu/books', { [book.id]: 1 }, {}, stranger.token)).status).toBe(404);
  expect(await names()).toBe('abcd');
});

test('refuses more than 500 rows, and a row twice', async () => {
  const many = Object.fromEntries(Array.from({ length: 501 }, () => [newId(), 1]));
  expect((await reorder('/menu/books', many)).status).toBe(422);
  const places = [1, 2].map((sort_order) => ({ id: idOf('a'), sort_order }));
  expect((await call('POST', `${listPath()}/items/reorder`, { places })).status).toBe(422);
  expect((await call('POST', `${listPath()}/items/reorder`, { places: [] })).status).toBe(422);
});
