import { orderStatuses, type OrderStatus } from '../../../contract/orders.ts';
import type { DeadLetter, GalleyDb, Mirrored } from '../../data/db.ts';

/** `placed_at` from `from` (included) to `to` (not included), ISO. */
export interface PlacedRange {
  from: string;
  to: string;
}

export const allDates: PlacedRange = { from: '', to: '\uffff' };

/** A day holds some hundreds; the bound keeps a mistaken range from filling the memory. */
const WHOLE_LIMIT = 5000;

/** All orders of a short range, newest first. */
export const ordersOfDay = (db: GalleyDb, range: PlacedRange): Promise<Mirrored<'orders'>[]> =>
  inRange(db, range).reverse().limit(WHOLE_LIMIT).toArray();

export const countOrders = (db: GalleyDb, range: PlacedRange): Promise<number> => inRange(db, range).count();

export type StatusCounts = Record<OrderStatus, number>;

/** How many orders each status has in the range: eight counts on an index, no row is read. */
export async function countByStatus(db: GalleyDb, range: PlacedRange): Promise<StatusCounts> {
  const counts = await Promise.all(orderStatuses.map((status) => ofStatus(db, status, range).count()));
  return Object.fromEntries(orderStatuses.map((status, i) => [status, counts[i] ?? 0])) as StatusCounts;
}

export interface KeyPage {
  range: PlacedRange;
  /** null: every status. */
  statuses: readonly OrderStatus[] | null;
  descending: boolean;
  offset: number;
  limit: number;
}

/** One page by index and key range: the rows before it are stepped over, not read. */
export async function ordersPage(db: GalleyDb, page: KeyPage): Promise<Mirrored<'orders'>[]> {
  const { range, statuses, descending, offset, limit } = page;
  const ways = statuses === null ? [inRange(db, range)] : statuses.map((status) => ofStatus(db, status, range));
  const [only] = ways;
  if (ways.length === 1 && only) return (descending ? only.reverse() : only).offset(offset).limit(limit).toArray();
  // Rejected and cancelled together: both are few, so the first rows of each are merged.
  const heads = await Promise.all(
    ways.map((way) => (descending ? way.reverse() : way).limit(offset + limit).toArray()),
  );
  const sign = descending ? -1 : 1;
  return heads
    .flat()
    .sort((a, b) => (a.placed_at < b.placed_at ? -sign : a.placed_at > b.placed_at ? sign : 0))
    .slice(offset, offset + limit);
}

/** The rows of the ids, in their order; what is gone is left out. */
export async function ordersByIds(db: GalleyDb, ids: string[]): Promise<Mirrored<'orders'>[]> {
  return (await db.orders.bulkGet(ids)).filter((order) => order !== undefined);
}

const SCAN_ROWS = 400;

/**
 * Reads a range newest first in short steps, each its own transaction, so that a tap never waits for it. Stops at once when `signal`
 * is aborted. `onRows` gets each step's rows and how many were read so far.
 */
export async function scanOrders(
  db: GalleyDb,
  range: PlacedRange,
  signal: AbortSignal,
  onRows: (rows: Mirrored<'orders'>[], read: number) => void,
): Promise<void> {
  let to = range.to;
  let skip = new Set<string>();
  let read = 0;
  while (!signal.aborted) {
    // The last instant of a step is read again by the next one, because several orders may share it.
    const upTo = { from: range.from, to };
    const way =
      skip.size === 0 ? inRange(db, upTo) : db.orders.where('placed_at').between(upTo.from, upTo.to, true, true);
    const rows = await way
      .reverse()
      .limit(SCAN_ROWS + skip.size)
      .toArray();
    if (signal.aborted) return;
    const seen = skip;
    const fresh = rows.filter((row) => !seen.has(row.id));
    read += fresh.length;
    if (fresh.length > 0) onRows(fresh, read);
    const last = rows.at(-1);
    if (!last || rows.length < SCAN_ROWS + seen.size) return;
    skip = new Set(rows.filter((row) => row.placed_at === last.placed_at).map((row) => row.id));
    to = last.placed_at;
  }
}

/** Open orders, newest first. */
export async function openOrders(db: GalleyDb): Promise<Mirrored<'orders'>[]> {
  const open: OrderStatus[] = ['pending', 'accepted', 'preparing', 'ready', 'out_for_delivery'];
  const found = await Promise.all(open.map((status) => ofStatus(db, status, allDates).reverse().limit(500).toArray()));
  return found.flat().sort((a, b) => (a.placed_at < b.placed_at ? 1 : -1));
}

/** Refused or superseded changes of one order that nobody has dealt with. */
export const refusalsOf = (db: GalleyDb, orderId: string): Promise<DeadLetter[]> =>
  db.dead_letters.filter((letter) => letter.entry.touches.includes(`orders:${orderId}`)).toArray();

/** The mirrored restaurant: one row a database. */
export const theRestaurant = (db: GalleyDb): Promise<Mirrored<'restaurants'>[]> => db.restaurants.limit(1).toArray();

const inRange = (db: GalleyDb, { from, to }: PlacedRange) =>
  db.orders.where('placed_at').between(from, to, true, false);

const ofStatus = (db: GalleyDb, status: OrderStatus, { from, to }: PlacedRange) =>
  db.orders.where('[order_status+placed_at]').between([status, from], [status, to], true, false);
