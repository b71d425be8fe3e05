import type { Order } from '../../../contract/orders.ts';
import { currentDb } from '../../data/current.ts';
import { ordersCsv } from './csv.ts';
import type { OrderFilters } from './filters.ts';
import { comparer, isInTab, matcher } from './match.ts';
import { scanOrders, type PlacedRange } from './queries.ts';

/** Saves all orders of the list, over all pages, as a spreadsheet; `days` names its file. Loaded when it is first asked for. */
export async function exportOrders(filters: OrderFilters, range: PlacedRange, days: string): Promise<number> {
  const matches = matcher(filters);
  const found: Order[] = [];
  await scanOrders(currentDb(), range, new AbortController().signal, (rows) => {
    for (const row of rows) if (isInTab(row.order_status, filters.status) && matches(row)) found.push(row);
  });
  const file = new Blob([ordersCsv(found.sort(comparer(filters.sort)))], { type: 'text/csv;charset=utf-8' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `orders ${days.replace('..', ' to ')}.csv`;
  link.click();
  // The browser has taken the file over by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return found.length;
}
