import { useEffect, useState } from 'react';
import { currentDb } from '../../../data/current.ts';
import type { Mirrored } from '../../../data/db.ts';
import { isInKitchen } from './tickets.ts';

type Order = Mirrored<'orders'>;

/** A ticket that somebody else removed from the board, with its former place. */
interface Departure {
  order: Order;
  index: number;
}

const LEAVING_MS = 200;

/**
 * Tickets that another device's change removed: shown while they leave, and reported. `tickets` are those on the board, `orders` all
 * rows that the kitchen reads. `onGone` gets the orders in their new state.
 */
export function useDepartures(
  tickets: Order[],
  orders: readonly Order[] | undefined,
  onGone: (orders: Order[]) => void,
): { order: Order; isLeaving: boolean }[] {
  const [seen, setSeen] = useState(tickets);
  const [leaving, setLeaving] = useState<Departure[]>([]);
  if (tickets !== seen) {
    setSeen(tickets);
    const now = new Set(tickets.map(({ id }) => id));
    const gone = seen.flatMap((order, index) => {
      if (now.has(order.id) || !orders) return [];
      const row = orders.find(({ id }) => id === order.id);
      // A change of this device was confirmed at the tap; a change of station removes no order.
      return row && (isInKitchen(row) || isOwn(row)) ? [] : [{ order: row ?? order, index }];
    });
    if (gone.length > 0) setLeaving(gone);
  }
  useEffect(() => {
    if (leaving.length === 0) return;
    const timer = setTimeout(() => setLeaving([]), LEAVING_MS);
    currentDb()
      .orders.bulkGet(leaving.map(({ order }) => order.id))
      // One that has returned meanwhile, for example by Undo, has not left.
      .then((rows) => onGone(rows.filter((row) => row !== undefined).filter((row) => !isInKitchen(row))))
      .catch((error: unknown) => console.warn('Who moved the order on cannot be read', error));
    return () => clearTimeout(timer);
    // eslint-disable-next-line react/exhaustive-deps -- told once for each departure, whatever the describer is by then
  }, [leaving]);

  const shown = tickets.map((order) => ({ order, isLeaving: false }));
  for (const { order, index } of leaving)
    if (!tickets.some(({ id }) => id === order.id)) shown.splice(index, 0, { order, isLeaving: true });
  return shown;
}

/** Whether its last step is this device's and not confirmed by the server. */
const isOwn = ({ events, _sync }: Order): boolean => _sync?.op_ids.includes(events.at(-1)?.id ?? '') ?? false;
