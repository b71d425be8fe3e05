import { ORDER_IMPORT } from '../../../contract/orders/import-calls.ts';
import type { CsvRecord } from '../../../contract/csv.ts';
import { rejectsCsv } from '../../../contract/csv-rejects.ts';
import type { BadRow } from './collect.ts';
import { countColumns, type Columns } from './columns.ts';
import { readOrders, type Importing, type ReadOrders } from './import-orders.ts';
import { findEncoding, readRecords } from './read.ts';
import type { StoredImport } from './store.ts';

/** All that is known of a till's file without the database. */
export interface Till extends Omit<ReadOrders, 'bad' | 'columns'> {
  columns: StoredImport['report']['columns'];
  head: string[];
  first_rows: string[][];
  errors_csv: string | null;
  failed: number;
  errors: StoredImport['report']['errors'];
}

/** The orders of a file, with its headings, first rows and the rows that cannot be read; or why it cannot be read. */
export async function readTill(
  content: Uint8Array,
  restaurant: Pick<Importing, 'timezone' | 'currency' | 'country_code'>,
  now: Date,
): Promise<Till | { fault: string }> {
  if (startsWith(content, [0x50, 0x4b])) return { fault: 'This is an Excel workbook. In Excel, save it as CSV first.' };
  if (startsWith(content, [0x1f, 0x8b])) return { fault: 'This file is packed. Unpack it first.' };
  const read = await readOrders(content, restaurant, { now, bounds: ORDER_IMPORT });
  if (read.kind === 'empty') return { fault: 'The file is empty.' };
  if (read.kind === 'too_many')
    return { fault: `The file has more than ${read.most.toLocaleString('en-GB')} ${read.what}. Import it in parts.` };
  if (read.kind === 'missing_columns')
    return {
      fault: `The file has no column for: ${read.missing.join(', ')}. Its headings are: ${headingsOf(read.header)}`,
    };
  const { bad, columns, ...rest } = read;
  const { head, first_rows, failed } = await readCells(content, bad);
  return {
    ...rest,
    columns: namedColumns(columns, head),
    head,
    first_rows,
    errors_csv: failed.length > 0 ? rejectsCsv(head, failed) : null,
    failed: failed.length,
    errors: failed.flatMap(({ errors }) => errors).slice(0, ORDER_IMPORT.errorsShown),
  };
}

const startsWith = (content: Uint8Array, signature: number[]) => signature.every((byte, at) => content[at] === byte);

const HEADINGS_SHOWN = 40;
const headingsOf = (header: readonly string[]) =>
  header
    .filter((heading) => heading.trim() !== '')
    .slice(0, HEADINGS_SHOWN)
    .join(', ')
    .slice(0, 500);

/** Headings, the first rows, and the rows that cannot be read, as they are in the file. */
async function readCells(content: Uint8Array, bad: readonly BadRow[]) {
  const { encoding } = await findEncoding(content);
  const reasons = new Map(bad.map(({ line, reason }) => [line, reason]));
  const failed: { record: CsvRecord; errors: StoredImport['report']['errors'] }[] = [];
  const rows: string[][] = [];
  for await (const { line, fields } of readRecords(content, encoding, countColumns)) {
    const cells = fields ?? [];
    if (rows.length <= ORDER_IMPORT.rowsShown) rows.push(cells);
    const reason = reasons.get(line);
    if (reason === undefined) continue;
    const error = {
      row: line,
      column: null,
      code: 'row_unreadable',
      message: `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}.`,
    };
    failed.push({ record: { line, row: line, cells }, errors: [error] });
  }
  const [head = [], ...first_rows] = rows;
  return { head, first_rows, failed };
}

function namedColumns(columns: Columns, head: readonly string[]): StoredImport['report']['columns'] {
  const fields = ['number', 'date', 'time', 'name', 'quantity', 'price', 'discount', 'location'] as const;
  const heading = (at: number) => head[at]?.trim() ?? '';
  return [
    ...fields.flatMap((field) => {
      const at = columns[field];
      return at === null ? [] : [{ field, heading: heading(at) }];
    }),
    ...columns.meanings.map(({ at }) => ({ field: 'status' as const, heading: heading(at) })),
  ];
}
