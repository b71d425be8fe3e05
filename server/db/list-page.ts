import { sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '../pipeline/handler.ts';

/** `isMinimum`: there are at least so many. */
export interface Total {
  count: number;
  isMinimum: boolean;
}

export interface Page<Row> {
  rows: Row[];
  total: Total;
}

/** How far a list with a filter is counted. */
export const COUNTED_MAX = 1_000;
/** Rows that a page number may skip. */
export const SKIPPED_MAX = 10_000;

export interface ListOptions {
  where: SQL | undefined;
  order: SQL[];
  page: { limit: number; offset: number };
  /** Kept with the rows; default: counted. */
  total?: () => Promise<number>;
}

/**
 * One page of a list, whose cost does not depend on how many rows are stored: `where` and `order` have to be those of an index. A page that
 * is not full says how many rows there are; otherwise they are counted up to COUNTED_MAX.
 */
export async function listPage<T extends PgTable>(
  db: Tx,
  table: T,
  { where, order, page, total }: ListOptions,
): Promise<Page<T['$inferSelect']>> {
  const { limit, offset } = page;
  const found = await db
    .select()
    .from(table as PgTable)
    .where(where)
    .orderBy(...order)
    .limit(limit + 1)
    .offset(offset);
  const rows = found.slice(0, limit) as T['$inferSelect'][];
  if (found.length <= limit && (found.length > 0 || offset === 0))
    return { rows, total: { count: offset + found.length, isMinimum: false } };
  if (total) return { rows, total: { count: await total(), isMinimum: false } };
  return { rows, total: totalOf(await countUpTo(db, table, where), offset + found.length) };
}

/** `seen`: rows up to the end of this page, and one more if there is another page. */
export const totalOf = (counted: Total, seen: number): Total =>
  counted.isMinimum ? { count: Math.max(counted.count, seen), isMinimum: true } : counted;

export async function countUpTo(db: Tx, table: PgTable, where: SQL | undefined, most = COUNTED_MAX): Promise<Total> {
  const some = db
    .select({ one: sql`1` })
    .from(table)
    .where(where)
    .limit(most + 1)
    .as('some');
  const count = await db.$count(some);
  return count > most ? { count: most, isMinimum: true } : { count, isMinimum: false };
}
