import type { Args, Call } from '../../contract/call.ts';
import type { Row, Table } from '../../contract/entity.ts';
import type { Actor } from '../../contract/fields.ts';
import type { Touch } from './db.ts';

/** Data about the mutation that `change` may use. `occurredAt` is ISO; `key` is the operation's id. */
export interface MutationInfo {
  key: string;
  occurredAt: string;
  deviceName: string;
}

/**
 * Declares an offline action once: whatever treats actions differently reads it here. `change` must be deterministic (no
 * clock, randomness or network), since it runs again on newer rows. It returns the new row, null to delete it, or the same row if nothing
 * changes. A throw makes the mutation a failed change.
 */
export interface MutationDefinition<C extends Call = Call, T extends Table = Table> {
  call: C;
  table: T;
  /** `create`: its rows exist by it. `update`: it needs them. `delete`: they are gone after it, and are if they were before. */
  effect: 'create' | 'update' | 'delete';
  /** Ids of the rows of `table` that it changes, from its arguments alone. */
  rows: (args: Args<C>) => string[];
  change: (row: Row<T> | null, args: Args<C>, info: MutationInfo) => Row<T> | null;
  /**
   * True if nobody has to act when another device's change prevented this mutation. It is then listed as done, with the current row;
   * otherwise it becomes a failed change, which is the default. `code`: of the refusal or the notice.
   */
  isOvertaken?: (code: string, args: Args<C>) => boolean;
  /**
   * The body of its retry, where it changes several rows: the part that did not take effect. `lost`: the fields of the notice; undefined:
   * nothing took effect.
   */
  remaining?: (body: Record<string, unknown>, lost: string[] | undefined) => Record<string, unknown>;
}

/** Declares an offline mutation of `table` for a call that may be queued. */
export function mutation<C extends Call, T extends Table>(
  definition: MutationDefinition<C, T>,
): MutationDefinition<C, T> {
  if (definition.call.options.offline.kind !== 'queue') throw new Error(`${definition.call.name} may not be queued`);
  return definition;
}

/** Declares a mutation of rows that exist: without its row it is a failed change (`not_found`). */
export const update = <C extends Call, T extends Table>({
  change,
  ...definition
}: Omit<MutationDefinition<C, T>, 'effect' | 'change'> & {
  change: (row: Row<T>, args: Args<C>, info: MutationInfo) => Row<T> | null;
}): MutationDefinition<C, T> =>
  mutation({
    ...definition,
    effect: 'update',
    change(row, args, info) {
      if (!row) throw new Error('not_found');
      return change(row, args, info);
    },
  });

/** Who changed something on this device, until the server says which user it was. */
export const actorOf = ({ deviceName }: MutationInfo): Actor => ({ kind: 'user', id: null, name: deviceName });

export const stampOf = (info: MutationInfo) => ({ updated_at: info.occurredAt, updated_by: actorOf(info) });

/** A row created on a device has its id from the start, because later changes name it while it is pending. */
export function needId(id: string | undefined): string {
  if (!id) throw new Error('No id');
  return id;
}

/** Is the stored mutation one of this call? */
export const isOf = ({ name }: Call, { call }: { call: string }): boolean => name === call;

export const touchOf = (table: Table, id: string): Touch => `${table}:${id}`;
