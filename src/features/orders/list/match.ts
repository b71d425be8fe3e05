import { closedStatuses, isFinal, openStatuses } from '../../../../contract/orders/status.ts';
import { hasNeedle, phoneNeedles, TERM_DIGITS } from '../../../../contract/auth/phone-search.ts';
import type { Order, OrderStatus } from '../../../../contract/orders/calls.ts';
import type { OrderFilters, StatusFilter } from './filters.ts';
import { fold } from '../../../../contract/fold.ts';

/** The statuses of a tab; null is every status. */
export function statusesOf(tab: StatusFilter): readonly OrderStatus[] | null {
  if (tab === null) return null;
  if (tab === 'open') return openStatuses;
  return tab === 'closed' ? closedStatuses : [tab];
}

export const isInTab = (status: OrderStatus, tab: StatusFilter) => statusesOf(tab)?.includes(status) ?? true;

export const isOpen = (status: OrderStatus) => !isFinal(status);

/** A predicate for every filter but tab and date. All words must occur somewhere in the order. */
export function matcher(
  filters: Pick<OrderFilters, 'search' | 'types' | 'payments' | 'sources'>,
): (order: Order) => boolean {
  const words = fold(filters.search).split(' ').filter(Boolean);
  const terms = words.map((word): Term => ({ word, needles: phoneNeedles(word, TERM_DIGITS) }));
  const needles = phoneNeedles(filters.search);
  return (order) =>
    (filters.types.length === 0 || filters.types.includes(order.order_type)) &&
    (filters.payments.length === 0 || filters.payments.includes(order.payment_status)) &&
    (filters.sources.length === 0 || filters.sources.includes(order.channel)) &&
    (terms.length === 0 || hasNeedle(order.customer.phone, needles) || hasTerms(order, terms));
}

/** `needles`: the parts of a telephone number that the word may be. */
interface Term {
  word: string;
  needles: string[];
}

function hasTerms(order: Order, terms: Term[]): boolean {
  const text = fold(
    [
      order.customer.name,
      order.table_name ?? '',
      order.external_id ?? '',
      ...order.lines.map((line) => line.name),
    ].join(' '),
  );
  return terms.every(({ word, needles }) => {
    const bare = word.replace(/^#/, '');
    if ([order.order_no, order.short_code?.toLowerCase()].includes(bare) || text.includes(word)) return true;
    // "#14" means an order number, not part of a telephone number.
    return !word.startsWith('#') && (hasNeedle(order.customer.phone, needles) || order.order_no.startsWith(bare));
  });
}

type Sortable = Pick<Order, 'id' | 'placed_at' | 'due_at' | 'total_amount'>;

/** The sort order of the list. Ties are broken by the newest `placed_at` and then by id, so that it is stable. */
export function comparer({ field, descending }: OrderFilters['sort']): (a: Sortable, b: Sortable) => number {
  const way = descending ? -1 : 1;
  const value = (order: Sortable) =>
    field === 'placed' ? order.placed_at : field === 'due' ? order.due_at : order.total_amount;
  return (a, b) => {
    const [x, y] = [value(a), value(b)];
    if (x !== y) return x < y ? -way : way;
    if (a.placed_at !== b.placed_at) return a.placed_at < b.placed_at ? 1 : -1;
    return a.id < b.id ? 1 : a.id > b.id ? -1 : 0;
  };
}
