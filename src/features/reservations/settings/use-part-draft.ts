import { useEffect, useState } from 'react';
import type { SettingsParts } from '../../../../contract/reservations/settings-parts.ts';

/** Unsaved edits by restaurant and part, so that leaving the tab loses nothing. */
const kept = new Map<string, unknown>();

interface PartDraft<T> {
  shown: T;
  isDirty: boolean;
  edit: (patch: Partial<T>) => void;
  discard: () => void;
}

/** Edits of one part of the settings. Asks before the page is closed while they are unsaved. */
export function usePartDraft<P extends keyof SettingsParts>(
  restaurantId: string,
  part: P,
  saved: SettingsParts[P],
): PartDraft<SettingsParts[P]> {
  const key = `${restaurantId} ${part}`;
  const [draft, setDraft] = useState<SettingsParts[P] | null>(() => (kept.get(key) as SettingsParts[P]) ?? null);
  const isDirty = draft !== null;
  useEffect(() => {
    if (draft === null) kept.delete(key);
    else kept.set(key, draft);
  }, [draft, key]);
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
  return {
    shown: draft ?? saved,
    isDirty,
    edit: (patch) => setDraft((before) => ({ ...(before ?? saved), ...patch })),
    discard: () => setDraft(null),
  };
}
