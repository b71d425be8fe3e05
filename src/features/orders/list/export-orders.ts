import type { Order } from '../../../../contract/orders/calls.ts';
import type { RestaurantClock } from '../../../../contract/restaurant/time-columns.ts';
import { currentDb } from '../../../data/current.ts';
import type { GalleyDb } from '../../../data/db.ts';
import { saveCsv } from '../../../lib/save-file.ts';
import { ordersCsv, ordersCsvRows } from './csv.ts';
import type { OrderFilters } from './filters.ts';
import { comparer, isInTab, matcher } from './match.ts';
import { isDueIn, isForLater, openOrders, ordersOfDay, ordersOfToday, scanOrders } from '../queries.ts';
import { readOldOrders, whereOldOrdersBegin, type ReadOldOrders } from './read-old-orders.ts';
import type { Scope } from './scope.ts';

export interface Exported {
  count: number;
  /** Orders placed up to this instant are not in the file, because the server could not be reached. Null: all are. */
  missingUntil: string | null;
}

/** Saves all orders of the list, over all pages, as CSV; `days` names the file. Loaded on first use. */
export async function exportOrders(
  filters: OrderFilters,
  scope: Scope,
  days: string,
  clock: RestaurantClock,
): Promise<Exported> {
  const { parts, ...exported } = await collectOrders({
    db: currentDb(),
    filters,
    scope,
    clock,
    readOld: readOldOrders,
  });
  saveCsv(`orders ${days.replace('..', ' to ')}.csv`, new Blob(parts));
  return exported;
}

interface CollectOptions {
  db: GalleyDb;
  filters: OrderFilters;
  scope: Pick<Scope, 'plan' | 'range'>;
  clock: RestaurantClock;
  readOld: ReadOldOrders;
}

/**
 * The parts of the file: what this device has, then the older orders that only the server has, newest first. Of those one page at a time is
 * in memory; a browser keeps the parts that were written where it has room. A file with them is in the order of time, whatever the list's.
 */
export async function collectOrders(options: CollectOptions): Promise<Exported & { parts: Blob[] }> {
  const { db, filters, scope, clock, readOld } = options;
  const { plan, range } = scope;
  const matches = matcher(filters);
  const isWanted = (row: Order) => isInTab(row.order_status, filters.status) && matches(row);
  const found: Order[] = [];
  const add = (rows: readonly Order[]) => void found.push(...rows.filter(isWanted));
  if (plan === 'today') add(await ordersOfToday(db, range));
  else if (plan === 'day') add(await ordersOfDay(db, range));
  else if (plan === 'open' || plan === 'later') {
    const due = (await openOrders(db)).filter((order) => isDueIn(order, range));
    add(plan === 'later' ? due.filter(isForLater) : due);
  } else await scanOrders(db, range, new AbortController().signal, (rows) => add(rows));
  const isOfDevice = plan === 'today' || plan === 'open' || plan === 'later';
  const until = isOfDevice ? null : await whereOldOrdersBegin(db, range);
  if (until === null)
    return { parts: [new Blob([ordersCsv(found.sort(comparer(filters.sort)), clock)])], ...all(found.length) };

  found.sort(comparer({ field: 'placed', descending: true }));
  const held = new Set(found.map(({ id }) => id));
  const parts = [
    new Blob([
      ordersCsv(
        found.filter((row) => row.placed_at > until),
        clock,
      ),
    ]),
  ];
  // Of what the server has too, this device may have a newer state that was not sent yet.
  const own = new Map(found.flatMap((row) => (row.placed_at > until ? [] : [[row.id, row] as const])));
  let count = found.length - own.size;
  let reached = until;
  for await (const page of readOld(until)) {
    if (page === 'unreachable') {
      const rest = [...own.values()];
      if (rest.length > 0) parts.push(new Blob([ordersCsvRows(rest, clock)]));
      return { parts, count: count + rest.length, missingUntil: reached };
    }
    const rows: Order[] = [];
    for (const row of page) {
      if (row.placed_at < range.from) continue;
      const mine = own.get(row.id);
      own.delete(row.id);
      if (mine) rows.push(mine);
      else if (!held.has(row.id) && isWanted(row)) rows.push(row);
    }
    if (rows.length > 0) parts.push(new Blob([ordersCsvRows(rows, clock)]));
    count += rows.length;
    reached = page.at(-1)?.placed_at ?? reached;
    if (reached < range.from) break;
  }
  const rest = [...own.values()];
  if (rest.length > 0) parts.push(new Blob([ordersCsvRows(rest, clock)]));
  return { parts, ...all(count + rest.length) };
}

const all = (count: number): Exported => ({ count, missingUntil: null });
