import type { GalleyDb } from './db.ts';
import type { Store } from './store.ts';

/** The newest mutation that was made on a database: when, epoch ms, and under which key. */
export interface LastMutation {
  atMs: number;
  key: string;
}

/**
 * Kept beside the database and not in the page: a mutation that is made after a reload, or in another tab, is later than it, though the
 * device's clock was set back. Read and written at once, for a mutation waits for nothing.
 */
export interface LastMutationStore {
  read(): LastMutation | null;
  write(last: LastMutation): void;
}

type Memory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const PREFIX = 'galley-last-mutation ';

/** In local storage, which all tabs share; in this page's memory where the browser offers none. */
export function keepLastMutation(databaseName: string, memory: Memory | null): LastMutationStore {
  const name = PREFIX + databaseName;
  let own: LastMutation | null = null;
  return {
    read() {
      try {
        own = later(own, JSON.parse(memory?.getItem(name) ?? 'null') as LastMutation | null); // our own text
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
        // Full: this page knows it, and the database holds what waits.
        console.warn('The time of the last change cannot be kept', error);
      }
    },
  };
}

/** The database is deleted on purpose. */
export const forgetLastMutation = (memory: Memory, databaseName: string): void =>
  memory.removeItem(PREFIX + databaseName);

/** What the database itself tells: local storage may be behind it after a loss of power. */
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

/** Time and key each the greater one: both rise with every mutation. */
function later(a: LastMutation | null, b: LastMutation | null): LastMutation | null {
  if (!a || !b) return a ?? b;
  if (a.atMs >= b.atMs && a.key >= b.key) return a;
  return { atMs: Math.max(a.atMs, b.atMs), key: a.key > b.key ? a.key : b.key };
}
