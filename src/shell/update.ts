import { useSyncExternalStore } from 'react';

let apply: (() => void) | null = null;
const listeners = new Set<() => void>();

/** A new version waits; `use` reloads into it. */
export function noteUpdate(use: () => void): void {
  apply = use;
  for (const listener of listeners) listener();
}

/** Reloads into the version that waits; null while there is none. */
export const useUpdate = (): (() => void) | null => useSyncExternalStore(subscribe, () => apply);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
