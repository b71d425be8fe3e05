import { gzipSync } from 'node:zlib';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isNull, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Order } from '../../../contract/orders/calls.ts';
import type { TestDatabase } from '../../../tests/support/cluster.ts';
import { freshDatabase } from '../../../tests/support/database.ts';
import { pastOrders } from '../../../tests/support/traffic.ts';
import { newRestaurant } from '../../auth/new-restaurant.ts';
import * as restaurantsTables from '../../db/schema/restaurants.ts';
import * as syncTables from '../../db/schema/sync.ts';
import * as ordersTables from '../../db/schema/orders.ts';
import * as menuTables from '../../db/schema/menu.ts';
import { newId } from '../../platform/ids.ts';
import { nameId } from '../../platform/name-id.ts';
import { inSpace } from '../../jobs/in-space.ts';
import { toOrder } from '../store.ts';
import { loadRestaurant } from '../../restaurants/store.ts';
import { offeredItems } from '../../menu/offered.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import { importOrders, type ImportDone } from './import-orders.ts';
import { readOrders } from './read-till.ts';

const NOW = new Date('2026-11-20T12:00:00.000Z');

let pools: TestDatabase;
let folder: string;
let restaurantId: string;
let count = 0;
const emailOf = (n: number) => `owner-${n}@galley.test`;

// One database for all tests, with a restaurant for each.
beforeAll(async () => {
  [pools, folder] = await Promise.all([freshDatabase(), mkdtemp(join(tmpdir(), 'galley-import-'))]);
});
afterAll(async () => {
  await pools.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  restaurantId = await makeRestaurant({}, emailOf((count += 1)));
});

async function makeRestaurant(
  fields: Partial<typeof restaurantsTables.restaurants.$inferInsert> = {},
  email: string,
): Promise<string> {
  const id = newId();
  const db = drizzle(pools.owner);
  await db.insert(syncTables.spaces).values({ restaurant_id: id, epoch: newId(), version: 1 });
  const by = { kind: 'system', id: null, name: 'Test' } as const;
  await db
    .insert(restaurantsTables.restaurants)
    .values({ ...newRestaurant({ id, name: 'The Anchor', email, now: NOW, by }), restaurant_id: id, ...fields });
  return id;
}

async function importText(text: string | Buffer, { name = 'orders.csv', email = emailOf(count) } = {}) {
  const file = join(folder, name);
  await writeFile(file, text);
  return importOrders({ pools, file, email, now: NOW });
}

async function imported(text: string | Buffer, options = {}): Promise<ImportDone> {
  const result = await importText(text, options);
  if (result.kind !== 'done') throw new Error(`The import answers ${JSON.stringify(result)}`);
  return result;
}

/** What the restaurant's own server sees, oldest order first. */
async function load(id = restaurantId) {
  return withTransaction(pools.app, id, 'read', async (client) => {
    const db = drizzle(client);
    const [space] = await db.select().from(syncTables.spaces);
    return {
      // Sorted here: the database's order may change with its statistics.
      orders: (
        await db
          .select()
          .from(ordersTables.orders)
          .where(isNull(ordersTables.orders.deleted_at))
          .orderBy(ordersTables.orders.placed_at, ordersTables.orders.order_no)
      ).map(toOrder),
      items: await db
        .select()
        .from(menuTables.menu_items)
        .where(isNull(menuTables.menu_items.deleted_at))
        .orderBy(menuTables.menu_items.id),
      categories: await db.select().from(menuTables.menu_categories).orderBy(menuTables.menu_categories.id),
      books: await db.select().from(menuTables.menu_books).orderBy(menuTables.menu_books.id),
      version: space!.version,
    };
  });
}

const HEADER = 'Order Number,Order Date,Item Name,Quantity,Product Price,Total products';
const sheet = (...rows: string[]) => [HEADER, ...rows].join('\n');

