import { type Args, type Call, upcast } from '../../contract/call.ts';
import type { Row, Table } from '../../contract/entity.ts';
import type { Mirrored, OutboxEntry, Touch } from './db.ts';
import type { MutationDefinition, MutationInfo } from './mutation.ts';

/** Finds the definition of an entry's call. Undefined if this code does not know it. */
export type Definitions = (call: string) => MutationDefinition | undefined;

/** The entry's arguments in the current version of its call; the stored bytes stay. Throws if the entry's version is unknown. */
export const argsOf = <C extends Call>(
  call: C,
  { path, body, ver }: Pick<OutboxEntry, 'path' | 'body' | 'ver'>,
): Args<C> => ({ path, body: upcast(call, ver, body) }) as Args<C>; // mutate() wrote it from these arguments

export const mutationInfoOf = (entry: Pick<OutboxEntry, 'key' | 'occurredAt' | 'deviceName'>): MutationInfo => ({
  key: entry.key,
  occurredAt: entry.occurredAt,
  deviceName: entry.deviceName,
});

/** True if the server may know the entry: its bytes are then fixed, and only the server's answer ends it. */
export const wasSent = (entry: OutboxEntry): boolean => entry.firstTryAt !== null;

export interface PendingApplied {
  /** The mirror row; null if there is none. */
  row: Row | null;
  keys: string[];
  /** Entries that threw, or whose call or version is unknown. Those never sent become failed changes. */
  failed: { entry: OutboxEntry; error: unknown }[];
}

/** Mirror row = base row with the pending entries applied by seq. Every optimistic row is made, and rebased, by this function. */
export function applyPending(base: Row | null, pending: OutboxEntry[], definitions: Definitions): PendingApplied {
  const folded: PendingApplied = { row: base, keys: [], failed: [] };
  let wasThere = base !== null;
  for (const entry of pending) {
    try {
      const definition = definitions(entry.call);
      if (!definition) throw new Error('unsupported_version');
      folded.row = definition.change(folded.row, argsOf(definition.call, entry), mutationInfoOf(entry));
      // A deletion of a row that never existed leaves no mark on a row created after it.
      wasThere ||= folded.row !== null;
      if (wasThere) folded.keys.push(entry.key);
    } catch (error) {
      folded.failed.push({ entry, error });
    }
  }
  return folded;
}

/** The row as the mirror stores it: marked with the keys of the applied entries. */
export function withPendingKeys(row: Row, keys: string[]): Mirrored {
  const { _sync, ...plain } = row as Mirrored;
  void _sync;
  return keys.length ? { ...plain, _sync: { op_ids: keys } } : plain;
}

export function partsOf(touch: Touch): { table: Table; id: string } {
  const colon = touch.indexOf(':');
  return { table: touch.slice(0, colon) as Table, id: touch.slice(colon + 1) };
}
