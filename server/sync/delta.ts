import { and, eq, gt, lte, sql } from 'drizzle-orm';
import { tables } from '../../contract/entity.ts';
import type { Tx } from '../pipeline/handler.ts';
import { mirrored, selectRows, sortRows, type Dels, type Puts } from './rows.ts';

export interface Delta {
  puts: Puts;
  dels: Dels;
  to: number;
  more: boolean;
}

/** All changes after version `from`, up to a page. A version is never split, so the page may exceed its limit. */
export async function readDelta(
  { db, restaurantId, now, present }: { db: Tx; restaurantId: string; now: Date; present: number },
  from: number,
  limit: number,
): Promise<Delta> {
  const to = (await lastVersion(db, restaurantId, from, limit)) ?? present;
  const delta: Delta = { puts: {}, dels: {}, to, more: to < present };
  if (from >= present) return delta;
  for (const table of tables) {
    const of = mirrored[table];
    const rows = await selectRows(db, table)
      .where(and(eq(of.restaurant_id, restaurantId), gt(of.version, from), lte(of.version, to)))
      .orderBy(of.version, of.id);
    const { puts, dels } = sortRows(table, rows, now);
    if (puts.length > 0) delta.puts[table] = puts;
    if (dels.length > 0) delta.dels[table] = dels;
  }
  return delta;
}

/** The version of the changed row that fills the page; null if fewer rows changed. */
async function lastVersion(db: Tx, restaurantId: string, from: number, limit: number): Promise<number | null> {
  const parts = tables.map(
    (table) =>
      sql`(SELECT version FROM ${mirrored[table]} WHERE restaurant_id = ${restaurantId} AND version > ${from} ORDER BY version LIMIT ${limit})`,
  );
  const found = await db.execute<{ version: string }>(
    sql`SELECT version FROM (${sql.join(parts, sql` UNION ALL `)}) changed ORDER BY version OFFSET ${limit - 1} LIMIT 1`,
  );
  const version = found.rows[0]?.version;
  return version === undefined ? null : Number(version);
}
