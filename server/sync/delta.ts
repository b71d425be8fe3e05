import { and, desc, eq, gt, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { Table } from '../../contract/entity.ts';
import { declarationOf } from '../../contract/sync/tables.ts';
import type { orders } from '../db/schema/orders.ts';
import type { View } from '../kitchen-mode/view.ts';
import type { Tx } from '../db/tx.ts';
import { mirrored, selectRows, sortRows, type Dels, type Puts } from './rows.ts';

export interface Delta {
  puts: Puts;
  dels: Dels;
  to: number;
  more: boolean;
}

interface DeltaReader {
  db: Tx;
  restaurantId: string;
  now: Date;
  view: View;
  present: number;
}

/** All changes after version `from`, up to a page. A version is never split, so the page may exceed its limit. */
export async function readDelta(reader: DeltaReader, from: number, limit: number): Promise<Delta> {
  const { db, restaurantId, now, view, present } = reader;
  const to = (await lastVersion(reader, from, limit)) ?? present;
  const delta: Delta = { puts: {}, dels: {}, to, more: to < present };
  if (from >= present) return delta;
  const opened = view.opened && from < view.opened.version && to >= view.opened.version ? view.opened.tables : [];
  for (const table of view.tables) {
    const of = mirrored[table];
    const rows = opened.includes(table)
      ? await readWhole(reader, table, to)
      : await selectRows(db, table)
          .where(and(eq(of.restaurant_id, restaurantId), gt(of.version, from), lte(of.version, to)))
          .orderBy(of.version, of.id);
    const { puts, dels } = sortRows(table, rows, now);
    if (puts.length > 0) delta.puts[table] = puts;
    if (dels.length > 0) delta.dels[table] = dels;
  }
  return delta;
}

/** All that a device keeps of a table, and its tombstones. */
async function readWhole({ db, restaurantId }: DeltaReader, table: Table, to: number) {
  const of = mirrored[table];
  const upTo = and(eq(of.restaurant_id, restaurantId), lte(of.version, to));
  const { newest } = declarationOf(table);
  const by = (of as typeof orders)[newest?.by ?? 'created_at']; // a table that is kept by another field declares it
  const kept = selectRows(db, table)
    .where(and(upTo, isNull(of.deleted_at)))
    .orderBy(desc(by), desc(of.id));
  const gone = selectRows(db, table).where(and(upTo, isNotNull(of.deleted_at)));
  return [...(await (newest ? kept.limit(newest.keep) : kept)), ...(await gone)];
}

/** The version of the changed row that fills the page; null if fewer rows changed. */
async function lastVersion(
  { db, restaurantId, view }: DeltaReader,
  from: number,
  limit: number,
): Promise<number | null> {
  const parts = view.tables.map(
    (table) =>
      sql`(SELECT version FROM ${mirrored[table]} WHERE restaurant_id = ${restaurantId} AND version > ${from} ORDER BY version LIMIT ${limit})`,
  );
  const found = await db.execute<{ version: string }>(
    sql`SELECT version FROM (${sql.join(parts, sql` UNION ALL `)}) changed ORDER BY version OFFSET ${limit - 1} LIMIT 1`,
  );
  const version = found.rows[0]?.version;
  return version === undefined ? null : Number(version);
}
