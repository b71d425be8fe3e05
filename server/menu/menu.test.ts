import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MenuBook, MenuCategory, MenuItem } from '../../contract/menu/calls.ts';
import type { Order } from '../../contract/orders/calls.ts';
import { callApi, type Method } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { newId } from '../platform/ids.ts';

let app: TestApp;
let owner: SignedUp;
let book: MenuBook;
let category: MenuCategory;

beforeAll(async () => {
  app = await startApp({ startsAt: '2026-11-20T19:42:00.000Z' });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set('2026-11-20T19:42:00.000Z');
  owner = await signUp(app);
  book = (await call<MenuBook>('POST', '/menu/books', { name: 'Evening menu' })).data;
  category = (await call<MenuCategory>('POST', `/menu/books/${book.id}/categories`, { name: 'Curries' })).data;
});

const call = <T>(method: Method, path: string, body?: unknown, token = owner.token) =>
  callApi<T>(app.fetch, method, path, { token, body });
const categoryPath = () => `/menu/books/${book.id}/categories/${category.id}`;
const addItem = async (name: string, more: object = {}) =>
  (await call<MenuItem>('POST', `${categoryPath()}/items`, { name, price_amount: 1150, ...more })).data;
const version = async () =>
  Number(
    (await app.pools.owner.query('SELECT version FROM spaces WHERE restaurant_id = $1', [owner.restaurant.id])).rows[0]
      .version,
  );

test('a new menu has the tax mode of the tax settings where nobody says; menus and orders that exist stay', async () => {
  const item = await addItem('Dal', { tax_rate_bp: 2000 });
  const order = async (menu_item_id: string) =>
    (
      await call<Order>('POST', '/orders', {
        order_type: 'pickup',
        channel: 'walk_in',
        customer: { name: 'Ana', phone: '', email: null },
        lines: [{ menu_item_id, quantity: 1 }],
      })
    ).data;
  const before = await order(item.id);
  expect(before).toMatchObject({ total_amount: 1150, taxes: [{ is_inclusive: true }] });

  expect((await call('POST', '/settings/service', { tax_settings: { tax_mode: 'exclusive', rates: [] } })).status).toBe(
    200,
  );
  const modeOf = async (body: object) => (await call<MenuBook>('POST', '/menu/books', body)).data.tax_mode;
  expect(await modeOf({ name: 'Lunch' })).toBe('exclusive');
  expect(await modeOf({ name: 'Drinks', tax_mode: 'inclusive' })).toBe('inclusive');
  expect((await call<MenuBook>('GET', `/menu/books/${book.id}`)).data.tax_mode).toBe('inclusive');
  const after = await order(item.id);
  expect([after.total_amount, after.taxes]).toEqual([before.total_amount, before.taxes]);
});