describe('a till’s export', () => {
  test('becomes completed cash orders at their dates, and a menu', async () => {
    const done = await imported(
      sheet(
        '16118,03/08/19 20:25,Plain Papadum,2,0.8,3',
        '16118,03/08/19 20:25,Garlic Naan,1,2.95,3',
        '16117,03/08/19 9:05,Plain Papadum,1,0.8,1',
        '16118,03/08/19 20:25,Plain Papadum,2,0.8,3',
      ),
    );
    expect(done).toMatchObject({
      orders: 2,
      lines: 4,
      dishes: 2,
      total_amount: 80 + 320 + 295,
      ordersAdded: 2,
      linesAdded: 4,
      dishesAdded: 2,
      bad: [],
    });
    const { orders, items, categories, books } = await load();
    expect(orders.map((order) => Order.parse(order))).toEqual(orders);
    expect(orders[0]).toMatchObject({ order_no: '16117', placed_at: '2019-08-03T08:05:00.000Z', total_amount: 80 });
    expect(orders[1]).toMatchObject({
      order_no: '16118',
      order_status: 'completed',
      placed_at: '2019-08-03T19:25:00.000Z',
      completed_at: '2019-08-03T19:25:00.000Z',
      payment_status: 'paid',
      payment_method: 'cash',
      total_amount: 615,
      paid_amount: 615,
      due_amount: 0,
      external_source: 'import',
    });
    // A line repeated within its order is kept.
    expect(orders[1]!.lines.map((line) => [line.name, line.quantity, line.total_amount])).toEqual([
      ['Plain Papadum', 2, 160],
      ['Garlic Naan', 1, 295],
      ['Plain Papadum', 2, 160],
    ]);
    expect(new Set(orders[1]!.lines.map((line) => line.id)).size).toBe(3);
    expect(new Set(orders[1]!.lines.map((line) => line.menu_item_id))).toEqual(new Set(items.map((item) => item.id)));
    expect(books).toMatchObject([{ name: 'Imported menu', source: 'csv', status: 'archived', is_default: false }]);
    expect(categories.every((category) => category.menu_book_id === books[0]!.id)).toBe(true);
  });

  test('puts no dish on sale, before and after the owner has published its menu', async () => {
    const offered = () =>
      withTransaction(pools.app, restaurantId, 'read', async (client) => {
        const db = drizzle(client);
        return (await offeredItems(db, await loadRestaurant(db, restaurantId), NOW)).map(({ item }) => item.name);
      });
    await imported(sheet('1,01/02/20 18:00,Korma,1,8.50,1'));
    expect(await offered()).toEqual([]);
    await inSpace(pools.app, restaurantId, async ({ db, bump }) => {
      await db.update(menuTables.menu_books).set({ status: 'published', version: await bump() });
    });
    expect(await offered()).toEqual(['Korma']);
    await imported(sheet('1,01/02/20 18:00,Korma,1,8.50,1', '2,02/02/20 18:00,Bhuna,1,9,1'));
    expect(await offered()).toEqual(['Korma']);
    expect((await load()).items.map(({ name, availability_status }) => [name, availability_status])).toEqual(
      expect.arrayContaining([['Bhuna', 'hidden']]),
    );
  });

  test('changes nothing when imported again, not even a version', async () => {
    const text = pastOrders({ seed: 1, orders: 700, lines: 3000, dishes: 60 }).csv;
    await imported(text);
    const before = await load();
    const again = await imported(text);
    expect(again).toMatchObject({
      orders: 700,
      lines: 3000,
      ordersAdded: 0,
      linesAdded: 0,
      dishesAdded: 0,
      version: null,
    });
    expect(await load()).toEqual(before);
    // The same rows in another order of lines and another format.
    const [header, ...rows] = text.trimEnd().split('\n');
    expect(await imported([header, ...rows.toReversed()].join('\r\n'))).toMatchObject({ version: null });
    expect(await load()).toEqual(before);
  });

  test('that has grown adds only new orders', async () => {
    const first = sheet('1,01/02/20 18:00,Korma,1,8.50,1', '2,02/02/20 18:00,Korma,1,8.50,2');
    await imported(first);
    const before = await load();
    const grown = await imported(`${first}\n2,02/02/20 18:00,Pilau Rice,1,2.50,2\n3,03/02/20 18:00,Bhuna,2,9.00,1`);
    expect(grown).toMatchObject({ ordersAdded: 1, ordersCompleted: 1, linesAdded: 2, dishesAdded: 2 });
    const after = await load();
    expect(after.orders[0]).toEqual(before.orders[0]);
    expect(after.orders[1]).toMatchObject({ total_amount: 1100, paid_amount: 1100, subtotal_amount: 1100 });
    expect(after.items.find((item) => item.name === 'Korma')).toEqual(before.items[0]);
  });

  test('reports its numbers, with 500 rows per version', async () => {
    const traffic = pastOrders({ seed: 2, orders: 1300, lines: 6000, dishes: 200 });
    const done = await imported(gzipSync(traffic.csv), { name: 'orders.CSV.GZ' });
    expect(done).toMatchObject({ orders: 1300, lines: 6000, dishes: 200, total_amount: traffic.total_amount, bad: [] });
    const { orders, items, version } = await load();
    expect([orders.length, orders.flatMap((order) => order.lines).length, items.length]).toEqual([1300, 6000, 200]);
    expect(orders.reduce((sum, order) => sum + order.total_amount, 0)).toBe(traffic.total_amount);
    const sizes = Object.values(Object.groupBy([...orders, ...items], (row) => String(row.version))).map(
      (rows) => rows!.length,
    );
    expect(Math.max(...sizes)).toBeLessThanOrEqual(500);
    expect(version).toBe(1 + 1 + 3);
  });

  test('gives each restaurant its own rows', async () => {
    const other = await makeRestaurant({}, 'other@galley.test');
    const text = sheet('1,01/02/20 18:00,Korma,1,8.50,1');
    await imported(text);
    await imported(text, { email: 'Other@Galley.test ' });
    const [ours, theirs] = [await load(), await load(other)];
    expect([ours.orders.length, theirs.orders.length]).toEqual([1, 1]);
    expect(ours.orders[0]!.id).not.toBe(theirs.orders[0]!.id);
    expect(await importText(text, { email: 'nobody@galley.test' })).toEqual({ kind: 'no_restaurant' });
  });

  test('keeps what the owner has changed or deleted', async () => {
    const text = sheet(
      '1,01/02/20 18:00,Korma,1,8.50,1',
      '2,01/02/20 19:00,Bhuna,1,8.50,1',
      '2,01/02/20 19:00,Madras,1,8.50,1',
    );
    await imported(text);
    await inSpace(pools.app, restaurantId, async ({ db, bump }) => {
      const version = await bump();
      const row = (name: string) => sql`name = ${name}`;
      await db
        .update(menuTables.menu_items)
        .set({ price_amount: 999, name: 'Royal korma', version })
        .where(row('Korma'));
      await db.update(menuTables.menu_items).set({ deleted_at: NOW.toISOString(), version }).where(row('Bhuna'));
      await db
        .update(ordersTables.orders)
        .set({ deleted_at: NOW.toISOString(), version })
        .where(sql`order_no = '1'`);
    });
    const before = await load();
    expect(await imported(text)).toMatchObject({ version: null });
    expect(await load()).toEqual(before);
    await inSpace(pools.app, restaurantId, async ({ db, bump }) => {
      await db.update(menuTables.menu_books).set({ deleted_at: NOW.toISOString(), version: await bump() });
    });
    expect(await imported(`${text}\n3,02/02/20 18:00,Vindaloo,1,9,1`)).toMatchObject({
      ordersAdded: 1,
      dishesAdded: 0,
      dishesLeftOut: 1,
    });
  });

  test('the menu takes the newest price, wherever it is', async () => {
    await imported(
      sheet('1,01/02/20 18:00,Korma,1,8.50,1', '3,01/02/22 18:00,Korma,1,9.95,1', '2,01/02/21 18:00,Korma,1,8.95,1'),
    );
    const { items, orders } = await load();
    expect(items.map((item) => item.price_amount)).toEqual([995]);
    expect(orders.map((order) => order.total_amount)).toEqual([850, 895, 995]);
  });

  test('restarted numbers are new orders; similar spellings are one dish', async () => {
    await imported(sheet('1,01/02/20 18:00,Onion  Bhajee,1,3,1', '1,02/02/20 18:00,onion bhajee ,1,3,1'));
    const { orders, items } = await load();
    expect(orders.map((order) => order.placed_at)).toEqual(['2020-02-01T18:00:00.000Z', '2020-02-02T18:00:00.000Z']);
    expect(items.map((item) => item.name)).toEqual(['Onion Bhajee']);
  });
});

