import type { RestServerRow } from './values.ts';

/** Half of the lists name their paging `meta`, the other half `meta_data`; the specification allows both. */
export function page(
  rows: readonly RestServerRow[],
  query: Record<string, string>,
  { limit: usual = 15, meta: name = 'meta' }: { limit?: number; meta?: 'meta' | 'meta_data' } = {},
): { data: RestServerRow[]; paging: Record<string, unknown> } {
  const limit = Math.min(100, Math.max(1, Number(query['limit'] ?? usual) || usual));
  const current = Math.max(1, Number(query['page_no'] ?? 1) || 1);
  const count = Math.max(1, Math.ceil(rows.length / limit));
  return {
    data: rows.slice((current - 1) * limit, current * limit),
    paging: {
      [name]: {
        total_count: rows.length,
        page_count: count,
        current_page: current,
        limit,
        has_next_page: current < count,
        has_previous_page: current > 1,
      },
    },
  };
}

/** Sorted by the instant in `field`, newest first. */
export const newest = (rows: readonly RestServerRow[], field: string): RestServerRow[] => {
  const of = (row: RestServerRow) => (row[field] as string | null | undefined) ?? '';
  return rows.toSorted((a, b) => of(b).localeCompare(of(a)));
};
