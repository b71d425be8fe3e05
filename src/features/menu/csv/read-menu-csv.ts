import type { Encoding } from '../../../../contract/csv-encoding.ts';
import { foldHeading, guessPlaces, type Headings } from '../../../../contract/import/columns.ts';
import { atOnce, readTable, type Fault, type FileFormat } from '../../../../contract/import/read-table.ts';
import { csvColumns, csvTypes, type CsvType } from './fields.ts';

export const MENU_CSV = { bytes: 5 * 1024 * 1024, rows: 20_000 };

/** A row of the file: its cells by column. A column that the file lacks is missing here, too. */
export interface CsvRow {
  line: number;
  /** Null: a word that is no type. */
  type: CsvType | null;
  cells: ReadonlyMap<string, string>;
}

const otherNames: Record<string, string[]> = {
  menu: ['book'],
  name: ['dish', 'item', 'itemname'],
  price: ['priceamount'],
  category: ['section'],
};

/** Columns have their names, or those of other programs. */
const headings: Headings<string> = Object.fromEntries(
  csvColumns.map((column) => [column, [foldHeading(column), ...(otherNames[column] ?? [])]]),
);

const menuFile: FileFormat = {
  ...MENU_CSV,
  // Headings have a name. A line with a title such as "Menu" has none.
  countKnown: (cells) => {
    const places = guessPlaces(cells, headings);
    return 'name' in places ? Object.keys(places).length : 0;
  },
};

/** The rows of a file. Without a column `type` every row is an item, so that a plain list of dishes can be imported as well. */
export function readMenuCsv(bytes: Uint8Array, encoding?: Encoding): { rows: CsvRow[] } | Fault {
  const table = atOnce(readTable(bytes, menuFile, encoding));
  if ('fault' in table) return table;
  const { head, records } = table;
  const broken = records.find(({ isBroken }) => isBroken);
  if (broken) return { fault: `A quote begins in line ${broken.line} and ends in another row. Save it as CSV again.` };
  const places = Object.entries(guessPlaces(head, headings));
  if (!places.some(([column]) => column === 'name'))
    return { fault: 'The file has no column “name”. Export your menu to see the columns.' };
  return {
    rows: records.map(({ line, cells }) => {
      const byColumn = new Map(places.map(([column, at]) => [column, cells[at!] ?? '']));
      const word = (byColumn.get('type') ?? '').trim().toLowerCase() || 'item';
      return { line, type: csvTypes.find((type) => type === word) ?? null, cells: byColumn };
    }),
  };
}
