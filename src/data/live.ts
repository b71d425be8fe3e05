import { useObservable } from 'dexie-react-hooks';
import { useMemo, useState, useSyncExternalStore } from 'react';
import type { Table } from '../../contract/entity.ts';
import { useStore } from './current.ts';
import type { GalleyDb, Mirrored } from './db.ts';
import { type KeptResult, watch, watchRows } from './watch.ts';

/**
 * What a live Dexie query answers now. Undefined: not yet known, a matter of milliseconds. When `deps` change, the old answer stands
 * until the new one is there, so that turning a page does not flash. `deps` are plain values.
 */
export function useLive<T>(query: (db: GalleyDb) => Promise<T>, deps: unknown[]): T | undefined {
  'use no memo'; // the caller says what the query depends on
  const store = useStore();
  return useObservable(() => watch(store, query), [store, ...deps]);
}

/**
 * Rows of one table, with what was tapped a moment ago already in them. A row keeps its identity while it does not change. `first`: what
 * was just read anyway and is what the query will answer; it is shown until the query has.
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

/** One row by its id. Null: there is none; undefined: not yet known. */
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

/** Is a change of this row not yet confirmed by the server? */
export const isPending = (row: Mirrored): boolean => (row._sync?.op_ids.length ?? 0) > 0;
