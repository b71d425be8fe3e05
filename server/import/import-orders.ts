import { drizzle } from 'drizzle-orm/node-postgres';
import { ROWS_PER_VERSION } from '../../contract/limits.ts';
import type { Pools } from '../db/open.ts';
import { categorise } from './categories.ts';
import { withTransaction } from '../db/with-transaction.ts';
import { countColumns } from './columns.ts';
import { collect, type BadRow } from './collect.ts';
import { usualTaxMode } from '../../contract/menu/new-rows.ts';
import { findRestaurant } from './find-restaurant.ts';
import { inSpace } from '../jobs/in-space.ts';
import { readRecords } from './read.ts';
import { findKnownItems, positionDishes, writeMenu, type MenuWritten } from './write-menu.ts';
import { writeOrders, type OrdersWritten } from './write-orders.ts';

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
  bad: BadRow[];
  /** How the file was read, where that is not plain. */
  remarks: string[];
  /** The newest written version; null if nothing was new. */
  version: number | null;
}

export type ImportResult =
  | ImportDone
  | { kind: 'no_restaurant' }
  | { kind: 'empty' }
  | { kind: 'missing_columns'; missing: string[]; header: string[] };

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
}: ImportOptions): Promise<ImportResult> {
  const restaurant = await findRestaurant(pools, email);
  if (!restaurant) return { kind: 'no_restaurant' };
  const { timezone, currency } = restaurant;
  const read = await collect(readRecords(file, countColumns), {
    timezone,
    currency,
    now,
    otherwise: restaurant.country_code === 'US' ? 'month first' : 'day first',
    progress: (lines) => progress(`${lines} lines read`),
  });
  if (read.kind !== 'collected') return read;
  progress(
    `${read.lines} lines read: ${read.orders.length} orders, ${read.dishes.length} dishes, dates with the ${read.dateOrder}`,
  );

  const knownItems = await withTransaction(pools.app, restaurant.id, 'read', (client) =>
    findKnownItems(drizzle(client), restaurant.id, read.dishes),
  );
  const taxMode = usualTaxMode(restaurant);
  const all = { restaurantId: restaurant.id, currency, taxMode, now: now.toISOString(), knownItems };
  const total_amount = read.orders
    .flatMap((order) => order.lines)
    .reduce((sum, line) => sum + line.quantity * line.unit_amount, 0);
  const { orders, lines, dishes, bad, remarks } = read;
  const { id, name } = restaurant;
  const done: ImportDone = {
    kind: 'done',
    restaurant: { id, name, currency },
    orders: orders.length,
    lines,
    dishes: dishes.length,
    total_amount,
    bad,
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
  const groups = categorise(dishes.map((dish) => dish.name));
  // The book and categories may be added to the items of a batch.
  for (const batch of slices(positionDishes(dishes, groups), ROWS_PER_VERSION - groups.length - 1)) {
    count(done, await inSpace(pools.app, id, (space) => writeMenu(space, batch, all)), onWritten);
  }
  let written = 0;
  for (const batch of slices(orders, ROWS_PER_VERSION)) {
    count(done, await inSpace(pools.app, id, (space) => writeOrders(space, batch, all)), onWritten);
    written += batch.length;
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
