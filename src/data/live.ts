import { useObservable } from 'dexie-react-hooks';
import { useMemo, useState, useSyncExternalStore } from 'react';
import type { Table } from '../../contract/entity.ts';
import { useStore } from './current.ts';
import type { GalleyDb, Mirrored } from './db.ts';
import { type KeptResult, watch, watchRows } from './watch.ts';

/**
 * The current result of a live Dexie query. Undefined: not known yet, for some milliseconds. When `deps` change, the old result stays until
 * the new one is here, so that turning a page does not flicker. `deps` are plain values.
 */
export function useLive<T>(query: (db: GalleyDb) => Promise<T>, deps: unknown[]): T | undefined {
  'use no memo'; // the caller names the query's dependencies
  const store = useStore();
  return useObservable(() => watch(store, query), [store, ...deps]);
}

/**
 * Rows of one table with optimistic updates. A row keeps its identity while it does not change. `first`: a result read elsewhere, shown
 * until the query answers.
 */
export function useRows<T extends Table>(
  table: T,
  query: (db: GalleyDb) => Promise<Mirrored<T>[]>,
  deps: unknown[],
  first?: Mirrored<T>[],
): Mirrored<T>[] | undefined {
  'use no memo';
  const store = useStore();
  const [kept] = useState<KeptResult<Mirrored<T>[]>>(() => ({ value: undefined }));
  // eslint-disable-next-line react/exhaustive-deps
  const live = useMemo(() => watchRows(store, table, query, kept, [], first), [store, kept, table, ...deps]);
  return useSyncExternalStore(live.subscribe, live.get, live.get);
}

/** One row by id. Null: there is none. Undefined: not known yet. */
export function useRow<T extends Table>(table: T, id: string): Mirrored<T> | null | undefined {
  'use no memo';
  const store = useStore();
  const live = useMemo(
    () =>
      watchRows<T>(
        store,
        table,
        async (db) => {
          const row = (await db.table(table).get(id)) as Mirrored<T> | undefined;
          return row ? [row] : [];
        },
        { value: undefined },
        [id],
      ),
    [store, table, id],
  );
  const rows = useSyncExternalStore(live.subscribe, live.get, live.get);
  return rows && (rows[0] ?? null);
}

/** True if the row has a mutation that no pull has confirmed. */
export const isPending = (row: Mirrored): boolean => (row._sync?.op_ids.length ?? 0) > 0;
