import type { CsvRecord } from '../../../contract/csv.ts';
import { guessEncoding, highTermsOf, isGuessed } from '../../../contract/csv-encoding.ts';
import { atOnce, readTable, type Fault, type FileFormat } from '../../../contract/import/read-table.ts';
import { rejectsCsv } from '../../../contract/import/rejects-csv.ts';
import { ERRORS_SHOWN } from '../../../contract/import/shapes.ts';
import { ORDER_IMPORT, type OrderImport } from '../../../contract/orders/import-calls.ts';
import { inThread, READ_AT_ONCE, tooLong } from '../../import/read-in-thread.ts';
import { Turns } from '../../platform/turns.ts';
import { collect, type CollectOptions, type ReadOrders } from './collect.ts';
import { countColumns, type Columns } from './columns.ts';

/** All that is known of a till's file without the database. */
export interface Till
  extends Omit<ReadOrders, 'bad' | 'columns'>, Pick<OrderImport, 'columns' | 'other_columns' | 'failed' | 'errors'> {
  head: string[];
  first_rows: string[][];
  errors_csv: string | null;
}

type Bounds = Pick<FileFormat, 'bytes' | 'rows'> & { dishes: number };

/** The orders of a file, or why it cannot be read. The command has no bounds. */
export function readOrders(
  content: Uint8Array,
  restaurant: CollectOptions['restaurant'],
  now: Date,
  { dishes, ...most }: Bounds = { bytes: Infinity, rows: Infinity, dishes: Infinity },
): (ReadOrders & { head: string[]; records: CsvRecord[] }) | Fault {
  const encoding = guessEncoding(content);
  const table = atOnce(readTable(content, { ...most, countKnown: countColumns, isLenient: true }, encoding));
  if ('fault' in table) return table;
  const read = collect(table, { restaurant, now, dishes });
  if ('fault' in read) return read;
  if (isGuessed(encoding))
    read.remarks.unshift(`The letters were read as ${encoding}: ${highTermsOf(content, encoding).join(', ')}`);
  return { ...read, ...table };
}

/** The orders of a file that an owner sends, with its headings, first rows and the rows that cannot be read. */
export function readTill(content: Uint8Array, restaurant: CollectOptions['restaurant'], now: Date): Till | Fault {
  const read = readOrders(content, restaurant, now, ORDER_IMPORT);
  if ('fault' in read) return read;
  const { bad, columns, head, records, ...rest } = read;
  const failed = bad.map(({ record, reason }) => ({
    record: { row: record.line, cells: record.cells },
    errors: [{ row: record.line, column: null, code: 'row_unreadable', message: sentence(reason) }],
  }));
  return {
    ...rest,
    head,
    columns: namedColumns(columns, head),
    other_columns: columns.unread,
    first_rows: records.slice(0, ORDER_IMPORT.rowsShown).map(({ cells }) => cells),
    errors_csv: failed.length > 0 ? rejectsCsv(head, failed) : null,
    failed: failed.length,
    errors: failed.flatMap(({ errors }) => errors).slice(0, ERRORS_SHOWN),
  };
}

const readInThread = inThread(import.meta.url, readTill);

/** One large file at a time in each process: reading takes a core. */
const turns = new Turns(1);

export async function readTillFile(
  content: Uint8Array,
  { id, timezone, currency, country_code }: CollectOptions['restaurant'] & { id: string },
  now: Date,
): Promise<Till | Fault> {
  const read = () => readInThread(content, { timezone, currency, country_code }, now);
  return (await (content.length > READ_AT_ONCE ? turns.run(id, read) : read())) ?? tooLong;
}

const sentence = (reason: string) => `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}.`;

function namedColumns(columns: Columns, head: readonly string[]): OrderImport['columns'] {
  const fields = ['number', 'date', 'time', 'name', 'quantity', 'price', 'discount', 'location'] as const;
  const heading = (at: number) => head[at]!.trim();
  return [
    ...fields.flatMap((field) => {
      const at = columns[field];
      return at === undefined ? [] : [{ field, heading: heading(at) }];
    }),
    ...columns.meanings.map(({ at }) => ({ field: 'status' as const, heading: heading(at) })),
  ];
}
