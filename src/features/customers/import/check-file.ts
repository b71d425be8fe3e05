import { phoneKeysOf } from '../../../../contract/auth/phone-search.ts';
import type { ImportRowError } from '../../../../contract/customers/import-calls.ts';
import type { ColumnPlaces } from '../../../../contract/customers/import-columns.ts';
import { readContext, readImportRow, type ImportRow } from '../../../../contract/customers/import-rows.ts';
import type { ImportTable } from '../../../../contract/import/read-table.ts';
import type { Customer } from '../../../../contract/customers/calls.ts';
import { foldName } from '../../../../contract/names.ts';
import type { CsvRecord } from '../../../../contract/csv.ts';

/** What an import would do, as far as this device knows the customers. */
export interface CheckedFile {
  fresh: number;
  /** The device knows them, or an earlier row of the file is the same person. */
  known: number;
  failed: { record: CsvRecord; errors: ImportRowError[] }[];
}

type Known = Pick<Customer, 'name' | 'phone' | 'email'> & Partial<Pick<Customer, 'phone_raw'>>;

/** Checks the rows as the server does. Yields how many rows it has looked at. */
export function* checkFile(
  table: ImportTable,
  places: ColumnPlaces,
  customers: readonly Known[],
  reading: Parameters<typeof readContext>[2],
): Generator<number, CheckedFile> {
  const people = new People();
  for (const customer of customers) people.add(customer);
  const checked: CheckedFile = { fresh: 0, known: 0, failed: [] };
  const context = readContext(table, places, reading);
  let done = 0;
  for (const record of table.records) {
    const read = readImportRow(record, context);
    if ('errors' in read) checked.failed.push({ record, errors: read.errors });
    else if (people.has(read.values)) checked.known += 1;
    else {
      checked.fresh += 1;
      people.add(read.values);
    }
    done += 1;
    if (done % 50 === 0) yield done;
  }
  return checked;
}

/** Who is known by number, by address, or by name alone. */
class People {
  readonly #keys = new Set<string>();

  add(person: Known): void {
    for (const key of keysOf(person)) this.#keys.add(key);
  }

  has(row: ImportRow): boolean {
    return keysOf(row).some((key) => this.#keys.has(key));
  }
}

function keysOf({ phone, phone_raw, email, name }: Known): string[] {
  const numbers = phoneKeysOf({ phone, phone_raw: phone_raw ?? null });
  const keys = [...numbers.map((key) => `phone ${key}`), ...(email ? [`email ${email}`] : [])];
  return keys.length > 0 ? keys : [`name ${foldName(name)}`];
}