describe('a menu', () => {
  test('consists of books, categories and items with rising versions', async () => {
    const item = await addItem('Butter chicken', {
      allergens: ['milk', 'tree_nuts'],
      spice_level: 1,
      dietary: ['halal'],
    });
    expect([category.version - book.version, item.version - category.version]).toEqual([1, 1]);
    expect(item).toMatchObject({
      menu_book_id: book.id,
      category_id: category.id,
      currency: 'GBP',
      availability_status: 'available',
      is_available: true,
      allergens: ['milk', 'tree_nuts'],
      updated_by: { kind: 'user', id: owner.user.id },
    });
    const found = await call<MenuBook & { categories: (MenuCategory & { items_count: number })[] }>(
      'GET',
      `/menu/books/${book.id}`,
    );
    expect(found.data).toEqual({ ...book, categories: [{ ...category, items_count: 1 }] });
    expect((await call('GET', '/menu/books')).data).toEqual([book]);
    expect(await call('GET', `${categoryPath()}/items`)).toMatchObject({
      data: [item],
      meta: { total_count: 1, limit: 100 },
    });
  });

  test('uses the device’s ids; repetitions create nothing, reuse is refused', async () => {
    const id = newId();
    const body = { id, name: 'Lamb bhuna', price_amount: 1225, description: 'Reduced onion' };
    const made = await call<MenuItem>('POST', `${categoryPath()}/items`, body);
    const before = await version();
    expect(await call('POST', `${categoryPath()}/items`, body)).toMatchObject({ status: 200, data: made.data });
    expect(await call('POST', `${categoryPath()}/items`, { ...body, price_amount: 1 })).toMatchObject({
      status: 409,
      error: { code: 'id_taken', current: made.data },
    });
    expect(await call('POST', '/menu/books', { id: book.id, name: 'Evening menu' })).toMatchObject({
      status: 200,
      data: book,
    });
    expect(await call('POST', '/menu/books', { id: book.id, name: 'Lunch' })).toMatchObject({ status: 409 });
    expect(await call('POST', `/menu/books/${book.id}/categories`, { id: category.id, name: 'Curries' })).toMatchObject(
      { status: 200 },
    );
    expect(await call('POST', `/menu/books/${book.id}/categories`, { id: category.id, name: 'Breads' })).toMatchObject({
      status: 409,
    });
    expect(await version()).toBe(before);
    // Another restaurant may have a row with the same id; nothing is revealed.
    const other = await signUp(app);
    expect(await call('POST', '/menu/books', { id: book.id, name: 'Theirs' }, other.token)).toMatchObject({
      status: 200,
      data: { id: book.id, name: 'Theirs' },
    });
    expect((await call<MenuBook>('GET', `/menu/books/${book.id}`)).data.name).toBe('Evening menu');
  });

  test('an edit changes only named fields, or no version', async () => {
    const item = await addItem('Goan fish curry', { description: 'Hake', price_amount: 1250 });
    const path = `${categoryPath()}/items/${item.id}`;
    const edited = await call<MenuItem>('PUT', path, { price_amount: 1295 });
    expect(edited.data).toEqual({ ...item, price_amount: 1295, version: edited.data.version });
    const before = await version();
    expect((await call('PUT', path, { price_amount: 1295 })).data).toEqual(edited.data);
    expect((await call('PUT', path, {})).data).toEqual(edited.data);
    expect(await version()).toBe(before);
    expect(
      (await call<MenuCategory>('PUT', categoryPath(), { name: 'House curries', sort_order: 3 })).data,
    ).toMatchObject({ name: 'House curries', sort_order: 3 });
    expect((await call<MenuBook>('PUT', `/menu/books/${book.id}`, { description: 'From six' })).data).toMatchObject({
      name: 'Evening menu',
      description: 'From six',
    });
  });

  test('a new default book replaces the former one', async () => {
    await call('PUT', `/menu/books/${book.id}`, { is_default: true });
    const lunch = (await call<MenuBook>('POST', '/menu/books', { name: 'Lunch', is_default: true })).data;
    const books = (await call<MenuBook[]>('GET', '/menu/books')).data;
    expect(books.filter((one) => one.is_default).map((one) => one.id)).toEqual([lunch.id]);
    // The former default has the version of the change, so that devices receive it.
    expect(books.map((one) => one.version)).toEqual([lunch.version, lunch.version]);
  });

  test('a book is deleted with its contents in one version', async () => {
    const item = await addItem('Tarka dal');
    const before = await version();
    expect(await call('DELETE', `/menu/books/${book.id}`)).toMatchObject({ status: 200, data: { id: book.id } });
    const { rows } = await app.pools.owner.query(
      `SELECT version, deleted_at FROM menu_items WHERE id = $1 UNION ALL SELECT version, deleted_at FROM menu_categories WHERE id = $2
       UNION ALL SELECT version, deleted_at FROM menu_books WHERE id = $3`,
      [item.id, category.id, book.id],
    );
    expect(rows).toHaveLength(3);
    expect(rows.every((row) => Number(row.version) === before + 1 && row.deleted_at !== null)).toBe(true);
    for (const path of [`/menu/books/${book.id}`, `${categoryPath()}/items`])
      expect((await call('GET', path)).status).toBe(404);
    expect((await call('GET', '/menu')).data).toEqual([]);
    expect(await call('DELETE', `/menu/books/${book.id}`)).toMatchObject({
      status: 200,
      notice: { code: 'already_done' },
    });
    expect((await call('PUT', `/menu/books/${book.id}`, { name: 'Back' })).status).toBe(404);
    expect((await call('POST', '/menu/books', { id: book.id, name: 'Evening menu' })).status).toBe(409);
    expect(await version()).toBe(before + 1);
  });

  test('a category is deleted with items, and items together', async () => {
    const [one, two, three] = [await addItem('Naan'), await addItem('Roti'), await addItem('Chapati')];
    const gone = await call('POST', `${categoryPath()}/items/delete`, { item_ids: [one.id, two.id, one.id] });
    expect(gone).toMatchObject({ status: 200, data: { ids: [one.id, two.id] } });
    const before = await version();
    expect(await call('POST', `${categoryPath()}/items/delete`, { item_ids: [one.id] })).toMatchObject({
      status: 200,
      notice: { code: 'already_done' },
    });
    expect(await call('POST', `${categoryPath()}/items/delete`, { item_ids: [three.id, newId()] })).toMatchObject({
      status: 404,
    });
    expect(await version()).toBe(before);
    expect((await call<MenuItem[]>('GET', `${categoryPath()}/items`)).data.map((item) => item.name)).toEqual([
      'Chapati',
    ]);
    expect((await call('DELETE', categoryPath())).status).toBe(200);
    expect((await call('GET', '/menu')).data).toEqual([]);
  });

  test('missing and misplaced rows are not found', async () => {
    const item = await addItem('Raita');
    const lunch = (await call<MenuBook>('POST', '/menu/books', { name: 'Lunch' })).data;
    const other = await signUp(app);
    const wrong = [
      ['PUT', `/menu/books/${lunch.id}/categories/${category.id}/items/${item.id}`, { name: 'x' }],
      ['PUT', `${categoryPath()}/items/${newId()}`, { name: 'x' }],
      ['PUT', `${categoryPath()}/items/raita`, { name: 'x' }],
      ['PUT', `${categoryPath()}/items/${newId()}/update-availability`, { is_available: false }],
      ['POST', `/menu/books/${lunch.id}/categories/${category.id}/items`, { name: 'x', price_amount: 1 }],
      ['POST', `/menu/books/${newId()}/categories`, { name: 'x' }],
      ['DELETE', `/menu/books/${lunch.id}/categories/${category.id}`, undefined],
      ['DELETE', `/menu/books/${newId()}`, undefined],
    ] as const;
    for (const [method, path, body] of wrong) expect(await call(method, path, body)).toMatchObject({ status: 404 });
    for (const [method, path, body] of [
      ['PUT', `${categoryPath()}/items/${item.id}`, { name: 'x' }],
      ['PUT', `${categoryPath()}/items/${item.id}/update-availability`, { is_available: false }],
      ['GET', `/menu/books/${book.id}`, undefined],
      ['DELETE', categoryPath(), undefined],
    ] as const)
      expect(await call(method, path, body, other.token)).toMatchObject({ status: 404 });
  });

  test('is sorted, and searched by words, best match first', async () => {
    const breads = (
      await call<MenuCategory>('POST', `/menu/books/${book.id}/categories`, { name: 'Breads', sort_order: 1 })
    ).data;
    await addItem('Garlic prawns', { sort_order: 2 });
    await addItem('Chicken korma', { sort_order: 1, description: 'With garlic' });
    for (let i = 0; i < 12; i += 1)
      await call('POST', `/menu/books/${book.id}/categories/${breads.id}/items`, {
        name: `Garlic naan ${i}`,
        price_amount: 345,
        sort_order: i,
      });
    const names = async (path: string) => (await call<MenuItem[]>('GET', path)).data.map((item) => item.name);
    expect((await names('/menu')).slice(0, 3)).toEqual(['Chicken korma', 'Garlic prawns', 'Garlic naan 0']);
    expect(await names(`/menu?menu_book_id=${book.id}&category=curries`)).toEqual(['Chicken korma', 'Garlic prawns']);
    expect(await names(`/menu?category=${breads.id}`)).toHaveLength(12);
    expect(await names(`/menu?menu_book_id=${newId()}`)).toEqual([]);
    expect(await call('GET', '/menu?limit=5&page_no=2')).toMatchObject({
      meta: { total_count: 14, page_count: 3, current_page: 2 },
    });
    const found = await call<MenuItem[]>('GET', '/api/v1/restaurant/menu/items?search=garlic');
    expect(found.data).toHaveLength(10);
    expect(found.meta).toMatchObject({ total_count: 14, limit: 10 });
    expect(await names('/api/v1/restaurant/menu/items?search=GARLIC%20korma')).toEqual(['Chicken korma']);
    expect(await names('/api/v1/restaurant/menu/items?search=g%C3%A4rlic%20k%E2%80%99orma')).toEqual(['Chicken korma']);
    expect(await names('/api/v1/restaurant/menu/items?search=%25')).toEqual([]);
    expect((await names('/api/v1/restaurant/menu/items?search=garlic&limit=100')).at(-1)).toBe('Chicken korma');
  });

  test.each([
    [{ name: '', price_amount: 1 }],
    [{ name: 'x', price_amount: -1 }],
    [{ name: 'x', price_amount: 1.5 }],
    [{ name: 'x', price_amount: '1' }],
    [{ name: 'x', price_amount: 1, allergens: ['plutonium'] }],
    [{ name: 'x', price_amount: 1, spice_level: 4 }],
    [{ name: 'x\u0000', price_amount: 1 }],
    [{ name: 'x', price_amount: 1, is_admin: true }],
    [{ price_amount: 1 }],
  ])('an item %j is refused', async (body) => {
    const before = await version();
    expect(await call('POST', `${categoryPath()}/items`, body)).toMatchObject({
      status: 422,
      error: { code: 'invalid_fields' },
    });
    expect(await version()).toBe(before);
  });
});