const byteOf = (encoding: string, sign: string) =>
  Array.from({ length: 256 }, (_, byte) => byte).find(
    (byte) => new TextDecoder(encoding).decode(Uint8Array.of(byte)) === sign,
  )!;

describe('what other tills write', () => {
  const linesOf = async (id = restaurantId) =>
    (await load(id)).orders.map(({ order_no, total_amount, lines }) => [
      order_no,
      total_amount,
      ...lines.map((line) => `${line.quantity} ${line.name} ${line.unit_amount}`),
    ]);

  test('line totals and discounts instead of prices', async () => {
    const file = [
      'Date,Time,Item,Qty,Gross Sales,Discounts,Net Sales,Tax,Transaction ID',
      '"Nov 19, 2026",7:42 PM,Korma,3,£10.00,£0.00,£10.00,£2.00,T1',
      '"Nov 19, 2026",7:42 PM,Naan,2,£5.00,-£0.50,£4.50,£0.90,T1',
      '"Nov 19, 2026",8:10 PM,Naan,1,£2.50,n/a,£2.50,£0.50,T2',
      '"Nov 19, 2026",8:15 PM,Naan,1,£2.50,(£2.50),£0.00,£0.00,T3',
    ].join('\n');
    const done = await imported(file);
    expect([done.bad, done.total_amount]).toEqual([[], 1700]);
    expect(await linesOf()).toEqual([
      ['T1', 1450, '2 Korma 333', '1 Korma 334', '2 Naan 225'],
      ['T2', 250, '1 Naan 250'],
      ['T3', 0, '1 Naan 0'],
    ]);
    expect((await load()).items.map((item) => [item.name, item.price_amount]).toSorted()).toEqual([
      ['Korma', 333],
      ['Naan', 250],
    ]);
    expect(await imported(file)).toMatchObject({ version: null });
  });

  test('a discount of the order, once or beside each of its lines', async () => {
    const header = 'Order Number,Order Date,Item Name,Quantity,Product Price,Discount';
    const repeated = await imported(
      [
        header,
        '1,01/02/20 18:00,Korma,1,8.00,2',
        '1,01/02/20 18:00,Naan,1,2.00,2',
        '2,01/02/20 19:00,Naan,1,2.00,10%',
      ].join('\n'),
    );
    expect(repeated.remarks.join()).toContain('so it was taken off once');
    expect(await linesOf()).toEqual([
      ['1', 800, '1 Korma 640', '1 Naan 160'],
      ['2', 180, '1 Naan 180'],
    ]);
    // A share is of each line.
    await imported([header, '4,03/02/20 18:00,Naan,1,2.00,10%', '4,03/02/20 18:00,Roti,1,2.00,10%'].join('\n'));
    expect((await linesOf())[2]).toEqual(['4', 360, '1 Naan 180', '1 Roti 180']);
    // More than the first line costs.
    await imported([header, '3,02/02/20 18:00,Naan,1,2.00,5', '3,02/02/20 18:00,Korma,2,8.00,'].join('\n'));
    expect((await linesOf()).find(([number]) => number === '3')).toEqual(['3', 1300, '1 Naan 0', '2 Korma 650']);
  });

  test('numbers as text, and words where there is nothing', async () => {
    const done = await imported(
      [
        'Order Number,Order Date,Order Time,Item Name,Quantity,Product Price,Location,Order Status',
        `"=""00123""",2020-02-01,n/a,Korma,'2,'8.50,n/a,-`,
        `'00124,="2020-02-01",-,="Naan",1,="2.50",none,N/A`,
      ].join('\n'),
    );
    expect([done.bad, done.remarks]).toEqual([[], []]);
    expect(await linesOf()).toEqual([
      ['00123', 1700, '2 Korma 850'],
      ['00124', 250, '1 Naan 250'],
    ]);
  });

  test('more rows or dishes than a file may have', async () => {
    const file = Buffer.from(sheet('1,01/02/20 18:00,Korma,1,8,1', '2,01/02/20 18:00,Naan,1,2,1'));
    const restaurant = { timezone: 'Europe/London', currency: 'GBP', country_code: 'GB' };
    const read = (rows: number, dishes: number) => readOrders(file, restaurant, NOW, { bytes: 1000, rows, dishes });
    expect(read(1, 9)).toEqual({ fault: 'The file has more than 1 rows. Import it in parts.' });
    expect(read(9, 1)).toEqual({ fault: 'The file has more than 1 dishes. Import it in parts.' });
    expect(read(2, 2)).toMatchObject({ lines: 2 });
  });

  test('thousands of dong with points and with commas', async () => {
    const email = `dong-${count}@galley.test`;
    const id = await makeRestaurant({ currency: 'VND', country_code: 'VN' }, email);
    const rows = ['45.000', '"65,000"', '1.250.000', '"65,000 ₫"', '30000'].map(
      (price, i) => `${i + 1},01/02/20 18:00,Pho,1,${price},1`,
    );
    expect((await imported(sheet(...rows), { email })).bad).toEqual([]);
    expect((await linesOf(id)).map(([, total]) => total)).toEqual([45_000, 65_000, 1_250_000, 65_000, 30_000]);
  });

  test.each(['macintosh', 'windows-1251', 'utf-8-twice'])('letters in %s, and says so', async (encoding) => {
    const name = encoding === 'windows-1251' ? 'Борщ' : 'Crème brûlée';
    const text = sheet(`1,01/02/20 18:00,${name},1,8.50,1`);
    const bytes =
      encoding === 'utf-8-twice'
        ? Buffer.from(new TextDecoder('windows-1252').decode(Buffer.from(text)))
        : Buffer.from(Array.from(text, (sign) => byteOf(encoding, sign)));
    expect((await imported(bytes)).remarks[0]).toMatch(/^The letters were read as .*: (Борщ|Crème, brûlée)/);
    expect((await load()).items.map((item) => item.name)).toEqual([name]);
  });
});

