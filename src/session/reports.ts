/** Where error reports wait for the network. The names are ours; the layout is the reporting client's. */
export const reportsDb = 'galley-reports';
export const reportsStore = 'queue';

/**
 * Waiting reports name who was signed in, so they are removed with the session. Emptied, not deleted: the reporting client keeps its
 * connection open, and a deletion would wait for it.
 */
export function forgetReports(): void {
  // Without a service nothing was ever reported.
  if (!import.meta.env?.VITE_SENTRY_DSN || typeof indexedDB === 'undefined') return;
  const opening = indexedDB.open(reportsDb);
  opening.onupgradeneeded = () => void opening.result.createObjectStore(reportsStore);
  opening.onsuccess = () => {
    const db = opening.result;
    const emptying = db.transaction(reportsStore, 'readwrite');
    emptying.objectStore(reportsStore).clear();
    emptying.oncomplete = emptying.onabort = () => db.close();
  };
}
