import { tables } from '../../contract/sync/tables.ts';
import type { Clock } from './clock.ts';
import type { GalleyDb } from './db.ts';
import { makeUnsavedMutations, type UnsavedMutations } from './unsaved-mutations.ts';
import { type Copies, keepCopies } from './copies.ts';
import { offsetAt } from '../lib/server-now.ts';
import type { MakeId } from './ids.ts';
import { keepRows } from './kept-rows.ts';
import { keepLastMutation, type LastMutationStore } from './last-mutation.ts';
import { type WriteQueue, makeWriteQueue } from './write-queue.ts';
import { makeOverlay, type Overlay } from './overlay.ts';
import type { MutationWrite } from './store-mutation.ts';

/** One open database with what a mutation needs. The page has one at a time; the simulation has many. */
export interface Store {
  db: GalleyDb;
  overlay: Overlay;
  unsavedMutations: UnsavedMutations;
  clock: Clock;
  newId: MakeId;
  /** Name of this device, for order histories. */
  deviceName: () => string;
  isOffline: () => boolean;
  /** Server clock minus device clock, ms. */
  serverOffsetMs: number;
  /** When that was measured last, epoch ms by the device's clock. */
  offsetAtMs: number;
  /** Time and key of the newest mutation of this database in any page. */
  lastMutation: LastMutationStore;
  /** What the server does not have, a second time. */
  copies: Copies;
  /** Running transactions of mutations. They count as unsent although no query sees them yet. */
  running: Set<Promise<void>>;
  /** Mutations that are not stored yet, by key. They would be lost with the page. */
  unsaved: Map<string, MutationWrite>;
  /** Stores mutations one after the other. */
  writeQueue: WriteQueue;
  /** Called when a mutation is stored. Wakes the sync worker. */
  onQueued: () => void;
  /** The code is older than the database, or the database was taken over. Nothing is written until a reload. */
  isOutdated: boolean;
  /** Sealed: nothing may reopen it. */
  isClosed: boolean;
  onOutdated: () => void;
}

/** The current time by the server's clock, epoch ms. */
export function serverTime({ clock, serverOffsetMs, offsetAtMs }: Store): number {
  const now = clock.now();
  return now + offsetAt(now, serverOffsetMs, offsetAtMs);
}

export type StoreParts = Pick<Store, 'db' | 'clock' | 'newId' | 'deviceName' | 'isOffline'> &
  Partial<Pick<Store, 'lastMutation' | 'copies'>>;

/** The database must not be open yet. */
export function makeStore(parts: StoreParts): Store {
  keepRows(parts.db, tables);
  const store: Omit<Store, 'writeQueue'> = {
    lastMutation: keepLastMutation(parts.db.name, null),
    copies: keepCopies(parts.db.name, null),
    ...parts,
    overlay: makeOverlay(parts.clock.now),
    unsavedMutations: makeUnsavedMutations(),
    serverOffsetMs: 0,
    offsetAtMs: 0,
    running: new Set(),
    unsaved: new Map(),
    onQueued: () => undefined,
    isOutdated: false,
    isClosed: false,
    onOutdated: () => undefined,
  };
  return Object.assign(store, { writeQueue: makeWriteQueue(store as Store) }); // complete before the queue first reads it
}