describe('broken rows', () => {
  test('are named by line, and the rest is imported', async () => {
    const done = await imported(
      sheet(
        '1,01/02/20 18:00,Korma,1,8.50,1',
        ',01/02/20 18:00,Korma,1,8.50,1',
        '3,32/02/20 18:00,Korma,1,8.50,1',
        '4,30/02/20 18:00,Korma,1,8.50,1',
        '5,yesterday,Korma,1,8.50,1',
        '6,01/02/20 25:00,Korma,1,8.50,1',
        '7,01/02/20 18:00,,1,8.50,1',
        '8,01/02/20 18:00,Korma,0,8.50,1',
        '9,01/02/20 18:00,Korma,1.5,8.50,1',
        '10,01/02/20 18:00,Korma,-1,8.50,1',
        '11,01/02/20 18:00,Korma,1,free,1',
        '12,01/02/20 18:00,Korma,1,-8.50,1',
        '13,01/02/20 18:00,Korma,1,8.505,1',
        '14,01/02/20 18:00',
        '',
        '15,01/02/20 18:00,"Korma,1,8.50,1',
        '16,01/02/20 18:00,"Korma, mild",2,8.50,1',
        '17,01/02/99 18:00,Korma,1,8.50,1',
        '18,01/02/2099 18:00,Korma,1,8.50,1',
        '19,20/11/2026 14:00,Korma,1,8.50,1',
      ),
    );
    expect(done.bad).toEqual([
      { line: 3, reason: 'the order number is missing' },
      { line: 4, reason: 'the date "32/02/20 18:00" does not exist (read with the day first)' },
      { line: 5, reason: 'the date "30/02/20 18:00" does not exist (read with the day first)' },
      { line: 6, reason: '"yesterday" is not a date' },
      { line: 7, reason: '"01/02/20 25:00" is not a date' },
      { line: 8, reason: 'the name of the item is missing' },
      { line: 9, reason: 'the quantity "0" is not a whole number of 1 or more' },
      { line: 10, reason: 'the quantity "1.5" is not a whole number of 1 or more' },
      { line: 11, reason: 'the quantity "-1" is not a whole number of 1 or more' },
      { line: 12, reason: 'the price "free" is not an amount' },
      { line: 13, reason: 'the price "-8.50" is negative' },
      { line: 14, reason: 'the price "8.505" has more than 2 decimals' },
      { line: 15, reason: 'it has 2 columns and needs 5' },
      { line: 17, reason: 'a quote is opened and not closed' },
      { line: 20, reason: 'the date "01/02/2099 18:00" is in the future (read with the day first)' },
      { line: 21, reason: 'the date "20/11/2026 14:00" is in the future (read with the day first)' },
    ]);
    const { orders } = await load();
    expect(orders.map((order) => order.order_no)).toEqual(['17', '1', '16']);
    expect(orders[2]!.lines[0]).toMatchObject({ name: 'Korma, mild', quantity: 2 });
  });

  test('corrected later are added to their orders', async () => {
    await imported(sheet('1,01/02/20 18:00,Korma,1,8.50,2', '1,01/02/20 18:00,Naan,one,2.50,2'));
    const mended = await imported(sheet('1,01/02/20 18:00,Korma,1,8.50,2', '1,01/02/20 18:00,Naan,1,2.50,2'));
    expect(mended).toMatchObject({ ordersAdded: 0, ordersCompleted: 1, linesAdded: 1 });
    expect((await load()).orders[0]).toMatchObject({ total_amount: 1100 });
  });

  test('a file without columns or content is reported', async () => {
    expect(await importText('Order,Date,Dish\n1,01/02/20,Korma')).toEqual({
      kind: 'unreadable',
      fault: 'The file has no column for: Quantity, Product Price. Its headings are: Order, Date, Dish',
    });
    expect(await importText('')).toEqual({ kind: 'unreadable', fault: 'The file is empty.' });
    expect(await importText('\n\n')).toEqual({ kind: 'unreadable', fault: 'The file is empty.' });
    expect(await imported(HEADER)).toMatchObject({ orders: 0, version: null });
  });
});

