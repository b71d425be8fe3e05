import { MIRROR_ORDERS_SURE } from '../../../contract/limits.ts';
import { openStatuses } from '../../../contract/orders/status.ts';
import { orderStatuses, type Order, type OrderStatus } from '../../../contract/orders/calls.ts';
import type { DeadLetter, GalleyDb, Mirrored } from '../../data/db.ts';

/** `placed_at` from `from` (included) to `to` (not included), ISO. */
export interface PlacedRange {
  from: string;
  to: string;
}

export const allDates: PlacedRange = { from: '', to: '\uffff' };

// Dexie reads a range forward in one request but steps backward row by row. So more than a page is read forward, or by its keys, and
// reversed here.

/** All orders of one day or another short range, newest first: those placed in it, and earlier ones that are due in it and still open. */
export const ordersOfDay = (db: GalleyDb, range: PlacedRange): Promise<Mirrored<'orders'>[]> =>
  placedInOr(db, range, (order) => !order.is_asap && isDueIn(order, range));

/**
 * All orders of the current business day, newest first: those placed in it, and all earlier ones that are still open, except those
 * that wait for a later day.
 */
export const ordersOfToday = (db: GalleyDb, today: PlacedRange): Promise<Mirrored<'orders'>[]> =>
  placedInOr(db, today, (order) => !isForLater(order) || order.due_at < today.to);

async function placedInOr(
  db: GalleyDb,
  range: PlacedRange,
  belongs: (openBefore: Mirrored<'orders'>) => boolean,
): Promise<Mirrored<'orders'>[]> {
  const [placed, before] = await Promise.all([
    inRange(db, range).toArray(),
    openOrders(db, { from: '', to: range.from }),
  ]);
  const more = before.filter(belongs).sort((a, b) => (a.placed_at < b.placed_at ? -1 : 1));
  return [...more, ...placed].reverse();
}

/** Every open order placed in the range. */
export async function openOrders(db: GalleyDb, range: PlacedRange = allDates): Promise<Mirrored<'orders'>[]> {
  const found = await Promise.all(openStatuses.map((status) => ofStatus(db, status, range).toArray()));
  return found.flat();
}

type Timed = Pick<Mirrored<'orders'>, 'order_status' | 'is_asap' | 'due_at'>;

/** Whether it is scheduled and not being cooked yet. */
export const isForLater = ({ order_status, is_asap }: Timed): boolean =>
  !is_asap && (order_status === 'pending' || order_status === 'accepted');

export const isDueIn = ({ due_at }: Timed, { from, to }: PlacedRange): boolean => due_at >= from && due_at < to;

export type StatusCounts = Record<OrderStatus, number>;

/** The number of orders of each status in the range: eight index counts, no row is read. */
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

/** Whether a range can be read backward in one request, as current browsers can; others step through it row by row. */
const readsBackward = () => 'getAllRecords' in (globalThis.IDBObjectStore?.prototype ?? {});
/** Up to this offset the rows before a page are read with it, in one request; beyond it only their keys. */
const NEAR = 60;

/** One page, by index and key range. */
export async function ordersPage(db: GalleyDb, page: KeyPage): Promise<Mirrored<'orders'>[]> {
  const { range, statuses, descending, offset, limit } = page;
  const ways = statuses === null ? [inRange(db, range)] : statuses.map((status) => ofStatus(db, status, range));
  const end = offset + limit;
  const isNear = end <= NEAR || ways.length > 2;
  if (isNear && (ways.length > 1 || !descending || readsBackward() || offset === 0)) {
    const heads = await Promise.all(ways.map((way) => (descending ? way.reverse() : way).limit(end).toArray()));
    return merged(heads, descending).slice(offset, end);
  }
  // One transaction, because each costs another turn of the event loop.
  return db.transaction('r', db.orders, async () => {
    if (ways.length === 1 && descending && readsBackward()) {
      const rows = await rowsFrom(db, page);
      if (rows) return rows;
    }
    const keys = await Promise.all(ways.map((way) => keysUpTo(way, end, descending)));
    const [first = [], second = []] = keys;
    const from = second.length === 0 ? offset : await share(db, first, second, offset, descending);
    const parts = await Promise.all([
      ordersByIds(db, first.slice(from, from + limit)),
      ordersByIds(db, second.slice(offset - from, end - from)),
    ]);
    return merged(parts, descending).slice(0, limit);
  });
}

/** How many extra rows of the same instant are read, to find the page's first row among them. */
const SAME_INSTANT = 5;

/**
 * A page of one index, newest first. The index skips the rows before it without reading their keys. Null: more orders have the same
 * instant than were read.
 */
async function rowsFrom(
  db: GalleyDb,
  { range, statuses, offset, limit }: KeyPage,
): Promise<Mirrored<'orders'>[] | null> {
  const [status] = statuses ?? [];
  const way = status === undefined ? inRange(db, range) : ofStatus(db, status, range);
  let first: { id: string; placedAt: string } | null = null;
  const note = (key: unknown, { primaryKey }: { primaryKey: string }) => {
    first = { id: primaryKey, placedAt: status === undefined ? (key as string) : (key as string[])[1]! }; // of the two indexes above
  };
  await way.reverse().offset(offset).limit(1).eachKey(note);
  if (first === null) return [];
  const { id, placedAt } = first as { id: string; placedAt: string };
  const upTo = { from: range.from, to: `${placedAt}\0` };
  const rest = status === undefined ? inRange(db, upTo) : ofStatus(db, status, upTo);
  const wanted = limit + SAME_INSTANT;
  const rows = await rest.reverse().limit(wanted).toArray();
  const from = rows.findIndex((row) => row.id === id);
  if (from < 0 || (from + limit > wanted && rows.length === wanted)) return null;
  return rows.slice(from, from + limit);
}

