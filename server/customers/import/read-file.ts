import type { CsvRecord } from '../../../contract/csv.ts';
import { placesOf } from '../../../contract/customers/import-columns.ts';
import type { ImportMapping } from '../../../contract/customers/import-calls.ts';
import type { ImportRowError } from '../../../contract/import/shapes.ts';
import {
  customerFile,
  readContext,
  readImportFile,
  readImportRow,
  type ImportRow,
} from '../../../contract/customers/import-rows.ts';
import { atOnce, faultOfBytes, readTable, type Fault } from '../../../contract/import/read-table.ts';
import { inThread, tooLong } from '../../import/read-in-thread.ts';
import { readPhoneFields } from '../../platform/phone-number.ts';

export interface ReadFile {
  head: string[];
  /** Headings of columns that are not read. */
  unread: string[];
  /** As many as the file has, in its order. */
  rows: ({ values: ImportRow } | { record: CsvRecord; errors: ImportRowError[] })[];
}

/** Every row of a file, read and checked, or why the file cannot be read. */
export function readFile(
  bytes: Uint8Array,
  mapping: ImportMapping | null,
  countryCode: string | null,
): ReadFile | Fault {
  const table = atOnce(readImportFile(bytes));
  if ('fault' in table) return table;
  const { head, records } = table;
  const found = placesOf(head, mapping);
  if ('fault' in found) return found;
  const readPhone = (typed: string) => readPhoneFields(typed, countryCode);
  const context = readContext(table, found.places, { countryCode, readPhone });
  const rows = records.map((record) => {
    const read = readImportRow(record, context);
    return 'errors' in read ? { record, errors: read.errors } : read;
  });
  const read = new Set(Object.values(found.places));
  return { head, unread: head.filter((heading, at) => heading.trim() !== '' && !read.has(at)), rows };
}

const readInThread = inThread(import.meta.url, readFile);

/** Waits for nobody's turn: a request waits for it, with the lock of its space. Smaller, and one at a time of each restaurant. */
export const readCustomerFile = async (...args: Parameters<typeof readFile>): Promise<ReadFile | Fault> =>
  (await readInThread(...args)) ?? tooLong;

/** Headings stand in them. */
const HEAD_BYTES = 32 * 1024;

/** Why a large file cannot be read, as far as its beginning says; null if it can. */
export function faultOfHead(bytes: Uint8Array, mapping: ImportMapping | null): string | null {
  const fault = faultOfBytes(bytes, customerFile);
  if (fault !== null) return fault;
  const table = atOnce(readTable(bytes.subarray(0, HEAD_BYTES), { ...customerFile, isLenient: true }));
  const found = 'fault' in table ? table : placesOf(table.head, mapping);
  return 'fault' in found ? found.fault : null;
}

export const failedOf = ({ rows }: ReadFile) => rows.filter((row) => 'errors' in row);
export const valuesOf = (rows: ReadFile['rows']): ImportRow[] =>
  rows.flatMap((row) => ('values' in row ? [row.values] : []));
