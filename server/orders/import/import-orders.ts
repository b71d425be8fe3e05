import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type pg from 'pg';
import { drizzle } from 'drizzle-orm/node-postgres';
import { ROWS_PER_VERSION } from '../../../contract/limits.ts';
import { usualTaxMode } from '../../../contract/menu/new-rows.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import type { Pools } from '../../db/open.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import { inSpace, type Space } from '../../jobs/in-space.ts';
import { findRestaurant } from '../../restaurants/find-restaurant.ts';
import { categorise } from './categories.ts';
import type { ReadOrders } from './collect.ts';
import { twinsOf, type PastOrder } from './group-orders.ts';
import { readOrders } from './read-till.ts';
import type { Import } from './rows.ts';
import { findKnownItems, positionDishes, writeMenu, type MenuWritten } from './write-menu.ts';
import { planOrders, writeOrders, type OrdersWritten } from './write-orders.ts';

export interface ImportOptions {
  pools: Pick<Pools, 'owner' | 'app'>;
  /** A .csv or .csv.gz. */
  file: string;
  /** E-mail address of the owner or the restaurant. */
  email: string;
  now: Date;
  progress?: (message: string) => void;
  /** Called after each commit, to poke connected devices. */
  onWritten?: (restaurantId: string, version: number) => void;
}

/** Contents of the file, what of it is new, and its errors. */
export interface ImportDone extends OrdersWritten, MenuWritten {
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

export type ImportResult = ImportDone | { kind: 'no_restaurant' } | { kind: 'unreadable'; fault: string };

/**
 * Imports a till's past orders and the menu found in them. Ids are derived from the restaurant, the order's number, date and location, and the
 * dish's name, so that a second import changes nothing and an interrupted one continues. At most 500 rows per version, each under the space's
 * lock, so that a running server can work in between.
 */
export async function importOrders({ pools, file, email, now, ...more }: ImportOptions): Promise<ImportResult> {
  const { progress = () => {} } = more;
  const restaurant = await findRestaurant(pools, email);
  if (!restaurant) return { kind: 'no_restaurant' };
  const packed = await readFile(file);
  const content = file.toLowerCase().endsWith('.gz') ? gunzipSync(packed) : packed;
  const read = readOrders(content, restaurant, now);
  if ('fault' in read) return { kind: 'unreadable', fault: read.fault };
  progress(
    `${read.lines} lines read: ${read.orders.length} orders, ${read.dishes.length} dishes, dates with the ${read.dateOrder}`,
  );
  const done = await writeRead({ pool: pools.app, restaurant, read, now, ...more });
  return { ...done, bad: read.bad.map(({ record, reason }) => ({ line: record.line, reason })) };
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
    for (const key of Object.keys(sums) as (keyof typeof sums)[]) sums[key] += counts[key];
  }
  return sums;
}

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

interface WriteOptions extends Pick<ImportOptions, 'now' | 'progress' | 'onWritten'> {
  pool: pg.Pool;
  restaurant: Importing;
  read: Pick<ReadOrders, 'orders' | 'dishes' | 'lines' | 'remarks'>;
  /** In the transaction of each part: what it wrote, and how many orders were looked at so far. */
  onPart?: (space: Space, written: Partial<OrdersWritten & MenuWritten>, ordersDone: number) => Promise<unknown>;
}

/** The menu first, then the orders, in parts. */
export async function writeRead(options: WriteOptions): Promise<ImportDone> {
  const { pool, restaurant, read, now, progress = () => {}, onWritten, onPart } = options;
  const { currency } = restaurant;
  const all = await importOf(pool, restaurant, read, now);
  const total_amount = totalAmount(read.orders);
  const { orders, lines, dishes, remarks } = read;
  const { id, name } = restaurant;
  const done: ImportDone = {
    kind: 'done',
    restaurant: { id, name, currency },
    orders: orders.length,
    lines,
    dishes: dishes.length,
    total_amount,
    bad: [],
    remarks,
    ordersAdded: 0,
    ordersCompleted: 0,
    linesAdded: 0,
    ordersJoinedBefore: 0,
    dishesAdded: 0,
    dishesLeftOut: 0,
    categoriesAdded: 0,
    version: null,
  };
  let written = 0;
  const inPart = <T extends Partial<OrdersWritten & MenuWritten>>(write: (space: Space) => Promise<T>) =>
    inSpace(pool, id, async (space) => {
      const result = await write(space);
      await onPart?.(space, result, written);
      return result;
    });
  const groups = categorise(dishes.map((dish) => dish.name));
  // The book and categories may be added to the items of a batch.
  for (const batch of slices(positionDishes(dishes, groups), ROWS_PER_VERSION - groups.length - 1)) {
    count(done, await inPart((space) => writeMenu(space, batch, all)), onWritten);
  }
  for (const batch of slices(orders, ROWS_PER_VERSION)) {
    written += batch.length;
    count(done, await inPart((space) => writeOrders(space, batch, all)), onWritten);
    progress(`${written} of ${orders.length} orders written`);
  }
  if (done.ordersJoinedBefore > 0)
    remarks.push(
      `${done.ordersJoinedBefore} orders are stored as one with others of their number and day, by an earlier import. They were not added again`,
    );
  return done;
}

/** Adds the counts of a committed transaction. */
function count(
  done: ImportDone,
  { result, version }: { result: Partial<OrdersWritten & MenuWritten>; version: number | null },
  onWritten: ImportOptions['onWritten'],
) {
  for (const [key, added] of Object.entries(result) as [keyof OrdersWritten | keyof MenuWritten, number][])
    done[key] += added;
  if (version === null) return;
  done.version = version;
  onWritten?.(done.restaurant.id, version);
}

function* slices<T>(list: T[], size: number): Generator<T[]> {
  for (let from = 0; from < list.length; from += size) yield list.slice(from, from + size);
}
