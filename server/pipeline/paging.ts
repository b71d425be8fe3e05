import type { Meta } from '../../contract/errors.ts';

/** The `meta` of a paged list. */
export function metaOf(total: number, { page, limit }: { page: number; limit: number }): Meta {
  const page_count = Math.ceil(total / limit);
  return {
    total_count: total,
    page_count,
    current_page: page,
    limit,
    has_next_page: page < page_count,
    has_previous_page: page > 1,
  };
}
