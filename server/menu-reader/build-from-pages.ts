import { buildMenu } from './build-menu.ts';
import { splitColumns } from './columns.ts';
import { findPriceHabit, toLines } from './lines.ts';
import type { ReadCategory } from './menu.ts';
import { findCurrency } from './price.ts';
import { toRows, type Row } from './rows.ts';
import type { Segment } from './segments.ts';

/** The menu that stands on the pages, from their segments alone. Amounts in minor units of a currency with `exponent` digits. */
export function buildFromPages(
  pages: Segment[][],
  exponent: number,
): { currency: string | null; categories: ReadCategory[] } {
  const columns = pages.flatMap((segments, page) =>
    splitColumns(segments).map((column): { page: number; rows: Row[] } => ({ page, rows: toRows(column) })),
  );
  const habit = findPriceHabit(columns.flatMap(({ rows }) => rows));
  const categories = buildMenu(
    columns.map(({ page, rows }) => ({ page, lines: rows.flatMap((row) => toLines(row, habit)) })),
    habit,
    exponent,
  );
  return { currency: findCurrency(habit.symbol), categories };
}
