import { liveQuery } from 'dexie';
import type { Table } from '../../contract/entity.ts';
import type { GalleyDb, Mirrored } from './db.ts';
import { opened } from './reopen.ts';
import type { Store } from './store.ts';
import { trackQuery } from './pending-queries.ts';

/** The last result, kept when the query changes. */
export interface KeptResult<T> {
  value: T | undefined;
}

/** The interface of `useSyncExternalStore`. */
export interface Live<T> {
  subscribe: (listener: () => void) => () => void;
  get: () => T | undefined;
}

const AGAIN_MS = 500;
const TRIES = 5;
const RARELY_MS = 5_000;

/** A live query that survives a lost connection, as an observable for dexie-react-hooks. */
export interface Watched<T> {
  subscribe: (next: (value: T) => void, fail: (error: unknown) => void) => () => void;
  hasValue: () => boolean;
}

export function watch<T>(store: Store | null, query: (db: GalleyDb) => Promise<T>): Watched<T> {
  return {
    subscribe: (next, fail) => (store ? follow(store, query, { next, fail }) : () => undefined),
    // There is no value before the first result, so it need not be read during a render.
    hasValue: () => false,
  };
}

/**
 * Rows with optimistic updates, for `useSyncExternalStore`: a mutation must reach the DOM within its own event. `ids`: rows to show even if
 * the query does not find them, such as new ones. `first`: a result read elsewhere, shown until the query answers.
 */
export function watchRows<T extends Table>(
  store: Store | null,
  table: T,
  query: (db: GalleyDb) => Promise<Mirrored<T>[]>,
  kept: KeptResult<Mirrored<T>[]>,
  ids: string[] = [],
  first?: Mirrored<T>[],
): Live<Mirrored<T>[]> {
  let found: { rows: Mirrored<T>[]; startedAt: number } | null =
    first && store ? { rows: first, startedAt: store.overlay.count() } : null;
  /** Start of the oldest query whose rows may still be shown. */
  let since = store?.overlay.count() ?? 0;
  let isAsking = true;
  /** An empty result rarely updates and would otherwise keep every mutation in memory. */
  const shownSince = () => (!isAsking && found?.rows.length === 0 && ids.length === 0 ? Infinity : since);
  let failure: { error: unknown } | null = null;

  const refresh = (): boolean => {
    if (!found || !store) return false;
    const { rows, startedAt } = found;
    const missing = ids.filter((id) => !rows.some((row) => row.id === id));
    const next = [
      ...rows.map((row) => store.overlay.over(table, row.id, row, startedAt)),
      ...missing.map((id) => store.overlay.over(table, id, null, startedAt)),
    ].filter((row): row is Mirrored<T> => row !== null);
    const value = sameAs(kept.value, next);
    const isNew = value !== kept.value;
    kept.value = value;
    return isNew;
  };

  refresh();
  return {
    get: () => {
      if (failure) throw failure.error;
      return kept.value;
    },
    subscribe: (listener) => {
      if (!store) return () => undefined;
      const show = () => {
        if (refresh()) listener();
      };
      const leaveOverlay = store.overlay.subscribe(show, { table, startedAt: shownSince });
      const leaveQuery = follow(
        store,
        async (db) => {
          const startedAt = store.overlay.count();
          isAsking = true;
          return { rows: await query(db), startedAt };
        },
        {
          next: (value) => {
            found = value;
            since = value.startedAt;
            isAsking = false;
            show();
          },
          fail: (error) => {
            failure = { error };
            listener();
          },
        },
      );
      return () => {
        leaveOverlay();
        leaveQuery();
      };
    },
  };
}

type Marked = Pick<Mirrored, 'id' | 'version' | '_sync' | '_gen'>;

/** Keeps the old objects of unchanged rows, and the old list if no row changed, so that React does not render. */
function sameAs<R extends Marked>(before: R[] | undefined, next: R[]): R[] {
  if (!before) return next;
  const byId = new Map(before.map((row) => [row.id, row]));
  const merged = next.map((row) => {
    const old = byId.get(row.id);
    // After a repair a row may have other values at the same version, hence `_gen`.
    const isOld = old?.version === row.version && old._gen === row._gen && keysOf(old) === keysOf(row);
    return isOld ? old : row;
  });
  return merged.length === before.length && merged.every((row, i) => row === before[i]) ? before : merged;
}

const keysOf = (row: Marked): string => row._sync?.op_ids.join() ?? '';

/**
 * Dexie collects all changes of the database for a query until one of them concerns it: a list of dishes that nobody edits would keep the
 * keys of an evening's orders. A query that rested for this long is restarted, which frees them.
 */
const RESTED_MS = 10 * 60_000;

/**
 * Runs a live query and retries after a lost connection. Persistent errors reach `fail`, for a screen its error boundary. Without `fail` it
 * retries for ever.
 */
export function follow<T>(
  store: Store,
  query: (db: GalleyDb) => Promise<T>,
  to: { next: (value: T) => void; fail?: (error: unknown) => void },
): () => void {
  let tries = 0;
  let hasEnded = false;
  let leave = () => {};
  let leaveRest = () => {};
  const noteAnswer = trackQuery();
  const rest = () => {
    leaveRest();
    leaveRest = store.clock.after(RESTED_MS, () => {
      leave();
      start();
    });
  };
  const again = (error: unknown) => {
    if (hasEnded || store.isClosed || store.isOutdated) return;
    leave();
    const isLong = ++tries > TRIES;
    if (isLong) noteAnswer();
    if (isLong && to.fail) {
      leaveRest();
      return to.fail(error);
    }
    if (isLong) console.warn('What is followed cannot be read', error);
    leave = store.clock.after(Math.min(AGAIN_MS * tries, RARELY_MS), restart);
  };
  const restart = () => {
    // A sealed database, or one of newer code, is not reopened.
    if (store.isClosed || store.isOutdated) return;
    let hasLeft = false;
    leave = () => void (hasLeft = true);
    void opened(store.db, store.clock).then(() => {
      if (!hasLeft) start();
    });
  };
  const start = () => {
    rest();
    // The live query's own error callback is not enough: it treats an abort by a lost connection as its own end and reports nothing.
    const subscription = liveQuery(() => {
      const answer = query(store.db);
      answer.catch(again);
      return answer;
    }).subscribe(
      (value) => {
        tries = 0;
        rest();
        to.next(value);
        noteAnswer();
      },
      () => {},
    );
    leave = () => subscription.unsubscribe();
  };
  start();
  return () => {
    hasEnded = true;
    noteAnswer();
    leaveRest();
    leave();
  };
}
