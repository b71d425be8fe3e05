import type { OutboxEntry } from '../../data/db.ts';
import type { RescuedMutation } from '../../data/rescue-on-leave.ts';
import type { Store } from '../../data/store.ts';
import { follow } from '../../data/watch.ts';
import { read } from '../protocol/sync-tables.ts';

/** A device in use has fewer pending entries. They are read again at each change of the outbox. */
const KEPT = 200;

/**
 * Browsers delete databases even under a living page: "clear site data", a full disk, a repair. The page still knows what was pending and
 * has it stored in the new database. `onCleared` is called once per loss. Returns a function to stop.
 */
export function watchForClearedDatabase(store: Store, onCleared: (waiting: RescuedMutation[]) => void): () => void {
  let made: string | undefined;
  let waiting: OutboxEntry[] = [];
  return follow(
    store,
    // Read in one transaction: entries of the old database must not count as entries of the new one.
    (db) =>
      db.transaction('r', db.sync, db.outbox, async () => ({
        name: await read(db, 'made'),
        entries: await db.outbox.limit(KEPT).toArray(),
      })),
    {
      next({ name, entries }) {
        if (name === undefined) return;
        const gone = made !== undefined && made !== name ? waiting : null;
        made = name;
        waiting = entries;
        if (gone) onCleared(gone.filter(({ state }) => state !== 'acked').map(asRescued));
      },
    },
  );
}

/**
 * The mid belonged to the old client id; the key stays. An entry that may have reached a server without keys has `seenIds` and is searched
 * for first.
 */
const asRescued = (entry: OutboxEntry): RescuedMutation => ({
  entry: {
    ...entry,
    mid: null,
    state: entry.state !== 'queued' && entry.seenIds ? 'uncertain' : 'queued',
    lease: null,
  },
  instead: null,
});
