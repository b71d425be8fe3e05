import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';

/** The storage of one device; it outlives every tab. */
export interface Disk {
  /** What one tab sees of it. `kill` ends the tab as a crash does: open transactions abort, nothing else is written. */
  tab(): { indexedDB: IDBFactory; IDBKeyRange: typeof globalThis.IDBKeyRange; kill: () => void };
  /** Transactions that run now, of all tabs. */
  busy(): number;
}

export function makeDisk(): Disk {
  const factory = new IDBFactory();
  const running = new Set<IDBTransaction>();
  return {
    busy: () => running.size,
    tab() {
      const connections = new Set<IDBDatabase>();
      const own = new Set<IDBTransaction>();
      let isDead = false;
      const watched = new Proxy(factory, {
        get(target, name) {
          if (name !== 'open') {
            const value: unknown = Reflect.get(target, name, target);
            return typeof value === 'function' ? value.bind(target) : value;
          }
          return (...args: Parameters<IDBFactory['open']>) => {
            if (isDead) throw new DOMException('The tab is dead', 'InvalidStateError');
            const request = target.open(...args);
            request.addEventListener('success', () => watch(request.result));
            return request;
          };
        },
      });
      const watch = (db: IDBDatabase) => {
        if (isDead) return db.close();
        connections.add(db);
        const begin = db.transaction.bind(db);
        db.transaction = (...args: Parameters<IDBDatabase['transaction']>) => {
          if (isDead) throw new DOMException('The tab is dead', 'InvalidStateError');
          const tx = begin(...args);
          for (const set of [own, running]) set.add(tx);
          const end = () => {
            for (const set of [own, running]) set.delete(tx);
          };
          tx.addEventListener('complete', end);
          tx.addEventListener('abort', end);
          return tx;
        };
      };
      return {
        indexedDB: watched,
        IDBKeyRange: IDBKeyRange,
        kill() {
          isDead = true;
          for (const tx of own) abort(tx);
          for (const db of connections) db.close();
        },
      };
    },
  };
}

function abort(tx: IDBTransaction): void {
  try {
    tx.abort();
  } catch (error) {
    // It has just committed: what is written is written.
    if ((error as DOMException).name !== 'InvalidStateError') throw error;
  }
}
