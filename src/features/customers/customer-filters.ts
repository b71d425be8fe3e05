import { PAGE_SIZE } from '../../../contract/limits.ts';
import type { Customer } from '../../../contract/customers/calls.ts';

export const customerStatuses = ['active', 'inactive', 'blocked'] as const;
export type SortField = 'name' | 'orders' | 'spent' | 'last_order';

/** What the list of customers shows; all of it stands in the query string, under the API's own names. */
export interface CustomerFilters {
  search: string;
  statuses: string[];
  /** In which the customer came first: a business day or a range "2026-11-01..2026-11-20"; null: ever. */
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
    search: (params.get('search') ?? '').slice(0, 100),
    statuses: (params.get('customer_status') ?? '')
      .split(',')
      .filter((word) => customerStatuses.some((known) => known === word)),
    date: readDate(params.get('date')),
    sort: isField(field) ? { field, descending: direction !== 'asc' } : usual,
    page: Math.max(1, Math.trunc(Number(params.get('page_no')) || 1)),
    limit: customerPageSizes.includes(limit) ? limit : PAGE_SIZE,
  };
}

export function writeCustomerFilters({ search, statuses, date, sort, page, limit }: CustomerFilters): string {
  const params = new URLSearchParams();
  if (search.trim()) params.set('search', search.trim());
  if (statuses.length > 0) params.set('customer_status', statuses.join(','));
  if (date) params.set('date', date);
  if (sort.field !== usual.field || !sort.descending)
    params.set('sort', `${sort.field}.${sort.descending ? 'desc' : 'asc'}`);
  if (limit !== PAGE_SIZE) params.set('limit', String(limit));
  if (page !== 1) params.set('page_no', String(page));
  const text = params.toString().replaceAll('%2C', ',');
  return text ? `?${text}` : '';
}

/** The customers that the filters ask for, in their order; `came`: the instants of the date filter, the end not included. What is not known stands last, whichever way it is sorted. */
export function chosenCustomers<C extends Customer>(
  customers: readonly C[],
  { search, statuses, sort }: Pick<CustomerFilters, 'search' | 'statuses' | 'sort'>,
  came: { from: string; to: string } | null = null,
): C[] {
  const words = fold(search).split(' ').filter(Boolean);
  const digits = search.replace(/\D/g, '').replace(/^0+/, '');
  return customers
    .filter((customer) => {
      if (came && (customer.created_at < came.from || customer.created_at >= came.to)) return false;
      if (statuses.length > 0 && !statuses.includes(customer.customer_status)) return false;
      // "07700 900 142" finds +447700900142.
      if (digits.length > 3 && (customer.phone ?? '').includes(digits)) return true;
      const { name, phone, phone_raw: raw, email, tags } = customer;
      const text = fold([name, phone, raw, email, ...tags].join(' '));
      return words.every((word) => text.includes(word));
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

function readDate(value: string | null): string | null {
  const [from = '', to = from, ...more] = (value ?? '').split('..');
  return isDate(from) && isDate(to) && from <= to && more.length === 0 ? value : null;
}

const isDate = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
const isField = (field: string): field is SortField => fields.includes(field);
const fold = (text: string) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').trim();
