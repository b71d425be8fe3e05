import { WRITE_EPOCH } from './db.ts';
import type { Store } from './store.ts';
import { follow } from './watch.ts';

/**
 * Calls `store.onOutdated` when newer code takes over the database without upgrading it, in any tab. The page must know before its next
 * mutation, because its worker has stopped sending. Returns a function to stop.
 */
export function followEpoch(store: Store): () => void {
  return follow(store, (db) => db.sync.get('writeEpoch'), {
    next: (row) => {
      if (((row?.value as number | undefined) ?? 0) > WRITE_EPOCH) store.onOutdated();
    },
  });
}
