import { canonical } from './canonical.ts';
import type { Row, Table } from '../entity.ts';
import { declarationOf, type mirroredTables, tables } from './tables.ts';
import type { Sum } from './calls.ts';

// Sums of 32-bit numbers modulo 2^32: independent of the order of rows, and PostgreSQL can compute versionMark.

/** A row with its version: missing, stale or extra rows change the sum. */
export const versionMark = ({ id, version }: Pick<Row, 'id' | 'version'>): number =>
  Math.imul(parseInt(id.slice(-8), 16), version) >>> 0;

/** Hash of a row's content, without derived fields: they depend on the current time, not on the row's version. */
export function hashOf(table: Table, row: Row): number {
  const { derived = '' } = declarationOf(table);
  const text = canonical({ ...row, [derived]: undefined });
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

export const addUp = (numbers: number[]): Sum => ({
  rows: numbers.length,
  sum: numbers.reduce((sum, number) => (sum + number) >>> 0, 0),
});

/** True if the other side has a sum and it differs. */
export const isOther = (ours: Sum, theirs: Sum | undefined): boolean =>
  theirs !== undefined && (ours.rows !== theirs.rows || ours.sum !== theirs.sum);

export type Bounded = {
  [T in Table]: (typeof mirroredTables)[T] extends { newest: object } ? T : never;
}[Table];
const SURE = 0.9;

/**
 * Tables of which a device keeps only the newest rows: by which field, and how many it surely has. That is fewer than it keeps: when some
 * are deleted, older ones take their place, which the device never had.
 */
export const bounded = Object.fromEntries(
  tables.flatMap((table) => {
    const { newest } = declarationOf(table);
    return newest ? [[table, { by: newest.by, sure: newest.keep * SURE }]] : [];
  }),
) as Record<Bounded, { by: 'placed_at' | 'created_at'; sure: number }>;

/** True if every device should have the row. */
export const belongsInMirror = (table: Table, row: Row, floors: Record<string, string>): boolean =>
  !(table in floors) ||
  (row as unknown as Record<string, string>)[bounded[table as keyof typeof bounded].by]! >= floors[table]!;
