import { WRITE_EPOCH } from './db.ts';
import type { Store } from './store.ts';
import { follow } from './watch.ts';

/**
 * Tells the store when newer code takes the database over without a newer form of it, in whichever tab: the page says so at once, and not
 * at its next tap, for its worker has ended and sends nothing more. Answers how to stop.
 */
export function followEpoch(store: Store): () => void {
  return follow(store, (db) => db.sync.get('writeEpoch'), {
    next: (row) => {
      if (((row?.value as number | undefined) ?? 0) > WRITE_EPOCH) store.onOutdated();
    },
  });
}
