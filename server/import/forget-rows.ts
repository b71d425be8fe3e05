import { and, eq, isNotNull } from 'drizzle-orm';
import { decodeCsv, iterateCsv, readCsv, writeCsv } from '../../contract/csv.ts';
import { waitingFiles } from '../db/keep-newest.ts';
import { customer_imports } from '../db/schema/customers.ts';
import { order_imports } from '../db/schema/orders.ts';
import type { BaseContext } from '../pipeline/handler.ts';
import { inThread } from './read-in-thread.ts';
import { common, updateImport } from './stored.ts';

/** Removes a person's rows from files that wait for their import, and from the rejects of all imports. */
export async function forgetRows(c: BaseContext, texts: readonly string[]): Promise<void> {
  for (const { table, waiting, isLenient } of tables) {
    const { restaurant_id, id, content, errors_csv } = table;
    const ours = eq(restaurant_id, c.restaurantId);
    const rejected = await c.db
      .select({ restaurant_id, id, errors_csv })
      .from(table)
      .where(and(ours, isNotNull(errors_csv)));
    for (const row of rejected) {
      const records = readCsv(row.errors_csv ?? '') ?? [];
      const others = records.filter(({ cells }) => !isAbout(cells, texts));
      if (others.length === records.length) continue;
      const csv = others.length > 1 ? writeCsv(others.map(({ cells }) => cells)) : null;
      await updateImport(table, c.db, row, { errors_csv: csv });
    }
    const kept = await c.db
      .select({ restaurant_id, id, content })
      .from(table)
      .where(and(ours, eq(table.status, waiting), isNotNull(content)));
    for (const row of kept) {
      // What cannot be read within the time is not kept. The hash stays that of the file which the device sends.
      const without = (await forgetInThread(row.content!, texts, isLenient)) ?? { content: new Uint8Array() };
      if (without.content) await updateImport(table, c.db, row, { content: Buffer.from(without.content) });
    }
  }
}

const tables = [
  { table: common(customer_imports), waiting: waitingFiles.customers.status, isLenient: false },
  // Of its own table.
  { table: common(order_imports), waiting: waitingFiles.orders.status as never, isLenient: true },
];

/**
 * A file without the rows about a person; null if it has none. They become empty, so that the others keep their numbers, and the others stay
 * as they are written. `isLenient`: as its import reads it.
 */
export function withoutPerson(
  bytes: Uint8Array,
  texts: readonly string[],
  isLenient: boolean,
): { content: Uint8Array | null } {
  const text = decodeCsv(bytes);
  const records = (isLenient ? null : readCsv(text)) ?? [...iterateCsv(text, { isLenient: true })];
  const about = records.filter((record) => isAbout(record!.cells, texts));
  if (about.length === 0) return { content: null };
  const starts = [0, ...about.map((record) => record!.end)];
  const kept = starts.map((start, at) => text.slice(start, about[at]?.start));
  return { content: new TextEncoder().encode(`\uFEFF${kept.join('')}`) };
}

const forgetInThread = inThread(import.meta.url, withoutPerson);

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
