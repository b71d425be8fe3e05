import { and, desc, eq, gte, isNull, lt, sql, type SQL } from 'drizzle-orm';
import { addUp, bounded, hashOf } from '../../contract/sync/checksum.ts';
import { tables, type Table } from '../../contract/entity.ts';
import { COMPARE_ROWS } from '../../contract/limits.ts';
import type { Compared, CompareRequest, Sum } from '../../contract/sync/calls.ts';
import type { orders } from '../db/schema.ts';
import type { Tx } from '../pipeline/handler.ts';
import { mirrored, toWire } from './rows.ts';

interface Reader {
  db: Tx;
  restaurantId: string;
  now: Date;
}

/** What a device may expect of its rows: sums of all that it ought to have, and of what a part of them say. */
export async function compare(
  reader: Reader,
  { page }: CompareRequest,
  { limit = COMPARE_ROWS, sure = surely }: { limit?: number; sure?: (table: Bounded) => number } = {},
): Promise<Compared> {
  const floors = await readFloors(reader, sure);
  return { floors, sums: await marks(reader, floors), ...(await words(reader, floors, page, limit)) };
}

type Bounded = keyof typeof bounded;
const surely = (table: Bounded): number => bounded[table].sure;
const columnOf = (table: Bounded) => (mirrored[table] as typeof orders)[bounded[table].by]; // each has its own

/** From when on the newest rows of a table are that every device has; none where it has them all. */
async function readFloors(reader: Reader, sure: typeof surely): Promise<Compared['floors']> {
  const floors: Compared['floors'] = {};
  for (const table of Object.keys(bounded) as Bounded[]) {
    const by = columnOf(table);
    const [oldest] = await reader.db
      .select({ by })
      .from(mirrored[table])
      .where(kept(reader, table, {}))
      .orderBy(desc(by))
      .offset(sure(table) - 1)
      .limit(1);
    if (oldest) floors[table] = oldest.by;
  }
  return floors;
}

/** The rows that every device ought to have. */
function kept({ restaurantId }: Reader, table: Table, floors: Compared['floors']): SQL | undefined {
  const of = mirrored[table];
  const floor = floors[table];
  return and(
    eq(of.restaurant_id, restaurantId),
    isNull(of.deleted_at),
    floor === undefined ? undefined : gte(columnOf(table as Bounded), floor),
  );
}

/** The same as markOf of the contract, worked out where the rows are: no row leaves the database. */
async function marks(reader: Reader, floors: Compared['floors']): Promise<Record<string, Sum>> {
  const parts = tables.map((table) => {
    const of = mirrored[table];
    const mark = sql`(('x' || right(${of.id}::text, 8))::bit(32)::bigint * ${of.version}) % 4294967296`;
    return sql`SELECT ${table}::text AS tbl, count(*) AS rows, coalesce(sum(${mark}), 0) % 4294967296 AS sum FROM ${of} WHERE ${kept(reader, table, floors)}`;
  });
  const { rows } = await reader.db.execute<{ tbl: string; rows: string; sum: string }>(
    sql.join(parts, sql` UNION ALL `),
  );
  return Object.fromEntries(rows.map((row) => [row.tbl, { rows: Number(row.rows), sum: Number(row.sum) }]));
}

/** A part of a slow walk over everything, the newest ids of each table first. */
async function words(
  reader: Reader,
  floors: Compared['floors'],
  page: CompareRequest['page'],
  limit: number,
): Promise<Pick<Compared, 'parts' | 'next'>> {
  const parts: Compared['parts'] = [];
  let left = limit;
  let before = page?.before ?? null;
  const start = page ? Math.max(0, tables.indexOf(page.table as Table)) : 0;
  for (const table of tables.slice(start)) {
    const of = mirrored[table];
    const rows = await reader.db
      .select()
      .from(of)
      .where(and(kept(reader, table, floors), before === null ? undefined : lt(of.id, before)))
      .orderBy(desc(of.id))
      .limit(left);
    const isWhole = rows.length < left;
    const last = isWhole ? null : (rows.at(-1)?.id ?? null);
    parts.push({ table, before, last, ...addUp(rows.map((row) => hashOf(table, toWire(table, row, reader.now)))) });
    if (!isWhole) return { parts, next: { table, before: last } };
    left -= rows.length;
    before = null;
  }
  return { parts, next: null };
}
