import type Dexie from 'dexie';

/** Transactions of this page or worker that have not ended. */
const running = new Set<IDBTransaction>();

/** Registers this database's transactions for `abortTransactions`. */
export function trackTransactions(db: Dexie): void {
  db.use({
    stack: 'dbcore',
    create: (core) => ({
      ...core,
      transaction(...args) {
        const tx = core.transaction(...args) as IDBTransaction; // Dexie's type names fewer events
        const end = () => running.delete(tx);
        running.add(tx);
        tx.addEventListener('complete', end);
        tx.addEventListener('abort', end);
        return tx;
      },
    }),
  });
}

/**
 * Aborts what is open. WebKit freezes a page that is left with its transactions, and every other page then waits for them. What was being
 * written counts as not written, and is written again when the page is shown again.
 * Returns how many were open.
 */
export function abortTransactions(): number {
  const { size } = running;
  for (const tx of running) {
    try {
      tx.abort();
    } catch {
      // It is already being committed.
    }
  }
  return size;
}
