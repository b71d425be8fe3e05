import { and, asc, desc, eq, gt, isNull, notInArray, inArray, sql, type SQL } from 'drizzle-orm';
import { tables, type Table } from '../../contract/entity.ts';
import type { OrderStatus } from '../../contract/orders/calls.ts';
import type { SnapshotPosition } from '../../contract/sync/calls.ts';
import { declarationOf } from '../../contract/sync/tables.ts';
import { orders } from '../db/schema/orders.ts';
import { ofView, type View } from './view.ts';
import type { Tx } from '../db/tx.ts';
import { mirrored, selectRows, toWire, type Puts, type Stored } from './rows.ts';

export interface SnapshotPage {
  puts: Puts;
  /** Where the next page begins; null after the last page. */
  next: Pick<SnapshotPosition, 'table' | 'after'> | null;
}

interface SnapshotReader {
  db: Tx;
  restaurantId: string;
  now: Date;
  view: View;
}

/**
 * One page of a first load: the restaurant, the menu, open orders, chats, then closed orders, newest first. Pages are read at different
 * times; the delta from the version at which the snapshot began brings the changes in between.
 */
export async function readSnapshot(
  reader: SnapshotReader,
  from: { table: string; after: string | null } | null,
  limit: number,
): Promise<SnapshotPage | null> {
  let start: PageStart | null = from ? toPageStart(from) : { leg: 0, after: null };
  if (!start) return null;
  const puts: Puts = {};
  let left = limit;
  while (start && left > 0) {
    const { table } = legs[start.leg]!;
    const isShown = reader.view.tables.includes(table);
    const part: Part | null = isShown ? await readPart(reader, start, left) : { rows: [], next: nextLeg(start) };
    if (!part) return null;
    if (part.rows.length > 0) (puts[table] ??= []).push(...part.rows.map((row) => toWire(table, row, reader)));
    left -= part.rows.length;
    start = part.next;
  }
  return { puts, next: start && { table: legs[start.leg]!.table, after: start.after } };
}

/** A table or a part of one, in loading order. Without `newest`: all rows by id. */
interface Leg {
  table: Table;
  newest?: Group & { by: 'placed_at' | 'created_at'; keep?: number };
}

interface Group {
  group: string;
  where?: SQL;
}

const closed: OrderStatus[] = ['completed', 'rejected', 'cancelled'];

/** Tables of which a part comes last of all: what a screen needs first, and the rest. */
const parted: Partial<Record<Table, { first: Group; last: Group }>> = {
  orders: {
    first: { group: 'open', where: notInArray(orders.order_status, closed) },
    last: { group: 'closed', where: inArray(orders.order_status, closed) },
  },
};

/** In the order of the declarations. */
const legs: Leg[] = tables.map((table) => {
  const { newest } = declarationOf(table);
  const first = parted[table]?.first;
  if (!newest) return { table };
  return { table, newest: first ? { ...first, by: newest.by } : { group: 'newest', ...newest } };
});
for (const table of tables) {
  const { newest } = declarationOf(table);
  const last = parted[table]?.last;
  if (newest && last) legs.push({ table, newest: { ...last, ...newest } });
}

/** Position in a snapshot: the part, and what of it was sent. */
interface PageStart {
  leg: number;
  after: string | null;
}

interface Part {
  rows: Stored[];
  next: PageStart | null;
}

/** The part of a position that a device sends back. `after` starts with the group. Null if this server did not make it. */
function toPageStart({ table, after }: { table: string; after: string | null }): PageStart | null {
  const group = after?.split(' ', 1)[0];
  const leg = legs.findIndex(
    (one) => one.table === table && (!one.newest || after === null || one.newest.group === group),
  );
  return leg < 0 ? null : { leg, after };
}

function readPart(reader: SnapshotReader, start: PageStart, limit: number): Promise<Part | null> {
  const { table, newest } = legs[start.leg]!;
  return newest ? readNewest(reader, start, table, newest, limit) : readAll(reader, start, table, limit);
}

/** The start of the next part; null if there is none. */
function nextLeg({ leg }: PageStart): PageStart | null {
  const next = legs[leg + 1];
  if (!next) return null;
  // The table's name does not tell open orders from closed ones.
  return { leg: leg + 1, after: next.newest ? writePosition({ group: next.newest.group, sent: 0, key: null }) : null };
}

async function readAll(reader: SnapshotReader, start: PageStart, table: Table, limit: number): Promise<Part | null> {
  const { after } = start;
  if (after !== null && !isKey(after)) return null;
  const of = mirrored[table];
  const rows = await selectRows(reader.db, table)
    .where(
      and(
        eq(of.restaurant_id, reader.restaurantId),
        isNull(of.deleted_at),
        ofView(reader.view, table),
        after === null ? undefined : gt(of.id, after),
      ),
    )
    .orderBy(asc(of.id))
    .limit(limit);
  const last = rows.at(-1);
  return { rows, next: rows.length === limit && last ? { leg: start.leg, after: last.id } : nextLeg(start) };
}

/** Opaque to the device: the group, the number of rows sent, and the last row's key. */
interface Position {
  group: string;
  sent: number;
  key: { at: string; id: string } | null;
}

async function readNewest(
  { db, restaurantId, view }: SnapshotReader,
  start: PageStart,
  table: Table,
  { group, by, where, keep = Infinity }: NonNullable<Leg['newest']>,
  limit: number,
): Promise<Part | null> {
  const position = start.after === null ? { group, sent: 0, key: null } : parsePosition(start.after);
  if (!position) return null;
  const { sent, key } = position;
  const size = Math.min(limit, keep - sent);
  if (size <= 0) return { rows: [], next: nextLeg(start) };
  // All have `created_at`, orders also `placed_at`; one type for both.
  const of = mirrored[table] as typeof orders;
  const rows = await selectRows(db, table)
    .where(
      and(
        eq(of.restaurant_id, restaurantId),
        isNull(of.deleted_at),
        where,
        ofView(view, table),
        key ? sql`(${of[by]}, ${of.id}) < (${key.at}::timestamptz, ${key.id}::uuid)` : undefined,
      ),
    )
    .orderBy(desc(of[by]), desc(of.id))
    .limit(size);
  const last = rows.at(-1);
  if (!last || rows.length < size) return { rows, next: nextLeg(start) };
  const reached = { group, sent: sent + rows.length, key: { at: last[by], id: last.id } };
  return { rows, next: { leg: start.leg, after: writePosition(reached) } };
}

const writePosition = ({ group, sent, key }: Position) => [group, sent, ...(key ? [key.at, key.id] : [])].join(' ');

function parsePosition(text: string): Position | null {
  const found = /^(\w+) (\d{1,9})(?: (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([0-9a-f-]{36}))?$/.exec(text);
  if (!found) return null;
  const [, group, sent, at, id] = found;
  if (at !== undefined && (Number.isNaN(Date.parse(at)) || !isKey(id!))) return null;
  return { group: group!, sent: Number(sent), key: at ? { at, id: id! } : null };
}

const isKey = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
