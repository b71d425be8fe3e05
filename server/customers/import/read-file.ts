import { setImmediate as pause } from 'node:timers/promises';
import { placesOf } from '../../../contract/customers/import-columns.ts';
import type { ImportMapping, ImportRowError } from '../../../contract/customers/import-calls.ts';
import {
  faultOfBytes,
  readContext,
  readImportFile,
  readImportRow,
  recordsOf,
  type ImportRow,
} from '../../../contract/customers/import-rows.ts';
import type { CsvRecord } from '../../../contract/csv.ts';
import { readPhoneFields } from '../../platform/phone-number.ts';

export interface ReadFile {
  head: string[];
  /** Headings of columns that are not read. */
  unread: string[];
  /** As many as the file has, in its order. */
  rows: ({ values: ImportRow } | { record: CsvRecord; errors: ImportRowError[] })[];
}

/** Every row of a file, read and checked, or why the file cannot be read. Other requests are answered in between. */
export async function readFile(
  bytes: Uint8Array,
  mapping: ImportMapping | null,
  countryCode: string | null,
): Promise<ReadFile | { fault: string }> {
  const reading = readImportFile(bytes);
  let step = reading.next();
  while (!step.done) {
    await pause();
    step = reading.next();
  }
  if ('fault' in step.value) return step.value;
  const { head, records } = step.value;
  const found = placesOf(head, mapping);
  if ('fault' in found) return found;
  const context = readContext(step.value, found.places, {
    countryCode,
    readPhone: (typed) => readPhoneFields(typed, countryCode),
  });
  const rows: ReadFile['rows'] = [];
  for (const record of records) {
    const read = readImportRow(record, context);
    rows.push('errors' in read ? { record, errors: read.errors } : read);
    if (rows.length % 500 === 0) await pause();
  }
  const read = new Set(Object.values(found.places));
  const unread = head.filter((heading, at) => heading.trim() !== '' && !read.has(at));
  return { head, unread, rows };
}

/** Headings stand in them. */
const HEAD_BYTES = 32 * 1024;

/** Why a large file cannot be read, as far as its beginning says; null if it can. */
export function faultOfHead(bytes: Uint8Array, mapping: ImportMapping | null): string | null {
  const fault = faultOfBytes(bytes);
  if (fault !== null) return fault;
  const [head] = recordsOf(bytes.subarray(0, HEAD_BYTES));
  const found = placesOf(head?.cells ?? [], mapping);
  return 'fault' in found ? found.fault : null;
}

export const failedOf = ({ rows }: ReadFile) => rows.filter((row) => 'errors' in row);
export const valuesOf = (rows: ReadFile['rows']): ImportRow[] =>
  rows.flatMap((row) => ('values' in row ? [row.values] : []));
