import { isMangled, optionalCell, plainCell, type CsvRecord } from '../../../contract/csv.ts';
import { tooMany, type Fault, type ImportTable } from '../../../contract/import/read-table.ts';
import { cleanName, foldName } from '../../../contract/names.ts';
import { decideNumberFormat, readAmount, type NumberFormat } from '../../../contract/number-format.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { dayOfDate, DAY, fromLocalParts } from '../../../contract/restaurant/zone.ts';
import { dayOf, decideDateOrder, readDate, type DateOrder, type WrittenDate } from '../../../contract/written-date.ts';
import { exponentOf } from '../../platform/currency.ts';
import { findColumns, type Columns } from './columns.ts';
import { groupOrders, type PastOrder, type PlacedLine } from './group-orders.ts';
import { readMeaning, type Meaning } from './no-sale.ts';
import { readDiscount, readPrice, readQuantity, squeeze, type Read } from './values.ts';

export interface Dish {
  /** As spelled in its first line. */
  name: string;
  /** As other lines spell it, with what nobody sees. */
  spellings: Set<string>;
  /** From its newest order. */
  price_amount: number;
  at: number;
  lines: number;
}

/** What a till's file says. */
export interface ReadOrders {
  orders: PastOrder[];
  dishes: Dish[];
  lines: number;
  bad: { record: CsvRecord; reason: string }[];
  /** What else a person should know about how the file was read. */
  remarks: string[];
  dateOrder: DateOrder;
  columns: Columns;
}

export interface CollectOptions {
  restaurant: Pick<Restaurant, 'timezone' | 'currency' | 'country_code'>;
  now: Date;
  /** Of a file that an owner sends; the command has none. */
  dishes?: number;
}

/** By as much the clock of a till may be fast. */
const FAST_CLOCK_MS = 60 * 60_000;
const MAX_NAME = 160;
/** Of one order: more are no order. */
const LINES_MAX = 1000;
const MAX_NUMBER = 40;
const MAX_LOCATION = 80;
const HEADINGS_SHOWN = 40;

/** The rows of a till's export as orders, oldest first, and their dishes. A bad row is skipped alone. */
export function collect({ head, records }: ImportTable, options: CollectOptions): ReadOrders | Fault {
  const { restaurant, now, dishes: most = Infinity } = options;
  const columns = findColumns(head.map(squeeze));
  if ('missing' in columns) {
    const shown = head.filter((heading) => heading.trim() !== '').slice(0, HEADINGS_SHOWN);
    const headings = shown.join(', ').slice(0, 500);
    return { fault: `The file has no column for: ${columns.missing.join(', ')}. Its headings are: ${headings}` };
  }
  const bad: ReadOrders['bad'] = [];
  const keepGood = <In extends { record: CsvRecord }, Out>(rows: readonly In[], read: (row: In) => Read<Out>): Out[] =>
    rows.flatMap((row) => {
      const result = read(row);
      if ('value' in result) return [result.value];
      bad.push({ record: row.record, reason: result.wrong });
      return [];
    });
  const cells = keepGood(
    records.map((record) => ({ record })),
    ({ record }) => readCells(record, columns),
  );
  const formats = decideFormats(cells, restaurant.currency);
  const sales = new Sales(columns);
  const rows = keepGood(cells, (one) => {
    const row = readValues(one, formats, columns.priceOf);
    const wrong = 'value' in row ? sales.reasonOfNoSale(row.value, formats) : null;
    return wrong === null ? row : { wrong };
  });
  const dates = rows.map(({ date }) => date);
  const dateOrder = decideDateOrder(dates, restaurant.country_code);
  const linesOf = new Map<string, number>();
  const dishes = new Map<string, Dish>();
  const lines = keepGood(rows, (row): Read<PlacedLine> => {
    const placed = placeDate(row.date, dateOrder, restaurant.timezone);
    const written = `the date "${row.dateText}"`;
    if (!placed) return { wrong: `${written} does not exist (read with the ${dateOrder})` };
    if (placed.at > now.getTime() + FAST_CLOCK_MS)
      return { wrong: `${written} is in the future (read with the ${dateOrder})` };
    if (count(linesOf, `${row.number} ${row.location} ${placed.date}`) > LINES_MAX)
      return { wrong: `its order has more than ${LINES_MAX} rows` };
    addDish(dishes, row, placed.at);
    return { value: { ...row, ...placed } };
  });
  if (dishes.size > most) return tooMany(most, 'dishes');
  bad.sort((a, b) => a.record.line - b.record.line);
  const { orders, remarks } = groupOrders(lines);
  return {
    orders,
    dishes: [...dishes.values()],
    lines: lines.length,
    bad,
    remarks: [...remarksOf(columns.unread), ...sales.remarks(), ...remarks],
    dateOrder,
    columns,
  };
}

