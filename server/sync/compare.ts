import { and, desc, eq, gte, isNull, lt, sql, type SQL } from 'drizzle-orm';
import { addUp, bounded, hashOf, type Bounded } from '../../contract/sync/checksum.ts';
import { tables, type Table } from '../../contract/entity.ts';
import { COMPARE_ROWS } from '../../contract/limits.ts';
import type { Compared, CompareRequest, Sum } from '../../contract/sync/calls.ts';
import type { orders } from '../db/schema/orders.ts';
import { ofView, type View } from './view.ts';
import type { Tx } from '../db/tx.ts';
import { mirrored, selectRows, toWire } from './rows.ts';

interface Reader {
  db: Tx;
  restaurantId: string;
  now: Date;
  view: View;
}

/** Checksums that a device compares with its rows: of all rows that it should have, and of the content of some of them. */
export async function compare(
  reader: Reader,
  { page }: CompareRequest,
  { limit = COMPARE_ROWS, sure = surely }: { limit?: number; sure?: (table: Bounded) => number } = {},
): Promise<Compared> {
  const floors = await readFloors(reader, sure);
  return { floors, sums: await marks(reader, floors), ...(await hashPage(reader, floors, page, limit)) };
}

const surely = (table: Bounded): number => bounded[table].sure;
const columnOf = (table: Bounded) => (mirrored[table] as typeof orders)[bounded[table].by]; // each has its own

/** By table: from when on every device has all rows; absent if it has all of the table. */
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

/** The rows that every device should have. */
function kept({ restaurantId, view }: Reader, table: Table, floors: Compared['floors']): SQL | undefined {
  const of = mirrored[table];
  const floor = floors[table];
  return and(
    eq(of.restaurant_id, restaurantId),
    isNull(of.deleted_at),
    ofView(view, table),
    floor === undefined ? undefined : gte(columnOf(table as Bounded), floor),
  );
}

/** The same as versionMark of the contract, computed in the database, so that no row is transferred. */
async function marks(reader: Reader, floors: Compared['floors']): Promise<Record<string, Sum>> {
  const parts = reader.view.tables.map((table) => {
    const of = mirrored[table];
    const mark = sql`(('x' || right(${of.id}::text, 8))::bit(32)::bigint * ${of.version}) % 4294967296`;
    return sql`SELECT ${table}::text AS tbl, count(*) AS rows, coalesce(sum(${mark}), 0) % 4294967296 AS sum FROM ${of} WHERE ${kept(reader, table, floors)}`;
  });
  const { rows } = await reader.db.execute<{ tbl: string; rows: string; sum: string }>(
    sql.join(parts, sql` UNION ALL `),
  );
  return Object.fromEntries(rows.map((row) => [row.tbl, { rows: Number(row.rows), sum: Number(row.sum) }]));
}

/** Content hashes of some rows, as one step through all of them, newest ids of each table first. */
async function hashPage(
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
    if (!reader.view.tables.includes(table)) {
      before = null;
      continue;
    }
    const of = mirrored[table];
    const rows = await selectRows(reader.db, table)
      .where(and(kept(reader, table, floors), before === null ? undefined : lt(of.id, before)))
      .orderBy(desc(of.id))
      .limit(left);
    const isWhole = rows.length < left;
    const last = isWhole ? null : (rows.at(-1)?.id ?? null);
    parts.push({ table, before, last, ...addUp(rows.map((row) => hashOf(table, toWire(table, row, reader)))) });
    if (!isWhole) return { parts, next: { table, before: last } };
    left -= rows.length;
    before = null;
  }
  return { parts, next: null };
}