describe('other tills', () => {
  test.each([
    [
      'semicolons, decimal commas, euro signs',
      'ORDER_ID;Datum;Placed At;Dish;Qty.;Unit Price\r\nA-1;x;2020-02-01 18:30:00;Pizza Margherita;2;"€ 8,50"\r\n',
    ],
    ['tabs, other order', 'price\tqty\titem\torder no\ttimestamp\n8.50\t2\tPizza Margherita\tA-1\t01/02/2020 18:30\n'],
    [
      'a mark at the beginning, quotes everywhere',
      '\uFEFF"Order #","Order Date","Product Name","Item Quantity","Price (GBP)"\n"A-1","1/2/20 6:30 PM","Pizza Margherita","2","£8.50"\n',
    ],
    [
      'instants with a zone',
      'order reference,created at,menu item,quantity,unit_price\nA-1,2020-02-01T19:30:00+01:00,Pizza Margherita,2 x,8.5\n',
    ],
    [
      'date and time apart',
      'Receipt No,Date,Time,Item,Quantity,Amount\nA-1,01.02.2020,18:30,Pizza Margherita,2,8.50 GBP\n',
    ],
    [
      'a midnight beside the date',
      'Order ID,Order Date,Order Time,Item,Quantity,Price\nA-1,2020-02-01 00:00:00,18:30,Pizza Margherita,2,8.50\n',
    ],
    [
      'the time twice',
      'Order ID,Order Date,Order Time,Item,Quantity,Price\nA-1,01/02/2020 18:30,18:30:00,Pizza Margherita,2,8.50\n',
    ],
    ['months as words', 'Bill No.,Bill Date,Item Name,Qty,Rate\nA-1,1 Feb 2020 18:30,Pizza Margherita,2.0,8.50\n'],
    [
      'old Mac line ends',
      'Order Number,Order Date,Item Name,Quantity,Product Price\rA-1,01/02/20 18:30,Pizza Margherita,2,8.50\r',
    ],
  ])('%s', async (_, text) => {
    expect(await imported(text)).toMatchObject({ orders: 1, lines: 1, total_amount: 1700, bad: [] });
    expect((await load()).orders[0]).toMatchObject({ order_no: 'A-1', placed_at: '2020-02-01T18:30:00.000Z' });
  });

  test('Windows and Excel encodings are read', async () => {
    const text = 'Order Number,Order Date,Item Name,Quantity,Product Price\n1,01/02/20 18:30,Crème brûlée,1,£4.50\n';
    await imported(Buffer.from(text, 'latin1'));
    await imported(Buffer.from(`\uFEFF${text.replaceAll(',', '\t').replace('\n1', '\n2')}`, 'utf16le'));
    await imported(Buffer.from(text.replace('\n1', '\n3'), 'utf16le').swap16());
    // A program has cut a character in half: only its line suffers.
    await imported(
      Buffer.concat([
        Buffer.from(`${text.replace('\n1', '\n4')}5,01/02/20 18:30,Caf`),
        Buffer.of(0xc3),
        Buffer.from(',1,£4.50\n'),
      ]),
    );
    const { items, orders } = await load();
    expect(items.map((item) => [item.name, item.price_amount]).toSorted()).toEqual([
      ['Caf\uFFFD', 450],
      ['Crème brûlée', 450],
    ]);
    expect(orders).toHaveLength(5);
  });

  test('day and month order is decided for the whole file', async () => {
    await imported(sheet('1,02/03/20 18:00,Korma,1,8,1', '2,02/28/20 18:00,Korma,1,8,1'));
    expect((await load()).orders.map((order) => order.placed_at)).toEqual([
      '2020-02-03T18:00:00.000Z',
      '2020-02-28T18:00:00.000Z',
    ]);
  });

  test('ambiguous dates of an American restaurant start with the month', async () => {
    const id = await makeRestaurant(
      { country_code: 'US', timezone: 'America/New_York', currency: 'USD' },
      'us@galley.test',
    );
    await imported(sheet('1,02/03/20 18:00,Korma,1,$8,1'), { email: 'us@galley.test' });
    expect((await load(id)).orders[0]).toMatchObject({ placed_at: '2020-02-03T23:00:00.000Z', currency: 'USD' });
  });

  test('times are the restaurant’s wall time, across clock changes', async () => {
    await imported(
      sheet(
        '1,28/03/20 20:00,Korma,1,8,1',
        '2,29/03/20 01:30,Korma,1,8,1',
        '3,29/03/20 20:00,Korma,1,8,1',
        '4,25/10/20 01:30,Korma,1,8,1',
      ),
    );
    expect((await load()).orders.map((order) => order.placed_at)).toEqual([
      '2020-03-28T20:00:00.000Z',
      '2020-03-29T01:30:00.000Z',
      '2020-03-29T19:00:00.000Z',
      '2020-10-25T00:30:00.000Z',
    ]);
  });

  test('supports currencies with zero and three decimals', async () => {
    await makeRestaurant({ currency: 'JPY' }, 'jp@galley.test');
    expect(await imported(sheet('1,2020-02-01 18:00,Ramen,1,"1,200",1'), { email: 'jp@galley.test' })).toMatchObject({
      total_amount: 1200,
    });
    await makeRestaurant({ currency: 'KWD' }, 'kw@galley.test');
    expect(await imported(sheet('1,2020-02-01 18:00,Ramen,1,1.250,1'), { email: 'kw@galley.test' })).toMatchObject({
      total_amount: 1250,
    });
  });
});

