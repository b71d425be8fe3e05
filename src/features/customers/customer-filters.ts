import { phoneText } from '../../../contract/auth/phone.ts';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import { hasNeedle, phoneNeedles, TERM_DIGITS } from '../../../contract/auth/phone-search.ts';
import { customerSegments, type Customer } from '../../../contract/customers/calls.ts';
import { segmentOf } from '../../../contract/customers/segment.ts';
import { fold } from '../../../contract/fold.ts';
import { findShared } from './duplicates.ts';
import { parseDateFilter } from '../../lib/date-filter.ts';
import { clip } from '../../../contract/clip.ts';

export const customerStatuses = ['active', 'inactive', 'blocked'] as const;
export type SortField = 'name' | 'orders' | 'spent' | 'last_order';

/** The filters of the customer list, all in the query string under the API's names. */
export interface CustomerFilters {
  search: string;
  statuses: string[];
  segments: string[];
  /** Only customers whose number somebody else has, too. */
  isShared: boolean;
  /** When the first order was: a business day or a range "2026-11-01..2026-11-20"; null: any time. */
  date: string | null;
  sort: { field: SortField; descending: boolean };
  page: number;
  limit: number;
}

export const customerPageSizes = [15, 30, 60];
const usual = { field: 'last_order', descending: true } as const;
const fields: readonly string[] = ['name', 'orders', 'spent', 'last_order'];

export function readCustomerFilters(query: string): CustomerFilters {
  const params = new URLSearchParams(query);
  const [field = '', direction] = (params.get('sort') ?? '').split('.');
  const limit = Number(params.get('limit'));
  return {
    search: clip(params.get('search') ?? '', 100, ''),
    statuses: wordsOf(params.get('customer_status'), customerStatuses),
    segments: wordsOf(params.get('segment'), customerSegments),
    isShared: params.get('number') === 'shared',
    date: parseDateFilter(params.get('date')),
    sort: isField(field) ? { field, descending: direction !== 'asc' } : usual,
    page: Math.max(1, Math.trunc(Number(params.get('page_no')) || 1)),
    limit: customerPageSizes.includes(limit) ? limit : PAGE_SIZE,
  };
}

const wordsOf = (text: string | null, known: readonly string[]): string[] =>
  (text ?? '').split(',').filter((word) => known.includes(word));

export function writeCustomerFilters(filters: CustomerFilters): string {
  const { search, statuses, segments, isShared, date, sort, page, limit } = filters;
  const params = new URLSearchParams();
  if (search.trim()) params.set('search', search.trim());
  if (statuses.length > 0) params.set('customer_status', statuses.join(','));
  if (segments.length > 0) params.set('segment', segments.join(','));
  if (isShared) params.set('number', 'shared');
  if (date) params.set('date', date);
  if (sort.field !== usual.field || !sort.descending)
    params.set('sort', `${sort.field}.${sort.descending ? 'desc' : 'asc'}`);
  if (limit !== PAGE_SIZE) params.set('limit', String(limit));
  if (page !== 1) params.set('page_no', String(page));
  const text = params.toString().replaceAll('%2C', ',');
  return text ? `?${text}` : '';
}

/**
 * The filtered and sorted customers. `came`: the instants of the date filter, end excluded. `now`: epoch ms, for segments. Unknown values
 * come last in either direction.
 */
export function chosenCustomers<C extends Customer>(
  customers: readonly C[],
  {
    search,
    statuses,
    segments,
    isShared,
    sort,
  }: Pick<CustomerFilters, 'search' | 'statuses' | 'segments' | 'isShared' | 'sort'>,
  came: { from: string; to: string } | null,
  now: number,
): C[] {
  const words = fold(search).split(' ').filter(Boolean);
  const shared = isShared ? findShared(customers) : null;
  const needles = phoneNeedles(search);
  const terms = words.map((word) => ({ word, needles: phoneNeedles(word, TERM_DIGITS) }));
  return customers
    .filter((customer) => {
      if (came && (customer.created_at < came.from || customer.created_at >= came.to)) return false;
      if (shared && !shared.has(customer)) return false;
      if (statuses.length > 0 && !statuses.includes(customer.customer_status)) return false;
      if (segments.length > 0 && !segments.includes(segmentOf(customer, now))) return false;
      const { name, email, tags } = customer;
      const numbers = phoneText(customer);
      if (hasNeedle(numbers, needles)) return true;
      const text = fold([name, numbers, email, ...tags].join(' '));
      return terms.every((term) => text.includes(term.word) || hasNeedle(numbers, term.needles));
    })
    .toSorted(comparer(sort));
}

function comparer({ field, descending }: CustomerFilters['sort']): (a: Customer, b: Customer) => number {
  const sign = descending ? -1 : 1;
  const byName = (a: Customer, b: Customer) => a.name.localeCompare(b.name, 'en-GB');
  if (field === 'name') return (a, b) => sign * byName(a, b);
  return (a, b) => {
    const [one, other] = [valueOf(a, field), valueOf(b, field)];
    if (one === other) return byName(a, b);
    if (one === null) return 1;
    if (other === null) return -1;
    return one < other ? -sign : sign;
  };
}

function valueOf(customer: Customer, field: Exclude<SortField, 'name'>): number | string | null {
  if (field === 'orders') return customer.orders_count;
  return field === 'spent' ? customer.total_spent_amount : customer.last_order_at;
}

const isField = (field: string): field is SortField => fields.includes(field);
