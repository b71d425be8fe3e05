import { toCsv, type CsvColumn } from '../../../contract/csv.ts';
import { timeColumns, type RestaurantClock } from '../../../contract/restaurant/time-columns.ts';
import { decimal } from '../../lib/money.ts';
import { kindLabels, statusLabels, unitLabels } from './labels.ts';
import type { StockRow } from './queries.ts';

const columns = (currency: string, clock: RestaurantClock): CsvColumn<StockRow>[] => [
  ['Item', (row) => row.name],
  ['Kind', ({ item }) => kindLabels[item.kind]],
  ['SKU', ({ item }) => item.sku ?? ''],
  ['Stock', ({ item }) => item.quantity],
  ['Unit', ({ item }) => unitLabels[item.unit]],
  ['Status', ({ item }) => statusLabels[item.stock_status]],
  ['Low at', ({ item }) => item.low_stock_threshold ?? ''],
  ['Supplier', ({ item }) => item.supplier_name ?? ''],
  ['Cost', ({ cost }) => (cost === null ? '' : decimal(cost, currency))],
  ['Price', ({ price }) => (price === null ? '' : decimal(price, currency))],
  ['Currency', () => currency],
  ...timeColumns<StockRow>('Last counted', ({ item }) => item.last_counted_at, clock),
];

/** The stock as CSV: one row for each item, decimal amounts. */
export const inventoryCsv = (rows: readonly StockRow[], currency: string, clock: RestaurantClock): string =>
  toCsv(columns(currency, clock), rows);