describe('numbers', () => {
  const prices = (...texts: string[]) =>
    sheet(...texts.map((text, i) => `${i + 1},2020-02-01 1${i}:00,Dish ${i},1,"${text}",1`));

  test.each([
    ['VND', ['45.000', '120.000'], [45_000, 120_000]],
    ['IDR', ['25.000', '7.500'], [25_000, 7500]],
    ['EUR', ['6,500', '1.200,00'], [650, 120_000]],
  ])('of %s are read as the whole file writes them', async (currency, texts, amounts) => {
    const email = `${currency}@galley.test`.toLowerCase();
    const id = await makeRestaurant({ currency }, email);
    expect((await imported(prices(...texts), { email })).bad).toEqual([]);
    expect((await load(id)).orders.map((order) => order.total_amount)).toEqual(amounts);
  });

  test('that stay in doubt are refused by line', async () => {
    await makeRestaurant({ currency: 'EUR' }, 'doubt@galley.test');
    const done = await imported(prices('1.200', '8', '12 EUR'), { email: 'doubt@galley.test' });
    expect(done).toMatchObject({ orders: 2, bad: [{ line: 2, reason: expect.stringContaining('"1.200"') }] });
    expect(done.bad[0]!.reason).toContain('can be read in two ways');
  });

  test('of other columns tell how prices are written, and quantities are read alike', async () => {
    await makeRestaurant({ currency: 'EUR' }, 'total@galley.test');
    const text = 'No;Date;Item;Qty;Unit price;Line total\n1;2020-02-01;Wine;2,000;1.200;2.400,00\n';
    expect(await imported(text, { email: 'total@galley.test' })).toMatchObject({ total_amount: 240_000, bad: [] });
  });
});

