import type { OutboxEntry } from '../../data/db.ts';
import type { RescuedMutation } from '../../data/rescue-on-leave.ts';
import type { Store } from '../../data/store.ts';
import { follow } from '../../data/watch.ts';
import { read } from '../protocol/sync-tables.ts';

/** More do not wait on a device that a person uses; each change of the outbox reads them. */
const KEPT = 200;

/**
 * Browsers throw databases away, under a living page too: "clear site data", a disk that runs full, a repair. The page then still knows
 * what waited, and has it written into the new database. `onCleared` is called once for each loss. Answers how to stop.
 */
export function watchForClearedDatabase(store: Store, onCleared: (waiting: RescuedMutation[]) => void): () => void {
  let made: string | undefined;
  let waiting: OutboxEntry[] = [];
  return follow(
    store,
    // Both of one moment: what waited in the old one must not be taken for what waits in the new one.
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

/** Its number was the old client's, its key stays. What may have arrived at a server without keys is looked for first: it has `seenIds`. */
const asRescued = (entry: OutboxEntry): RescuedMutation => ({
  entry: {
    ...entry,
    mid: null,
    state: entry.state !== 'queued' && entry.seenIds ? 'uncertain' : 'queued',
    lease: null,
  },
  instead: null,
});
