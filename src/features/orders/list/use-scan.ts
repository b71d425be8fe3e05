import { useEffect, useEffectEvent, useState } from 'react';
import type { Order } from '../../../../contract/orders/calls.ts';
import { currentDb } from '../../../data/current.ts';
import type { Mirrored } from '../../../data/db.ts';
import type { OrderFilters } from './filters.ts';
import { matcher } from './match.ts';
import { rowsToFill, scanOrders, type PlacedRange } from '../queries.ts';

/** What is kept of a found order: enough to count and to sort. The page's rows are read live by id. */
export type Hit = Pick<Order, 'id' | 'order_status' | 'placed_at' | 'due_at' | 'total_amount'>;

interface Found {
  /** The search that produced these hits. */
  asked: string;
  hits: Hit[];
  /** The rows of the visible page: they have just been read and need not be read again. */
  rows: Mirrored<'orders'>[];
  read: number;
  isDone: boolean;
}

const SHOW_MS = 400;

const none: Found = { asked: '', hits: [], rows: [], read: 0, isDone: false };

/**
 * Searches a long range in the background and stops at once when another search begins. A finished search runs again, invisibly,
 * when the number of orders in the range changes. `range` null: no search.
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
      // Each update sorts everything found so far, so a few per second are enough.
      if (shownAt !== 0 && Date.now() - shownAt < SHOW_MS) return more;
      if (hits.length > 0) shownAt = Date.now();
      show(read, false);
      return more;
    })
      .then(() => {
        if (!stop.signal.aborted) show(size, true);
      })
      .catch((error: unknown) => {
        // A database that closes during a search (logout, upgrade) ends it; the next screen starts again.
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
