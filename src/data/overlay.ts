import type { Row, Table } from '../../contract/entity.ts';
import type { Mirrored } from './db.ts';

interface Shown {
  key: string;
  table: Table;
  ids: string[];
  change: (row: Row | null) => Row | null;
  /** The overlay's count when the transaction had committed; null before. */
  committedAt: number | null;
  committedMs: number;
}

/**
 * Taps that the screens show before the database has them: the DOM changes in the same event, not one transaction later.
 *
 * A live result remembers the count at which its query started. A tap is folded over its rows only while the tap's transaction had not
 * committed before that start. Whatever the database says after the commit (the tap, or a later value of the server) is therefore
 * never masked, even by a tap that is forgotten here.
 */
export interface Overlay {
  /** Raised at each change; where a live query starts, it notes this. */
  count(): number;
  add(tap: { key: string; table: Table; ids: string[]; change: (row: Row | null) => Row | null }): void;
  commit(key: string): void;
  drop(key: string): void;
  /** `row` with the taps that a query begun at `startedAt` could not see; the same object when there is none. */
  over<T extends Table>(table: T, id: string, row: Mirrored<T> | null, startedAt: number): Mirrored<T> | null;
  /** `result`: the table that the listener shows rows of, and the count at which the oldest query began whose rows it may still show; Infinity: it shows none. */
  subscribe(listener: () => void, result?: Result): () => void;
}

interface Result {
  table: Table;
  startedAt: () => number;
}

/** Between a screen's first rows and its subscription nobody speaks for them: for this long a committed tap is kept in any case. */
const KEEP_MS = 10_000;

export function makeOverlay(now: () => number): Overlay {
  let count = 0;
  let shown: Shown[] = [];
  const listeners = new Map<() => void, Result | undefined>();
  const changed = () => {
    count += 1;
    for (const listener of listeners.keys()) listener();
  };
  /** By table, when the oldest query began whose rows are shown. */
  const oldest = (): Map<Table, number> => {
    const found = new Map<Table, number>();
    for (const result of listeners.values())
      if (result) found.set(result.table, Math.min(found.get(result.table) ?? Infinity, result.startedAt()));
    return found;
  };
  /** No clock says so alone: it may have jumped, or the device slept, before a result that began earlier was made again. */
  const isOfUse = ({ committedAt, committedMs, table }: Shown, shownSince: Map<Table, number>) =>
    committedAt === null || now() - committedMs < KEEP_MS || (shownSince.get(table) ?? Infinity) < committedAt;

  return {
    count: () => count,
    add(tap) {
      const shownSince = oldest();
      shown = shown.filter((s) => isOfUse(s, shownSince));
      shown.push({ ...tap, committedAt: null, committedMs: 0 });
      changed();
    },
    commit(key) {
      const tap = shown.find((s) => s.key === key);
      if (tap?.committedAt !== null) return;
      // No listener is called: what is shown does not change, and the live queries run again by themselves.
      tap.committedAt = ++count;
      tap.committedMs = now();
    },
    drop(key) {
      shown = shown.filter((s) => s.key !== key);
      changed();
    },
    over(table, id, row, startedAt) {
      let result: Mirrored | null = row;
      const taps = shown.filter((tap) => tap.table === table && tap.ids.includes(id));
      const has = (tap: Shown) => row?._sync?.op_ids.includes(tap.key) ?? false;
      // The line keeps the order: what was tapped before one that the row has is in the row too, was replaced or came to its end.
      // Also where another page has written both, and this one does not know it yet.
      for (const tap of taps.slice(taps.findLastIndex(has) + 1)) {
        if (tap.committedAt !== null && tap.committedAt <= startedAt) continue;
        result = folded(result, tap);
      }
      return result as typeof row;
    },
    subscribe(listener, result) {
      listeners.set(listener, result);
      return () => void listeners.delete(listener);
    },
  };
}

function folded(row: Mirrored | null, tap: Shown): Mirrored | null {
  try {
    const next = tap.change(row);
    return next && { ...next, _sync: { op_ids: [...(row?._sync?.op_ids ?? []), tap.key] } };
  } catch {
    // The same change is about to throw in the tap's transaction, which reports it; until then the row stays as it is.
    return row;
  }
}
