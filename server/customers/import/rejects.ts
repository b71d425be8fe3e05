import { and, eq, isNotNull } from 'drizzle-orm';
import { readCsv, writeCsv, type CsvRecord } from '../../../contract/csv.ts';
import type { ImportRowError } from '../../../contract/customers/import-calls.ts';
import { customer_imports } from '../../db/schema/customers.ts';
import { order_imports } from '../../db/schema/orders.ts';
import type { BaseContext } from '../../pipeline/handler.ts';

/** The rows that failed, with the file's columns, so that they can be mended and imported again. */
export function rejectsCsv(
  head: readonly string[],
  failed: readonly { record: CsvRecord; errors: ImportRowError[] }[],
): string {
  return writeCsv([
    [...head, 'Row in the file', 'What is wrong'],
    ...failed.map(({ record: { cells, row }, errors }) => [
      ...head.map((_, at) => cells[at] ?? ''),
      String(row),
      errors.map(({ column, message }) => (column === null ? message : `${column}: ${message}`)).join(' '),
    ]),
  ]);
}

/** Removes a person's rows from the rejects of all imports, those of past orders included. */
export async function forgetRejects(c: BaseContext, texts: readonly string[]): Promise<void> {
  for (const table of [customer_imports, order_imports]) {
    const kept = await c.db
      .select({ id: table.id, csv: table.errors_csv })
      .from(table)
      .where(and(eq(table.restaurant_id, c.restaurantId), isNotNull(table.errors_csv)));
    for (const { id, csv } of kept) {
      const records = readCsv(csv ?? '') ?? [];
      const others = records.filter(({ cells }) => !isAbout(cells, texts));
      if (others.length === records.length) continue;
      await c.db
        .update(table)
        .set({ errors_csv: others.length > 1 ? writeCsv(others.map(({ cells }) => cells)) : null })
        .where(and(eq(table.restaurant_id, c.restaurantId), eq(table.id, id)));
    }
  }
}

/** Numbers are compared by their last nine digits, because a file writes them in its own way. */
function isAbout(cells: readonly string[], texts: readonly string[]): boolean {
  const text = cells.join('\n').toLowerCase();
  const numbers = cells.map((cell) => cell.replaceAll(/\D/g, ''));
  return texts.some((known) => {
    const digits = known.replaceAll(/\D/g, '');
    const isNumber = digits.length >= 9 && !known.includes('@');
    return (
      text.includes(known.toLowerCase()) || (isNumber && numbers.some((number) => number.endsWith(digits.slice(-9))))
    );
  });
}
