import { useSyncExternalStore } from 'react';
import type { Offer } from './take-over.ts';

let offer: Offer = 'none';
let updater: (() => void) | null = null;
const listeners = new Set<() => void>();
const settles = new Set<() => Promise<unknown>>();
const stills = new Set<(isStill: boolean) => void>();

/** Registers how this page updates itself; `reloadIntoNewest` uses it from then on. */
export function noteUpdater(how: () => void): void {
  updater = how;
}

/** Sets what is shown about a newer build. */
export function noteOffer(next: Offer): void {
  if (next === offer) return;
  offer = next;
  for (const listener of listeners) listener();
}

/** Reloads into the newest build. Without a service worker, as on plain http, that is a simple reload. */
export function reloadIntoNewest(): void {
  if (updater) updater();
  else location.reload();
}

/**
 * `settle` must end before the page may be reloaded for an update. `keepStill` begins a period without requests, in which the old
 * service worker can go. Returns a function that unregisters both.
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
