import type { Clock } from './clock.ts';
import type { GalleyDb } from './db.ts';
import { makeUnsavedMutations, type UnsavedMutations } from './unsaved-mutations.ts';
import type { MakeId } from './ids.ts';
import { keepLastMutation, type LastMutationStore } from './last-mutation.ts';
import { type WriteQueue, makeWriteQueue } from './write-queue.ts';
import { makeOverlay, type Overlay } from './overlay.ts';
import type { MutationWrite } from './store-mutation.ts';

/** One open database with what a tap needs around it. The page has one at a time; the simulator has many. */
export interface Store {
  db: GalleyDb;
  overlay: Overlay;
  unsavedMutations: UnsavedMutations;
  clock: Clock;
  newId: MakeId;
  /** The name of this device, for timelines. */
  deviceName: () => string;
  isOffline: () => boolean;
  /** Server clock minus device clock, ms, as last heard. */
  serverOffsetMs: number;
  /** Time and key of the newest mutation of this database, in whatever page it was made. */
  lastMutation: LastMutationStore;
  /** Taps whose transaction has not ended: they count as unsent, though no query sees them yet. */
  running: Set<Promise<void>>;
  /** Those taps, and those that the disk refused, by key: what is lost when the page goes. */
  unsaved: Map<string, MutationWrite>;
  /** Writes them one after the other. */
  writeQueue: WriteQueue;
  /** Called when `unwritten` holds something that may stay there for long, and when it goes. */
  onUnsaved: () => void;
  /** Called when a change has become durable: wakes the sync worker. */
  onQueued: () => void;
  /** The code is older than the database, or the database was taken away: from then on nothing is written. Reload. */
  isOutdated: boolean;
  /** Sealed: nobody opens it again by the way. */
  isClosed: boolean;
  onOutdated: () => void;
}

export type StoreParts = Pick<Store, 'db' | 'clock' | 'newId' | 'deviceName' | 'isOffline'> &
  Partial<Pick<Store, 'lastMutation'>>;

export function makeStore(parts: StoreParts): Store {
  const store: Omit<Store, 'writeQueue'> = {
    lastMutation: keepLastMutation(parts.db.name, null),
    ...parts,
    overlay: makeOverlay(parts.clock.now),
    unsavedMutations: makeUnsavedMutations(),
    serverOffsetMs: 0,
    running: new Set(),
    unsaved: new Map(),
    onUnsaved: () => undefined,
    onQueued: () => undefined,
    isOutdated: false,
    isClosed: false,
    onOutdated: () => undefined,
  };
  return Object.assign(store, { writeQueue: makeWriteQueue(store as Store) }); // whole before the queue first looks at it
}
