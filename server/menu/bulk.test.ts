import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BulkItem } from '../../contract/menu/bulk-calls.ts';
import type { MenuBook, MenuCategory, MenuItem } from '../../contract/menu/calls.ts';
import { callApi, type Method } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { newId } from '../platform/ids.ts';

let app: TestApp;
let owner: SignedUp;
let book: MenuBook;
let curries: MenuCategory;
let sides: MenuCategory;
let dal: MenuItem;
let dosa: MenuItem;

beforeAll(async () => void (app = await startApp({ startsAt: '2026-11-20T18:00:00.000Z' })));
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set('2026-11-20T18:00:00.000Z');
  owner = await signUp(app);
  book = (await call<MenuBook>('POST', '/menu/books', { name: 'Evening menu' })).data;
  const categories = `/menu/books/${book.id}/categories`;
  curries = (await call<MenuCategory>('POST', categories, { name: 'Curries' })).data;
  sides = (await call<MenuCategory>('POST', categories, { name: 'Sides' })).data;
  dal = (await call<MenuItem>('POST', `${pathOf(curries)}/items`, { name: 'Dal', price_amount: 700 })).data;
  const variants = [
    { id: newId(), name: 'Small', price_amount: 500 },
    { id: newId(), name: 'Large', price_amount: 900, is_default: true },
  ];
  dosa = (await call<MenuItem>('POST', `${pathOf(curries)}/items`, { name: 'Dosa', price_amount: 900, variants })).data;
  app.clock.set('2026-11-20T19:42:00.000Z');
});

const call = <T>(method: Method, path: string, body?: unknown, token = owner.token) =>
  callApi<T>(app.fetch, method, path, { token, body });
const pathOf = ({ id }: MenuCategory) => `/menu/books/${book.id}/categories/${id}`;
const bulk = (items: BulkItem[], more: object = {}, token?: string) =>
  call<{ items: MenuItem[] }>('POST', '/menu/items/bulk', { items, ...more }, token);
const edit = (item: MenuItem, body: object) => call<MenuItem>('PUT', `${pathOf(curries)}/items/${item.id}`, body);
const at = (time: string) => ({ occurred_at: `2026-11-20T${time}:00.000Z` });
const stored = async (category = curries) => (await call<MenuItem[]>('GET', `${pathOf(category)}/items`)).data;
const find = async ({ id }: MenuItem) => (await stored()).find((item) => item.id === id)!;
const priced = (item: MenuItem, ...prices: number[]) => ({
  variants: item.variants!.map(({ id, name, is_default }, i) => ({ id, name, is_default, price_amount: prices[i]! })),
  expected_variants: item.variants!.map(({ id, price_amount }) => ({ id, price_amount })),
});

test('sets the fields of many items under one version', async () => {
  const until = '2026-11-21T12:00:00.000Z';
  const { data, notice } = await bulk([
    { id: dal.id, price_amount: 750, expected_price_amount: 700, tax_rate_bp: 2000 },
    {
      id: dosa.id,
      ...priced(dosa, 550, 950),
      kitchen_station: 'Grill',
      availability_status: 'sold_out',
      unavailable_until: until,
    },
  ]);
  expect(notice).toBeUndefined();
  expect(await find(dal)).toMatchObject({ price_amount: 750, tax_rate_bp: 2000, version: data.items[0]!.version });
  expect(await find(dosa)).toMatchObject({
    kitchen_station: 'Grill',
    availability_status: 'sold_out',
    unavailable_until: until,
    variants: [{ price_amount: 550 }, { price_amount: 950 }],
    version: data.items[0]!.version,
  });
  expect(data.items).toEqual([await find(dal), await find(dosa)]);
});

describe('a bulk edit and the edit of one item', () => {
  const older = () =>
    bulk(
      [
        { id: dal.id, tax_rate_bp: 500, kitchen_station: 'Grill' },
        { id: dosa.id, tax_rate_bp: 500 },
      ],
      at('19:02'),
    );
  const newer = () => edit(dal, { tax_rate_bp: 2000, name: 'Tarka dal', ...at('19:10') });

  test.for([
    ['the older first', [older, newer]],
    ['the newer first', [newer, older]],
  ] as const)('end alike: %s', async ([, steps]) => {
    for (const step of steps) await step();
    expect(await find(dal)).toMatchObject({ name: 'Tarka dal', tax_rate_bp: 2000, kitchen_station: 'Grill' });
    expect(await find(dosa)).toMatchObject({ tax_rate_bp: 500 });
  });

  test('report each field that lost, with its item', async () => {
    await newer();
    const { notice } = await older();
    expect(notice).toMatchObject({ code: 'superseded', current: [{ id: dal.id, tax_rate_bp: 2000 }] });
    expect(Object.keys(notice!.fields!)).toEqual([`${dal.id}.tax_rate_bp`]);
    expect(notice!.fields![`${dal.id}.tax_rate_bp`]).toMatchObject({ at: '2026-11-20T19:10:00.000Z' });
  });
});

