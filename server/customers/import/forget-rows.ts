import { and, eq, isNotNull } from 'drizzle-orm';
import { decodeCsv, readCsv, writeCsv } from '../../../contract/csv.ts';
import { customer_imports } from '../../db/schema/customers.ts';
import { order_imports } from '../../db/schema/orders.ts';
import { inThread } from '../../import/read-in-thread.ts';
import type { BaseContext } from '../../pipeline/handler.ts';

/** Removes a person's rows from files that wait for their import, and from the rejects of all imports, those of past orders included. */
export async function forgetRows(c: BaseContext, texts: readonly string[]): Promise<void> {
  await forgetWaiting(c, texts);
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

/** The hash stays that of the file which the device sends. */
async function forgetWaiting(c: BaseContext, texts: readonly string[]): Promise<void> {
  for (const [table, status] of [
    [customer_imports, 'uploaded'],
    [order_imports, 'checked'],
  ] as const) {
    const waiting = and(
      eq(table.restaurant_id, c.restaurantId),
      eq(table.status, status as never), // of its own table
      isNotNull(table.content),
    );
    for (const { id, content } of await c.db
      .select({ id: table.id, content: table.content })
      .from(table)
      .where(waiting)) {
      // What cannot be read within the time is not kept.
      const without = (await forgetInThread(content!, texts)) ?? { content: new Uint8Array() };
      if (!without.content) continue;
      await c.db
        .update(table)
        .set({ content: Buffer.from(without.content) })
        .where(and(waiting, eq(table.id, id)));
    }
  }
}

/** A file without the rows about a person; null if it has none. Rows become empty, so that the others keep their numbers. */
export function withoutPerson(bytes: Uint8Array, texts: readonly string[]): { content: Uint8Array | null } {
  const records = readCsv(decodeCsv(bytes)) ?? [];
  const others = records.filter(({ cells }) => !isAbout(cells, texts));
  if (others.length === records.length) return { content: null };
  const byRow = new Map(others.map(({ row, cells }) => [row, cells]));
  const rows = Array.from({ length: others.at(-1)?.row ?? 0 }, (_, at) => byRow.get(at + 1) ?? ['']);
  return { content: new TextEncoder().encode(writeCsv(rows)) };
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
