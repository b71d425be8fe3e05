import { QUEUE_TAG, QUEUE_WAITS } from '../../../contract/sync/background-sync.ts';
import { currentStore } from '../../data/current.ts';
import type { SyncStatus } from '../../data/db.ts';
import type { Store } from '../../data/store.ts';
import { follow } from '../../data/watch.ts';
import { tryNow } from '../../sync/runtime/client.ts';

/** Background sync exists in Chrome and Edge; the compiler's types lack it. */
interface WithSync {
  sync?: { register(tag: string): Promise<void> };
}

/**
 * Asks the browser to report when the network returns, and then pushes: sooner than a page in the background would by itself.
 * Nothing depends on it. Returns a function that stops it.
 */
export function startBackgroundSync(): () => void {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return () => undefined;
  const onMessage = ({ data }: MessageEvent) => {
    if ((data as { type?: unknown } | null)?.type === QUEUE_WAITS) tryNow();
  };
  serviceWorker.addEventListener('message', onMessage);
  const leave = whenOffline(currentStore(), () => {
    void serviceWorker.ready
      .then((registration) => (registration as WithSync).sync?.register(QUEUE_TAG))
      // The person or the browser does not allow it.
      .catch((error: unknown) => console.info('This browser does not tell when there is a network again', error));
  });
  return () => {
    leave();
    serviceWorker.removeEventListener('message', onMessage);
  };
}

/** Calls `note` each time that the queue becomes blocked by the network. */
export function whenOffline(store: Store, note: () => void): () => void {
  let wasOffline = false;
  return follow(store, (db) => db.sync.get('status'), {
    next: (row) => {
      const isOffline = (row?.value as SyncStatus | undefined)?.gate === 'offline';
      if (isOffline && !wasOffline) note();
      wasOffline = isOffline;
    },
  });
}
