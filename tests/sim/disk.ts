import { IDBFactory, IDBKeyRange, forceCloseDatabase } from 'fake-indexeddb';

/** What one transaction has written. Reported at the commit, before any tab is notified. */
export interface Commit {
  database: string;
  /** The tab that opened the connection. */
  tab: string;
  /** Written or deleted keys, by store. */
  touched: Map<string, Set<unknown>>;
}

/** Committed data, read without a transaction: takes no turn of the event loop and disturbs nobody. */
export interface Raw {
  get<T>(store: string, key: IDBValidKey): T | undefined;
  all<T>(store: string): T[];
}

export interface Storage {
  indexedDB: IDBFactory;
  IDBKeyRange: typeof globalThis.IDBKeyRange;
  /** Ends the tab like a crash: open transactions abort and nothing more is written. */
  kill: () => void;
  /** Commits continue, but the tab is not notified until it is thawed. */
  freeze: () => void;
  thaw: () => void;
  /** What Safari does in the background: aborts running transactions and closes the connections. */
  loseConnections: () => void;
}

/** The storage of one device. It outlives every tab. */
export interface Disk {
  /** The storage as one tab sees it. */
  tab(name?: string): Storage;
  /** Running transactions of all tabs. */
  busy(): number;
  onCommit(listener: (commit: Commit) => void): void;
  raw(database: string): Raw | null;
  /** The next `after` writes succeed; the `count` writes after them fail with a full disk. */
  fillUp(after: number, count: number): void;
  /** Power loss: drops commits that were not strict and were not followed by a strict one. Kill the tabs first. */
  losePower(): void;
  /** Writes a record behind the sync layer's back, without notification. Undefined deletes it. */
  damage(database: string, store: string, key: string, value: object | undefined): void;
  /** The browser evicts the database. Kill the tabs first, or close their connections. */
  evict(database: string): void;
}

// Internals of fake-indexeddb: its raw stores and the undo log of a transaction.
interface RawRecord {
  key: unknown;
  value: unknown;
}
interface RawStore {
  records: { get(key: unknown): RawRecord | undefined; values(): Iterable<RawRecord> };
  storeRecord(record: RawRecord, noOverwrite: boolean, undo?: Undo): unknown;
  deleteRecord(key: unknown, undo?: Undo): void;
  clear(undo?: Undo): void;
}
type Undo = (() => void)[];
interface RawDatabase {
  name: string;
  rawObjectStores: Map<string, RawStore>;
  processTransactions: () => void;
}
type OwnTransaction = IDBTransaction & { _rollbackLog: Undo };

