import { useSyncExternalStore } from 'react';
import type { Offer } from './take-over.ts';

let offer: Offer = 'none';
let updater: (() => void) | null = null;
const listeners = new Set<() => void>();
const before = new Set<() => Promise<unknown>>();

/** How this page comes into a newer build; from then on `reloadIntoNewest` goes that way. */
export function noteUpdater(how: () => void): void {
  updater = how;
}

/** What is to be said of a newer build. */
export function noteOffer(next: Offer): void {
  if (next === offer) return;
  offer = next;
  for (const listener of listeners) listener();
}

/** Reloads into the newest build that there is. Without a service worker, as on plain http, that is a reload. */
export function reloadIntoNewest(): void {
  if (updater) updater();
  else location.reload();
}

/** What has to end before the page may be reloaded for an update. Answers how to take it back. */
export function beforeReload(task: () => Promise<unknown>): () => void {
  before.add(task);
  return () => void before.delete(task);
}

export const settled = (): Promise<unknown> => Promise.allSettled([...before].map((task) => task()));

export const useOffer = (): Offer => useSyncExternalStore(subscribe, () => offer);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
