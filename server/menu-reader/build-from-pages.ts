import { buildMenu } from './build-menu.ts';
import { splitColumns } from './columns.ts';
import { findPriceHabit, toLines } from './lines.ts';
import type { ReadCategory } from './menu.ts';
import { exponentOf } from '../platform/currency.ts';
import { findCurrency, settleThirds } from './price.ts';
import { toRows, type Row } from './rows.ts';
import type { Segment } from './segments.ts';

/**
 * The menu that stands on the pages, from their segments alone. Amounts in minor units of a currency with `exponent` digits; undefined: of
 * the currency that the menu names.
 */
export function buildFromPages(
  pages: Segment[][],
  exponent: number | undefined,
): { currency: string | null; categories: ReadCategory[] } {
  const columns = pages.flatMap((segments, page) =>
    splitColumns(segments).map((column): { page: number; rows: Row[] } => ({ page, rows: toRows(column) })),
  );
  const all = columns.flatMap(({ rows }) => rows);
  const currency = findCurrency(findPriceHabit(all).symbol) ?? findNamedCurrency(all);
  const digits = exponent ?? (currency ? exponentOf(currency) : all.some(hasThirdDigit) ? 3 : 2);
  const settled = columns.map(({ page, rows }) => ({ page, rows: rows.map((row) => settleRow(row, digits)) }));
  const habit = findPriceHabit(settled.flatMap(({ rows }) => rows));
  const categories = buildMenu(
    settled.map(({ page, rows }) => ({ page, lines: rows.flatMap((row) => toLines(row, habit)) })),
    habit,
    digits,
  );
  return { currency, categories };
}

/** "All prices in BHD": the currency that a note names, where the prices have no sign. */
function findNamedCurrency(rows: Row[]): string | null {
  const texts = rows.map(({ words }) => words.map(({ text }) => text).join(' '));
  const notes = texts.filter((text) => /\b(prices?|preise|prix|prezzi|precios|vat)\b/i.test(text));
  const codes = notes.flatMap((text) => text.match(/\b[A-Z]{3}\b/g) ?? []);
  return codes.map((code) => findCurrency(code)).find((currency) => currency !== null) ?? null;
}

const hasThirdDigit = ({ parts }: Row): boolean =>
  parts.some((part) => part.kind === 'price' && part.price.decimals === 3);

const settleRow = (row: Row, exponent: number): Row => ({
  ...row,
  parts: row.parts.map((part) =>
    part.kind === 'price' ? { ...part, price: settleThirds(part.price, exponent) } : part,
  ),
});
