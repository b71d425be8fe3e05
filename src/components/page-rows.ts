/** The rows of a page. The last row of a page may be gone: the last page there is takes its place. */
export function pageRows<Row>(rows: readonly Row[], { page, limit }: { page: number; limit: number }) {
  const last = Math.max(1, Math.ceil(rows.length / limit));
  const shown = Math.min(page, last);
  return { page: shown, rows: rows.slice((shown - 1) * limit, shown * limit) };
}
