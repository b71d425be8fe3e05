import { type Args, type Call, upcast } from '../../contract/call.ts';
import type { Row, Table } from '../../contract/entity.ts';
import type { Mirrored, OutboxEntry, Touch } from './db.ts';
import type { MutationDefinition, MutationInfo } from './mutation.ts';

/** Finds the definition of an entry's call; undefined when this code does not know it (any more). */
export type Definitions = (call: string) => MutationDefinition | undefined;

/** What the entry asks for, as today's code reads it; its own bytes stay. Throws when older or newer code meant something that nobody knows. */
export const argsOf = <C extends Call>(
  call: C,
  { path, body, ver }: Pick<OutboxEntry, 'path' | 'body' | 'ver'>,
): Args<C> => ({ path, body: upcast(call, ver, body) }) as Args<C>; // written by mutate() from exactly these arguments

export const mutationInfoOf = (entry: Pick<OutboxEntry, 'key' | 'occurredAt' | 'deviceName'>): MutationInfo => ({
  key: entry.key,
  occurredAt: entry.occurredAt,
  deviceName: entry.deviceName,
});

/** The server may know of it: from the first try on its bytes stand, and only the server's answer ends it. */
export const wasSent = (entry: OutboxEntry): boolean => entry.firstTryAt !== null;

export interface PendingApplied {
  /** What the mirror shows; null: no such row. */
  row: Row | null;
  keys: string[];
  /** Entries whose change threw, or whose call or version is unknown: each becomes a visible conflict. */
  failed: { entry: OutboxEntry; error: unknown }[];
}

/** mirror = fold(change, base, pending in seq order). The rule by which every optimistic row is made, and made again on fresher data. */
export function applyPending(base: Row | null, pending: OutboxEntry[], definitions: Definitions): PendingApplied {
  const folded: PendingApplied = { row: base, keys: [], failed: [] };
  let wasThere = base !== null;
  for (const entry of pending) {
    try {
      const definition = definitions(entry.call);
      if (!definition) throw new Error('unsupported_version');
      folded.row = definition.change(folded.row, argsOf(definition.call, entry), mutationInfoOf(entry));
      // What deletes a row that never was leaves no mark on one that is made behind it.
      wasThere ||= folded.row !== null;
      if (wasThere) folded.keys.push(entry.key);
    } catch (error) {
      folded.failed.push({ entry, error });
    }
  }
  return folded;
}

/** The row as it is stored in the mirror: marked with the keys that are folded in. */
export function withPendingKeys(row: Row, keys: string[]): Mirrored {
  const { _sync, ...plain } = row as Mirrored;
  void _sync;
  return keys.length ? { ...plain, _sync: { op_ids: keys } } : plain;
}

export function partsOf(touch: Touch): { table: Table; id: string } {
  const colon = touch.indexOf(':');
  return { table: touch.slice(0, colon) as Table, id: touch.slice(colon + 1) };
}
