import { useSyncExternalStore } from 'react';
import type { Offer } from './take-over.ts';

let offer: Offer = 'none';
let updater: (() => void) | null = null;
const listeners = new Set<() => void>();
const settles = new Set<() => Promise<unknown>>();
const stills = new Set<(isStill: boolean) => void>();

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

/**
 * `settle` has to end before the page may be reloaded for an update; `keepStill` begins a moment without requests, in which the old service
 * worker can leave. Answers how to take it back.
 */
export function beforeReload(settle: () => Promise<unknown>, keepStill: (isStill: boolean) => void): () => void {
  settles.add(settle);
  stills.add(keepStill);
  return () => {
    settles.delete(settle);
    stills.delete(keepStill);
  };
}

export const settled = (): Promise<unknown> => Promise.allSettled([...settles].map((settle) => settle()));

export function holdRequestsDuringUpdate(isStill: boolean): void {
  for (const keepStill of stills) keepStill(isStill);
}

export const useOffer = (): Offer => useSyncExternalStore(subscribe, () => offer);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