/** How many of the first `offset` rows of both together belong to `a`: a binary search, so that few rows are read. */
async function share(db: GalleyDb, a: string[], b: string[], offset: number, descending: boolean): Promise<number> {
  let low = Math.max(0, offset - b.length);
  let high = Math.min(offset, a.length);
  while (low < high) {
    const middle = (low + high) >> 1;
    const [x, y] = await db.orders.bulkGet([a[middle]!, b[offset - middle - 1]!]);
    if (x && y && byPlaced(x, y, descending) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Merges sorted parts; at the same instant the first part's rows come first. */
function merged(parts: Mirrored<'orders'>[][], descending: boolean): Mirrored<'orders'>[] {
  return parts.length === 1 ? parts[0]! : parts.flat().sort((a, b) => byPlaced(a, b, descending));
}

function byPlaced(a: Mirrored<'orders'>, b: Mirrored<'orders'>, descending: boolean): number {
  if (a.placed_at === b.placed_at) return 0;
  return a.placed_at < b.placed_at === descending ? 1 : -1;
}

async function keysUpTo(way: Way, count: number, descending: boolean): Promise<string[]> {
  if (!descending) return way.limit(count).primaryKeys();
  if (readsBackward()) return way.reverse().limit(count).primaryKeys();
  return (await way.primaryKeys()).reverse();
}

/** The rows of the ids, in their order; missing rows are left out. */
export async function ordersByIds(db: GalleyDb, ids: string[]): Promise<Mirrored<'orders'>[]> {
  return (await db.orders.bulkGet(ids)).filter((order) => order !== undefined);
}

const SCAN_ROWS = 400;
/** The first step is short: it fills the visible page, or tells how many rows that will take. */
const SCAN_FIRST = 25;

/**
 * Reads a range newest first in short steps, each in its own transaction, so that a tap never waits for it. Stops when `signal` is
 * aborted. `onRows` gets each step's rows and the number of rows read so far, and returns how many it wants next: see `rowsToFill`.
 */
export async function scanOrders(
  db: GalleyDb,
  range: PlacedRange,
  signal: AbortSignal,
  onRows: (rows: Mirrored<'orders'>[], read: number) => number | void,
): Promise<void> {
  const next = readsBackward() ? stepsByIndex(db, range) : await stepsByKeys(db, range);
  let read = 0;
  let size = SCAN_FIRST;
  while (!signal.aborted) {
    const step = await next(size);
    if (signal.aborted || !step) return;
    read += step.read;
    size = Math.min(onRows(step.rows, read) ?? SCAN_ROWS, SCAN_ROWS);
  }
}

/** How many more rows will contain `wanted` hits in total if the first `read` rows contained `found`, plus a tenth as a margin. */
export const rowsToFill = (wanted: number, found: number, read: number): number =>
  found >= wanted ? SCAN_ROWS : Math.ceil((1.1 * (wanted - found) * read) / Math.max(1, found));

type Steps = (size: number) => Promise<{ rows: Mirrored<'orders'>[]; read: number } | null>;

/** Each step continues at the instant of the last row, without the rows of that instant that it has already returned. */
function stepsByIndex(db: GalleyDb, { from, to }: PlacedRange): Steps {
  let last: string | null = null;
  let had = new Set<string>();
  return async (size) => {
    const rest = db.orders.where('placed_at').between(from, last ?? to, true, last !== null);
    const found = await rest
      .reverse()
      .limit(size + had.size)
      .toArray();
    const rows = found.filter((row) => !had.has(row.id));
    const end = rows.at(-1)?.placed_at;
    if (end === undefined) return null;
    had = new Set([...(end === last ? had : []), ...rows.filter((row) => row.placed_at === end).map((row) => row.id)]);
    last = end;
    return { rows, read: rows.length };
  };
}

async function stepsByKeys(db: GalleyDb, range: PlacedRange): Promise<Steps> {
  const ids = (await inRange(db, range).primaryKeys()).reverse();
  let at = 0;
  return async (size) => {
    if (at >= ids.length) return null;
    const step = ids.slice(at, at + size);
    at += step.length;
    return { rows: await ordersByIds(db, step), read: step.length };
  };
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
  db.dead_letters.filter((deadLetter) => deadLetter.entry.touches.includes(`orders:${orderId}`)).toArray();

const inRange = (db: GalleyDb, { from, to }: PlacedRange) =>
  db.orders.where('placed_at').between(from, to, true, false);

type Way = ReturnType<typeof inRange>;

const ofStatus = (db: GalleyDb, status: OrderStatus, { from, to }: PlacedRange) =>
  db.orders.where('[order_status+placed_at]').between([status, from], [status, to], true, false);

/** Which orders this device has. `coming`: its first sync is not complete. `some`: old ones were dropped. */
export async function heldOrders(db: GalleyDb): Promise<'all' | 'some' | 'coming'> {
  const [isComplete, count] = await Promise.all([db.sync.get('isComplete'), db.orders.count()]);
  if (count >= MIRROR_ORDERS_SURE) return 'some';
  return isComplete?.value === true ? 'all' : 'coming';
}

/** The dishes that an order names and the menu still has, by id. */
export async function orderedItems(
  db: GalleyDb,
  { lines }: Pick<Order, 'lines'>,
): Promise<Map<string, Mirrored<'menu_items'>>> {
  const ids = [...new Set(lines.flatMap(({ menu_item_id: id }) => id ?? []))];
  const found = await db.menu_items.bulkGet(ids);
  return new Map(found.flatMap((item) => (item ? [[item.id, item] as const] : [])));
}
