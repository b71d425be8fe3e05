import { QUEUE_TAG, QUEUE_WAITS } from '../contract/sync/background-sync.ts';

/** Not in every browser, and so not in the compiler's types. */
interface SyncEvent extends ExtendableEvent {
  tag: string;
}

/**
 * Background Sync: the browser reports that the network has returned, and the pages are asked to push. It is optional (R47): the
 * service worker itself sends nothing and opens nothing, because it has neither session nor database. Without a page, the next start
 * pushes.
 */
export function wakePagesOnSync(sw: ServiceWorkerGlobalScope): void {
  sw.addEventListener('sync' as keyof ServiceWorkerGlobalScopeEventMap, (event) => {
    const { tag, waitUntil } = event as SyncEvent;
    if (tag === QUEUE_TAG) waitUntil.call(event, notifyPages(sw));
  });
}

async function notifyPages(sw: ServiceWorkerGlobalScope): Promise<void> {
  const pages = await sw.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const page of pages) page.postMessage({ type: QUEUE_WAITS });
}
