import { decodeText, guessEncoding, type Encoding } from './csv-encoding.ts';

/** A column: its head and its text in a row. */
export type CsvColumn<Row> = readonly [head: string, read: (row: Row) => string];

/** One line for each row, under the heads of the columns. See `writeCsv`. */
export const toCsv = <Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string =>
  writeCsv([columns.map(([head]) => head), ...rows.map((row) => columns.map(([, read]) => read(row)))]);

/** Rows as CSV: a byte order mark that tells Excel it is UTF-8, commas, and no cell that a spreadsheet would run as a formula. */
export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(writeCell).join(',')).join('\r\n')}\r\n`;

/**
 * What a spreadsheet takes for the start of a formula, including the full-width and small forms that Chinese or Japanese keyboards
 * produce. Spaces, quotes and invisible characters before it do not prevent that. A cell may also begin inside a value: behind a
 * semicolon, bar or tab if the program separates there, or behind a line break if the program ends cells at it.
 */
const start = String.raw`(?<=^|[;|\t\r\n])`;
const formula = String.raw`(?=[\s\p{Cc}\p{Cf}"'` + '`' + String.raw`´‘’“”]*[=+\-@＝＋－＠﹦﹢﹣﹫−])`;
const formulaStart = new RegExp(start + formula, 'gu');
const guardedFormula = new RegExp(`${start}'${formula}`, 'gu');

/** A name may begin with "=": a quote in front keeps a spreadsheet from running it. */
function writeCell(value: string): string {
  const safe = isPlainNumber(value) ? value : value.replace(formulaStart, "'").replace(/^(?='*[\t\r\n])/, "'");
  return /["',;|\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A cell as it was before `writeCsv` put quotes in front of formulas. */
const readCell = (cell: string): string =>
  isPlainNumber(cell) ? cell : cell.replace(/^'(?='*[\t\r\n])/, '').replace(guardedFormula, '');

/** A number, or a telephone number with its country's code: nothing in it can be run. */
const isPlainNumber = (text: string) => /^(?:-?\d+(\.\d+)?|\+\d[\d ]*)$/.test(text);

/** A record of a CSV: the line on which it starts, and its row as a spreadsheet counts, both from 1. */
export interface CsvRecord {
  line: number;
  row: number;
  cells: string[];
  /** Where it stands in the text, without the line break behind it. */
  start: number;
  end: number;
  /** A quote spans lines and text follows it: one of the two does not belong there, so the cells are not to be trusted. */
  isBroken?: true;
}

/** The text of a file, by its encoding. */
export const decodeCsv = (bytes: Uint8Array, encoding: Encoding = guessEncoding(bytes)): string =>
  decodeText(bytes, encoding);

/** How many columns of a record the reader knows: the headings are those of the first lines with the most. */
export type CountKnown = (cells: readonly string[]) => number;

interface CsvOptions {
  countKnown?: CountKnown;
  /** Of a program that knows no rules: what a quote spoils is its own line, and cells are as they are. */
  isLenient?: boolean;
}

/** The records of a CSV with commas, semicolons or tabs. Cells may hold line breaks. Null: a quote is never closed. */
export function readCsv(text: string, countKnown?: CountKnown): CsvRecord[] | null {
  const records = [...iterateCsv(text, { countKnown })];
  return records.includes(null) ? null : (records as CsvRecord[]); // none is null
}

/**
 * The records one by one, so that a page can pause in between, from the headings on: titles above them are no records. Null, and no more:
 * a quote is never closed.
 */
export function* iterateCsv(text: string, { countKnown, isLenient }: CsvOptions = {}): Generator<CsvRecord | null> {
  const { at, declared, line } = readPreamble(text);
  const head = countKnown ? findHead(text.slice(at, at + HEAD), declared, countKnown, isLenient) : null;
  const separator = head?.separator ?? declared ?? findSeparator(text.slice(at, at + HEAD));
  yield* splitRecords(text, { separator, at, line, titles: head?.titles ?? 0, isLenient });
}

/** "sep=;" in the first line tells Excel what separates the cells. Excel does not count it as a row. */
function readPreamble(text: string): { at: number; declared: string | null; line: number } {
  const [whole, declared = null] = /^\uFEFF?(?:"?sep=([,;|\t])"?[,;|\t]*(?:\r\n|\r|\n|$))?/i.exec(text) ?? [''];
  return { at: whole.length, declared, line: declared === null ? 1 : 2 };
}

/** The headings are near the beginning; the whole would take long. */
const HEAD = 20_000;

/** Titles above the headings: the name of the report, the restaurant, the days. */
const TITLES = 20;

/** The separator with which one of the first records has the most known columns, and the records above it. Null: none has any. */
function findHead(head: string, declared: string | null, countKnown: CountKnown, isLenient?: boolean) {
  let best: { separator: string; titles: number; known: number } | null = null;
  for (const separator of declared ? [declared] : separators) {
    let titles = 0;
    for (const record of splitRecords(head, { separator, at: 0, line: 1, titles: 0, isLenient })) {
      if (!record || titles > TITLES) break;
      const known = countKnown(record.cells);
      if (known > (best?.known ?? 0)) best = { separator, titles, known };
      titles += 1;
    }
  }
  return best;
}

/** Of a row; what stands behind is not read. */
const CELLS_MAX = 500;
/** No cell that is longer was written by `writeCsv` for a person; looking through it takes long. */
const GUARDED_MAX = 20_000;

interface SplitOptions extends Pick<CsvOptions, 'isLenient'> {
  separator: string;
  at: number;
  line: number;
  titles: number;
}

function* splitRecords(text: string, options: SplitOptions): Generator<CsvRecord | null> {
  const { separator, titles, isLenient = false } = options;
  let { line } = options;
  let count = 0;
  let width = 0;
  for (let row = 1, { at: start } = options; start <= text.length; row += 1) {
    let read = readRecord(text, start, separator, isLenient);
    // A line break may stand in a quoted cell, or the quote belongs nowhere and the cells of several lines are taken for one.
    const isWhole = read && (read.breaks === 0 || (!read.isBroken && (width === 0 || read.cells.length === width)));
    if (isLenient && !isWhole) read = lineOf(text, start, separator);
    if (!read) return yield null;
    const { cells, end, breaks, isBroken } = read;
    if (cells.some((one) => one.trim() !== '') && (count += 1) > titles) {
      width ||= cells.length;
      yield { line, row, cells, start, end, ...(isBroken && { isBroken }) };
    }
    line += breaks + 1;
    start = end + (text.startsWith('\r\n', end) ? 2 : 1);
  }
}

/** Null: a quote is never closed. */
function readRecord(text: string, from: number, separator: string, isLenient: boolean) {
  const cells: string[] = [];
  let breaks = 0;
  let isBroken = false;
  for (let at = from; ; at += 1) {
    let start = at;
    while (text[start] === ' ') start += 1;
    const isQuoted = text[start] === '"';
    const end = isQuoted ? closingQuote(text, start + 1) : nextOf(text, at, separator);
    if (end < 0) return null;
    let cell = isQuoted ? text.slice(start + 1, end).replaceAll('""', '"') : text.slice(at, end);
    at = isQuoted ? nextOf(text, end + 1, separator) : end;
    if (isQuoted) {
      const more = cell.split(/\r\n|\r|\n/).length - 1;
      breaks += more;
      // What follows a closing quote belongs to the cell, as in Excel.
      const rest = text.slice(end + 1, at).trimEnd();
      if (rest && more > 0) isBroken = true;
      cell += rest;
    }
    if (cells.length < CELLS_MAX) cells.push(isLenient || cell.length > GUARDED_MAX ? cell : readCell(cell));
    if (text[at] !== separator) return { cells, end: at, breaks, isBroken };
  }
}

function lineOf(text: string, from: number, separator: string): ReturnType<typeof readRecord> {
  const end = nextOf(text, from, '\n');
  return { cells: text.slice(from, end).split(separator, CELLS_MAX), end, breaks: 0, isBroken: true };
}

function nextOf(text: string, from: number, separator: string): number {
  let at = from;
  while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at++;
  return at;
}

function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at;
  return -1;
}

/** The separator that the first line has most of, outside of quotes. */
function findSeparator(text: string): string {
  const [head = ''] = text.replace(/"(?:[^"]|"")*"/g, '').split(/[\r\n]/, 1);
  const count = (sign: string) => head.split(sign).length;
  return separators.reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

const separators = [',', ';', '\t'];

/** "5.23457E+11", "####" and "#REF!" are what is left of a number in a spreadsheet. */
export const isMangled = (text: string): boolean =>
  /^\d[.,]\d+E\+?\d+$|^\d+E\+\d+$|^#+(N\/A|REF!|VALUE!|NAME\?|NUM!|DIV\/0!|#)$/i.test(text.trim());

/** A cell without what keeps a spreadsheet from reading it as a number: ="00123", and an apostrophe before a number. */
export const plainCell = (cell: string): string => unwrapped(cell).replace(/^['’`](?=[\d+(])/, '');

/** A text that was written as ="Ann". */
export const unwrapped = (cell: string): string => {
  const text = cell.replace(/^[\s\u00a0]+|[\s\u00a0]+$/g, '');
  return /^="[^"]*"$/.test(text) ? text.slice(2, -1).trim() : text;
};

/** A cell that need not be filled in: empty as well where somebody wrote that there is nothing. */
export const optionalCell = (cell: string): string => {
  const text = plainCell(cell);
  return nothing.test(text) ? '' : text;
};

const nothing =
  /^(#?n\/a|n\.a\.?|n\.d\.|na|[-–—−_.?/]+|none|null|nil|nan|unknown|empty|not (available|applicable|given|known|provided|set))$/i;
