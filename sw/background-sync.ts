import { QUEUE_TAG, QUEUE_WAITS } from '../contract/sync/background-sync.ts';

/** Not in every browser, and so not in the types of the compiler. */
interface SyncEvent extends ExtendableEvent {
  tag: string;
}

/**
 * Background Sync: the browser says that there is a network again, and the pages are asked to send. It is a bonus (R47): the service
 * worker itself sends nothing and opens nothing, for it knows neither session nor database; without a page, the next start sends.
 */
export function wakePagesOnSync(sw: ServiceWorkerGlobalScope): void {
  sw.addEventListener('sync' as keyof ServiceWorkerGlobalScopeEventMap, (event) => {
    const { tag, waitUntil } = event as SyncEvent;
    if (tag === QUEUE_TAG) waitUntil.call(event, askPages(sw));
  });
}

async function askPages(sw: ServiceWorkerGlobalScope): Promise<void> {
  const pages = await sw.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const page of pages) page.postMessage({ type: QUEUE_WAITS });
}
