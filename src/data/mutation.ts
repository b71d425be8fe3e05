import type { Args, Call } from '../../contract/call.ts';
import type { Row, Table } from '../../contract/entity.ts';
import type { Touch } from './db.ts';

/** What the person's tap adds to its arguments. `occurredAt` is ISO; `key` is the operation's id. */
export interface MutationInfo {
  key: string;
  occurredAt: string;
  deviceName: string;
}

/**
 * An offline change: data with one small function. `change` gives the same rows when it runs again on fresher data: no clock, no
 * random, no network in it. It returns the new row, null for "deleted", or the same row when there is nothing to do; a throw becomes a
 * visible conflict.
 */
export interface MutationDefinition<C extends Call = Call, T extends Table = Table> {
  call: C;
  table: T;
  /** Ids of the rows of `table` that it changes, from the arguments alone. */
  rows: (args: Args<C>) => string[];
  change: (row: Row<T> | null, args: Args<C>, tap: MutationInfo) => Row<T> | null;
  /**
   * It did not take effect, since another device's change stands: does nobody have to do anything about that? Then it is listed as done,
   * with what stands; else it is a failed change, which is the rule. `code`: the refusal's, or the notice's.
   */
  isOvertaken?: (code: string, args: Args<C>) => boolean;
}

/** Declares an offline change of `table` on a call that may be queued. */
export function mutation<C extends Call, T extends Table>(
  definition: MutationDefinition<C, T>,
): MutationDefinition<C, T> {
  if (definition.call.options.offline.kind !== 'queue') throw new Error(`${definition.call.name} may not be queued`);
  return definition;
}

export const touchOf = (table: Table, id: string): Touch => `${table}:${id}`;
