import { PAGE_SIZE } from '../../../contract/limits.ts';
import type { Promotion, PromotionStatus } from '../../../contract/promotions/calls.ts';
import { promotionStatus } from '../../../contract/promotions/status.ts';
import { parseDateFilter } from '../../lib/date-filter.ts';
import { fold } from '../../../contract/fold.ts';
import { offerLabel, statusLabels, typeLabels } from './labels.ts';
import { clip } from '../../../contract/clip.ts';

export type SortField = 'name' | 'status' | 'orders' | 'discount' | 'revenue';

/** The filters of the promotions, all in the query string under the API's names. */
export interface PromotionFilters {
  search: string;
  /** Without any, all that are not archived. */
  statuses: string[];
  types: string[];
  /** Business days on which it runs; null: any. */
  date: string | null;
  sort: { field: SortField; descending: boolean };
  page: number;
  limit: number;
}

const usual = { field: 'status', descending: false } as const;
const sortFields: readonly string[] = ['name', 'status', 'orders', 'discount', 'revenue'];
const pageSizes = [15, 30, 60];

export function readPromotionFilters(query: string): PromotionFilters {
  const params = new URLSearchParams(query);
  const [field = '', direction] = (params.get('sort') ?? '').split('.');
  const limit = Number(params.get('limit'));
  const known = (name: string, labels: object) =>
    (params.get(name) ?? '').split(',').filter((value) => Object.hasOwn(labels, value));
  return {
    search: clip(params.get('search') ?? '', 100, ''),
    statuses: known('promotion_status', statusLabels),
    types: known('promotion_type', typeLabels),
    date: parseDateFilter(params.get('date')),
    sort: isField(field) ? { field, descending: direction === 'desc' } : usual,
    page: Math.max(1, Math.trunc(Number(params.get('page_no')) || 1)),
    limit: pageSizes.includes(limit) ? limit : PAGE_SIZE,
  };
}

export function writePromotionFilters(filters: PromotionFilters): string {
  const { search, statuses, types, date, sort, page, limit } = filters;
  const params = new URLSearchParams({ tab: 'promotions' });
  if (search.trim()) params.set('search', search.trim());
  if (statuses.length > 0) params.set('promotion_status', statuses.join(','));
  if (types.length > 0) params.set('promotion_type', types.join(','));
  if (date) params.set('date', date);
  if (sort.field !== usual.field || sort.descending)
    params.set('sort', `${sort.field}.${sort.descending ? 'desc' : 'asc'}`);
  if (limit !== PAGE_SIZE) params.set('limit', String(limit));
  if (page !== 1) params.set('page_no', String(page));
  return `?${params.toString().replaceAll('%2C', ',')}`;
}

/** The filtered and sorted promotions. `days`: the instants of the date filter, end excluded. `now`: epoch ms. */
export function chosenPromotions<P extends Promotion>(
  promotions: readonly P[],
  { search, statuses, types, sort }: Pick<PromotionFilters, 'search' | 'statuses' | 'types' | 'sort'>,
  days: { from: string; to: string } | null,
  now: number,
): P[] {
  const at = new Date(now);
  const words = fold(search).split(' ').filter(Boolean);
  return promotions
    .filter((promotion) => {
      const status = promotionStatus(promotion, at);
      if (statuses.length > 0 ? !statuses.includes(status) : status === 'archived') return false;
      if (types.length > 0 && !types.includes(promotion.promotion_type)) return false;
      if (days && !runsWithin(promotion, days)) return false;
      const text = fold([promotion.name, promotion.code, promotion.description, offerLabel(promotion)].join(' '));
      return words.every((word) => text.includes(word));
    })
    .toSorted((a, b) => (sort.descending ? -1 : 1) * compare(a, b, sort.field, at) || byName(a, b));
}

/** As the API's filter: from its start, or from when it was enabled, to its end. */
function runsWithin(promotion: Promotion, { from, to }: { from: string; to: string }): boolean {
  const end = promotion.ends_at ?? promotion.archived_at;
  return (promotion.starts_at ?? promotion.published_at ?? promotion.created_at) < to && (end === null || end > from);
}

const byName = (a: Promotion, b: Promotion) => a.name.localeCompare(b.name, 'en-GB');
const ranks = Object.keys(statusLabels);
const rankOf = (status: PromotionStatus) => ranks.indexOf(status);

function compare(a: Promotion, b: Promotion, field: SortField, at: Date): number {
  if (field === 'name') return byName(a, b);
  if (field === 'orders') return a.times_used - b.times_used;
  if (field === 'discount') return a.spent_amount - b.spent_amount;
  if (field === 'revenue') return a.revenue_amount - b.revenue_amount;
  return rankOf(promotionStatus(a, at)) - rankOf(promotionStatus(b, at));
}

const isField = (field: string): field is SortField => sortFields.includes(field);
