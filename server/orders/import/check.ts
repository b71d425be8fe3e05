import type pg from 'pg';
import { ORDER_IMPORT } from '../../../contract/orders/import-calls.ts';
import type { CsvRecord } from '../../../contract/csv.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { rejectsCsv } from '../../../contract/csv-rejects.ts';
import type { BadRow } from '../../import/collect.ts';
import { countColumns, type Columns } from '../../import/columns.ts';
import { planRead, readOrders, totalAmount, type ReadOrders } from '../../import/import-orders.ts';
import { findLetters, readRecords } from '../../import/read.ts';
import type { StoredImport } from './store.ts';

export interface Checked {
  report: StoredImport['report'];
  errors_csv: string | null;
  head: string[];
  first_rows: string[][];
}

/** Reads a file of past orders and says what importing it would do, or why it cannot be read. Writes nothing. */
export async function checkFile(
  pool: pg.Pool,
  restaurant: Restaurant,
  content: Uint8Array,
  now: Date,
): Promise<Checked | { fault: string }> {
  const read = await readFile(content, restaurant, now);
  if ('fault' in read) return read;
  const { head, first_rows, failed } = await readCells(content, read.bad);
  const plan = await planRead(pool, restaurant, read, now);
  const at = (time: number | undefined) => (time === undefined ? null : new Date(time).toISOString());
  const { orders, lines, dishes } = read;
  return {
    head,
    first_rows,
    errors_csv: failed.length > 0 ? rejectsCsv(head, failed) : null,
    report: {
      columns: namedColumns(read.columns, head),
      other_columns: read.unread,
      currency: restaurant.currency,
      orders: orders.length,
      lines,
      dishes: dishes.length,
      total_amount: totalAmount(orders),
      first_order_at: at(orders[0]?.at),
      last_order_at: at(orders.at(-1)?.at),
      orders_done: 0,
      orders_added: plan.ordersAdded,
      orders_completed: plan.ordersCompleted,
      orders_joined: plan.ordersJoinedBefore,
      orders_skipped: orders.length - plan.ordersAdded - plan.ordersCompleted - plan.ordersJoinedBefore,
      lines_added: plan.linesAdded,
      dishes_added: 0,
      categories_added: 0,
      failed: failed.length,
      errors: failed.flatMap(({ errors }) => errors).slice(0, ORDER_IMPORT.errorsShown),
      remarks: read.remarks,
    },
  };
}

/** The orders of a file, or why it cannot be read. */
export async function readFile(
  content: Uint8Array,
  restaurant: Restaurant,
  now: Date,
): Promise<ReadOrders | { fault: string }> {
  if (startsWith(content, [0x50, 0x4b])) return { fault: 'This is an Excel workbook. In Excel, save it as CSV first.' };
  if (startsWith(content, [0x1f, 0x8b])) return { fault: 'This file is packed. Unpack it first.' };
  const read = await readOrders(content, restaurant, now);
  if (read.kind === 'empty') return { fault: 'The file is empty.' };
  if (read.kind === 'missing_columns')
    return {
      fault: `The file has no column for: ${read.missing.join(', ')}. Its headings are: ${read.header.join(', ')}`,
    };
  return read;
}

const startsWith = (content: Uint8Array, signature: number[]) => signature.every((byte, at) => content[at] === byte);

/** Headings, the first rows, and the rows that cannot be read, as they are in the file. */
async function readCells(content: Uint8Array, bad: readonly BadRow[]) {
  const { encoding } = await findLetters(content);
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
