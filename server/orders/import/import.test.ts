import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readCsv } from '../../../contract/csv.ts';
import type { Insights } from '../../../contract/dashboard/calls.ts';
import { ORDER_IMPORT, type CheckedOrders, type OrderImport } from '../../../contract/orders/import-calls.ts';
import { callApi, type Method } from '../../../tests/support/api.ts';
import { startApp, type TestApp } from '../../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../../tests/support/sign-up.ts';
import { newId } from '../../platform/ids.ts';
import { deleteOldOf } from '../../../tests/support/delete-old.ts';

let app: TestApp;
let owner: SignedUp;
beforeAll(async () => {
  app = await startApp({ startsAt: '2026-11-20T18:30:00.000Z' });
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await signUp(app);
});

const asOwner = <T = OrderImport>(method: Method, path: string, body?: unknown) =>
  callApi<T>(app.fetch, method, path, { token: owner.token, body });
const check = (file: string | Uint8Array, id = newId()) =>
  asOwner<CheckedOrders>('PUT', `/orders/imports/${id}`, {
    file: [Buffer.from(file).toString('base64')],
    file_name: 'till.csv',
  });
const stored = async (table: 'orders' | 'menu_items'): Promise<number> =>
  (await app.pools.owner.query(`SELECT 1 FROM ${table} WHERE restaurant_id = $1`, [owner.restaurant.id])).rows.length;

async function importFile(file: string): Promise<OrderImport> {
  const { data } = await check(file);
  expect(await asOwner('POST', `/orders/imports/${data.import_id}/start`)).toMatchObject({
    status: 200,
    data: { status: 'queued', orders_added: 0 },
  });
  await app.jobs.drain();
  return (await asOwner('GET', `/orders/imports/${data.import_id}`)).data;
}

const till = [
  'Order Number;Order Date;Item Name;Quantity;Product Price;Guest;Status',
  '16118;03/08/2019 20:25;Plain Papadum;2;0.80;Priya;paid',
  '16118;03/08/2019 20:25;King Prawn Balti;1;12.95;Priya;paid',
  '16119;13/08/2019 20:17;Garlic Naan;x;2.95;=cmd|x;paid',
  '16120;13/08/2019 21:00;Garlic Naan;1;2.95;Tom;refunded',
  '16121;14/08/2019 21:00;Garlic Naan;3;2.95;Tom;paid',
].join('\n');

test('a check names the columns, counts and bad rows, and changes nothing', async () => {
  const { status, data } = await check(till);
  expect(status).toBe(200);
  expect(data).toMatchObject({
    status: 'checked',
    file_name: 'till.csv',
    columns: [
      { field: 'number', heading: 'Order Number' },
      { field: 'date', heading: 'Order Date' },
      { field: 'name', heading: 'Item Name' },
      { field: 'quantity', heading: 'Quantity' },
      { field: 'price', heading: 'Product Price' },
      { field: 'status', heading: 'Status' },
    ],
    other_columns: ['Guest'],
    orders: 2,
    lines: 3,
    dishes: 3,
    total_amount: 160 + 1295 + 885,
    first_order_at: '2019-08-03T19:25:00.000Z',
    last_order_at: '2019-08-14T20:00:00.000Z',
    orders_added: 2,
    orders_skipped: 0,
    lines_added: 3,
    failed: 2,
    head: ['Order Number', 'Order Date', 'Item Name', 'Quantity', 'Product Price', 'Guest', 'Status'],
  });
  expect(data.first_rows).toHaveLength(ORDER_IMPORT.rowsShown);
  expect(data.first_rows[0]).toEqual(['16118', '03/08/2019 20:25', 'Plain Papadum', '2', '0.80', 'Priya', 'paid']);
  expect(data.errors.map(({ row }) => row)).toEqual([4, 5]);
  expect(data.errors.map(({ message }) => message)).toEqual([
    expect.stringContaining('"x"') as string,
    expect.stringContaining('no sale') as string,
  ]);
  expect([await stored('orders'), await stored('menu_items')]).toEqual([0, 0]);
});

