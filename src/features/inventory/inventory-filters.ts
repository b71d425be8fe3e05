import { inventoryKinds, stockStatuses } from '../../../contract/inventory/calls.ts';
import { toThousandths } from '../../../contract/inventory/stock.ts';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import type { StockRow } from './queries.ts';
import { fold } from '../../../contract/fold.ts';
import { clip } from '../../../contract/clip.ts';

export type SortField = 'name' | 'quantity' | 'status';

/** The filters of the inventory, all in the query string under the API's names. */
export interface InventoryFilters {
  search: string;
  statuses: string[];
  kinds: string[];
  suppliers: string[];
  sort: { field: SortField; descending: boolean };
  page: number;
  limit: number;
}

const usual = { field: 'status', descending: false } as const;
const sortFields: readonly string[] = ['name', 'quantity', 'status'];
const pageSizes = [15, 30, 60];

export function readInventoryFilters(query: string): InventoryFilters {
  const params = new URLSearchParams(query);
  const [field = '', direction] = (params.get('sort') ?? '').split('.');
  const limit = Number(params.get('limit'));
  const known = (name: string, values: readonly string[]) =>
    (params.get(name) ?? '').split(',').filter((value) => values.includes(value));
  return {
    search: clip(params.get('search') ?? '', 100, ''),
    statuses: known('stock_status', stockStatuses),
    kinds: known('kind', inventoryKinds),
    suppliers: params.getAll('supplier'),
    sort: isField(field) ? { field, descending: direction === 'desc' } : usual,
    page: Math.max(1, Math.trunc(Number(params.get('page_no')) || 1)),
    limit: pageSizes.includes(limit) ? limit : PAGE_SIZE,
  };
}

export function writeInventoryFilters(filters: InventoryFilters): string {
  const { search, statuses, kinds, suppliers, sort, page, limit } = filters;
  const params = new URLSearchParams();
  if (search.trim()) params.set('search', search.trim());
  if (statuses.length > 0) params.set('stock_status', statuses.join(','));
  if (kinds.length > 0) params.set('kind', kinds.join(','));
  for (const supplier of suppliers) params.append('supplier', supplier);
  if (sort.field !== usual.field || sort.descending)
    params.set('sort', `${sort.field}.${sort.descending ? 'desc' : 'asc'}`);
  if (limit !== PAGE_SIZE) params.set('limit', String(limit));
  if (page !== 1) params.set('page_no', String(page));
  const text = params.toString().replaceAll('%2C', ',');
  return text ? `?${text}` : '';
}

/** The filtered and sorted rows. By status, what is out comes first; by name within. */
export function chosenRows(
  rows: readonly StockRow[],
  { search, statuses, kinds, suppliers, sort }: Omit<InventoryFilters, 'page' | 'limit'>,
): StockRow[] {
  const words = fold(search).split(' ').filter(Boolean);
  return rows
    .filter(({ item, name }) => {
      if (statuses.length > 0 && !statuses.includes(item.stock_status)) return false;
      if (kinds.length > 0 && !kinds.includes(item.kind)) return false;
      if (suppliers.length > 0 && !suppliers.includes(item.supplier_name ?? '')) return false;
      const text = fold([name, item.sku, item.supplier_name].join(' '));
      return words.every((word) => text.includes(word));
    })
    .toSorted((a, b) => (sort.descending ? -1 : 1) * orders[sort.field](a, b) || byName(a, b));
}

/** The names of suppliers, each once. */
export const suppliersOf = (rows: readonly StockRow[]): string[] =>
  [...new Set(rows.flatMap(({ item }) => item.supplier_name ?? []))].toSorted((a, b) => a.localeCompare(b, 'en-GB'));

const byName = (a: StockRow, b: StockRow) => a.name.localeCompare(b.name, 'en-GB');
const ranks = { out: 0, low: 1, in_stock: 2, untracked: 3 };
const orders: Record<SortField, (a: StockRow, b: StockRow) => number> = {
  name: byName,
  quantity: (a, b) => toThousandths(a.item.quantity) - toThousandths(b.item.quantity),
  status: (a, b) => (ranks[a.item.stock_status] ?? 9) - (ranks[b.item.stock_status] ?? 9),
};

const isField = (field: string): field is SortField => sortFields.includes(field);
