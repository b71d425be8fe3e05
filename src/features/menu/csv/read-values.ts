import { csvFields, type CellContext, type CsvType } from './fields.ts';
import { optionalCell, plainCell, unwrapped } from '../../../../contract/csv.ts';
import { cleanText } from '../../../../contract/names.ts';
import type { CsvRow } from './read-menu-csv.ts';
import { clip } from '../../../../contract/clip.ts';

/** May begin with an apostrophe, and be "None". */
const prose = new Set(['name', 'description', 'kitchen_name', 'kitchen_station']);

/**
 * The fields that a row sets: of a new one all that it has, of a present one those that differ. A column that the file lacks changes
 * nothing, nor does an empty cell of a field that has to have a value.
 */
export function readValues(
  type: CsvType,
  { cells }: CsvRow,
  present: Record<string, unknown> | null,
  context: CellContext,
): { body: Record<string, unknown>; texts: string[]; faults: string[] } {
  const body: Record<string, unknown> = {};
  const texts: string[] = [];
  const faults: string[] = [];
  for (const { column, key, codec, empty } of csvFields[type]) {
    const cell = cells.get(column);
    if (cell === undefined) continue;
    const text = prose.has(key) ? unwrapped(cell) : key === 'price_amount' ? plainCell(cell) : optionalCell(cell);
    const label = column.charAt(0).toUpperCase() + column.slice(1).replaceAll('_', ' ');
    if (key === 'name') {
      if (text.trim() === '') faults.push('The name is missing');
    } else if (key === 'price_amount' && text.trim() === '') {
      if (!present && type === 'variant') faults.push('The price is missing');
      continue;
    } else if (text.trim() === '' && empty !== null && empty !== '' && !Array.isArray(empty)) continue;
    const before = present?.[key] ?? empty;
    // As our export writes it: nothing of it is to be mended.
    if (present && cell === codec.write(before as never, context.currency)) continue;
    const name = cleanText(text).trim();
    const value = key === 'name' ? name : codec.read(text, context);
    if (value === undefined) {
      faults.push(`${label}: “${clip(text, 60)}” ${codec.explain?.(text, context) ?? 'cannot be read'}`);
      continue;
    }
    if (present && JSON.stringify(before) === JSON.stringify(value)) continue;
    body[key] = value;
    if (key === 'price_amount' && present)
      texts.push(
        `Price ${codec.write(before as never, context.currency)} → ${codec.write(value as never, context.currency)}`,
      );
    else if (key === 'name' && present) texts.push(`Name “${String(before)}” → “${name}”`);
    else texts.push(label);
  }
  return { body, texts, faults };
}
