import type { Order } from '../../../../contract/orders/calls.ts';
import type { RestaurantClock } from '../../../../contract/restaurant/time-columns.ts';
import { currentDb } from '../../../data/current.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { ordersCsv } from './csv.ts';
import type { OrderFilters } from './filters.ts';
import { comparer, isInTab, matcher } from './match.ts';
import { isDueIn, isForLater, openOrders, ordersOfDay, ordersOfToday, scanOrders } from '../queries.ts';
import type { Scope } from './scope.ts';

/** Saves all orders of the list, over all pages, as CSV; `days` names the file. Loaded on first use. */
export async function exportOrders(
  filters: OrderFilters,
  { plan, range }: Scope,
  days: string,
  clock: RestaurantClock,
): Promise<number> {
  const matches = matcher(filters);
  const found: Order[] = [];
  const add = (rows: readonly Order[]) => {
    for (const row of rows) if (isInTab(row.order_status, filters.status) && matches(row)) found.push(row);
  };
  const db = currentDb();
  if (plan === 'today') add(await ordersOfToday(db, range));
  else if (plan === 'day') add(await ordersOfDay(db, range));
  else if (plan === 'open' || plan === 'later') {
    const due = (await openOrders(db)).filter((order) => isDueIn(order, range));
    add(plan === 'later' ? due.filter(isForLater) : due);
  } else await scanOrders(db, range, new AbortController().signal, add);
  const csv = ordersCsv(found.sort(comparer(filters.sort)), clock);
  saveFile(`orders ${days.replace('..', ' to ')}.csv`, csv, 'text/csv;charset=utf-8');
  return found.length;
}