describe('a price that the editor did not see', () => {
  test('stays although the bulk edit is newer; the other items change', async () => {
    await edit(dal, { price_amount: 720, ...at('19:02') });
    const { notice } = await bulk(
      [
        { id: dal.id, price_amount: 770, expected_price_amount: 700 },
        { id: dosa.id, price_amount: 990, expected_price_amount: 900 },
      ],
      at('19:10'),
    );
    expect(Object.keys(notice!.fields!)).toEqual([`${dal.id}.price_amount`]);
    expect([(await find(dal)).price_amount, (await find(dosa)).price_amount]).toEqual([720, 990]);
  });

  test('stays in variants, too, also in the edit of one item', async () => {
    const [small, large] = dosa.variants!;
    await edit(dosa, { variants: [{ ...wanted(small!), price_amount: 520 }, wanted(large!)], ...at('19:02') });
    const late = await bulk([{ id: dosa.id, ...priced(dosa, 550, 990) }], at('19:10'));
    expect(Object.keys(late.notice!.fields!)).toEqual([`${dosa.id}.variants`]);
    const single = await edit(dosa, { ...priced(dosa, 550, 990), ...at('19:12') });
    expect(Object.keys(single.notice!.fields!)).toEqual(['variants']);
    expect((await find(dosa)).variants!.map(({ price_amount }) => price_amount)).toEqual([520, 900]);
    const seen = await find(dosa);
    expect((await edit(seen, { ...priced(seen, 550, 990), ...at('19:14') })).notice).toBeUndefined();
  });
});

const wanted = ({ id, name, price_amount, is_default }: NonNullable<MenuItem['variants']>[number]) => ({
  id,
  name,
  price_amount,
  is_default,
});

test('an older availability loses and is reported', async () => {
  await call('PUT', `${pathOf(curries)}/items/${dal.id}/update-availability`, { is_available: false, ...at('19:10') });
  const { notice } = await bulk([{ id: dal.id, availability_status: 'available' }], at('19:02'));
  expect(Object.keys(notice!.fields!)).toEqual([`${dal.id}.availability`]);
  expect((await find(dal)).availability_status).toBe('sold_out');
});

describe('items that move to another category', () => {
  const move = (item = dal) =>
    bulk([{ id: item.id, category_id: sides.id, menu_book_id: book.id, sort_order: 4 }], at('19:02'));

  test('take their place there', async () => {
    await move();
    expect(await stored()).toMatchObject([{ id: dosa.id }]);
    expect(await stored(sides)).toMatchObject([{ id: dal.id, category_id: sides.id, sort_order: 4 }]);
  });

  test('keep what another device changes under the former address', async () => {
    await move();
    expect((await edit(dal, { name: 'Tarka dal', ...at('19:01') })).status).toBe(200);
    await call('PUT', `${pathOf(curries)}/items/${dal.id}/update-availability`, { is_available: false });
    const path = `${pathOf(curries)}/items/reorder`;
    expect((await call('POST', path, { places: [{ id: dal.id, sort_order: -9 }] })).status).toBe(200);
    expect(await stored(sides)).toMatchObject([{ name: 'Tarka dal', is_available: false, sort_order: 4 }]);
    expect((await call('POST', `${pathOf(curries)}/items/delete`, { item_ids: [dal.id] })).status).toBe(200);
    expect(await stored(sides)).toEqual([]);
  });

  test('need a category of the menu that is named', async () => {
    await call('DELETE', pathOf(sides));
    expect((await move()).status).toBe(404);
    const other = (await call<MenuBook>('POST', '/menu/books', { name: 'Lunch' })).data;
    const wrong = { id: dal.id, category_id: curries.id, menu_book_id: other.id };
    expect((await bulk([wrong])).status).toBe(404);
    expect(await stored()).toHaveLength(2);
  });
});

test('a repetition gets the same answer and changes nothing', async () => {
  const more = { op_id: newId(), ...at('19:02') };
  const items = [{ id: dal.id, price_amount: 750, expected_price_amount: 700 }];
  const first = await bulk(items, more);
  await edit(dal, { price_amount: 800, ...at('19:10') });
  const before = await stored();
  expect((await bulk(items, more)).data).toEqual(first.data);
  expect(await stored()).toEqual(before);
});

test('one that was deleted meanwhile is passed over, an unknown one refuses all', async () => {
  await call('POST', `${pathOf(curries)}/items/delete`, { item_ids: [dosa.id] });
  const items = [dal, dosa].map(({ id }) => ({ id, tax_rate_bp: 500 }));
  expect((await bulk(items)).data.items).toMatchObject([{ id: dal.id, tax_rate_bp: 500 }]);
  expect(
    (
      await bulk([
        { id: dal.id, tax_rate_bp: 900 },
        { id: newId(), tax_rate_bp: 900 },
      ])
    ).status,
  ).toBe(404);
  expect((await bulk(items, {}, (await signUp(app)).token)).status).toBe(404);
  expect((await find(dal)).tax_rate_bp).toBe(500);
});

test('refuses more than 100 items, an item twice and a negative price', async () => {
  const many = Array.from({ length: 101 }, () => ({ id: newId(), tax_rate_bp: 500 }));
  expect((await bulk(many)).status).toBe(422);
  expect((await bulk([{ id: dal.id }, { id: dal.id }])).status).toBe(422);
  expect((await bulk([{ id: dal.id, price_amount: -1 }])).status).toBe(422);
});
