import { useSyncExternalStore } from 'react';
import { systemClock } from './clock.ts';
import { databaseName, type GalleyDb, makeDb } from './db.ts';
import type { FailedTap } from './failed-taps.ts';
import { newId } from './ids.ts';
import { makeStore, type Store } from './store.ts';

/** The open database of the page: one user and restaurant at a time. */
let current: Store | null = null;
let deviceName = 'This device';
let isOutdated = false;
const listeners = new Set<() => void>();

/** Opens the database of this user and restaurant, and starts it: the sooner, the sooner the first rows are there. */
export function openFor(userId: string, restaurantId: string): Store {
  const name = databaseName(userId, restaurantId);
  if (current?.db.name === name) return current;
  closeDb();
  const store = makeStore({
    db: makeDb(name),
    clock: systemClock,
    newId,
    deviceName: () => deviceName,
    isOffline: () => typeof navigator !== 'undefined' && navigator.onLine === false,
  });
  store.onOutdated = () => {
    isOutdated = true;
    notify();
  };
  store.db.on('versionchange', () => {
    // Newer code wants to upgrade the database, or a logout deletes it. Without this Dexie opens it again and old code goes on writing.
    store.db.close({ disableAutoOpen: true });
    store.onOutdated();
    return false;
  });
  current = store;
  void store.db.open().catch((error: unknown) => console.warn('The local database does not open yet', error));
  notify();
  return store;
}

export function currentStore(): Store {
  if (!current) throw new Error('No database is open: nobody is signed in');
  return current;
}

export const currentDb = (): GalleyDb => currentStore().db;
export const isDbOpen = (): boolean => current !== null;

/** Closes it and keeps it: sealed until the same owner signs in again. */
export function closeDb(): void {
  if (!current) return;
  current.db.close({ disableAutoOpen: true });
  current = null;
  isOutdated = false;
  notify();
}

export function nameDevice(name: string): void {
  deviceName = name;
}

export const useStore = (): Store | null => useSyncExternalStore(subscribe, readCurrent, readCurrent);

/** Newer code has taken the database over: this page can neither read nor write until it is reloaded. */
export const useOutdated = (): boolean => useSyncExternalStore(subscribe, readOutdated, readOutdated);

const none: readonly FailedTap[] = [];

/** Taps that could not be kept, for the shell to show. */
export function useFailedTaps(): readonly FailedTap[] {
  const store = useStore();
  return useSyncExternalStore(store?.failedTaps.subscribe ?? subscribe, store?.failedTaps.list ?? readNone, readNone);
}

const readCurrent = () => current;
const readOutdated = () => isOutdated;
const readNone = () => none;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function notify(): void {
  for (const listener of listeners) listener();
}