describe('rows that are no sale', () => {
  test('are left out and named, and unread columns as well', async () => {
    const done = await imported(
      [
        'Order No,Date,Item,Qty,Price,Order Status,Void?,Server',
        '1,01/02/20 18:00,Korma,1,8.50,Completed,false,Ann',
        '2,01/02/20 18:00,Korma,1,8.50,Cancelled,false,Ann',
        '3,01/02/20 18:00,Korma,1,8.50,refunded,false,Ann',
        '4,01/02/20 18:00,Korma,1,8.50,wc-failed,,Ann',
        '5,01/02/20 18:00,Korma,1,8.50,Paid,TRUE,Ann',
        '6,01/02/20 18:00,Korma,1,8.50,partially_refunded,No,Ann',
        '7,01/02/20 18:00,Korma,1,8.50,Terrace,0,Ann',
      ].join('\n'),
    );
    expect(done.bad).toEqual([
      { line: 3, reason: 'it is no sale: Order Status is "Cancelled"' },
      { line: 4, reason: 'it is no sale: Order Status is "refunded"' },
      { line: 5, reason: 'it is no sale: Order Status is "wc-failed"' },
      { line: 6, reason: 'it is no sale: Void? is "TRUE"' },
    ]);
    expect(done.remarks).toEqual([
      'Columns that were not read: Server',
      'Order Status "partially_refunded": 1 row was imported as paid in full',
      'Order Status "Terrace": 1 row was imported as paid in full',
    ]);
    expect((await load()).orders.map(({ order_no }) => order_no)).toEqual(['1', '6', '7']);
  });

  test('are all lines of an order whose first line says so', async () => {
    const done = await imported(
      [
        'Name,Created at,Lineitem name,Lineitem quantity,Lineitem price,Financial Status,Cancelled at,Refunded Amount',
        '#1,2020-02-01 18:00,Korma,1,8.50,refunded,,11.00',
        '#1,2020-02-01 18:00,Naan,1,2.50,,,',
        '#2,2020-02-01 18:05,Korma,1,8.50,paid,,2.00',
        '#2,2020-02-01 18:05,Naan,1,2.50,,,',
        '#3,2020-02-01 18:10,Naan,1,2.50,paid,2020-02-01 18:20,0.00',
        '#3,2020-02-01 18:10,Korma,1,8.50,,,',
      ]
        .join('\n')
        .replace('Name,', 'Order number,'),
    );
    expect(done.bad.map(({ line }) => line)).toEqual([2, 3, 6, 7]);
    expect((await load()).orders.map(({ order_no, total_amount }) => [order_no, total_amount])).toEqual([['#2', 1100]]);
  });
});

describe('the identity of an order', () => {
  const header = 'Order No,Date,Item,Qty,Price,Location';

  test('is its number, location and time', async () => {
    const text = [
      header,
      '7,01/02/20 12:05,Korma,1,8,Soho',
      '7,01/02/20 12:25,Naan,1,2,',
      '7,01/02/20 20:40,Korma,1,8,Soho',
      '7,01/02/20 12:05,Korma,1,8,Camden',
      '8,01/02/20 23:50,Korma,1,8,Soho',
      '8,02/02/20 00:10,Naan,1,2,SOHO',
    ].join('\n');
    const done = await imported(text);
    expect(done).toMatchObject({ orders: 4, ordersAdded: 4, linesAdded: 6, total_amount: 3600 });
    expect(done.remarks).toEqual([
      '1 order number came again on the same day at another location or more than 3 hours later: 3 orders in all (7 of 2020-02-01)',
      '2 orders have lines of different times, at most 3 hours apart, which were taken for one order (7 of 2020-02-01, 8 of 2020-02-01)',
    ]);
    const before = await load();
    expect(before.orders.map((order) => [order.order_no, order.placed_at.slice(11, 16), order.total_amount])).toEqual([
      ['7', '12:05', expect.any(Number)],
      ['7', '12:05', expect.any(Number)],
      ['7', '20:40', 800],
      ['8', '23:50', 1000],
    ]);
    expect(
      before.orders
        .slice(0, 2)
        .map(({ total_amount }) => total_amount)
        .toSorted(),
    ).toEqual([1000, 800]);
    expect(await imported(text)).toMatchObject({ version: null });
    expect(await load()).toEqual(before);
  });

  test('holds when a file of the evening comes first', async () => {
    const evening = sheet('7,01/02/20 20:40,Korma,1,8,1');
    await imported(evening);
    const both = `${evening}\n7,01/02/20 12:05,Bhuna,1,9,1`;
    expect(await imported(both)).toMatchObject({ ordersAdded: 1, ordersCompleted: 0, linesAdded: 1 });
    expect(await imported(both)).toMatchObject({ version: null });
    expect((await load()).orders.map(({ total_amount }) => total_amount)).toEqual([900, 800]);
  });

  test('that an earlier import mistook is reported, and no line comes twice', async () => {
    await imported(sheet('7,01/02/20 12:05,Korma,1,8,1', '7,01/02/20 12:05,Naan,1,2,1'));
    const before = await load();
    const split = await imported(
      [header, '7,01/02/20 12:05,Korma,1,8,Soho', '7,01/02/20 20:40,Naan,1,2,Soho'].join('\n'),
    );
    expect(split).toMatchObject({ version: null, ordersJoinedBefore: 2 });
    expect(split.remarks.at(-1)).toContain('stored as one with others');
    expect(await load()).toEqual(before);
  });

  test('is refused where a spreadsheet has mangled the number', async () => {
    const done = await imported(
      sheet(
        '5.23457E+11,01/02/20 18:00,Korma,1,8,1',
        '"5,23457E+11",01/02/20 18:00,Bhuna,1,8,1',
        '########,01/02/20 18:00,Bhuna,1,8,1',
        '523457000123,01/02/20 18:00,Naan,1,2,1',
        '12E3,01/02/20 18:30,Naan,1,2,1',
      ),
    );
    expect(done.bad.map(({ line, reason }) => [line, reason.slice(0, 60)])).toEqual([
      [2, 'a spreadsheet has shortened the order number to "5.23457E+11'],
      [3, 'a spreadsheet has shortened the order number to "5,23457E+11'],
      [4, 'a spreadsheet has shortened the order number to "########", '],
    ]);
    expect(done.bad[0]!.reason).toContain('import the till’s own file');
    expect((await load()).orders.map(({ order_no }) => order_no)).toEqual(['523457000123', '12E3']);
  });
});

