import type { Row, Table } from '../../contract/entity.ts';
import type { Mirrored } from './db.ts';

interface Shown {
  key: string;
  table: Table;
  ids: string[];
  change: (row: Row | null) => Row | null;
  /** The overlay's count when the transaction committed; null before. */
  committedAt: number | null;
  committedMs: number;
}

/**
 * Optimistic updates: mutations that screens show before the database has them, so that the DOM changes in the same event.
 * A live result remembers the count at which its query started. A mutation is applied to its rows only if its transaction had not committed
 * before that start. So nothing that the database says after the commit is ever masked.
 */
export interface Overlay {
  /** Rises with each change. A live query notes it when it starts. */
  count(): number;
  add(mutation: { key: string; table: Table; ids: string[]; change: (row: Row | null) => Row | null }): void;
  commit(key: string): void;
  drop(key: string): void;
  /** `row` with the mutations that a query started at `startedAt` could not see; the same object if there are none. */
  over<T extends Table>(table: T, id: string, row: Mirrored<T> | null, startedAt: number): Mirrored<T> | null;
  /**
   * `result`: the table whose rows the listener shows, and the count at which the oldest query began whose rows it may still show; Infinity
   * if it shows none.
   */
  subscribe(listener: () => void, result?: Result): () => void;
}

interface Result {
  table: Table;
  startedAt: () => number;
}

/**
 * Between a screen's first rows and its subscription nothing reports which rows it shows, so a committed mutation is kept for this long.
 */
const KEEP_MS = 10_000;

export function makeOverlay(now: () => number): Overlay {
  let count = 0;
  let shown: Shown[] = [];
  const listeners = new Map<() => void, Result | undefined>();
  const changed = () => {
    count += 1;
    for (const listener of listeners.keys()) listener();
  };
  /** By table: the start of the oldest query whose rows are shown. */
  const oldest = (): Map<Table, number> => {
    const found = new Map<Table, number>();
    for (const result of listeners.values())
      if (result) found.set(result.table, Math.min(found.get(result.table) ?? Infinity, result.startedAt()));
    return found;
  };
  /** The time alone must not decide: the clock may have jumped, or the device slept, before an older result was replaced. */
  const isOfUse = ({ committedAt, committedMs, table }: Shown, shownSince: Map<Table, number>) =>
    committedAt === null || now() - committedMs < KEEP_MS || (shownSince.get(table) ?? Infinity) < committedAt;

  return {
    count: () => count,
    add(mutation) {
      const shownSince = oldest();
      shown = shown.filter((s) => isOfUse(s, shownSince));
      shown.push({ ...mutation, committedAt: null, committedMs: 0 });
      changed();
    },
    commit(key) {
      const mutation = shown.find((s) => s.key === key);
      if (mutation?.committedAt !== null) return;
      // No listener is called: what is shown stays the same, and live queries run again by themselves.
      mutation.committedAt = ++count;
      mutation.committedMs = now();
    },
    drop(key) {
      shown = shown.filter((s) => s.key !== key);
      changed();
    },
    over(table, id, row, startedAt) {
      let result: Mirrored | null = row;
      const mutations = shown.filter((mutation) => mutation.table === table && mutation.ids.includes(id));
      const has = (mutation: Shown) => row?._sync?.op_ids.includes(mutation.key) ?? false;
      // The write queue keeps the order: mutations made before one that the row contains are in the row too, were replaced or have ended.
      // That also holds if another page stored both and this one does not know it yet.
      for (const mutation of mutations.slice(mutations.findLastIndex(has) + 1)) {
        if (mutation.committedAt !== null && mutation.committedAt <= startedAt) continue;
        result = folded(result, mutation);
      }
      return result as typeof row;
    },
    subscribe(listener, result) {
      listeners.set(listener, result);
      return () => void listeners.delete(listener);
    },
  };
}

function folded(row: Mirrored | null, mutation: Shown): Mirrored | null {
  try {
    const next = mutation.change(row);
    return next && { ...next, _sync: { op_ids: [...(row?._sync?.op_ids ?? []), mutation.key] } };
  } catch {
    // The mutation's transaction will throw as well and report it. Until then, show the row unchanged.
    return row;
  }
}
