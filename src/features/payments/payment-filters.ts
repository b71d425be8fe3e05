import { PAGE_SIZE } from '../../../contract/limits.ts';
import { stateLabel, methodName, paymentNumber } from './labels.ts';
import { timeOfPayment, type ShownPayment } from './queries.ts';
import { fold } from '../../../contract/fold.ts';
import { parseDateFilter } from '../../lib/date-filter.ts';
import { clip } from '../../../contract/clip.ts';

export const paymentStates = ['paid', 'pending', 'partially_refunded', 'refunded', 'failed', 'disputed'] as const;
export const paymentMethods = ['cash', 'card', 'payment_link', 'bank_transfer', 'mobile_money', 'other'] as const;
export type SortField = 'time' | 'amount';

/** The filters of the payments, all in the query string under the API's names. */
export interface PaymentFilters {
  search: string;
  /** A business day or a range "2026-11-01..2026-11-20"; null: any time. */
  date: string | null;
  states: string[];
  methods: string[];
  sort: { field: SortField; descending: boolean };
  page: number;
  limit: number;
}

const usual = { field: 'time', descending: true } as const;

export function readPaymentFilters(query: string): PaymentFilters {
  const params = new URLSearchParams(query);
  const [field, direction] = (params.get('sort') ?? '').split('.');
  const limit = Number(params.get('limit'));
  return {
    search: clip(params.get('search') ?? '', 100, ''),
    date: parseDateFilter(params.get('date')),
    states: known(params.get('payment_status'), paymentStates),
    methods: known(params.get('method'), paymentMethods),
    sort: field === 'time' || field === 'amount' ? { field, descending: direction !== 'asc' } : usual,
    page: Math.max(1, Math.trunc(Number(params.get('page_no')) || 1)),
    limit: [15, 30, 60].includes(limit) ? limit : PAGE_SIZE,
  };
}

export function writePaymentFilters({ search, date, states, methods, sort, page, limit }: PaymentFilters): string {
  const params = new URLSearchParams();
  if (search.trim()) params.set('search', search.trim());
  if (date) params.set('date', date);
  if (states.length > 0) params.set('payment_status', states.join(','));
  if (methods.length > 0) params.set('method', methods.join(','));
  if (sort.field !== usual.field || !sort.descending)
    params.set('sort', `${sort.field}.${sort.descending ? 'desc' : 'asc'}`);
  if (limit !== PAGE_SIZE) params.set('limit', String(limit));
  if (page !== 1) params.set('page_no', String(page));
  const text = params.toString().replaceAll('%2C', ',');
  return text ? `?${text}` : '';
}

/** The filtered and sorted payments. `paid`: the instants of the date filter, end excluded. */
export function chosenPayments(
  payments: readonly ShownPayment[],
  { search, states, methods, sort }: Omit<PaymentFilters, 'date' | 'page' | 'limit'>,
  paid: { from: string; to: string } | null = null,
): ShownPayment[] {
  const terms = fold(search).split(' ').filter(Boolean);
  const sign = sort.descending ? -1 : 1;
  const valueOf = sort.field === 'amount' ? (payment: ShownPayment) => payment.amount : timeOfPayment;
  return payments
    .filter((payment) => {
      const time = timeOfPayment(payment);
      if (paid && (time < paid.from || time >= paid.to)) return false;
      // Both are shown as "Checking".
      const state = payment.payment_status === 'authorized' ? 'pending' : payment.payment_status;
      if (states.length > 0 && !states.includes(state)) return false;
      if (methods.length > 0 && !methods.includes(payment.method)) return false;
      const text = fold(
        [paymentNumber(payment), `#${payment.order_no}`, payment.customer_name, payment.card_last4].join(' '),
      );
      return terms.every((term) => text.includes(term));
    })
    .toSorted((a, b) => {
      const [one, other] = [valueOf(a), valueOf(b)];
      return one === other ? 0 : one < other ? -sign : sign;
    });
}

/** The chosen filters in words, for "No payment matches …". */
export const filterLabels = ({ states, methods }: Pick<PaymentFilters, 'states' | 'methods'>): string[] => [
  ...states.map(stateLabel),
  ...methods.map(methodName),
];

const known = (value: string | null, choices: readonly string[]) =>
  (value ?? '').split(',').filter((one) => choices.includes(one));
