import type { CsvRecord } from '../../../../contract/csv.ts';
import type { ColumnPlaces } from '../../../../contract/customers/import-columns.ts';
import { readContext, readImportRow } from '../../../../contract/customers/import-rows.ts';
import { KnownPeople, type Person } from '../../../../contract/customers/known-people.ts';
import type { ImportTable } from '../../../../contract/import/read-table.ts';
import type { ImportRowError } from '../../../../contract/import/shapes.ts';

/** What an import would do, as far as this device knows the customers. */
export interface CheckedFile {
  fresh: number;
  /** The device knows them, or an earlier row of the file is the same person. */
  known: number;
  failed: { record: CsvRecord; errors: ImportRowError[] }[];
}

/** Checks the rows as the server does. Yields how many rows it has looked at. */
export function* checkFile(
  table: ImportTable,
  places: ColumnPlaces,
  customers: readonly Person[],
  reading: Parameters<typeof readContext>[2],
): Generator<number, CheckedFile> {
  const people = new KnownPeople();
  for (const customer of customers) people.add({ customer });
  const checked: CheckedFile = { fresh: 0, known: 0, failed: [] };
  const context = readContext(table, places, reading);
  let done = 0;
  for (const record of table.records) {
    const read = readImportRow(record, context);
    if ('errors' in read) checked.failed.push({ record, errors: read.errors });
    else if (people.find(read.values)) checked.known += 1;
    else {
      checked.fresh += 1;
      people.add({ customer: read.values });
    }
    done += 1;
    if (done % 50 === 0) yield done;
  }
  return checked;
}
