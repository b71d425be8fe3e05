import { decideOrder, placeDate, readDate, type DateOrder, type WrittenDate } from './dates.ts';
import { findColumns, type Columns } from './columns.ts';
import type { RawRecord } from './read.ts';
import { exponentOf } from '../platform/currency.ts';
import { readPrice, readQuantity, squeeze, type Read } from './values.ts';

export interface ImportedLine {
  name: string;
  quantity: number;
  unit_amount: number;
}
export interface PastOrder {
  number: string;
  /** The date as written, "YYYY-MM-DD". Tills restart at 1, so number and date together identify an order. */
  date: string;
  /** Epoch ms. */
  at: number;
  lines: ImportedLine[];
}
export interface Dish {
  /** As spelled in its first line. */
  name: string;
  /** From its newest order. */
  price_amount: number;
  at: number;
  lines: number;
}
export interface BadRow {
  line: number;
  reason: string;
}

export type Collected =
  | { kind: 'collected'; orders: PastOrder[]; dishes: Dish[]; lines: number; bad: BadRow[]; dateOrder: DateOrder }
  | { kind: 'empty' }
  | { kind: 'missing_columns'; missing: string[]; header: string[] };

export interface CollectOptions {
  timezone: string;
  currency: string;
  /** Used if no date of the file tells day from month. */
  otherwise: DateOrder;
  now: Date;
  progress?: (lines: number) => void;
}

const A_YEAR_MS = 366 * 86_400_000;
const MAX_NAME = 160;
const MAX_NUMBER = 40;

/** Reads a till's export into orders, oldest first, and their dishes. A bad row is skipped alone. */
export async function collect(records: AsyncIterable<RawRecord>, options: CollectOptions): Promise<Collected> {
  let columns: Columns | null = null;
  const rows: Row[] = [];
  const bad: BadRow[] = [];
  const exponent = exponentOf(options.currency);
  for await (const { line, fields } of records) {
    if (!columns) {
      const found = findColumns((fields ?? []).map(squeeze));
      if (found.kind === 'missing') return { kind: 'missing_columns', missing: found.missing, header: fields ?? [] };
      columns = found.columns;
      continue;
    }
    const row = fields ? readRow(line, fields, columns, exponent) : { wrong: 'a quote is opened and not closed' };
    if ('wrong' in row) bad.push({ line, reason: row.wrong });
    else rows.push(row.value);
    if ((rows.length + bad.length) % 10_000 === 0) options.progress?.(rows.length + bad.length);
  }
  if (!columns) return { kind: 'empty' };
  const dateOrder = decideOrder(datesOf(rows), options.otherwise);
  const orders = new Map<string, PastOrder>();
  const dishes = new Map<string, Dish>();
  let lines = 0;
  for (const row of rows) {
    const placed = placeDate(row.date, dateOrder, options.timezone);
    if (!placed)
      bad.push({ line: row.line, reason: `the date "${row.dateText}" does not exist (read with the ${dateOrder})` });
    else if (placed.at > options.now.getTime() + A_YEAR_MS)
      bad.push({ line: row.line, reason: `the date "${row.dateText}" lies far ahead` });
    else {
      addLine(orders, row, placed);
      addDish(dishes, row, placed.at);
      lines += 1;
    }
  }
  bad.sort((a, b) => a.line - b.line);
  const oldestFirst = [...orders.values()].sort((a, b) => a.at - b.at || compare(a.number, b.number));
  return { kind: 'collected', orders: oldestFirst, dishes: [...dishes.values()], lines, bad, dateOrder };
}

/** Spellings that differ only in case or spaces are one dish. */
export const dishKey = (name: string) => name.toLowerCase();

interface Row extends ImportedLine {
  line: number;
  number: string;
  date: WrittenDate;
  dateText: string;
}

function readRow(line: number, fields: string[], columns: Columns, exponent: number): Read<Row> {
  const at = (index: number) => squeeze(fields[index]);
  const needed = Math.max(columns.number, columns.date, columns.name, columns.quantity, columns.price);
  if (fields.length <= needed) return { wrong: `it has ${fields.length} columns and needs ${needed + 1}` };
  const number = at(columns.number);
  if (number === '' || number.length > MAX_NUMBER)
    return { wrong: number ? 'the order number is too long' : 'the order number is missing' };
  const name = at(columns.name);
  if (name === '' || name.length > MAX_NAME)
    return { wrong: name ? 'the name of the item is too long' : 'the name of the item is missing' };
  if ((number + name).includes('\u0000')) return { wrong: 'it contains characters that cannot be stored' };
  const dateText = at(columns.date);
  const date = readPlaced(dateText, columns.time === null ? '' : at(columns.time));
  if (!date) return { wrong: dateText ? `"${dateText}" is not a date` : 'the date is missing' };
  const quantity = readQuantity(at(columns.quantity));
  if ('wrong' in quantity) return quantity;
  const price = readPrice(at(columns.price), exponent);
  if ('wrong' in price) return price;
  return { value: { line, number, name, date, dateText, quantity: quantity.value, unit_amount: price.value } };
}

/** Date and time may be in separate columns; some tills then write midnight in the date column, others the full time in both. */
function readPlaced(date: string, time: string): WrittenDate | null {
  const apart = time ? readDate(`${date.replace(/[ T]00?:00(:00)?(\.0+)?$/, '')} ${time}`) : null;
  return apart ?? readDate(date);
}

function addLine(
  orders: Map<string, PastOrder>,
  { number, name, quantity, unit_amount }: Row,
  placed: { at: number; date: string },
) {
  const key = `${number}\u0000${placed.date}`;
  let order = orders.get(key);
  if (!order) orders.set(key, (order = { number, date: placed.date, at: placed.at, lines: [] }));
  order.at = Math.min(order.at, placed.at);
  order.lines.push({ name, quantity, unit_amount });
}

function addDish(dishes: Map<string, Dish>, { name, unit_amount }: Row, at: number) {
  const dish = dishes.get(dishKey(name));
  if (!dish) {
    dishes.set(dishKey(name), { name, price_amount: unit_amount, at, lines: 1 });
    return;
  }
  dish.lines += 1;
  if (at > dish.at) Object.assign(dish, { price_amount: unit_amount, at });
}

function* datesOf(rows: Row[]) {
  for (const row of rows) yield row.date;
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
