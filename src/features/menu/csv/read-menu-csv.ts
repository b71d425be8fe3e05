import { decodeCsv, readCsv } from '../../../../contract/csv.ts';
import type { Encoding } from '../../../../contract/csv-encoding.ts';
import { foldName } from '../../../../contract/names.ts';
import { csvColumns, csvTypes, type CsvType } from './fields.ts';

export const MENU_CSV = { bytes: 5 * 1024 * 1024, rows: 20_000 };

/** A row of the file: its cells by column. A column that the file lacks is missing here, too. */
export interface CsvRow {
  line: number;
  /** Null: a word that is no type. */
  type: CsvType | null;
  cells: ReadonlyMap<string, string>;
}

export type ReadMenuCsv = { rows: CsvRow[] } | { fault: string };

const aliases: Record<string, string> = {
  book: 'menu',
  dish: 'name',
  item: 'name',
  item_name: 'name',
  price_amount: 'price',
  section: 'category',
};

/** The rows of a file. Without a column `type` every row is an item, so that a plain list of dishes can be imported as well. */
export function readMenuCsv(bytes: Uint8Array, encoding?: Encoding): ReadMenuCsv {
  if (bytes.length > MENU_CSV.bytes) return { fault: 'The file is larger than 5 MB. Import it in parts.' };
  const records = readCsv(decodeCsv(bytes, encoding), countKnown);
  if (!records) return { fault: 'A quote in the file is never closed. Save it as CSV again.' };
  const broken = records.find(({ isBroken }) => isBroken);
  if (broken) return { fault: `A quote begins in line ${broken.line} and ends in another row. Save it as CSV again.` };
  const [head, ...rest] = records;
  if (!head) return { fault: 'The file is empty.' };
  if (rest.length > MENU_CSV.rows) return { fault: 'The file has more than 20,000 rows. Import it in parts.' };
  const columns = head.cells.map(columnOf);
  if (!columns.includes('name'))
    return { fault: 'The file has no column “name”. Export your menu to see the columns.' };
  return {
    rows: rest.map(({ line, cells }) => {
      const byColumn = new Map(columns.flatMap((column, at) => (column ? [[column, cells[at] ?? '']] : [])));
      const word = (byColumn.get('type') ?? '').trim().toLowerCase() || 'item';
      return { line, type: csvTypes.find((type) => type === word) ?? null, cells: byColumn };
    }),
  };
}

/** Empty: none that we know. */
function columnOf(heading: string): string {
  const name = foldName(heading).replace(/[\s-]+/g, '_');
  return csvColumns.includes(name) ? name : (aliases[name] ?? '');
}

/** Headings have a name. A line with a title such as "Menu" has none. */
function countKnown(cells: readonly string[]): number {
  const columns = cells.map(columnOf).filter(Boolean);
  return columns.includes('name') ? columns.length : 0;
}
