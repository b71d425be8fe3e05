import { isDeepStrictEqual } from 'node:util';
import { tables, type Row } from '../../contract/entity.ts';
import type { GalleyDb, Mirrored } from '../../src/data/db.ts';
import type { SignedUp } from '../support/sign-up.ts';
import { plain } from '../support/tablet.ts';
import { EVENING } from './seed.ts';

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;

/** As the wire or the database writes it. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/**
 * When the server received something: later for an offline device. Chats are ordered by arrival. Every other time is when the person
 * acted, and is equal on both sides.
 */
const ofArrival = new Set(['created_at', 'updated_at', 'deleted_at', 'arrived_at', 'last_message_at', 'erased_at']);
/** Fields about the delivery of a change, not about the trade. */
const ofDelivery = new Set(['version', 'was_offline', 'is_offline']);

/**
 * The rows of a restaurant in a form that can be compared with another restaurant's: without owner, version and times of arrival.
 * Ids that the server assigned are numbered in the order in which they occur; ids in `known` stay.
 */
export function comparable(
  held: ReadonlyMap<string, object>,
  { user, restaurant }: SignedUp,
  known: ReadonlySet<string>,
): Record<string, unknown[]> {
  const own = (text: string) =>
    text
      .replaceAll(restaurant.id, '(restaurant)')
      .replaceAll(user.id, '(owner)')
      .replaceAll(user.email, '(e-mail)')
      .replaceAll(restaurant.slug, '(slug)');
  const rows = [...held].map(([key, row]) => {
    const text = own(JSON.stringify(row, (name, value: unknown) => withoutDelivery(name, value)));
    return {
      table: key.slice(0, key.indexOf(':')),
      text,
      order: text.replaceAll(UUID, (id) => (known.has(id) ? id : '')),
    };
  });
  const numbers = new Map<string, string>();
  const numbered = (id: string) => {
    if (known.has(id)) return id;
    if (!numbers.has(id)) numbers.set(id, `(id ${numbers.size + 1})`);
    return numbers.get(id)!;
  };
  const sorted = rows.toSorted((a, b) => (a.order < b.order ? -1 : 1));
  return Object.fromEntries(
    tables.map((table) => [
      table,
      sorted
        .filter((row) => row.table === table)
        .map((row) => JSON.parse(row.text.replaceAll(UUID, numbered)) as unknown),
    ]),
  );
}

function withoutDelivery(name: string, value: unknown): unknown {
  if (ofDelivery.has(name)) return undefined;
  if (typeof value !== 'string' || !INSTANT.test(value)) return value;
  const at = new Date(value).toISOString();
  return ofArrival.has(name) && at >= EVENING ? '(when it arrived)' : at;
}

/** Everything that the device's mirror holds, without the sync layer's own fields. */
export async function mirrored(db: GalleyDb): Promise<Map<string, Row>> {
  const held = new Map<string, Row>();
  for (const table of tables)
    for (const row of (await db.table(table).toArray()) as Mirrored[]) held.set(`${table}:${row.id}`, plain(row)!);
  return held;
}

/** All UUIDs that occur in the values. */
export const idsIn = (...values: unknown[]): Set<string> => new Set(JSON.stringify(values).match(UUID));

/**
 * Fields that a device cannot predict for any change: times of arrival, and who made the change, which is the device locally and the
 * owner on the server.
 */
const neverKnown = new Set([...ofArrival, ...ofDelivery, 'updated_by', 'availability_changed_by', 'actor']);

/** Fields in which the optimistic row differs from the final one; "row" when only one of the two exists. */
export function guessed(shown: Row | undefined, final: Row | undefined): string[] {
  if (!shown || !final) return shown === final ? [] : ['row'];
  const [before, after] = [shown, final].map(
    (row) => JSON.parse(JSON.stringify(row, knowable)) as Record<string, unknown>,
  );
  return Object.keys(after!).filter((field) => !isDeepStrictEqual(before![field], after![field]));
}

const knowable = (name: string, value: unknown) => (neverKnown.has(name) ? undefined : value);
