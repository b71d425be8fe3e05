import { writeCsv, type CsvRecord } from '../csv.ts';

export interface FailedRecord {
  record: Pick<CsvRecord, 'row' | 'cells'>;
  errors: readonly { column: string | null; message: string }[];
}

/**
 * The rows that an import could not read, with the file's columns, so that they can be mended and imported again. Cells without a heading
 * stand behind the reasons.
 */
export const rejectsCsv = (head: readonly string[], failed: readonly FailedRecord[]): string =>
  writeCsv([
    [...head, 'Row in the file', 'What is wrong'],
    ...failed.map(({ record: { cells, row }, errors }) => [
      ...head.map((_, at) => cells[at] ?? ''),
      String(row),
      errors.map(({ column, message }) => (column === null ? message : `${column}: ${message}`)).join(' '),
      ...cells.slice(head.length),
    ]),
  ]);

export const rejectsName = (fileName: string): string => `rejects-${fileName.replace(/\.\w+$/, '')}.csv`;
