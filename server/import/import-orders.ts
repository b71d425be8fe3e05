import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { ROWS_PER_VERSION } from '../../contract/limits.ts';
import type { Pools } from '../db/open.ts';
import { restaurants, users } from '../db/schema.ts';
import { categorise } from './categories.ts';
import { collect, type BadRow } from './collect.ts';
import { inSpace } from '../jobs/in-space.ts';
import { readRecords } from './read.ts';
import { positionDishes, writeMenu, type MenuWritten } from './write-menu.ts';
import { writeOrders, type OrdersWritten } from './write-orders.ts';

export interface ImportOptions {
  pools: Pick<Pools, 'owner' | 'app'>;
  /** A .csv or .csv.gz. */
  file: string;
  /** The owner's address, or the restaurant's. */
  email: string;
  now: Date;
  progress?: (message: string) => void;
  /** After each commit, so that devices which are connected hear of it. */
  onWritten?: (restaurantId: string, version: number) => void;
}

/** What the file holds, what of it is new, and what was wrong with it. */
export interface ImportDone extends OrdersWritten, MenuWritten {
  kind: 'done';
  restaurant: { id: string; name: string; currency: string };
  orders: number;
  lines: number;
  dishes: number;
  total_amount: number;
  bad: BadRow[];
  /** The newest version that was written; null: nothing was new. */
  version: number | null;
}

export type ImportResult =
  | ImportDone
  | { kind: 'no_restaurant' }
  | { kind: 'empty' }
  | { kind: 'missing_columns'; missing: string[]; header: string[] };

/**
 * Brings a till's past orders, and the menu that is found in them. Ids come from the restaurant, the order's number and date, and the
 * dish's name, so that a second import changes nothing and one that was cut off goes on where it stopped. At most 500 rows a version, each
 * under the lock of the restaurant's space: a server that runs goes on serving in between.
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
  const read = await collect(readRecords(file), {
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

  const all = { restaurantId: restaurant.id, currency, now: now.toISOString() };
  const total_amount = read.orders
    .flatMap((order) => order.lines)
    .reduce((sum, line) => sum + line.quantity * line.unit_amount, 0);
  const { orders, lines, dishes, bad } = read;
  const { id, name } = restaurant;
  const done: ImportDone = {
    kind: 'done',
    restaurant: { id, name, currency },
    orders: orders.length,
    lines,
    dishes: dishes.length,
    total_amount,
    bad,
    ordersAdded: 0,
    ordersCompleted: 0,
    linesAdded: 0,
    dishesAdded: 0,
    dishesLeftOut: 0,
    categoriesAdded: 0,
    version: null,
  };
  const groups = categorise(dishes.map((dish) => dish.name));
  // The book and each category may come on top of the items of a batch.
  for (const batch of slices(positionDishes(dishes, groups), ROWS_PER_VERSION - groups.length - 1)) {
    count(done, await inSpace(pools.app, id, (space) => writeMenu(space, batch, all)), onWritten);
  }
  let written = 0;
  for (const batch of slices(orders, ROWS_PER_VERSION)) {
    count(done, await inSpace(pools.app, id, (space) => writeOrders(space, batch, all)), onWritten);
    written += batch.length;
    progress(`${written} of ${orders.length} orders written`);
  }
  return done;
}

async function findRestaurant({ owner }: Pick<Pools, 'owner'>, email: string) {
  const db = drizzle(owner);
  const address = email.trim().toLowerCase();
  const [user] = await db.select().from(users).where(eq(users.email, address)).limit(1);
  const [restaurant] = await db
    .select()
    .from(restaurants)
    .where(user ? eq(restaurants.restaurant_id, user.restaurant_id) : eq(restaurants.email, address))
    .limit(1);
  return restaurant;
}

/** Adds what one transaction wrote, once it is committed. */
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