/** The instant (epoch ms) and its local date; null if the day or time does not exist. */
function placeDate(written: WrittenDate, order: DateOrder, timezone: string): { at: number; date: string } | null {
  const date = dayOf(written, order);
  if (date === null || date < '1970' || written.time >= DAY) return null;
  const localTime = dayOfDate(date) * DAY + written.time;
  const { offset } = written;
  return { at: offset === null ? fromLocalParts(localTime, timezone) : localTime - offset * 60_000, date };
}

/** Spellings that differ only in case, spaces or what nobody sees are one dish. */
export const dishKey = foldName;

const remarksOf = (unread: string[]) => (unread.length > 0 ? [`Columns that were not read: ${unread.join(', ')}`] : []);

/** A row whose numbers are not read yet, because the whole file says how they are written. */
interface Cells {
  record: CsvRecord;
  number: string;
  location: string;
  name: string;
  spelling: string;
  date: WrittenDate;
  dateText: string;
  quantityText: string;
  priceText: string;
  discountText: string;
  amountTexts: string[];
  /** Of the columns that say what a row means. */
  reported: string[];
}

interface Row extends Cells {
  quantity: number;
  unit_amount: number;
  /** Of all its pieces, before the discount. */
  total_amount: number;
  discount_amount: number;
  hasShare: boolean;
}

function readCells(record: CsvRecord, columns: Columns): Read<Cells> {
  const { cells } = record;
  if (record.isBroken) return { wrong: 'a quote is opened and not closed' };
  const at = (index: number | undefined) => squeeze(cells[index ?? -1]);
  const optional = (index: number | undefined) => optionalCell(at(index));
  const needed = Math.max(columns.number, columns.date, columns.name, columns.quantity, columns.price);
  if (cells.length <= needed) return { wrong: `it has ${cells.length} columns and needs ${needed + 1}` };
  const number = cleanName(plainCell(at(columns.number)));
  if (number === '' || number.length > MAX_NUMBER)
    return { wrong: number ? 'the order number is too long' : 'the order number is missing' };
  if (isMangled(number))
    return {
      wrong: `a spreadsheet has shortened the order number to "${number}", which other orders may share: import the till’s own file, not saved from a spreadsheet, or format the column as text before the file is opened`,
    };
  const spelling = at(columns.name);
  const name = cleanName(spelling);
  if (name === '' || name.length > MAX_NAME)
    return { wrong: name ? 'the name of the item is too long' : 'the name of the item is missing' };
  const location = cleanName(optional(columns.location)).slice(0, MAX_LOCATION);
  if ((number + name + location).includes('\u0000')) return { wrong: 'it contains characters that cannot be stored' };
  const dateText = plainCell(at(columns.date));
  const date = readPlaced(dateText, optional(columns.time));
  if (!date) return { wrong: dateText ? `"${dateText}" is not a date` : 'the date is missing' };
  return {
    value: {
      record,
      number,
      location,
      name,
      spelling,
      date,
      dateText,
      quantityText: plainCell(at(columns.quantity)),
      priceText: plainCell(at(columns.price)),
      discountText: optional(columns.discount),
      amountTexts: columns.amounts.map(optional),
      // Where nothing happened, "n/a" is a word of its own.
      reported: columns.meanings.map((column) => (column.kind === 'status' ? optional(column.at) : at(column.at))),
    },
  };
}

/** Date and time may be in separate columns; some tills then write midnight in the date column, others the full time in both. */
function readPlaced(date: string, time: string): WrittenDate | null {
  const apart = time ? readDate(`${date.replace(/[ T]00?:00(:00)?(\.0+)?$/, '')} ${time}`) : null;
  return apart ?? readDate(date);
}

interface Formats {
  price: NumberFormat;
  quantity: NumberFormat;
  exponent: number;
}

