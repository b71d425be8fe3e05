import type { StandingChange } from '../../contract/errors.ts';
import type { Actor } from '../../contract/fields.ts';

/** Time and operation of a field's last edit. Old rows have no `by` and `device_name`. */
export interface FieldChange {
  at: string;
  op_id: string;
  by?: Actor;
  device_name?: string | null;
}

/** By field name. A field never edited since its row was created is absent. */
export type FieldChanges = Record<string, FieldChange>;

/** Who edits, and when. `at` is never later than the server's clock, so that a fast device clock wins only until then. */
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
  /** True if the row already has the edit's value of this field. */
  isSame: (field: F) => boolean;
  /** True if the current value must not be overwritten without asking, though the edit is newer. */
  needsConfirmation?: (field: F) => boolean;
}

export interface Merged<F extends string> {
  /** Fields that take the edit's value. */
  wins: F[];
  /** Fields that keep a value other than the edit's. Fields that the edit would not change are neither won nor lost. */
  lost: F[];
  /** Null if nothing needs to be stored. */
  changes: FieldChanges | null;
}

/**
 * Merges an edit into a row field by field: for each field the newest edit wins, then the greater operation id, in whatever order they
 * arrive.
 */
export function mergeFields<F extends string>({
  edit,
  named,
  changes,
  isSame,
  needsConfirmation,
}: Merge<F>): Merged<F> {
  const newer = named.filter((field) => isNewer(edit, changes[field]));
  const wins = newer.filter((field) => isSame(field) || !needsConfirmation?.(field));
  const lost = named.filter((field) => !wins.includes(field) && !isSame(field));
  // An unchanged field was confirmed by this edit: an older one that arrives later must not change it.
  const noted = wins.filter((field) => !isSame(field) || edit.at > (changes[field]?.at ?? ''));
  const change: FieldChange = { at: edit.at, op_id: edit.opId, by: edit.by, device_name: edit.deviceName };
  return {
    wins,
    lost,
    changes: noted.length > 0 ? { ...changes, ...Object.fromEntries(noted.map((field) => [field, change])) } : null,
  };
}

/** The notice's details about fields that lost. Without a stored edit, it names who changed the row last. */
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