test('an import adds the orders, which insights show, and a second one writes nothing', async () => {
  expect(await importFile(till)).toMatchObject({
    status: 'done',
    orders: 2,
    orders_done: 2,
    orders_added: 2,
    orders_skipped: 0,
    lines_added: 3,
    dishes_added: 3,
    failed: 2,
  });
  const path = '/dashboard/insights?date=2019-08-01..2019-08-31';
  expect((await asOwner<Insights>('GET', path)).data).toMatchObject({
    total_revenue: { value: 160 + 1295 + 885 },
    total_orders_count: { value: 2 },
  });
  const { rows: notes } = await app.pools.owner.query(
    "SELECT title, body FROM notifications WHERE restaurant_id = $1 AND type = 'import_done'",
    [owner.restaurant.id],
  );
  expect(notes).toEqual([
    { title: 'Your past orders have been imported', body: '2 orders added, 2 rows could not be read.' },
  ]);
  const versions = () =>
    app.pools.owner.query('SELECT id, version, updated_at FROM orders WHERE restaurant_id = $1 ORDER BY id', [
      owner.restaurant.id,
    ]);
  const { rows: before } = await versions();

  expect((await check(till)).data).toMatchObject({ orders_added: 0, orders_completed: 0, orders_skipped: 2 });
  expect(await importFile(till)).toMatchObject({ status: 'done', orders_added: 0, orders_skipped: 2, dishes_added: 0 });
  expect((await versions()).rows).toEqual(before);
});

test('a mended file completes an order that is here', async () => {
  await importFile(till);
  const mended = `${till}\n16121;14/08/2019 21:00;Mango Lassi;1;3.50;Tom;paid`;
  expect((await check(mended)).data).toMatchObject({ orders_completed: 1, orders_skipped: 1, lines_added: 1 });
  expect(await importFile(mended)).toMatchObject({ orders_added: 0, orders_completed: 1, orders_skipped: 1 });
});

test('the rows that cannot be read come back as a CSV in which nothing runs as a formula', async () => {
  const { data } = await check(till);
  const { data: rejects } = await asOwner<{ file_name: string; csv: string }>('GET', data.errors_csv_url!);
  expect(rejects.file_name).toBe('rejects-till.csv');
  expect(rejects.csv).toContain("'=cmd");
  expect(readCsv(rejects.csv)!.map(({ cells }) => cells.slice(0, 8))).toEqual([
    ['Order Number', 'Order Date', 'Item Name', 'Quantity', 'Product Price', 'Guest', 'Status', 'Row in the file'],
    ['16119', '13/08/2019 20:17', 'Garlic Naan', 'x', '2.95', '=cmd|x', 'paid', '4'],
    ['16120', '13/08/2019 21:00', 'Garlic Naan', '1', '2.95', 'Tom', 'refunded', '5'],
  ]);
});

test('erasing a customer removes their rows from the rejects', async () => {
  const { data } = await check(till.replace('=cmd|x', 'Ada Quill'));
  const { data: ada } = await asOwner<{ id: string }>('POST', '/customers', { name: 'Ada Quill' });
  expect((await asOwner('DELETE', `/customers/${ada.id}`)).error).toBeNull();
  const { data: rejects } = await asOwner<{ csv: string }>('GET', data.errors_csv_url!);
  expect(rejects.csv).toContain('16120');
  expect(rejects.csv).not.toContain('Ada');
});

