import { useSyncExternalStore } from 'react';

export interface Toast {
  id: number;
  /** One line of fact. */
  title: string;
  /** One line of consequence. */
  detail?: string;
  undo?: () => void;
  /** A tap that could not be kept: stays until it is dismissed and is said at once. */
  isFault?: boolean;
}

let current: Toast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

/** Shows the result of what the person just did. One at a time: a newer one takes the older one's place. */
export function showToast(toast: Omit<Toast, 'id' | 'isFault'>): void {
  // A fault stays until it was read.
  if (current?.isFault) return;
  put({ ...toast, id: ++lastId });
}

/** Says that a tap was not kept, so that nothing is lost in silence. */
export function showFault(title: string, detail?: string): void {
  put({ id: ++lastId, title, detail, isFault: true });
}

/** Says that the local database did not take a tap, which can be made again. */
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
