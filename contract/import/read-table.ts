import { decodeCsv, iterateCsv, type CountKnown, type CsvRecord } from '../csv.ts';
import type { Encoding } from '../csv-encoding.ts';

export interface ImportTable {
  head: string[];
  records: CsvRecord[];
}

/** What is read of a file. */
export interface FileFormat {
  /** A larger one is imported in parts. */
  bytes: number;
  rows: number;
  /** How many of a record's cells are headings of its columns. */
  countKnown: CountKnown;
  /** See `iterateCsv`. */
  isLenient?: boolean;
}

export interface Fault {
  fault: string;
}

/** Reads a file piece by piece: yields nothing, now and then, so that a page stays alive. Returns the table, or why there is none. */
export function* readTable(
  bytes: Uint8Array,
  format: FileFormat,
  encoding?: Encoding,
): Generator<undefined, ImportTable | Fault> {
  const fault = faultOfBytes(bytes, format);
  if (fault !== null) return { fault };
  const records: CsvRecord[] = [];
  for (const record of iterateCsv(decodeCsv(bytes, encoding), format)) {
    if (!record) {
      const row = records.at(-1)?.row ?? 0;
      return { fault: `A quote is opened after row ${row} and never closed. Save the file as CSV again.` };
    }
    records.push(record);
    if (records.length > format.rows + 1) return tooMany(format.rows, 'rows');
    if (records.length % 200 === 0) yield;
  }
  const [head, ...rest] = records;
  return head ? { head: head.cells, records: rest } : { fault: 'The file is empty.' };
}

export const tooMany = (most: number, what: string): Fault => ({
  fault: `The file has more than ${most.toLocaleString('en-GB')} ${what}. Import it in parts.`,
});

export const tooLarge = (most: number): string =>
  `The file is larger than ${most / 1024 / 1024} MB. Import it in parts.`;

/** Why bytes are no CSV at all; null if they may be one. */
export function faultOfBytes(bytes: Uint8Array, { bytes: most }: Pick<FileFormat, 'bytes'>): string | null {
  if (bytes.length === 0) return 'The file is empty.';
  if (bytes.length > most) return tooLarge(most);
  // What Excel itself saves, new and old.
  if ((bytes[0] === 0x50 && bytes[1] === 0x4b) || (bytes[0] === 0xd0 && bytes[1] === 0xcf))
    return 'This is an Excel workbook. Save it as CSV and choose that file.';
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'This file is compressed. Unpack it and choose the CSV in it.';
  return null;
}

/** All of the work at once. */
export function atOnce<R>(work: Generator<unknown, R>): R {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