const utf16 = (isBig: boolean) => {
  const bytes = Buffer.from(`\uFEFF${till}`, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};
test.each<[string, string | Uint8Array]>([
  ['UTF-16 LE', utf16(false)],
  ['UTF-16 BE', utf16(true)],
  ['Windows-1252', Buffer.from(till.replace('Plain Papadum', 'Crème brûlée'), 'latin1')],
])('a file in %s is read', async (_name, file) => {
  expect((await check(file)).data).toMatchObject({ orders: 2, lines: 3, failed: 2 });
});

test.each<[string, string | Uint8Array, RegExp]>([
  ['that is a workbook', Buffer.from('PK\u0003\u0004 rest'), /Excel workbook/],
  ['that is packed', Buffer.from([0x1f, 0x8b, 8, 0]), /Unpack/],
  ['without the columns', 'colour,size\nred,2\n', /no column for: Order Number/],
  ['that is too large', Buffer.alloc(ORDER_IMPORT.bytes + 1, 'a'), /larger than 10 MB/],
])('a file %s is refused with the reason', async (_name, file, reason) => {
  const { status, error } = await check(file);
  expect([status, error?.code]).toEqual([422, 'invalid_fields']);
  expect(error?.field_errors?.file).toMatch(reason);
});

test('an import starts once, and its id belongs to one file', async () => {
  const id = newId();
  await check(till, id);
  expect((await check(till, id)).status).toBe(200);
  expect((await check(`${till}\n`, id)).error?.code).toBe('id_taken');
  await asOwner('POST', `/orders/imports/${id}/start`);
  await app.jobs.drain();
  const again = await asOwner('POST', `/orders/imports/${id}/start`);
  expect([again.notice?.code, again.data.status, again.data.orders_added]).toEqual(['already_done', 'done', 2]);
  const { rows } = await app.pools.owner.query('SELECT content FROM order_imports WHERE id = $1', [id]);
  expect(rows).toEqual([{ content: null }]);
});

test('files that nobody imported are deleted after a week, rejects after 30 days', async () => {
  const left = (await check(till)).data.import_id;
  const done = (await importFile(till)).import_id;
  await deleteOldOf('orders', app, new Date(app.clock.now().getTime() + 8 * 86_400_000));
  expect((await asOwner('GET', `/orders/imports/${left}`)).status).toBe(404);
  expect((await asOwner('GET', `/orders/imports/${done}`)).data.errors_csv_url).not.toBeNull();
  await deleteOldOf('orders', app, new Date(app.clock.now().getTime() + 31 * 86_400_000));
  expect((await asOwner('GET', `/orders/imports/${done}`)).data.errors_csv_url).toBeNull();
});

test('of many files that nobody imports the newest three are kept', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 6; n += 1) {
    app.clock.pass(1000);
    ids.push((await check(`${till}${'\n'.repeat(n)}`)).data.import_id);
  }
  const { rows } = await app.pools.owner.query<{ id: string }>(
    'SELECT id FROM order_imports WHERE restaurant_id = $1 ORDER BY created_at',
    [owner.restaurant.id],
  );
  expect(rows.map(({ id }) => id)).toEqual(ids.slice(-3));
});

test('a file that waits forgets a person who is erased, and keeps its other rows', async () => {
  const file = [
    'Order Number,Order Date,Item Name,Quantity,Product Price,Phone',
    '1,03/08/2019 20:25,Plain Papadum,2,0.80,+44 7700 900321',
    '2,04/08/2019 20:25,Garlic Naan,1,2.95,+44 7700 900999',
  ].join('\n');
  const { data } = await check(file);
  const { data: person } = await asOwner<{ id: string }>('POST', '/customers', {
    name: 'Priya Nair',
    phone: '07700 900321',
  });
  await asOwner('DELETE', `/customers/${person.id}`);
  const { rows } = await app.pools.owner.query<{ content: Buffer }>('SELECT content FROM order_imports WHERE id = $1', [
    data.import_id,
  ]);
  expect(rows[0]!.content.toString()).not.toContain('900321');
  await asOwner('POST', `/orders/imports/${data.import_id}/start`);
  await app.jobs.drain();
  expect((await asOwner('GET', `/orders/imports/${data.import_id}`)).data).toMatchObject({
    status: 'done',
    orders_added: 1,
  });
});

test('a file that waits forgets a person whose row has an open quote, and its other rows stay as they are', async () => {
  const file = [
    'Order Number,Order Date,Item Name,Quantity,Product Price,Discount,Phone',
    '1,03/08/2019 20:25,Plain Papadum,2,0.80,-£0.50,+44 7700 900999',
    '2,04/08/2019 20:25,"Garlic Naan,1,2.95,,+44 7700 900654',
  ].join('\n');
  const { data } = await check(file);
  const { data: person } = await asOwner<{ id: string }>('POST', '/customers', { name: 'Al', phone: '07700 900654' });
  await asOwner('DELETE', `/customers/${person.id}`);
  const { rows } = await app.pools.owner.query<{ content: Buffer }>('SELECT content FROM order_imports WHERE id = $1', [
    data.import_id,
  ]);
  expect(rows[0]!.content.toString()).toBe(`\uFEFF${file.split('\n').slice(0, 2).join('\n')}\n`);
});
