import { useEffect, useState } from 'react';
import { useBusy } from '../../ui/busy.ts';

interface Kept {
  /** The edited fields. */
  fields: Record<string, unknown>;
  /** What they were when the edit of each began. */
  before: Record<string, unknown>;
}

/** By restaurant and form, so that leaving the tab loses nothing. */
const kept = new Map<string, Kept>();
const none: Kept = { fields: {}, before: {} };

export interface SettingsDraft<T> {
  /** What is saved, with the edits. */
  shown: T;
  /** The edited fields that differ from what is saved. */
  changed: Partial<T>;
  /** Edited fields that somebody else changed since the edit began. */
  overtaken: (keyof T & string)[];
  edit: (change: Partial<T>) => void;
  discard: () => void;
}

/** Unsaved edits of a form. Asks before the page is closed while there are any. `name`: of restaurant and form. */
export function useSettingsDraft<T extends object>(name: string, saved: T): SettingsDraft<T> {
  const [draft, setDraft] = useState<Kept>(() => kept.get(name) ?? none);
  const fields = draft.fields as Partial<T>;
  const names = Object.keys(fields) as (keyof T & string)[];
  const differing = names.filter((field) => !isSame(fields[field], saved[field]));
  const isDirty = differing.length > 0;
  useBusy(isDirty);
  useEffect(() => {
    if (!isDirty) return;
    const confirmLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', confirmLeaving);
    return () => window.removeEventListener('beforeunload', confirmLeaving);
  }, [isDirty]);

  const set = (next: Kept) => {
    kept.set(name, next);
    setDraft(next);
  };
  return {
    shown: { ...saved, ...fields },
    changed: Object.fromEntries(differing.map((field) => [field, fields[field]])) as Partial<T>,
    overtaken: differing.filter((field) => !isSame(draft.before[field], saved[field])),
    edit: (change) =>
      set({
        fields: { ...draft.fields, ...change },
        before: {
          ...Object.fromEntries(Object.keys(change).map((field) => [field, saved[field as keyof T]])),
          ...draft.before,
        },
      }),
    discard: () => set(none),
  };
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
