import type { OutboxEntry } from '../../data/db.ts';
import type { MutationCopy } from '../../data/copies.ts';
import { isKnown } from '../../data/store-mutation.ts';
import type { Store } from '../../data/store.ts';
import { follow } from '../../data/watch.ts';
import { read } from '../protocol/sync-tables.ts';

/** A device in use has fewer pending entries. They are read again at each change of the outbox. */
const READ = 200;

/**
 * Keeps the copies of this database equal to what the server does not have. Browsers delete databases even under a living page: "clear site
 * data", a full disk, a repair. `onGone` is called when that is noticed, and `onCleared` when the new database is there, once per loss.
 * Returns a function to stop.
 */
export function watchForClearedDatabase(store: Store, onGone: () => void, onCleared: () => void): () => void {
  let made: string | undefined;
  return follow(
    store,
    // Read in one transaction: entries of the old database must not count as entries of the new one.
    (db) =>
      db.transaction('r', db.sync, db.outbox, db.done, db.dead_letters, async () => {
        const name = await read(db, 'made');
        const entries = (await db.outbox.limit(READ).toArray()).filter(({ state }) => state !== 'acked');
        const keys = new Set(entries.map(({ key }) => key));
        const others = store.copies.read().flatMap(({ entry: { key } }) => (keys.has(key) ? [] : key));
        const isStored = await Promise.all(others.map((key) => isKnown(db, key)));
        const ended = others.filter((_, i) => isStored[i]);
        return { name, entries, ended };
      }),
    {
      next({ name, entries, ended }) {
        if (name === undefined) return made && onGone();
        if (made !== undefined && made !== name) onCleared();
        made = name;
        for (const key of ended) store.copies.remove(key);
        // Those of an earlier version of the app have none, and what was sent meanwhile has another.
        entries.every((entry) => store.copies.put(copyOf(entry)));
      },
    },
  );
}

/** As a new database takes it. The mid belongs to the old client id; the key stays. */
const copyOf = ({ seq: _seq, triedAt: _triedAt, ...entry }: OutboxEntry): MutationCopy => ({
  entry: { ...entry, mid: null, state: 'queued', attempts: 0, lease: null },
  instead: null,
});
