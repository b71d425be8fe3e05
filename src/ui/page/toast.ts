import { useSyncExternalStore } from 'react';

export interface Toast {
  id: number;
  /** What happened, in one line. */
  title: string;
  /** Its consequence, in one line. */
  detail?: string;
  undo?: () => void;
  /** What was asked for did not happen, and nothing is lost: no tick. */
  isRefused?: boolean;
  /** A change that could not be stored: stays until it is dismissed, and is announced at once. */
  isFault?: boolean;
}

let current: Toast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

/** Shows the result of what the person just did. One at a time: a newer toast replaces the older one. */
export function showToast(toast: Omit<Toast, 'id' | 'isFault'>): void {
  // An error stays until it was dismissed.
  if (current?.isFault) return;
  put({ ...toast, id: ++lastId });
}

/** Says that what was asked for did not happen. */
export const showRefused = (title: string, detail?: string): void => showToast({ title, detail, isRefused: true });

/** Says that a change was not stored, so that nothing is lost silently. */
export function showFault(title: string, detail?: string): void {
  put({ id: ++lastId, title, detail, isFault: true });
}

/** Returns a handler that says that the local database refused a change, which can be made again. */
export const showNotSaved = (title: string) => (): void =>
  showFault(title, 'This device could not save it. Try again.');

export const isToastShown = (): boolean => current !== null;

export function dismissToast(id: number): void {
  if (current?.id === id) put(null);
}

export const useToast = (): Toast | null => useSyncExternalStore(subscribe, () => current);

function put(toast: Toast | null): void {
  current = toast;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
