import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { MenuBook, MenuCategory, MenuItem } from '../../contract/menu/calls.ts';
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
  owner = await signUp(app);
  book = (await call<MenuBook>('POST', '/menu/books', { name: 'Evening menu', is_default: true })).data;
  category = (await call<MenuCategory>('POST', `/menu/books/${book.id}/categories`, { name: 'Curries' })).data;
  items = [];
  for (const name of ['Dal', 'Korma'])
    items.push((await call<MenuItem>('POST', `${path()}/items`, { name, price_amount: 700 })).data);
});

const call = <T>(method: Method, url: string, body?: unknown, token = owner.token) =>
  callApi<T>(app.fetch, method, url, { token, body });
const path = () => `/menu/books/${book.id}/categories/${category.id}`;
const names = async () => (await call<MenuItem[]>('GET', `/menu?menu_book_id=${book.id}`)).data.map(({ name }) => name);
const remove = (item: MenuItem) => call('POST', `${path()}/items/delete`, { item_ids: [item.id] });
const later = () => app.clock.set(new Date(app.clock.now().getTime() + 60_000).toISOString());

test('brings items back as they were', async () => {
  const ids = items.map(({ id }) => id);
  await call('PUT', `${path()}/items/${ids[0]}/update-availability`, { is_available: false });
  await call('POST', `${path()}/items/delete`, { item_ids: ids });
  expect(await names()).toEqual([]);
  expect((await call('POST', '/menu/items/restore', { item_ids: ids })).data).toEqual({ ids });
  expect((await call<MenuItem[]>('GET', `${path()}/items`)).data).toMatchObject([
    { id: ids[0], is_available: false, deleted_at: null },
    { id: ids[1], is_available: true },
  ]);
  expect((await call('POST', '/menu/items/restore', { item_ids: ids })).notice).toEqual({ code: 'already_done' });
});

test('brings a category back with the items that went with it, and no others', async () => {
  await remove(items[0]!);
  later();
  await call('DELETE', path());
  expect((await call('POST', '/menu/items/restore', { item_ids: [items[1]!.id] })).status).toBe(404);
  expect((await call('POST', `${path()}/restore`)).status).toBe(200);
  expect(await names()).toEqual(['Korma']);
});

test('brings a menu back; it is not the default one if another became it', async () => {
  await call('DELETE', `/menu/books/${book.id}`);
  expect((await call('POST', `${path()}/restore`)).status).toBe(404);
  const lunch = (await call<MenuBook>('POST', '/menu/books', { name: 'Lunch', is_default: true })).data;
  expect((await call('POST', `/menu/books/${book.id}/restore`)).status).toBe(200);
  expect(await names()).toEqual(['Dal', 'Korma']);
  const books = (await call<MenuBook[]>('GET', '/menu/books')).data;
  expect(books.filter(({ is_default }) => is_default).map(({ id }) => id)).toEqual([lunch.id]);
});

test('refuses what never was, and rows of another restaurant', async () => {
  await remove(items[0]!);
  const ids = { item_ids: [items[0]!.id, newId()] };
  expect((await call('POST', '/menu/items/restore', ids)).status).toBe(404);
  const { token } = await signUp(app);
  expect((await call('POST', '/menu/items/restore', { item_ids: [items[0]!.id] }, token)).status).toBe(404);
  await call('DELETE', `/menu/books/${book.id}`);
  expect((await call('POST', `/menu/books/${book.id}/restore`, {}, token)).status).toBe(404);
  expect(await names()).toEqual([]);
});
