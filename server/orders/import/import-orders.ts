import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type pg from 'pg';
import { drizzle } from 'drizzle-orm/node-postgres';
import { ROWS_PER_VERSION } from '../../../contract/limits.ts';
import { usualTaxMode } from '../../../contract/menu/new-rows.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { LocalFile, NotImported } from '../../import/importer.ts';
import { inSpace, type Space } from '../../jobs/in-space.ts';
import { findRestaurant } from '../../restaurants/find-restaurant.ts';
import { categorise } from './categories.ts';
import type { ReadOrders } from './collect.ts';
import { twinsOf, type PastOrder } from './group-orders.ts';
import { readOrders } from './read-till.ts';
import type { Import } from './rows.ts';
import { findKnownItems, positionDishes, writeMenu, type MenuWritten } from './write-menu.ts';
import { planOrders, writeOrders, type OrdersWritten } from './write-orders.ts';

/** Contents of the file, what of it is new, and its errors. */
export interface ImportDone extends Written {
  kind: 'done';
  restaurant: { id: string; name: string; currency: string };
  orders: number;
  lines: number;
  dishes: number;
  total_amount: number;
  bad: { line: number; reason: string }[];
  /** How the file was read, where that is not plain. */
  remarks: string[];
  /** The newest written version; null if nothing was new. */
  version: number | null;
}

/**
 * Imports a till's past orders and the menu found in them. Ids are derived from the restaurant, the order's number, date and location, and the
 * dish's name, so that a second import changes nothing and an interrupted one continues. At most 500 rows per version, each under the space's
 * lock, so that a running server can work in between.
 */
export async function importOrders({
  pools,
  file,
  email,
  now,
  progress = () => {},
  onWritten,
}: LocalFile): Promise<ImportDone | NotImported> {
  const restaurant = await findRestaurant(pools, email);
  if (!restaurant) return { kind: 'no_restaurant' };
  const packed = await readFile(file);
  const content = file.toLowerCase().endsWith('.gz') ? gunzipSync(packed) : packed;
  const read = readOrders(content, restaurant, now);
  if ('fault' in read) return { kind: 'unreadable', fault: read.fault };
  progress(
    `${read.lines} lines read: ${read.orders.length} orders, ${read.dishes.length} dishes, dates with the ${read.dateOrder}`,
  );
  const { id, name, currency } = restaurant;
  let version: number | null = null;
  const written = await writeRead({
    pool: pools.app,
    restaurant,
    read,
    now,
    inPart: async (write, ordersDone) => {
      const part = await inSpace(pools.app, id, write);
      if (part.version !== null) onWritten?.(id, (version = part.version));
      if (ordersDone > 0) progress(`${ordersDone} of ${read.orders.length} orders written`);
      return part.result;
    },
  });
  return {
    kind: 'done',
    restaurant: { id, name, currency },
    orders: read.orders.length,
    lines: read.lines,
    dishes: read.dishes.length,
    total_amount: totalAmount(read.orders),
    bad: read.bad.map(({ record, reason }) => ({ line: record.line, reason })),
    remarks: read.remarks,
    ...written,
    version,
  };
}

/** The restaurant that a file is imported into. */
type Importing = Pick<Restaurant, 'id' | 'name' | 'currency' | 'country_code' | 'tax_settings'>;

export const totalAmount = (orders: readonly PastOrder[]): number =>
  orders.flatMap((order) => order.lines).reduce((sum, line) => sum + line.quantity * line.unit_amount, 0);

/** What importing these orders would do. */
export async function planRead(
  pool: pg.Pool,
  restaurant: Importing,
  read: Pick<ReadOrders, 'orders' | 'dishes'>,
  now: Date,
): Promise<OrdersWritten> {
  const all = await importOf(pool, restaurant, read, now);
  const sums = { ordersAdded: 0, ordersCompleted: 0, linesAdded: 0, ordersJoinedBefore: 0 };
  for (const batch of slices(read.orders, ROWS_PER_VERSION)) {
    const { counts } = await withTransaction(pool, restaurant.id, 'read', (client) =>
      planOrders(drizzle(client), batch, all),
    );
    add(sums, counts);
  }
  return sums;
}

const add = <Counts extends Record<keyof Counts, number>>(sums: Counts, counts: Partial<Counts>) => {
  for (const key of Object.keys(counts) as (keyof Counts)[])
    sums[key] = (sums[key] + counts[key]!) as Counts[typeof key];
};

async function importOf(
  pool: pg.Pool,
  restaurant: Importing,
  { orders, dishes }: Pick<ReadOrders, 'orders' | 'dishes'>,
  now: Date,
): Promise<Import> {
  const knownItems = await withTransaction(pool, restaurant.id, 'read', (client) =>
    findKnownItems(drizzle(client), restaurant.id, dishes),
  );
  const { id: restaurantId, currency } = restaurant;
  return {
    restaurantId,
    currency,
    taxMode: usualTaxMode(restaurant),
    now: now.toISOString(),
    knownItems,
    twins: twinsOf(orders),
  };
}

export type Written = OrdersWritten & MenuWritten;

interface WriteOptions {
  pool: pg.Pool;
  restaurant: Importing;
  read: Pick<ReadOrders, 'orders' | 'dishes' | 'remarks'>;
  now: Date;
  /** Runs one part under the space's lock. `ordersDone`: how many orders are looked at after it. */
  inPart: (write: (space: Space) => Promise<Partial<Written>>, ordersDone: number) => Promise<Partial<Written>>;
}

/** Writes what was read in parts, the menu first, then the orders. */
export async function writeRead({ pool, restaurant, read, now, inPart }: WriteOptions): Promise<Written> {
  const all = await importOf(pool, restaurant, read, now);
  const sums: Written = {
    ordersAdded: 0,
    ordersCompleted: 0,
    linesAdded: 0,
    ordersJoinedBefore: 0,
    dishesAdded: 0,
    dishesLeftOut: 0,
    categoriesAdded: 0,
  };
  const groups = categorise(read.dishes.map((dish) => dish.name));
  // The book and categories may be added to the items of a batch.
  for (const batch of slices(positionDishes(read.dishes, groups), ROWS_PER_VERSION - groups.length - 1))
    add(sums, await inPart((space) => writeMenu(space, batch, all), 0));
  let done = 0;
  for (const batch of slices(read.orders, ROWS_PER_VERSION))
    add(sums, await inPart((space) => writeOrders(space, batch, all), (done += batch.length)));
  if (sums.ordersJoinedBefore > 0)
    read.remarks.push(
      `${sums.ordersJoinedBefore} orders are stored as one with others of their number and day, by an earlier import. They were not added again`,
    );
  return sums;
}

function* slices<T>(list: T[], size: number): Generator<T[]> {
  for (let from = 0; from < list.length; from += size) yield list.slice(from, from + size);
}
