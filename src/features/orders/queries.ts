import { openStatuses } from '../../../contract/order-status.ts';
import { orderStatuses, type OrderStatus } from '../../../contract/orders.ts';
import type { DeadLetter, GalleyDb, Mirrored } from '../../data/db.ts';

/** `placed_at` from `from` (included) to `to` (not included), ISO. */
export interface PlacedRange {
  from: string;
  to: string;
}

export const allDates: PlacedRange = { from: '', to: '\uffff' };

// Dexie reads a whole range in one request when it goes forward; backward it steps row by row. So what is more than a page is read
// forward, or by its keys, and turned round here.

/**
 * All orders of one day or another short range, newest first: what was placed in it, and what was placed before, is due in it and still
 * open.
 */
export async function ordersOfDay(db: GalleyDb, range: PlacedRange): Promise<Mirrored<'orders'>[]> {
  const [placed, open] = await Promise.all([
    inRange(db, range).toArray(),
    Promise.all(openStatuses.map((status) => ofStatus(db, status, { from: '', to: range.from }).toArray())),
  ]);
  const due = open.flat().filter((order) => !order.is_asap && isDueIn(order, range));
  return [...due.sort((a, b) => (a.placed_at < b.placed_at ? -1 : 1)), ...placed].reverse();
}

/** Ordered for later, due in the range, and not being cooked yet. */
export async function laterOrders(db: GalleyDb, range: PlacedRange): Promise<Mirrored<'orders'>[]> {
  const waiting = await Promise.all(
    (['pending', 'accepted'] as const).map((status) => ofStatus(db, status, allDates).toArray()),
  );
  return waiting.flat().filter((order) => !order.is_asap && isDueIn(order, range));
}

const isDueIn = ({ due_at }: Mirrored<'orders'>, { from, to }: PlacedRange) => due_at >= from && due_at < to;

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

/** From here on stepping over rows takes longer than reading all keys of the range. */
const FAR = 300;

/** One page by index and key range: the rows before it are stepped over, not read. */
export async function ordersPage(db: GalleyDb, page: KeyPage): Promise<Mirrored<'orders'>[]> {
  const { range, statuses, descending, offset, limit } = page;
  const ways = statuses === null ? [inRange(db, range)] : statuses.map((status) => ofStatus(db, status, range));
  const [only] = ways;
  if (ways.length === 1 && only) {
    if (offset < FAR) return (descending ? only.reverse() : only).offset(offset).limit(limit).toArray();
    const ids = await only.primaryKeys();
    if (descending) ids.reverse();
    return ordersByIds(db, ids.slice(offset, offset + limit));
  }
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
  const ids = (await inRange(db, range).primaryKeys()).reverse();
  for (let read = 0; read < ids.length; read += SCAN_ROWS) {
    if (signal.aborted) return;
    const step = ids.slice(read, read + SCAN_ROWS);
    const rows = await ordersByIds(db, step);
    if (signal.aborted) return;
    onRows(rows, read + step.length);
  }
}

/** The newest `limit` open orders. */
export async function newestOpen(db: GalleyDb, limit: number): Promise<Mirrored<'orders'>[]> {
  const found = await Promise.all(
    openStatuses.map((status) => ofStatus(db, status, allDates).reverse().limit(limit).toArray()),
  );
  return found
    .flat()
    .sort((a, b) => (a.placed_at < b.placed_at ? 1 : -1))
    .slice(0, limit);
}

/** Refused or superseded changes of one order that nobody has dealt with. */
export const refusalsOf = (db: GalleyDb, orderId: string): Promise<DeadLetter[]> =>
  db.dead_letters.filter((letter) => letter.entry.touches.includes(`orders:${orderId}`)).toArray();

const inRange = (db: GalleyDb, { from, to }: PlacedRange) =>
  db.orders.where('placed_at').between(from, to, true, false);

const ofStatus = (db: GalleyDb, status: OrderStatus, { from, to }: PlacedRange) =>
  db.orders.where('[order_status+placed_at]').between([status, from], [status, to], true, false);