describe('availability', () => {
  const set = (item: MenuItem, body: object) =>
    call<MenuItem>('PUT', `${categoryPath()}/items/${item.id}/update-availability`, body);

  test('"not available" alone means sold out until turned on', async () => {
    const item = await addItem('Lamb rogan josh');
    const off = await set(item, { is_available: false });
    expect(off.data).toMatchObject({
      availability_status: 'sold_out',
      unavailable_until: null,
      is_available: false,
      availability_changed_at: '2026-11-20T19:42:00.000Z',
      availability_changed_by: { id: owner.user.id },
    });
    app.clock.pass(1000);
    expect((await set(item, { is_available: true })).data).toMatchObject({
      availability_status: 'available',
      is_available: true,
    });
  });

  test('"until next opening" uses the restaurant’s zone and ends', async () => {
    const item = await addItem('Prawn madras');
    const off = await set(item, { availability_status: 'sold_out', duration: 'next_opening', reason: 'out_of_stock' });
    // A new restaurant is open from 11:00 to 23:00.
    expect(off.data).toMatchObject({ unavailable_until: '2026-11-21T11:00:00.000Z', is_available: false });
    app.clock.set('2026-11-21T11:00:00.000Z');
    const [now] = (await call<MenuItem[]>('GET', '/menu')).data;
    expect(now).toMatchObject({ availability_status: 'sold_out', is_available: true, version: off.data.version });
  });

  test('the later change wins, and the loser is told', async () => {
    const item = await addItem('Cobra');
    const on = await set(item, { is_available: true, occurred_at: '2026-11-20T19:40:00.000Z' });
    const before = await version();
    const late = await set(item, { is_available: false, occurred_at: '2026-11-20T19:30:00.000Z' });
    expect(late).toMatchObject({ status: 200, data: on.data, notice: { code: 'superseded', current: on.data } });
    expect(await version()).toBe(before);
    // A clock that runs ahead counts as now and cannot block later changes.
    await set(item, { is_available: false, occurred_at: '2026-12-24T19:30:00.000Z' });
    app.clock.pass(1);
    expect((await set(item, { is_available: true })).data.is_available).toBe(true);
  });

  test('arrival order does not matter', async () => {
    const taps = [
      { is_available: false, occurred_at: '2026-11-20T19:10:00.000Z', op_id: newId() },
      { is_available: true, occurred_at: '2026-11-20T19:20:00.000Z', op_id: newId() },
      { availability_status: 'hidden', occurred_at: '2026-11-20T19:20:00.000Z', op_id: newId() },
    ];
    const states = new Set<string>();
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 0, 2],
      [2, 0, 1],
      [0, 2, 1],
      [1, 2, 0],
    ]) {
      const item = await addItem('Kingfisher');
      for (const i of order) await set(item, { ...taps[i], op_id: newId(new Date(1_763_000_000_000 + i)) });
      const { availability_status, availability_changed_at } = (await call<MenuItem[]>('GET', '/menu')).data.find(
        (one) => one.id === item.id,
      )!;
      states.add(`${availability_status} ${availability_changed_at}`);
    }
    expect([...states]).toEqual(['hidden 2026-11-20T19:20:00.000Z']);
  });

  test.each([
    [{}],
    [{ duration: 'today' }],
    [{ is_available: true, availability_status: 'hidden' }],
    [{ is_available: 'no' }],
    [{ is_available: false, unavailable_until: 'soon' }],
  ])('%j is refused and changes nothing', async (body) => {
    const item = await addItem('Saag paneer');
    const before = await version();
    expect(await set(item, body)).toMatchObject({ status: 422, error: { code: 'invalid_fields' } });
    expect(await version()).toBe(before);
  });
});
