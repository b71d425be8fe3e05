import { orderStatuses, type OrderStatus } from '../../../../contract/orders/calls.ts';
import { orderChannels } from '../../../../contract/orders/order-channel.ts';
import { orderTypes } from '../../../../contract/restaurant/rows.ts';
import { PAGE_SIZE } from '../../../../contract/limits.ts';
import { clip } from '../../../../contract/clip.ts';

/** The tab: one status, `open` (every status that is not final), `closed` (rejected and cancelled), or null for all. */
export type StatusFilter = OrderStatus | 'open' | 'closed' | null;
export type SortField = 'placed' | 'due' | 'total';

/** The filters of the order list, all in the query string under the API's names. */
export interface OrderFilters {
  status: StatusFilter;
  /** Only scheduled orders that are not being cooked yet. */
  isForLater: boolean;
  /**
   * null: the current business day; `all`; one business day, or a range "2026-11-01..2026-11-20". In the tabs `open` and "For later"
   * it is the day on which an order is due, and null is every day.
   */
  date: string | null;
  search: string;
  types: string[];
  payments: string[];
  sources: string[];
  sort: { field: SortField; descending: boolean };
  page: number;
  limit: number;
}

export const pageSizes = [15, 30, 60];
export const paymentFilters = ['unpaid', 'paid', 'partially_refunded', 'refunded', 'failed', 'authorized'];
export const noFilters: OrderFilters = {
  status: null,
  isForLater: false,
  date: null,
  search: '',
  types: [],
  payments: [],
  sources: [],
  sort: { field: 'placed', descending: true },
  page: 1,
  limit: PAGE_SIZE,
};

/** Whether the list shows open orders of any date, sorted by due time. */
export const isByDue = ({ status, isForLater }: Pick<OrderFilters, 'status' | 'isForLater'>) =>
  status === 'open' || isForLater;

/** The screen opens on the open orders; an address that names a day shows all of that day. */
const standardStatus = ({ isForLater, date }: Pick<OrderFilters, 'isForLater' | 'date'>): StatusFilter =>
  isForLater || date !== null ? null : 'open';

const standardSort = (tab: Pick<OrderFilters, 'status' | 'isForLater'>): OrderFilters['sort'] =>
  isByDue(tab) ? { field: 'due', descending: false } : noFilters.sort;

/**
 * What a link to a tab changes. Tabs sorted by due time have their own sort and dates, which are not carried into other tabs, nor
 * the other way round.
 */
export function tabPatch(from: OrderFilters, to: Pick<OrderFilters, 'status' | 'isForLater'>): Partial<OrderFilters> {
  if (isByDue(from) === isByDue(to)) return to;
  return { ...to, date: null, sort: standardSort(to) };
}

/** Reads a query string. Unknown parts are ignored, so that a shared or mistyped link still opens. */
export function readFilters(search: string): OrderFilters {
  const query = new URLSearchParams(search);
  const isForLater = query.get('scheduled') === '1';
  const date = readDate(query.get('date'));
  const tab = {
    status: readStatus(query.get('order_status'), standardStatus({ isForLater, date })),
    isForLater,
  };
  const sort = query.get('sort') ?? '';
  const field = sort.replace(/^-/, '');
  const limit = Number(query.get('limit'));
  return {
    ...tab,
    date,
    search: clip(query.get('orders') ?? '', 100, ''),
    types: readList(query.get('order_type'), orderTypes),
    payments: readList(query.get('payment_status'), paymentFilters),
    sources: readList(query.get('channel'), orderChannels),
    sort: isSortField(field) ? { field, descending: sort.startsWith('-') } : standardSort(tab),
    page: Math.max(1, Math.trunc(Number(query.get('page_no')) || 1)),
    limit: pageSizes.includes(limit) ? limit : PAGE_SIZE,
  };
}

/** The query string of the filters without defaults: "?date=all&orders=korma", or "". */
export function writeFilters(filters: OrderFilters): string {
  const query = new URLSearchParams();
  const add = (name: string, value: string, standard = '') => {
    if (value !== standard) query.set(name, value);
  };
  add('order_status', filters.status ?? 'all', standardStatus(filters) ?? 'all');
  add('scheduled', filters.isForLater ? '1' : '');
  add('date', filters.date ?? '');
  add('orders', filters.search.trim());
  add('order_type', filters.types.join(','));
  add('payment_status', filters.payments.join(','));
  add('channel', filters.sources.join(','));
  add('sort', sortWord(filters.sort), sortWord(standardSort(filters)));
  add('limit', String(filters.limit), String(PAGE_SIZE));
  add('page_no', String(filters.page), '1');
  const text = query.toString().replaceAll('%2C', ',');
  return text ? `?${text}` : '';
}

/** Whether anything but tab, date and paging narrows the list. */
export const narrows = (f: OrderFilters) =>
  f.search.trim() !== '' || f.types.length > 0 || f.payments.length > 0 || f.sources.length > 0;

const readList = (value: string | null, known: readonly string[]) =>
  (value ?? '').split(',').filter((word, i, all) => known.includes(word) && all.indexOf(word) === i);

const sortWord = ({ field, descending }: OrderFilters['sort']) => `${descending ? '-' : ''}${field}`;

const isSortField = (field: string): field is SortField => ['placed', 'due', 'total'].includes(field);

const readStatus = (value: string | null, standard: StatusFilter): StatusFilter =>
  value === 'open' || value === 'closed'
    ? value
    : value === 'all'
      ? null
      : (orderStatuses.find((status) => status === value) ?? standard);

function readDate(value: string | null): string | null {
  if (value === 'all') return value;
  const [from, to = from, ...more] = (value ?? '').split('..');
  if (!from || !to || more.length > 0 || !isDate(from) || !isDate(to)) return null;
  return from === to ? from : from < to ? `${from}..${to}` : `${to}..${from}`;
}

const isDate = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