function decideFormats(rows: Cells[], currency: string): Formats {
  const exponent = exponentOf(currency);
  const prices = rows.map(({ priceText }) => priceText);
  const amounts = rows.flatMap(({ amountTexts }) => amountTexts);
  const quantities = rows.map(({ quantityText }) => quantityText);
  return {
    price: decideNumberFormat([prices, amounts], { currency, exponent }),
    // No currency tells how many portions "1.000" are. Two decimals, because a quantity of 1.5 shows the sign, though it is refused.
    quantity: decideNumberFormat([quantities, prices, amounts], { currency: 'EUR', exponent: 2 }),
    exponent,
  };
}

function readValues(cells: Cells, { price, quantity, exponent }: Formats, priceOf: Columns['priceOf']): Read<Row> {
  const pieces = readQuantity(cells.quantityText, quantity);
  if ('wrong' in pieces) return pieces;
  const amount = readPrice(cells.priceText, price, exponent);
  if ('wrong' in amount) return amount;
  const total_amount = priceOf === 'line' ? amount.value : amount.value * pieces.value;
  const discount = readDiscount(cells.discountText, price, exponent, total_amount);
  if ('wrong' in discount) return discount;
  const unit_amount = priceOf === 'line' ? Math.round(amount.value / pieces.value) : amount.value;
  return {
    value: {
      ...cells,
      quantity: pieces.value,
      unit_amount,
      total_amount,
      discount_amount: discount.value,
      hasShare: cells.discountText.includes('%'),
    },
  };
}

/** Which rows are no sale. Some exports say it in the first line of an order only, and leave the cell empty in the others. */
class Sales {
  readonly #columns: Columns['meanings'];
  /** By column and order number, what its last line reported. */
  readonly #last = new Map<string, Meaning>();
  readonly #unclear = new Map<string, number>();

  constructor({ meanings }: Columns) {
    this.#columns = meanings;
  }

  reasonOfNoSale(row: Row, { price, exponent }: Formats): string | null {
    // A further line of an order, which leaves out what the first one reports.
    const statuses = this.#columns.flatMap(({ kind }, i) => (kind === 'status' ? [row.reported[i]] : []));
    const isFurther = statuses.length > 0 && statuses.every((text) => text === '');
    for (const [i, { heading, kind }] of this.#columns.entries()) {
      const text = row.reported[i]!;
      const order = `${i} ${row.number} ${row.dateText.slice(0, 10)}`;
      const own = kind === 'mark' ? this.#readMark(row, text, { price, exponent }) : readMeaning(kind, text);
      const meaning = own === 'silent' && isFurther ? (this.#last.get(order) ?? own) : own;
      this.#last.set(order, meaning);
      if (meaning === 'no_sale') return `it is no sale: ${heading} ${text ? `is "${text}"` : 'of its order says so'}`;
      if (own === 'unknown' || own === 'partly_refunded') {
        const reported = `${heading} "${text}"`;
        this.#unclear.set(reported, (this.#unclear.get(reported) ?? 0) + 1);
      }
    }
    return null;
  }

  remarks(): string[] {
    return [...this.#unclear].map(
      ([reported, rows]) => `${reported}: ${rows} ${rows === 1 ? 'row was' : 'rows were'} imported as paid in full`,
    );
  }

  /** A refund may be an amount: less than the line is a part of it. */
  #readMark({ total_amount }: Row, text: string, { price, exponent }: Omit<Formats, 'quantity'>): Meaning {
    const meaning = readMeaning('mark', text);
    const read = meaning === 'no_sale' && text !== '1' ? readAmount(text.replace(/^-/, ''), price, exponent) : null;
    return read && 'amount' in read && read.amount < total_amount ? 'partly_refunded' : meaning;
  }
}

function count(counts: Map<string, number>, key: string): number {
  const next = (counts.get(key) ?? 0) + 1;
  counts.set(key, next);
  return next;
}

function addDish(dishes: Map<string, Dish>, { name, spelling, unit_amount }: Row, at: number) {
  const key = dishKey(name);
  const dish = dishes.get(key);
  if (!dish) {
    dishes.set(key, { name, spellings: new Set([spelling]), price_amount: unit_amount, at, lines: 1 });
    return;
  }
  dish.lines += 1;
  dish.spellings.add(spelling);
  if (at > dish.at) Object.assign(dish, { price_amount: unit_amount, at });
}
