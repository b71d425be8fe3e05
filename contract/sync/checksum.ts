import { canonical } from './canonical.ts';
import type { Row, Table } from '../entity.ts';
import { MIRROR_MESSAGES, MIRROR_NOTIFICATIONS, MIRROR_ORDERS_SURE } from '../limits.ts';
import type { Sum } from './calls.ts';

// Sums are those of 32-bit numbers, modulo 2^32: the order of the rows does not matter, and PostgreSQL can work out the first kind.

/** Which row stands at which version: a row that is missing, stale or too many changes the sum. */
export const versionMark = ({ id, version }: Pick<Row, 'id' | 'version'>): number =>
  Math.imul(parseInt(id.slice(-8), 16), version) >>> 0;

/** What a row says. */
export function hashOf(table: Table, row: Row): number {
  const text = canonical(table === 'menu_items' ? withoutMoment(row) : row);
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** Whether an item is available depends on when somebody looks, not on its version. */
function withoutMoment(row: Row): object {
  const { is_available: _, ...rest } = row as Row<'menu_items'>;
  return rest;
}

export const addUp = (numbers: number[]): Sum => ({
  rows: numbers.length,
  sum: numbers.reduce((sum, number) => (sum + number) >>> 0, 0),
});

/** Did the other side, asked for it, come to something else? */
export const isOther = (ours: Sum, theirs: Sum | undefined): boolean =>
  theirs !== undefined && (ours.rows !== theirs.rows || ours.sum !== theirs.sum);

/**
 * Tables of which a device keeps the newest rows only: by which field, and how many are surely there. They are fewer than it keeps: when
 * some of those are deleted, older ones take their place, and the device never had them.
 */
export const bounded = {
  orders: { by: 'placed_at', sure: MIRROR_ORDERS_SURE },
  notifications: { by: 'created_at', sure: MIRROR_NOTIFICATIONS * 0.9 },
  chat_messages: { by: 'created_at', sure: MIRROR_MESSAGES * 0.9 },
} as const satisfies Partial<Record<Table, { by: string; sure: number }>>;

/** Ought every device to have the row? */
export const belongsInMirror = (table: Table, row: Row, floors: Record<string, string>): boolean =>
  !(table in floors) ||
  (row as unknown as Record<string, string>)[bounded[table as keyof typeof bounded].by]! >= floors[table]!;
