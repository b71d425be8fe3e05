import { useEffect } from 'react';
import { orderStatuses, type Order } from '../../../../contract/orders/calls.ts';
import type { Mirrored } from '../../../data/db.ts';
import { useLive, useRows } from '../../../data/live.ts';
import { prefetchedOrders, forgetAhead, rowsQuery } from './prefetch-orders.ts';
import type { OrderFilters, StatusFilter } from './filters.ts';
import { comparer, isInTab, matcher, statusesOf } from './match.ts';
import {
  countByStatus,
  isDueIn,
  isForLater,
  openOrders,
  ordersByIds,
  ordersOfToday,
  type StatusCounts,
} from '../queries.ts';
import type { Scope } from './scope.ts';
import { useScan, type Hit } from './use-scan.ts';

export interface OrderList {
  /** undefined: not known yet. */
  rows: Mirrored<'orders'>[] | undefined;
  /** Orders in the tab with the filters; null while they are counted. */
  total: number | null;
  /** Orders by status, with the filters, whatever the tab. */
  counts: StatusCounts;
  /** Open orders of any date, with the filters; null while they are counted. */
  open: number | null;
  /** Scheduled orders of any day; null while they are counted. */
  later: number | null;
  /** Orders in the range before any filter: 0 means that there is nothing to show at all. */
  inRange: number | null;
  /** Rows read so far by a search that is still running. */
  searching: number | null;
  /** Ids of all orders of the list, over all pages, if they are known. */
  allIds: string[] | null;
}

/** The page of orders that the filters select, live, with its counts. */
export function useOrderList(filters: OrderFilters, scope: Scope): OrderList {
  const { range, today, plan } = scope;
  const isByDue = plan === 'open' || plan === 'later';
  const isDay = plan === 'today' || plan === 'day';
  const offset = (filters.page - 1) * filters.limit;
  // Query the rows before the counts: the database answers in order.
  const query = rowsQuery(filters, scope);
  const name = query?.name ?? '';
  const ahead = prefetchedOrders(name);
  const keyed = useRows('orders', plan === 'keys' && query ? query.ask : nothing, [name], ahead);
  const day = useRows('orders', isDay && query ? query.ask : nothing, [name], ahead);
  const opened = useRows('orders', (db) => openOrders(db), [], plan === 'open' ? ahead : undefined);
  const todays = useRows('orders', (db) => (isByDue ? ordersOfToday(db, today) : nothing()), [
    isByDue,
    today.from,
    today.to,
  ]);
  useEffect(forgetAhead, []);
  const isCounted = !isDay && !isByDue;
  const byStatus = useLive(
    (db) => (isCounted ? countByStatus(db, range) : Promise.resolve(null)),
    [isCounted, range.from, range.to],
  );
  // A step shows at once, before the query runs again.
  const open = opened?.filter((order) => isInTab(order.order_status, 'open'));
  const later = open?.filter(isForLater);
  const known = {
    open: open ? open.filter(matcher(filters)).length : null,
    later: later ? later.length : null,
  };
  const inRange = byStatus ? sum(byStatus) : null;
  const scan = useScan(plan === 'scan' ? range : null, filters, inRange);
  const hits = inOrder(scan.hits, filters);
  const ids = hits.slice(offset, offset + filters.limit).map((hit) => hit.id);
  const justRead = ids.map((id) => scan.rows.find((row) => row.id === id)).filter((row) => row !== undefined);
  const scanned = useRows(
    'orders',
    (db) => (plan === 'scan' ? ordersByIds(db, ids) : nothing()),
    [plan, ids.join(' ')],
    ids.length > 0 && justRead.length === ids.length ? justRead : undefined,
  );

  if (isDay) return { ...ofDay(day, filters), ...known };
  if (isByDue) {
    const due = (plan === 'later' ? later : open)?.filter((order) => isDueIn(order, range));
    return { ...ofDay(due, filters), counts: counted((todays ?? []).filter(matcher(filters))), ...known };
  }
  if (plan === 'keys') {
    const counts = byStatus ?? noCounts;
    const total = byStatus ? sum(counts, filters.status) : null;
    return { rows: keyed, total, counts, ...known, inRange, searching: null, allIds: null };
  }
  return {
    rows: scan.isDone || ids.length > 0 ? scanned : undefined,
    total: hits.length,
    counts: counted(scan.hits),
    ...known,
    inRange,
    searching: scan.isDone ? null : scan.read,
    allIds: hits.map((hit) => hit.id),
  };
}

function ofDay(day: Mirrored<'orders'>[] | undefined, filters: OrderFilters): Omit<OrderList, 'later' | 'open'> {
  const matching = (day ?? []).filter(matcher(filters));
  const shown = matching.filter((order) => isInTab(order.order_status, filters.status)).sort(comparer(filters.sort));
  const offset = (filters.page - 1) * filters.limit;
  return {
    rows: day && shown.slice(offset, offset + filters.limit),
    total: day ? shown.length : null,
    counts: counted(matching),
    inRange: day ? day.length : null,
    searching: null,
    allIds: shown.map((order) => order.id),
  };
}

const inOrder = (hits: Hit[], filters: OrderFilters): Hit[] =>
  hits.filter((hit) => isInTab(hit.order_status, filters.status)).sort(comparer(filters.sort));

export const noCounts = Object.fromEntries(orderStatuses.map((status) => [status, 0])) as StatusCounts;

function counted(orders: readonly Pick<Order, 'order_status'>[]): StatusCounts {
  const counts = { ...noCounts };
  for (const order of orders) counts[order.order_status] += 1;
  return counts;
}

/** The number of orders in a tab. */
export const sum = (counts: StatusCounts, tab: StatusFilter = null): number =>
  (statusesOf(tab) ?? orderStatuses).reduce((total, status) => total + counts[status], 0);

const nothing = () => Promise.resolve([]);
