import { and, asc, desc, eq, gt, isNull, notInArray, inArray, sql, type SQL } from 'drizzle-orm';
import type { Table } from '../../contract/entity.ts';
import { MIRROR_MESSAGES, MIRROR_NOTIFICATIONS, MIRROR_ORDERS } from '../../contract/limits.ts';
import type { OrderStatus } from '../../contract/orders/calls.ts';
import type { SnapshotPosition } from '../../contract/sync/calls.ts';
import { orders } from '../db/schema.ts';
import type { Tx } from '../pipeline/handler.ts';
import { mirrored, toWire, type Puts } from './rows.ts';

export interface SnapshotPage {
  puts: Puts;
  /** Where the next page begins; null: this was the last. */
  next: Pick<SnapshotPosition, 'table' | 'after'> | null;
}

interface Walk {
  db: Tx;
  restaurantId: string;
  now: Date;
  /** How many rows of a bounded group a device keeps: the newest ones. */
  bounds: Record<'closed' | 'messages' | 'notifications', number>;
}

/**
 * One page of a first load: the restaurant, the menu, the open orders, what is said, then the closed orders, newest first. Pages are read
 * at different moments; the delta from the version at which the snapshot began brings whatever changed between them.
 */
export async function readSnapshot(
  walk: Omit<Walk, 'bounds'> & { bounds?: Partial<Walk['bounds']> },
  from: { table: string; after: string | null } | null,
  limit: number,
): Promise<SnapshotPage | null> {
  const own = { ...walk, bounds: { ...kept, ...walk.bounds } };
  let place: Place | null = from ? placeOf(from) : { leg: 0, after: null };
  if (!place) return null;
  const puts: Puts = {};
  let left = limit;
  while (place && left > 0) {
    const { table } = legs[place.leg]!;
    const part: Part | null = await readPart(own, place, left);
    if (!part) return null;
    if (part.rows.length > 0) (puts[table] ??= []).push(...part.rows.map((row) => toWire(table, row, own.now)));
    left -= part.rows.length;
    place = part.next;
  }
  return { puts, next: place && { table: legs[place.leg]!.table, after: place.after } };
}

const kept: Walk['bounds'] = { closed: MIRROR_ORDERS, messages: MIRROR_MESSAGES, notifications: MIRROR_NOTIFICATIONS };

/** A table, or a part of one, in the order in which a device loads them. Without `newest`: all rows by id. */
interface Leg {
  table: Table;
  newest?: { group: string; by: 'placed_at' | 'created_at'; where?: SQL; bound?: keyof Walk['bounds'] };
}

const closed: OrderStatus[] = ['completed', 'rejected', 'cancelled'];
const legs: Leg[] = [
  { table: 'restaurants' },
  { table: 'menu_books' },
  { table: 'menu_categories' },
  { table: 'menu_items' },
  {
    table: 'orders',
    newest: { group: 'open', by: 'placed_at', where: notInArray(orders.order_status, closed) },
  },
  { table: 'notifications', newest: { group: 'newest', by: 'created_at', bound: 'notifications' } },
  { table: 'customers' },
  { table: 'chats' },
  { table: 'chat_messages', newest: { group: 'newest', by: 'created_at', bound: 'messages' } },
  {
    table: 'orders',
    newest: { group: 'closed', by: 'placed_at', where: inArray(orders.order_status, closed), bound: 'closed' },
  },
];

/** Where a walk stands: the leg, and what of it has been sent. */
interface Place {
  leg: number;
  after: string | null;
}

interface Part {
  rows: Parameters<typeof toWire>[1][];
  next: Place | null;
}

/** The leg of a position that a device brings back; the group stands at the head of `after`. Null: not one of this server. */
function placeOf({ table, after }: { table: string; after: string | null }): Place | null {
  const group = after?.split(' ', 1)[0];
  const leg = legs.findIndex(
    (one) => one.table === table && (!one.newest || after === null || one.newest.group === group),
  );
  return leg < 0 ? null : { leg, after };
}

function readPart(walk: Walk, place: Place, limit: number): Promise<Part | null> {
  const { table, newest } = legs[place.leg]!;
  return newest ? readNewest(walk, place, table, newest, limit) : readAll(walk, place, table, limit);
}

/** The beginning of the leg after this one; null: there is none. */
function nextLeg({ leg }: Place): Place | null {
  const next = legs[leg + 1];
  if (!next) return null;
  // The table's name alone does not tell the open orders from the closed ones.
  return { leg: leg + 1, after: next.newest ? writePosition({ group: next.newest.group, sent: 0, key: null }) : null };
}

async function readAll(walk: Walk, place: Place, table: Table, limit: number): Promise<Part | null> {
  const { after } = place;
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
  return { rows, next: rows.length === limit && last ? { leg: place.leg, after: last.id } : nextLeg(place) };
}

/** Opaque to the device: which group, how many of it went before, and the last row's key. */
interface Position {
  group: string;
  sent: number;
  key: { at: string; id: string } | null;
}

async function readNewest(
  { db, restaurantId, bounds }: Walk,
  place: Place,
  table: Table,
  { group, by, where, bound }: NonNullable<Leg['newest']>,
  limit: number,
): Promise<Part | null> {
  const position = place.after === null ? { group, sent: 0, key: null } : parsePosition(place.after);
  if (!position) return null;
  const { sent, key } = position;
  const size = Math.min(limit, (bound ? bounds[bound] : Infinity) - sent);
  if (size <= 0) return { rows: [], next: nextLeg(place) };
  // Each has `created_at`, orders `placed_at` too; one type for both.
  const of = mirrored[table] as typeof orders;
  const rows = await db
    .select()
    .from(of)
    .where(
      and(
        eq(of.restaurant_id, restaurantId),
        isNull(of.deleted_at),
        where,
        key ? sql`(${of[by]}, ${of.id}) < (${key.at}::timestamptz, ${key.id}::uuid)` : undefined,
      ),
    )
    .orderBy(desc(of[by]), desc(of.id))
    .limit(size);
  const last = rows.at(-1);
  if (!last || rows.length < size) return { rows, next: nextLeg(place) };
  const reached = { group, sent: sent + rows.length, key: { at: last[by], id: last.id } };
  return { rows, next: { leg: place.leg, after: writePosition(reached) } };
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
