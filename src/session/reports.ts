/** Where reports of faults wait for the network; the names are ours, the shape is that of the reporting client. */
export const reportsDb = 'galley-reports';
export const reportsStore = 'queue';

/**
 * Reports that wait name who was signed in, so they go with the session. Emptied, not deleted: the reporting client keeps its connection open,
 * and a deletion would wait for it.
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
