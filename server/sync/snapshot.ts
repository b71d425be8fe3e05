import { and, asc, desc, eq, gt, isNull, notInArray, inArray, sql, type SQL } from 'drizzle-orm';
import { tables, type Table } from '../../contract/entities.ts';
import { MIRROR_ORDERS } from '../../contract/limits.ts';
import type { OrderStatus } from '../../contract/orders.ts';
import type { SnapshotPosition } from '../../contract/sync.ts';
import { orders } from '../db/schema.ts';
import type { Tx } from '../handle.ts';
import { isTable, mirrored, toWire, type Puts } from './rows.ts';

export interface SnapshotPage {
  puts: Puts;
  /** Where the next page begins; null: this was the last. */
  next: Pick<SnapshotPosition, 'table' | 'after'> | null;
}

interface Walk {
  db: Tx;
  restaurantId: string;
  now: Date;
  /** How many closed orders a device keeps. */
  closedOrders: number;
}

/**
 * One page of a first load: the restaurant, the menu, the open orders, then the closed ones, newest first. Pages are read at different
 * moments; the delta from the version at which the snapshot began brings whatever changed between them.
 */
export async function readSnapshot(
  walk: Omit<Walk, 'closedOrders'> & { closedOrders?: number },
  from: { table: string; after: string | null } | null,
  limit: number,
): Promise<SnapshotPage | null> {
  const own = { closedOrders: MIRROR_ORDERS, ...walk };
  let place: { table: Table; after: string | null } | null = { table: 'restaurants', after: null };
  if (from) {
    if (!isTable(from.table)) return null;
    place = { table: from.table, after: from.after };
  }
  const puts: Puts = {};
  let left = limit;
  while (place && left > 0) {
    const part = await readPart(own, place, left);
    if (!part) return null;
    if (part.rows.length > 0)
      (puts[place.table] ??= []).push(...part.rows.map((row) => toWire(place!.table, row, own.now)));
    left -= part.rows.length;
    place = part.next;
  }
  return { puts, next: place };
}

interface Part {
  rows: Parameters<typeof toWire>[1][];
  next: { table: Table; after: string | null } | null;
}

function readPart(walk: Walk, place: { table: Table; after: string | null }, limit: number): Promise<Part | null> {
  return place.table === 'orders'
    ? readOrders(walk, place.after, limit)
    : readTable(walk, place.table, place.after, limit);
}

async function readTable(
  walk: Walk,
  table: Exclude<Table, 'orders'>,
  after: string | null,
  limit: number,
): Promise<Part | null> {
  if (after !== null && !isKey(after)) return null;
  const of = mirrored[table];
  const rows = await walk.db
    .select()
    .from(of)
    .where(
      and(
        eq(of.restaurant_id, walk.restaurantId),
        isNull(of.deleted_at),
        after === null ? undefined : gt(of.id, after),
      ),
    )
    .orderBy(asc(of.id))
    .limit(limit);
  const last = rows.at(-1);
  const next =
    rows.length === limit && last
      ? { table, after: last.id }
      : { table: tables[tables.indexOf(table) + 1]!, after: null };
  return { rows, next };
}

const closed: OrderStatus[] = ['completed', 'rejected', 'cancelled'];

/** Opaque to the device: which group, how many closed ones went before, and the last order's key. */
interface OrdersPosition {
  group: 'open' | 'closed';
  sent: number;
  key: { placed_at: string; id: string } | null;
}

async function readOrders(walk: Walk, after: string | null, limit: number): Promise<Part | null> {
  const position = after === null ? { group: 'open' as const, sent: 0, key: null } : parsePosition(after);
  if (!position) return null;
  const { group, sent, key } = position;
  const size = group === 'open' ? limit : Math.min(limit, walk.closedOrders - sent);
  const rows = size > 0 ? await selectOrders(walk, group, key, size) : [];
  const last = rows.at(-1);
  if (last && rows.length === size && (group === 'open' || sent + size < walk.closedOrders)) {
    const reached = { group, sent: sent + rows.length, key: { placed_at: last.placed_at, id: last.id } };
    return { rows, next: { table: 'orders', after: writePosition(reached) } };
  }
  if (group === 'closed') return { rows, next: null };
  return { rows, next: { table: 'orders', after: writePosition({ group: 'closed', sent: 0, key: null }) } };
}

function selectOrders(
  { db, restaurantId }: Walk,
  group: OrdersPosition['group'],
  key: OrdersPosition['key'],
  limit: number,
) {
  const status: SQL = group === 'open' ? notInArray(orders.order_status, closed) : inArray(orders.order_status, closed);
  const older = key
    ? sql`(${orders.placed_at}, ${orders.id}) < (${key.placed_at}::timestamptz, ${key.id}::uuid)`
    : undefined;
  return db
    .select()
    .from(orders)
    .where(and(eq(orders.restaurant_id, restaurantId), isNull(orders.deleted_at), status, older))
    .orderBy(desc(orders.placed_at), desc(orders.id))
    .limit(limit);
}

const writePosition = ({ group, sent, key }: OrdersPosition) =>
  [group, sent, ...(key ? [key.placed_at, key.id] : [])].join(' ');

function parsePosition(text: string): OrdersPosition | null {
  const found = /^(open|closed) (\d{1,9})(?: (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([0-9a-f-]{36}))?$/.exec(text);
  if (!found) return null;
  const [, group, sent, placed_at, id] = found;
  if (placed_at !== undefined && (Number.isNaN(Date.parse(placed_at)) || !isKey(id!))) return null;
  return {
    group: group as OrdersPosition['group'],
    sent: Number(sent),
    key: placed_at ? { placed_at, id: id! } : null,
  };
}

const isKey = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