export function makeDisk(): Disk {
  const factory = new IDBFactory();
  const databases = (factory as unknown as { _databases: Map<string, RawDatabase> })._databases;
  const running = new Set<IDBTransaction>();
  const listeners: ((commit: Commit) => void)[] = [];
  const hooked = new WeakSet<RawStore>();
  const written = new WeakMap<Undo, Map<string, Set<unknown>>>();
  /** Undo logs of commits that the operating system may not have flushed yet. */
  let relaxed: Undo[] = [];
  let full = { after: 0, count: 0 };

  const write = (store: string, key: unknown, undo: Undo | undefined): void => {
    if (!undo) return; // an abort undoes its writes
    if (full.count > 0 && full.after-- <= 0) {
      full.count -= 1;
      throw new DOMException('The disk is full', 'QuotaExceededError');
    }
    let touched = written.get(undo);
    if (!touched) written.set(undo, (touched = new Map()));
    const keys = touched.get(store);
    if (keys) keys.add(key);
    else touched.set(store, new Set([key]));
  };

  function hook(name: string, store: RawStore): void {
    if (hooked.has(store)) return;
    hooked.add(store);
    const { storeRecord, deleteRecord, clear } = store;
    store.storeRecord = (record, noOverwrite, undo) => {
      const given = record.key ?? undefined;
      // A generated key is known only after the write; a full disk must fail before it.
      write(name, given, undo);
      const key = storeRecord.call(store, record, noOverwrite, undo);
      if (undo) {
        const keys = written.get(undo)!.get(name)!;
        keys.delete(given);
        keys.add(key);
      }
      return key;
    };
    store.deleteRecord = (key, undo) => {
      if (undo) {
        const range = key instanceof IDBKeyRange ? key : null;
        for (const record of range ? [...store.records.values()] : [{ key, value: null }])
          if (!range || range.includes(record.key)) write(name, record.key, undo);
      }
      deleteRecord.call(store, key, undo);
    };
    store.clear = (undo) => {
      if (undo) for (const record of store.records.values()) write(name, record.key, undo);
      clear.call(store, undo);
    };
  }

  function committed(database: string, tab: string, tx: OwnTransaction): void {
    const touched = written.get(tx._rollbackLog);
    if (!touched) return;
    if ((tx as { durability?: string }).durability === 'strict') relaxed = [];
    else relaxed.push(tx._rollbackLog);
    for (const listener of listeners) listener({ database, tab, touched });
  }

  return {
    busy: () => running.size,
    onCommit: (listener) => void listeners.push(listener),
    raw(database) {
      const found = databases.get(database);
      if (!found) return null;
      return {
        get: <T>(store: string, key: IDBValidKey) =>
          found.rawObjectStores.get(store)?.records.get(key)?.value as T | undefined,
        all: <T>(store: string) =>
          Array.from(found.rawObjectStores.get(store)?.records.values() ?? [], (record) => record.value as T),
      };
    },
    fillUp(after, count) {
      full = { after, count };
    },
    losePower() {
      for (const undo of relaxed.splice(0).reverse()) for (const step of undo.reverse()) step();
    },
    damage(database, name, key, value) {
      const store = databases.get(database)?.rawObjectStores.get(name);
      if (value) store?.storeRecord({ key, value }, false);
      else store?.deleteRecord(key);
    },
    evict: (database) => void databases.delete(database),
    tab(name = '') {
      const connections = new Set<IDBDatabase>();
      const own = new Set<IDBTransaction>();
      let isDead = false;
      let held: (() => void)[] | null = null;
      const watched = new Proxy(factory, {
        get(target, property) {
          if (property !== 'open') {
            const value: unknown = Reflect.get(target, property, target);
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
        const raw = (db as unknown as { _rawDatabase: RawDatabase })._rawDatabase;
        for (const [store, records] of raw.rawObjectStores) hook(store, records);
        const begin = db.transaction.bind(db);
        db.transaction = (...args: Parameters<IDBDatabase['transaction']>) => {
          if (isDead) throw new DOMException('The tab is dead', 'InvalidStateError');
          const tx = begin(...args) as OwnTransaction;
          for (const set of [own, running]) set.add(tx);
          const end = () => {
            for (const set of [own, running]) set.delete(tx);
          };
          tx.addEventListener('complete', () => {
            end();
            committed(db.name, name, tx);
          });
          tx.addEventListener('abort', end);
          hearLate(tx);
          return tx;
        };
      };
      /** Delays the "complete" event of `tx` for later listeners until the tab is thawed. */
      const hearLate = (tx: IDBTransaction) => {
        const later = (hear: () => void) => (held ? void held.push(hear) : hear());
        let handler: IDBTransaction['oncomplete'] = null;
        Object.defineProperty(tx, 'oncomplete', {
          get: () => handler,
          set(given: IDBTransaction['oncomplete']) {
            handler = given && ((event: Event) => later(() => given.call(tx, event)));
          },
        });
        const add = tx.addEventListener.bind(tx) as (type: string, listener: (event: Event) => void) => void;
        // The database's own listener starts the next transaction and must not be delayed.
        const { processTransactions } = (tx.db as unknown as { _rawDatabase: RawDatabase })._rawDatabase;
        const isTabs = (type: string, listener: unknown) => type === 'complete' && listener !== processTransactions;
        tx.addEventListener = (type: string, listener: (event: Event) => void) =>
          add(type, isTabs(type, listener) ? (event) => later(() => listener(event)) : listener);
      };
      return {
        indexedDB: watched,
        IDBKeyRange: IDBKeyRange,
        kill() {
          isDead = true;
          for (const tx of own) abort(tx);
          for (const db of connections) db.close();
        },
        freeze: () => void (held ??= []),
        thaw() {
          const waiting = held ?? [];
          held = null;
          for (const hear of waiting) hear();
        },
        loseConnections() {
          for (const tx of own) abort(tx);
          for (const db of connections) forceCloseDatabase(db as unknown as Parameters<typeof forceCloseDatabase>[0]);
          connections.clear();
        },
      };
    },
  };
}

function abort(tx: IDBTransaction): void {
  try {
    tx.abort();
  } catch (error) {
    // Already committed, so there is nothing to abort.
    if ((error as DOMException).name !== 'InvalidStateError') throw error;
  }
}