describe('names', () => {
  test('that look alike are one dish, and one line of a second import', async () => {
    const spelled = [
      'Crème & sugar',
      'Cre\u0300me & sugar',
      'Crème\u200b & sugar',
      'Crème &amp; sugar',
      'CR&Egrave;ME &amp;amp; SUGAR',
    ];
    const text = sheet(...spelled.map((name, i) => `${i + 1},01/02/20 1${i}:00,${name},1,3,1`));
    expect(await imported(text)).toMatchObject({ dishes: 1, dishesAdded: 1, linesAdded: 5 });
    const { items, orders } = await load();
    expect(items.map(({ name }) => name)).toEqual(['Crème & sugar']);
    expect(orders.map(({ lines }) => lines[0]!.name)).toEqual([
      ...Array<string>(4).fill('Crème & sugar'),
      'CRÈME & SUGAR',
    ]);
    const [first, ...others] = spelled;
    const again = sheet(...[...others, first].map((name, i) => `${i + 1},01/02/20 1${i}:00,${name},1,3,1`));
    expect(await imported(again)).toMatchObject({ version: null });
  });

  test('stored by an earlier import under another spelling are found', async () => {
    await imported(sheet('1,01/02/20 18:00,Café,1,3,1'));
    // The id that an import gave it which took the decomposed accent for another letter.
    const id = nameId(restaurantId, 'import', 'item', 'cafe\u0301');
    await inSpace(pools.app, restaurantId, async ({ db, bump }) => {
      await db.update(menuTables.menu_items).set({ id, name: 'Cafe\u0301', version: await bump() });
    });
    const grown = sheet('1,01/02/20 18:00,Cafe\u0301,1,3,1', '2,02/02/20 18:00,Cafe\u0301,1,3,1');
    expect(await imported(grown)).toMatchObject({ dishesAdded: 0, ordersAdded: 1, linesAdded: 1 });
    const { items, orders } = await load();
    expect(items.map((item) => item.id)).toEqual([id]);
    expect(orders[1]!.lines[0]!.menu_item_id).toBe(id);
  });
});

test.each([
  ['sep=;', 'sep=;\r\nOrder No;Date;Item;Qty;Price\r\n1;01/02/20 18:00;Rice, boiled;1;2,50\r\n'],
  [
    'a title',
    'Sales by item, all tills\n\nFrom 1 February;to 2 February\nOrder No;Date;Item;Qty;Price\n1;01/02/20 18:00;Rice, boiled;1;2,50\nTotal;;;;2,50\n',
  ],
  [
    'titles filled up',
    '\uFEFF"Report";;;;\r\n;;;;\r\n"Order No";Date;Item;Qty;Price\r\n1;01/02/20 18:00;"Rice, boiled";1;2,50\r\n',
  ],
])('finds the headings below %s', async (_, text) => {
  expect(await imported(text)).toMatchObject({ orders: 1, lines: 1, total_amount: 250 });
  expect((await load()).items.map(({ name }) => name)).toEqual(['Rice, boiled']);
});
