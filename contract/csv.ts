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

const isPlainNumber = (text: string) => /^-?\d+(\.\d+)?$/.test(text);

/** A record of a CSV: the line on which it starts, and its row as a spreadsheet counts, both from 1. */
export interface CsvRecord {
  line: number;
  row: number;
  cells: string[];
  /** A quote spans lines and text follows it: one of the two does not belong there, so the cells are not to be trusted. */
  isBroken?: true;
}

interface Decoder {
  decode(bytes: Uint8Array): string;
}

/** Pages, workers and Node have it; the contract is compiled without the types of any of them. */
const { TextDecoder } = globalThis as unknown as {
  TextDecoder: new (encoding: string, options?: { fatal: boolean }) => Decoder;
};

/** The text of a file: UTF-8 or UTF-16 as its byte order mark or its zero bytes say, UTF-8 where it is valid, else Windows-1252. */
export function decodeCsv(bytes: Uint8Array): string {
  const utf16 = utf16Of(bytes);
  if (utf16) return new TextDecoder(utf16).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const text = new TextDecoder('utf-8').decode(bytes);
    const { right, wrong } = countUtf8(text, { right: 0, wrong: 0 });
    // Else Excel saved it in the encoding of its country.
    return hasUtf8Mark(bytes) || right > wrong ? text : new TextDecoder('windows-1252').decode(bytes);
  }
}

const hasUtf8Mark = (bytes: Uint8Array) => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

/**
 * Of a text that was decoded as UTF-8 and is not quite: how many characters beyond ASCII came out right. If most did, some program cut one
 * in half; in another encoding all others would be wrong.
 */
export function countUtf8(text: string, votes: { right: number; wrong: number }): typeof votes {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0xfffd) votes.wrong += 1;
    else if (code > 0x7f) votes.right += 1;
  }
  return votes;
}

/**
 * Without a byte order mark, one byte of each line break, separator, digit and Latin letter is zero, always on the same side; no other
 * encoding has zero bytes. Some signs, such as "一", have one on the other side.
 */
export function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const head = bytes.subarray(0, 4096);
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2]! += 1;
  const [even, odd] = zeros as [number, number];
  if (Math.max(even, odd) * 50 < head.length || Math.min(even, odd) * 2 > Math.max(even, odd)) return null;
  const encoding = odd > even ? 'utf-16le' : 'utf-16be';
  // In UTF-8 with stray zero bytes no pair is a line break.
  return /[\r\n]/.test(new TextDecoder(encoding).decode(head)) ? encoding : null;
}

/** How many columns of a record the reader knows: the headings are those of the first lines with the most. */
export type CountKnown = (cells: readonly string[]) => number;

/** The records of a CSV with commas, semicolons or tabs. Cells may hold line breaks. Null: a quote is never closed. */
export function readCsv(text: string, countKnown?: CountKnown): CsvRecord[] | null {
  const records: CsvRecord[] = [];
  for (const record of iterateCsv(text, countKnown)) {
    if (!record) return null;
    records.push(record);
  }
  return records;
}

/**
 * The records one by one, so that a page can pause in between, from the headings on: titles above them are no records. Null, and no more:
 * a quote is never closed.
 */
export function* iterateCsv(text: string, countKnown?: CountKnown): Generator<CsvRecord | null> {
  const { body, declared, line } = readPreamble(text.replace(/^\uFEFF/, ''));
  const head = countKnown ? findHead(body, declared, countKnown) : null;
  let skipped = 0;
  for (const record of splitRecords(body, head?.separator ?? declared ?? findSeparator(body), line)) {
    skipped += 1;
    if (skipped > (head?.titles ?? 0)) yield record;
  }
}

/** "sep=;" in the first line tells Excel what separates the cells. Excel does not count it as a row. */
export function readPreamble(text: string): { body: string; declared: string | null; line: number } {
  const [whole, declared = null] = /^"?sep=([,;|\t])"?[,;|\t]*(?:\r\n|\r|\n|$)/i.exec(text) ?? [''];
  return { body: text.slice(whole.length), declared, line: whole ? 2 : 1 };
}

/** Titles above the headings: the name of the report, the restaurant, the days. */
const TITLES = 20;

/** The separator with which one of the first records has the most known columns, and the records above it. Null: none has any. */
function findHead(body: string, declared: string | null, countKnown: CountKnown) {
  let best: { separator: string; titles: number; known: number } | null = null;
  for (const separator of declared ? [declared] : separators) {
    let titles = 0;
    // The headings are near the beginning; the whole would take long.
    for (const record of splitRecords(body.slice(0, 20_000), separator, 1)) {
      if (!record || titles > TITLES) break;
      const known = countKnown(record.cells);
      if (known > (best?.known ?? 0)) best = { separator, titles, known };
      titles += 1;
    }
  }
  return best;
}

function* splitRecords(bare: string, separator: string, firstLine: number): Generator<CsvRecord | null> {
  let cells: string[] = [];
  let line = firstLine;
  let row = 1;
  let startedAt = firstLine;
  let isBroken = false;
  let at = 0;
  while (at <= bare.length) {
    const isQuoted = bare[at] === '"';
    const end = isQuoted ? closingQuote(bare, at + 1) : nextOf(bare, at, separator);
    if (end < 0) {
      yield null;
      return;
    }
    let cell = isQuoted ? bare.slice(at + 1, end).replaceAll('""', '"') : bare.slice(at, end);
    at = isQuoted ? nextOf(bare, end + 1, separator) : end;
    if (isQuoted) {
      const breaks = cell.split(/\r\n|\r|\n/).length - 1;
      line += breaks;
      // What follows a closing quote belongs to the cell, as in Excel.
      const rest = bare.slice(end + 1, at).trimEnd();
      if (rest && breaks > 0) isBroken = true;
      cell += rest;
    }
    cells.push(readCell(cell));
    if (bare[at] === separator) {
      at += 1;
      continue;
    }
    if (cells.some((one) => one.trim() !== '')) yield { line: startedAt, row, cells, ...(isBroken && { isBroken }) };
    cells = [];
    isBroken = false;
    at += bare.startsWith('\r\n', at) ? 2 : 1;
    startedAt = line += 1;
    row += 1;
  }
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
  // The head of a file is near its beginning; the whole would take long.
  const [head = ''] = text
    .slice(0, 20_000)
    .replace(/"(?:[^"]|"")*"/g, '')
    .split(/[\r\n]/, 1);
  const count = (sign: string) => head.split(sign).length;
  return separators.reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

export const separators = [',', ';', '\t'];

/** "5.23457E+11", "####" and "#REF!" are what is left of a number in a spreadsheet. */
export const isMangled = (text: string): boolean =>
  /^\d[.,]\d+E\+?\d+$|^\d+E\+\d+$|^#+(N\/A|REF!|VALUE!|NAME\?|NUM!|DIV\/0!|#)$/i.test(text.trim());
