import { isDeepStrictEqual } from 'node:util';
import { tables, type Row } from '../../contract/entity.ts';
import type { GalleyDb, Mirrored } from '../../src/data/db.ts';
import type { SignedUp } from '../support/sign-up.ts';
import { plain } from '../support/tablet.ts';
import { EVENING } from './seed.ts';

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;

/** As the wire writes it, or as the database does. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/**
 * When the server heard of it: later for who was offline. A chat is in the order in which it was heard. Every other time is when the
 * person did it, and equal.
 */
const ofArrival = new Set(['created_at', 'updated_at', 'deleted_at', 'arrived_at', 'last_message_at']);
/** What is said of the way, not of the trade. */
const ofTheWay = new Set(['version', 'was_offline']);

/**
 * A restaurant's rows so that two restaurants can be compared: whose they are, under which number they stand and when the server heard of
 * them is taken out. Ids that the server gave are numbered in the order in which they come; those in `known` stay.
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
    const text = own(JSON.stringify(row, (name, value: unknown) => withoutTheWay(name, value)));
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

function withoutTheWay(name: string, value: unknown): unknown {
  if (ofTheWay.has(name)) return undefined;
  if (typeof value !== 'string' || !INSTANT.test(value)) return value;
  const at = new Date(value).toISOString();
  return ofArrival.has(name) && at >= EVENING ? '(when it arrived)' : at;
}

/** Everything that a device shows, without what the layer writes beside it. */
export async function mirrored(db: GalleyDb): Promise<Map<string, Row>> {
  const held = new Map<string, Row>();
  for (const table of tables)
    for (const row of (await db.table(table).toArray()) as Mirrored[]) held.set(`${table}:${row.id}`, plain(row)!);
  return held;
}

/** All ids that are written down somewhere in it. */
export const idsIn = (...values: unknown[]): Set<string> => new Set(JSON.stringify(values).match(UUID));

/** Of every change: who did it is the device to itself and the owner to the server, and when it arrived is not known before it did. */
const neverKnown = new Set([...ofArrival, ...ofTheWay, 'updated_by', 'availability_changed_by', 'actor']);

/** Fields in which a row that a device showed differs from the one that came of it; "row" where there is one and was none, or the other way. */
export function guessed(shown: Row | undefined, final: Row | undefined): string[] {
  if (!shown || !final) return shown === final ? [] : ['row'];
  const [before, after] = [shown, final].map(
    (row) => JSON.parse(JSON.stringify(row, knowable)) as Record<string, unknown>,
  );
  return Object.keys(after!).filter((field) => !isDeepStrictEqual(before![field], after![field]));
}

const knowable = (name: string, value: unknown) => (neverKnown.has(name) ? undefined : value);
