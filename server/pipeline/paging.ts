import type { Meta } from '../../contract/errors.ts';
import type { Total } from '../db/list-page.ts';

/** The `meta` of a paged list. */
export function metaOf(total: number | Total, { page, limit }: { page: number; limit: number }): Meta {
  const { count, isMinimum } = typeof total === 'number' ? { count: total, isMinimum: false } : total;
  const page_count = Math.ceil(count / limit);
  return {
    total_count: count,
    ...(isMinimum && { is_total_minimum: true }),
    page_count,
    current_page: page,
    limit,
    has_next_page: page < page_count,
    has_previous_page: page > 1,
  };
}
