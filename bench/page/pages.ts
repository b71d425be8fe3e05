import type { OrderStatus } from '../../contract/orders/calls.ts';
import type { GalleyDb, Mirrored } from '../../src/data/db.ts';
import { matcher } from '../../src/features/orders/list/match.ts';
import { allDates, ordersPage, rowsToFill, scanOrders } from '../../src/features/orders/queries.ts';
import { median } from '../figures.ts';
import { cursorPage } from './raw.ts';

/** Medians, ms. */
export interface PageTimes {
  name: string;
  page: number;
  raw: number;
  layer: number;
}

const LIMIT = 15;
/** A page that takes a millisecond is measured more often than one that takes a second. */
const roundsOf = (page: number) => (page > 2 ? 3 : 21);

/** Filtered pages of the order list: its own queries, and for comparison a cursor over the same index. */
export async function measurePages(db: GalleyDb, raw: IDBDatabase): Promise<PageTimes[]> {
  const times: PageTimes[] = [];
  for (const page of [1, 2, 200]) {
    const offset = (page - 1) * LIMIT;
    for (const [name, statuses] of filters) {
      const query = { range: allDates, statuses, descending: true, offset, limit: LIMIT };
      times.push({
        name,
        page,
        ...(await inTurns(
          () => cursorPage(raw, statuses, offset, LIMIT),
          () => ordersPage(db, query),
          roundsOf(page),
        )),
      });
    }
    const isHit = matcher({ search: 'masala', types: [], payments: [], sources: [] });
    times.push({
      name: 'found by a word',
      page,
      ...(await inTurns(
        () => cursorPage(raw, null, offset, LIMIT, isHit),
        () => found(db, isHit, offset),
        roundsOf(page),
      )),
    });
  }
  return times;
}

const filters: [string, OrderStatus[] | null][] = [
  ['all dates', null],
  ['completed', ['completed']],
  ['closed (two statuses)', ['rejected', 'cancelled']],
];

/** As on the screen: the page is shown as soon as the search has found enough, with the rows that it has read. */
async function found(db: GalleyDb, isHit: (row: Mirrored<'orders'>) => boolean, offset: number) {
  const hits: Mirrored<'orders'>[] = [];
  const stop = new AbortController();
  await scanOrders(db, allDates, stop.signal, (rows, read) => {
    hits.push(...rows.filter(isHit));
    if (hits.length >= offset + LIMIT) stop.abort();
    return rowsToFill(offset + LIMIT, hits.length, read);
  });
  return hits.slice(offset, offset + LIMIT);
}

async function inTurns(
  raw: () => Promise<{ id: string }[]>,
  layer: () => Promise<{ id: string }[]>,
  rounds: number,
): Promise<{ raw: number; layer: number }> {
  const took = { raw: [] as number[], layer: [] as number[] };
  const shown = { raw: '', layer: '' };
  for (let round = 0; round <= rounds; round++) {
    for (const variant of round % 2 ? (['raw', 'layer'] as const) : (['layer', 'raw'] as const)) {
      const start = performance.now();
      const rows = await (variant === 'raw' ? raw() : layer());
      if (round > 0) took[variant].push(performance.now() - start);
      shown[variant] = rows.map((row) => row.id).join();
    }
  }
  if (shown.raw.length !== shown.layer.length) throw new Error('Raw and layer do not show the same page');
  return { raw: median(took.raw), layer: median(took.layer) };
}
