import type { ClassifiedLine } from './classify.ts';
import type { Line } from './lines.ts';
import { median } from './segments.ts';

/** The name of the restaurant, set far larger than the headings at the top of a page: it is no category. */
export function findTitles(columns: { page: number; lines: ClassifiedLine[] }[]): Set<Line> {
  const titles = new Set<Line>();
  const headings = columns.flatMap(({ page, lines }) =>
    lines.flatMap(({ kind, line }) => (kind === 'heading' ? [{ page, line }] : [])),
  );
  if (headings.length < 3) return titles;
  const usual = median(headings.map(({ line }) => line.capHeight));
  for (const { page, line } of headings) {
    const onPage = columns.flatMap((column) => (column.page === page ? column.lines.map((one) => one.line) : []));
    const top = Math.min(...onPage.map((one) => one.top));
    const bottom = Math.max(...onPage.map((one) => one.bottom));
    if (line.capHeight > usual * 1.3 && line.top < top + (bottom - top) * 0.12) titles.add(line);
  }
  return titles;
}
