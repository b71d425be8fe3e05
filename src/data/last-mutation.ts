import type { GalleyDb } from './db.ts';
import type { Store } from './store.ts';

/** Time (epoch ms) and key of the newest mutation on a database. */
export interface LastMutation {
  atMs: number;
  key: string;
}

/**
 * Stored outside the page, so that a mutation after a reload or in another tab is later even if the device's clock was set back.
 * Synchronous, because a mutation must not wait.
 */
export interface LastMutationStore {
  read(): LastMutation | null;
  write(last: LastMutation): void;
}

type Memory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const PREFIX = 'galley-last-mutation ';

/** Uses local storage, which all tabs share, or this page's memory if there is none. */
export function keepLastMutation(databaseName: string, memory: Memory | null): LastMutationStore {
  const name = PREFIX + databaseName;
  let own: LastMutation | null = null;
  return {
    read() {
      try {
        own = later(own, JSON.parse(memory?.getItem(name) ?? 'null') as LastMutation | null); // written by this code
      } catch (error) {
        console.warn('The time of the last change cannot be read', error);
      }
      return own;
    },
    write(last) {
      own = last;
      try {
        memory?.setItem(name, JSON.stringify(last));
      } catch (error) {
        // Full: the page remembers it, and the database has the pending entries.
        console.warn('The time of the last change cannot be kept', error);
      }
    },
  };
}

/** For a database that is deleted on purpose. */
export const forgetLastMutation = (memory: Memory, databaseName: string): void =>
  memory.removeItem(PREFIX + databaseName);

/** Reads the newest mutation from the database: after a power loss, local storage may be behind it. */
export async function loadLastMutation({ db, lastMutation }: Pick<Store, 'db' | 'lastMutation'>): Promise<void> {
  const stored = await newestStored(db);
  const known = lastMutation.read();
  const newest = later(known, stored);
  if (newest && newest !== known) lastMutation.write(newest);
}

async function newestStored(db: GalleyDb): Promise<LastMutation | null> {
  const newest = await Promise.all([db.outbox.orderBy('seq').last(), db.done.orderBy('seq').last()]);
  return newest
    .map((entry) => (entry ? { atMs: Date.parse(entry.occurredAt), key: entry.key } : null))
    .reduce(later, null);
}

/** The greater time and the greater key, since both rise with every mutation. */
function later(a: LastMutation | null, b: LastMutation | null): LastMutation | null {
  if (!a || !b) return a ?? b;
  if (a.atMs >= b.atMs && a.key >= b.key) return a;
  return { atMs: Math.max(a.atMs, b.atMs), key: a.key > b.key ? a.key : b.key };
}
