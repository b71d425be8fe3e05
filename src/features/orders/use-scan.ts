import { useEffect, useEffectEvent, useState } from 'react';
import type { Order } from '../../../contract/orders/calls.ts';
import { currentDb } from '../../data/current.ts';
import type { Mirrored } from '../../data/db.ts';
import type { OrderFilters } from './filters.ts';
import { matcher } from './match.ts';
import { rowsToFill, scanOrders, type PlacedRange } from './queries.ts';

/** What is kept of an order that was found: enough to count and to sort; the rows of the page are read live by their ids. */
export type Hit = Pick<Order, 'id' | 'order_status' | 'placed_at' | 'due_at' | 'total_amount'>;

interface Found {
  /** The search that these hits answer. */
  asked: string;
  hits: Hit[];
  /** Of the hits on the page that was looked at: they have just been read, and need not be read again to be shown. */
  rows: Mirrored<'orders'>[];
  read: number;
  isDone: boolean;
}

const SHOW_MS = 400;

const none: Found = { asked: '', hits: [], rows: [], read: 0, isDone: false };

/**
 * Looks through a long range in the background and gives up at once when another search is asked for. A finished search is made again,
 * out of sight, when the range has more or fewer orders than before. `range` null: there is nothing to look for.
 */
export function useScan(range: PlacedRange | null, filters: OrderFilters, size: number | null): Omit<Found, 'asked'> {
  const [found, setFound] = useState(none);
  const { search, types, payments, sources } = filters;
  const page = useEffectEvent(() => ({ from: (filters.page - 1) * filters.limit, to: filters.page * filters.limit }));
  const asked = range ? JSON.stringify([range, search, types, payments, sources]) : '';

  useEffect(() => {
    if (!asked || size === null) return;
    const [askedRange, words, ...lists] = JSON.parse(asked) as [PlacedRange, string, string[], string[], string[]];
    const matches = matcher({ search: words, types: lists[0], payments: lists[1], sources: lists[2] });
    const stop = new AbortController();
    const hits: Hit[] = [];
    const onPage: Mirrored<'orders'>[] = [];
    let shownAt = 0;
    const show = (read: number, isDone: boolean) =>
      // The first pass fills the page as it goes; a later one replaces the result when it is complete.
      setFound((before) =>
        before.asked === asked && before.isDone && !isDone
          ? before
          : { asked, hits: [...hits], rows: [...onPage], read, isDone },
      );
    scanOrders(currentDb(), askedRange, stop.signal, (rows, read) => {
      const { from, to } = page();
      for (const row of rows) {
        if (!matches(row)) continue;
        if (hits.length >= from && hits.length < to) onPage.push(row);
        hits.push(hitOf(row));
      }
      const more = rowsToFill(to, hits.length, read);
      // Each showing sorts what was found so far: a few times a second is enough for an eye.
      if (shownAt !== 0 && Date.now() - shownAt < SHOW_MS) return more;
      if (hits.length > 0) shownAt = Date.now();
      show(read, false);
      return more;
    })
      .then(() => {
        if (!stop.signal.aborted) show(size, true);
      })
      .catch((error: unknown) => {
        // A database that closes under a search (logout, upgrade) ends it; the next screen asks again.
        if (!stop.signal.aborted) console.warn('The search for orders stopped', error);
      });
    return () => stop.abort();
  }, [asked, size]);

  return found.asked === asked ? found : none;
}

const hitOf = ({ id, order_status, placed_at, due_at, total_amount }: Order): Hit => ({
  id,
  order_status,
  placed_at,
  due_at,
  total_amount,
});
