import { useSyncExternalStore } from 'react';
import { systemClock } from './clock.ts';
import { databaseName, type GalleyDb, makeDb } from './db.ts';
import { withDiskTimeout } from './disk.ts';
import { type UnsavedMutation, isUnsaved, reportDisk } from './unsaved-mutations.ts';
import { keepCopies } from './copies.ts';
import { newId } from './ids.ts';
import { keepLastMutation, loadLastMutation } from './last-mutation.ts';
import { isOutdated } from './outdated.ts';
import { assertWriteEpoch } from './store-mutation.ts';
import { reopen } from './reopen.ts';
import { makeStore, type Store } from './store.ts';

/** `taken`: newer code took over the database while this page was open. `older`: the database was newer when the page started. */
export type Outdated = 'taken' | 'older';

/** The open database of the page. There is one user and restaurant at a time. */
let current: Store | null = null;
let deviceName = 'This device';
let outdated: Outdated | null = null;
const listeners = new Set<() => void>();

/** Opens the database of this user and restaurant and starts reading it at once, so that the first rows come early. */
export function openFor(userId: string, restaurantId: string): Store {
  const name = databaseName(userId, restaurantId);
  if (current?.db.name === name) return current;
  closeDb();
  const memory = typeof localStorage === 'undefined' ? null : localStorage;
  const store = makeStore({
    db: makeDb(name),
    clock: systemClock,
    newId,
    deviceName: () => deviceName,
    lastMutation: keepLastMutation(name, memory),
    copies: keepCopies(name, memory),
    isOffline: () => typeof navigator !== 'undefined' && navigator.onLine === false,
  });
  const stop = (how: Outdated) => {
    if (store.isOutdated) return;
    store.isOutdated = true;
    outdated = how;
    notify();
  };
  store.onOutdated = () => stop('older');
  store.db.on('versionchange', () => {
    // Newer code upgrades the database, or a logout deletes it. If this connection stayed, Dexie would reopen it and outdated code would go
    // on writing.
    store.db.close({ disableAutoOpen: true });
    stop('taken');
    return false;
  });
  current = store;
  void begin(store);
  notify();
  return store;
}

const AGAIN_MS = 5_000;

async function begin(store: Store): Promise<void> {
  try {
    await withDiskTimeout(store.clock, store.db.open());
    reportDisk(store.unsavedMutations, null);
    // After a rollback the page is older than its database. Report that now, not at the first mutation.
    await assertWriteEpoch(store.db);
    await loadLastMutation(store);
  } catch (error) {
    if (isOutdated(error)) store.onOutdated();
    else if (store === current && !store.isOutdated) {
      console.warn('The local database does not open', error);
      reportDisk(store.unsavedMutations, 'stuck');
      await reopen(store.db, store.clock);
      store.clock.after(AGAIN_MS, () => store === current && !store.isOutdated && void begin(store));
    }
  }
}

export function currentStore(): Store {
  if (!current) throw new Error('No database is open: nobody is signed in');
  return current;
}

export const currentDb = (): GalleyDb => currentStore().db;
export const isDbOpen = (): boolean => current !== null;

/** Closes the database and keeps it, sealed until the same owner signs in again. */
export function closeDb(): void {
  if (!current) return;
  current.isClosed = true;
  current.writeQueue.retry();
  current.db.close({ disableAutoOpen: true });
  current = null;
  outdated = null;
  notify();
}

export function nameDevice(name: string): void {
  deviceName = name;
}

export const useStore = (): Store | null => useSyncExternalStore(subscribe, readCurrent, readCurrent);

/** Not null if the database belongs to newer code. This page then writes nothing until it is reloaded. */
export const useOutdated = (): Outdated | null => useSyncExternalStore(subscribe, readOutdated, readOutdated);

const none: readonly UnsavedMutation[] = [];

/** Unsaved mutations and disk problems, for the shell to show. */
export function useUnsavedMutations(): readonly UnsavedMutation[] {
  const store = useStore();
  return useSyncExternalStore(
    store?.unsavedMutations.subscribe ?? subscribe,
    store?.unsavedMutations.list ?? readNone,
    readNone,
  );
}

/** Number of mutations in the memory of this page that are not stored yet. */
export const useUnsavedCount = (): number => useUnsavedMutations().filter(isUnsaved).length;

const readCurrent = () => current;
const readOutdated = () => outdated;
const readNone = () => none;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function notify(): void {
  for (const listener of listeners) listener();
}
