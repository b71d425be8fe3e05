import type { GalleyDb } from '../../data/db.ts';
import { type SearchQuery } from './search-query.ts';
import { type Area, areas, sources } from './sources.ts';
import { type Block, blockOf, Hits, searchBlock } from './text-index.ts';

/** The text of this device's rows in memory. */
export interface SearchIndex {
  blocks: Record<Area, Block[]>;
  isComplete: boolean;
  /** The complete index of the last time: it answers until this one is complete. */
  previous: SearchIndex | null;
  /** Resolves when there is more to search, or nothing more to come. */
  growth: Promise<void>;
  failure: unknown;
  /** Until then somebody waits for results, and reading keeps out of the way. */
  quietUntil: number;
}

/** Few enough that a slow tablet answers a key between two slices. */
const SLICE = 60;
const QUIET_SLICE = 10;
const QUIET_MS = 400;
/** Read side by side: the orders, and the small tables one after the other. */
const lanes: readonly (readonly Area[])[] = [['orders'], ['menu_items', 'chats', 'customers']];

let kept: { db: GalleyDb; index: SearchIndex } | null = null;

/** An index without rows, which answers from the one before. */
export const emptyIndex = (db: GalleyDb): SearchIndex => ({
  blocks: { orders: [], customers: [], menu_items: [], chats: [] },
  isComplete: false,
  previous: kept?.db === db ? kept.index : null,
  growth: Promise.resolve(),
  failure: null,
  quietUntil: 0,
});

/** Reads the rows of this device in slices, newest orders first. Ends early when `signal` is aborted. */
export function fillIndex(db: GalleyDb, index: SearchIndex, signal: AbortSignal): void {
  let grow = () => {};
  const expectGrowth = () => {
    index.growth = new Promise((resolve) => (grow = resolve));
  };
  expectGrowth();
  const note = () => {
    grow();
    expectGrowth();
  };
  const size = () => (performance.now() < index.quietUntil ? QUIET_SLICE : SLICE);
  const readings = lanes.map(async (lane) => {
    for (const area of lane)
      await sources[area](db, { signal, size }, (rows) => {
        index.blocks[area].push(blockOf(rows));
        note();
      });
  });
  void Promise.all(readings).then(
    () => {
      if (signal.aborted) return;
      index.isComplete = true;
      index.previous = null;
      kept = { db, index };
      note();
    },
    (error: unknown) => {
      index.failure = error;
      note();
    },
  );
}

export type Found = Record<Area, { ids: string[]; count: number }>;

/** How long one turn searches, ms. */
const TURN_MS = 4;
/** Later results come in steps of this: each costs a read and a render. */
const REPORT_MS = 300;

/**
 * Searches the index and what is added to it. Reports the first turn's results at once, then now and then, and at the end.
 * `recent`: ids that were opened lately, in the order in which they were opened.
 */
export async function searchIndex(
  index: SearchIndex,
  query: SearchQuery,
  { limit, recent, signal }: { limit: number; recent: string[]; signal: AbortSignal },
  onFound: (found: Found, isDone: boolean) => void,
): Promise<void> {
  const opened = new Map(recent.map((id, i) => [id, i]));
  const work = areas.map((area) => ({ area, at: 0, atPrevious: 0, hits: new Hits(limit, opened) }));
  const previous = index.previous;
  const next = (): boolean => {
    let hasMore = false;
    for (const one of work) {
      const block = index.blocks[one.area][one.at];
      const old = previous?.blocks[one.area][one.atPrevious];
      if (block) one.at += 1;
      else if (old) one.atPrevious += 1;
      if (block ?? old) searchBlock((block ?? old)!, query, one.hits);
      hasMore ||= (block ?? old) !== undefined;
    }
    return hasMore;
  };
  index.quietUntil = performance.now() + QUIET_MS;
  let reportedAt = -Infinity;
  const report = (isDone: boolean) => {
    reportedAt = performance.now();
    const found = work.map(({ area, hits }) => [area, { ids: hits.best.map(({ id }) => id), count: hits.count }]);
    onFound(Object.fromEntries(found) as Found, isDone);
  };
  for (;;) {
    const growth = index.growth;
    const isLast = index.isComplete || index.failure !== null;
    const until = performance.now() + TURN_MS;
    let hasMore = true;
    while (hasMore && performance.now() < until) hasMore = next();
    if (signal.aborted) return;
    if (!hasMore && isLast) return report(true);
    if (performance.now() - reportedAt > REPORT_MS) report(false);
    if (hasMore) await new Promise((resolve) => setTimeout(resolve));
    else await growth;
    if (signal.aborted) return;
  }
}
