import { hasNeedle, phoneNeedles, TERM_DIGITS } from '../../../contract/auth/phone-search.ts';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import { reservationStatuses, type Reservation } from '../../../contract/reservations/calls.ts';
import { fold } from '../../../contract/fold.ts';
import { clip } from '../../../contract/clip.ts';

export const shows = ['list', 'timeline', 'plan', 'waiting'] as const;
export type Show = (typeof shows)[number];
export type SortField = 'time' | 'name' | 'guests';

/** The state of the screen, all in the query string. */
export interface ReservationFilters {
  show: Show;
  /** A business day; null: today. */
  day: string | null;
  search: string;
  statuses: string[];
  sort: { field: SortField; descending: boolean };
  page: number;
  limit: number;
}

const usual = { field: 'time', descending: false } as const;
const sortFields: readonly string[] = ['time', 'name', 'guests'];
const pageSizes = [15, 30, 60];

export function readReservationFilters(query: string): ReservationFilters {
  const params = new URLSearchParams(query);
  const [field = '', direction] = (params.get('sort') ?? '').split('.');
  const limit = Number(params.get('limit'));
  const day = params.get('day') ?? '';
  return {
    show: shows.find((show) => show === params.get('show')) ?? 'list',
    day: isDay(day) ? day : null,
    search: clip(params.get('search') ?? '', 100, ''),
    statuses: (params.get('reservation_status') ?? '')
      .split(',')
      .filter((status) => reservationStatuses.some((known) => known === status)),
    sort: isField(field) ? { field, descending: direction === 'desc' } : usual,
    page: Math.max(1, Math.trunc(Number(params.get('page_no')) || 1)),
    limit: pageSizes.includes(limit) ? limit : PAGE_SIZE,
  };
}

export function writeReservationFilters(filters: ReservationFilters): string {
  const { show, day, search, statuses, sort, page, limit } = filters;
  const params = new URLSearchParams({ view: 'reservations' });
  if (show !== 'list') params.set('show', show);
  if (day) params.set('day', day);
  if (search.trim()) params.set('search', search.trim());
  if (statuses.length > 0) params.set('reservation_status', statuses.join(','));
  if (sort.field !== usual.field || sort.descending)
    params.set('sort', `${sort.field}.${sort.descending ? 'desc' : 'asc'}`);
  if (limit !== PAGE_SIZE) params.set('limit', String(limit));
  if (page !== 1) params.set('page_no', String(page));
  return `?${params.toString().replaceAll('%2C', ',')}`;
}

/** The filtered and sorted reservations. */
export function chosenReservations<R extends Reservation>(
  rows: readonly R[],
  { search, statuses, sort }: Pick<ReservationFilters, 'search' | 'statuses' | 'sort'>,
): R[] {
  const needles = phoneNeedles(search);
  const terms = fold(search)
    .split(' ')
    .filter(Boolean)
    .map((word) => ({ word, needles: phoneNeedles(word, TERM_DIGITS) }));
  return rows
    .filter((row) => {
      if (statuses.length > 0 && !statuses.includes(row.reservation_status)) return false;
      if (hasNeedle(row.phone, needles)) return true;
      const text = fold([row.name, row.phone, row.email, row.reservation_no].join(' '));
      return terms.every((term) => text.includes(term.word) || hasNeedle(row.phone, term.needles));
    })
    .toSorted((a, b) => (sort.descending ? -1 : 1) * orders[sort.field](a, b) || byTime(a, b));
}

const byTime = (a: Reservation, b: Reservation) => (a.starts_at < b.starts_at ? -1 : a.starts_at > b.starts_at ? 1 : 0);
const orders: Record<SortField, (a: Reservation, b: Reservation) => number> = {
  time: byTime,
  name: (a, b) => a.name.localeCompare(b.name, 'en-GB'),
  guests: (a, b) => a.guests_count - b.guests_count,
};

const isDay = (day: string) => /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day));
const isField = (field: string): field is SortField => sortFields.includes(field);
