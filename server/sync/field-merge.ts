import type { StandingChange } from '../../contract/errors.ts';
import type { Actor } from '../../contract/fields.ts';

/** When a field was edited last and by which operation; rows of before this was noted have no `by` and `device_name`. */
export interface FieldChange {
  at: string;
  op_id: string;
  by?: Actor;
  device_name?: string | null;
}

/** By field name. A field that nobody has edited since its row was made is missing. */
export type FieldChanges = Record<string, FieldChange>;

/** Who edits, and when: `at` is never later than the server's clock, so that a fast clock wins no longer than until it is corrected. */
export interface Edit {
  at: string;
  opId: string;
  by: Actor;
  deviceName: string | null;
}

interface Merge<F extends string> {
  edit: Edit;
  /** The fields that the edit names. */
  named: readonly F[];
  changes: FieldChanges;
  /** Does the row say already what the edit says of this field? */
  isSame: (field: F) => boolean;
  /** Must the value that stands not be overwritten without asking, though the edit is newer? */
  mustAsk?: (field: F) => boolean;
}

export interface Merged<F extends string> {
  /** Fields that take the edit's value. */
  wins: F[];
  /** Fields that keep another value than the edit's; those that the edit would not change are neither won nor lost. */
  lost: F[];
  /** Null: there is nothing to note. */
  changes: FieldChanges | null;
}

/**
 * Merges an edit of a row field by field: of any set of edits of one field the newest stands, a tie goes to the greater operation, whatever
 * the order in which they arrive.
 */
export function mergeFields<F extends string>({ edit, named, changes, isSame, mustAsk }: Merge<F>): Merged<F> {
  const newer = named.filter((field) => isNewer(edit, changes[field]));
  const wins = newer.filter((field) => isSame(field) || !mustAsk?.(field));
  const lost = named.filter((field) => !wins.includes(field) && !isSame(field));
  // A field that stays as it was has been said again all the same: an older edit that comes later must not take it back.
  const noted = wins.filter((field) => !isSame(field) || edit.at > (changes[field]?.at ?? ''));
  const change: FieldChange = { at: edit.at, op_id: edit.opId, by: edit.by, device_name: edit.deviceName };
  return {
    wins,
    lost,
    changes: noted.length > 0 ? { ...changes, ...Object.fromEntries(noted.map((field) => [field, change])) } : null,
  };
}

/** What the notice says of the fields that lost. Where nobody is noted it is who changed the row last. */
export function standingChanges(
  lost: readonly string[],
  changes: FieldChanges,
  row: { updated_at: string; updated_by: Actor | null },
): Record<string, StandingChange> {
  const standing = (field: string): StandingChange => {
    const change = changes[field];
    return {
      at: change?.at ?? row.updated_at,
      by: change?.by ?? row.updated_by,
      device_name: change?.device_name ?? null,
    };
  };
  return Object.fromEntries(lost.map((field) => [field, standing(field)]));
}

function isNewer({ at, opId }: Edit, standing: FieldChange | undefined): boolean {
  if (!standing) return true;
  return at > standing.at || (at === standing.at && opId > standing.op_id);
}
