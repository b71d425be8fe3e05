import { toCsv, type CsvColumn } from '../../../contract/csv.ts';
import { decimal } from '../../lib/money.ts';
import { kindLabels, statusLabels, unitLabels } from './labels.ts';
import type { StockRow } from './queries.ts';

const columns = (currency: string): CsvColumn<StockRow>[] => [
  ['Item', (row) => row.name],
  ['Kind', ({ item }) => kindLabels[item.kind]],
  ['SKU', ({ item }) => item.sku ?? ''],
  ['Stock', ({ item }) => item.quantity],
  ['Unit', ({ item }) => unitLabels[item.unit]],
  ['Status', ({ item }) => statusLabels[item.stock_status]],
  ['Low from', ({ item }) => item.low_stock_threshold ?? ''],
  ['Supplier', ({ item }) => item.supplier_name ?? ''],
  ['Cost', ({ cost }) => (cost === null ? '' : decimal(cost, currency))],
  ['Price', ({ price }) => (price === null ? '' : decimal(price, currency))],
  ['Currency', () => currency],
  ['Last counted', ({ item }) => item.last_counted_at ?? ''],
];

/** The stock as CSV: one row for each item, ISO times in UTC, decimal amounts. */
export const inventoryCsv = (rows: readonly StockRow[], currency: string): string => toCsv(columns(currency), rows);
