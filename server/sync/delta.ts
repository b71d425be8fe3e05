import { and, desc, eq, isNotNull, isNull, lte } from 'drizzle-orm';
import type pg from 'pg';
import { tables, type Table } from '../../contract/entity.ts';
import { PULL_ROWS } from '../../contract/limits.ts';
import { declarationOf } from '../../contract/sync/tables.ts';
import type { orders } from '../db/schema/orders.ts';
import { ofView, type View } from './view.ts';
import type { Tx } from '../db/tx.ts';
import { changedRows, mirrored, selectRows, sortRows, type Dels, type Puts } from './rows.ts';

export interface Delta {
  puts: Puts;
  dels: Dels;
  to: number;
  more: boolean;
}

interface DeltaReader {
  client: pg.ClientBase;
  db: Tx;
  restaurantId: string;
  now: Date;
  view: View;
  present: number;
}

/** All changes after version `from`, up to a page. A version is never split, so the page may exceed its limit. */
export async function readDelta(reader: DeltaReader, from: number, limit: number): Promise<Delta> {
  const { db, restaurantId, view, present } = reader;
  if (from >= present) return { puts: {}, dels: {}, to: present, more: false };
  const { to, changed } = await findChanged(reader, from, limit);
  const delta: Delta = { puts: {}, dels: {}, to, more: to < present };
  const opened = view.opened && from < view.opened.version && to >= view.opened.version ? view.opened.tables : [];
  const read = view.tables.filter((table) => opened.includes(table) || changed.includes(table));
  const found = await Promise.all(
    read.map((table) =>
      opened.includes(table) ? readWhole(reader, table, to) : changedRows(db, table, { restaurantId, from, to }),
    ),
  );
  for (const [n, table] of read.entries()) {
    const { puts, dels } = sortRows(table, found[n]!, reader);
    if (puts.length > 0) delta.puts[table] = puts;
    if (dels.length > 0) delta.dels[table] = dels;
  }
  return delta;
}

/** All that a device keeps of a table, and its tombstones. */
async function readWhole({ db, restaurantId, view }: DeltaReader, table: Table, to: number) {
  const of = mirrored[table];
  const upTo = and(eq(of.restaurant_id, restaurantId), lte(of.version, to));
  const { newest } = declarationOf(table);
  const by = (of as typeof orders)[newest?.by ?? 'created_at']; // a table that is kept by another field declares it
  const kept = selectRows(db, table)
    .where(and(upTo, isNull(of.deleted_at), ofView(view, table)))
    .orderBy(desc(by), desc(of.id));
  const gone = selectRows(db, table).where(and(upTo, isNotNull(of.deleted_at)));
  return [...(await (newest ? kept.limit(newest.keep) : kept)), ...(await gone)];
}

/** The tables with changes on the page, and its last version: that of the changed row which fills it, or the present one. */
async function findChanged(
  { client, restaurantId, view, present }: DeltaReader,
  from: number,
  limit: number,
): Promise<{ to: number; changed: Table[] }> {
  const { rows } = await client.query<{ place: number; first: string; last: string | null }>({
    name: 'changed',
    text: findingChanged,
    values: [restaurantId, from, view.tables.map((table) => tables.indexOf(table)), limit - 1],
  });
  const to = Number(rows[0]?.last ?? present);
  return { to, changed: rows.filter(({ first }) => Number(first) <= to).map(({ place }) => tables[place]!) };
}

/** Of all tables at once: planning it takes longer than running it, so it is planned once for each connection. */
const findingChanged = `WITH changed AS MATERIALIZED (SELECT * FROM (${tables
  .map(
    (table, place) =>
      `(SELECT ${place} AS place, version FROM ${table} WHERE restaurant_id = $1 AND version > $2 ORDER BY version LIMIT ${PULL_ROWS})`,
  )
  .join(' UNION ALL ')}) every WHERE place = ANY ($3::int[]))
SELECT place, min(version) AS first, (SELECT version FROM changed ORDER BY version OFFSET $4 LIMIT 1) AS last FROM changed GROUP BY place`;
