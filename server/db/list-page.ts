import { count, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from './tx.ts';

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
const COUNTED_MAX = 1_000;
/** Rows that a page number may skip. */
export const SKIPPED_MAX = 10_000;

interface ListOptions {
  where: SQL | undefined;
  order: SQL[];
  page: { limit: number; offset: number };
}

/**
 * One page of a list, whose cost does not depend on how many rows are stored: `where` and `order` have to be those of an index. A page that
 * is not full says how many rows there are; otherwise they are counted up to COUNTED_MAX.
 */
export async function listPage<T extends PgTable>(
  db: Tx,
  table: T,
  { where, order, page }: ListOptions,
): Promise<Page<T['$inferSelect']>> {
  const { limit, offset } = page;
  const found = await db
    .select()
    .from<PgTable>(table)
    .where(where)
    .orderBy(...order)
    .limit(limit + 1)
    .offset(offset);
  const rows = found.slice(0, limit) as T['$inferSelect'][];
  if (found.length <= limit && (found.length > 0 || offset === 0))
    return { rows, total: { count: offset + found.length, isMinimum: false } };
  return { rows, total: totalOf(await countUpTo(db, table, { where, order }), offset + found.length) };
}

/** `seen`: rows up to the end of this page, and one more if there is another page. */
export const totalOf = (counted: Total, seen: number): Total =>
  counted.isMinimum ? { count: Math.max(counted.count, seen), isMinimum: true } : counted;

/** In the order of the list, so that its index is read from one end, and only so far. */
export async function countUpTo(
  db: Tx,
  table: PgTable,
  { where, order }: Pick<ListOptions, 'where' | 'order'>,
): Promise<Total> {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(where)
    .orderBy(...order)
    .limit(COUNTED_MAX + 1)
    .as('some');
  const [found] = await db.select({ count: count() }).from(some);
  const counted = found?.count ?? 0;
  return counted > COUNTED_MAX ? { count: COUNTED_MAX, isMinimum: true } : { count: counted, isMinimum: false };
}
