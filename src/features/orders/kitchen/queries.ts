import type { OrderStatus } from '../../../../contract/orders/calls.ts';
import type { GalleyDb, Mirrored } from '../../../data/db.ts';

type Orders = Promise<Mirrored<'orders'>[]>;

const OPEN_LIMIT = 500;
const LEFT_LIMIT = 100;
const DONE_LIMIT = 40;

// Three queries, because each runs again only when its own statuses change: a bump does not read completed orders again, and the
// next tap's transaction does not wait for that.

/** Orders on the board. */
export const cookingOrders = (db: GalleyDb): Orders =>
  newest(db, { pending: OPEN_LIMIT, accepted: OPEN_LIMIT, preparing: OPEN_LIMIT });

/** Orders that left the kitchen but are not handed over. */
export const readyOrders = (db: GalleyDb): Orders => newest(db, { ready: LEFT_LIMIT });

/** Orders for Recall. */
export const completedOrders = (db: GalleyDb): Orders => newest(db, { completed: DONE_LIMIT });

async function newest(db: GalleyDb, limits: Partial<Record<OrderStatus, number>>): Orders {
  const found = await Promise.all(
    Object.entries(limits).map(([status, limit]) =>
      db.orders
        .where('[order_status+placed_at]')
        .between([status, ''], [status, '\uffff'])
        .reverse()
        .limit(limit)
        .toArray(),
    ),
  );
  return found.flat();
}

/** Merges the lists. For a moment an order may be in two of them; the newer version wins. */
export function joined(...lists: (Mirrored<'orders'>[] | undefined)[]): Mirrored<'orders'>[] {
  const byId = new Map<string, Mirrored<'orders'>>();
  for (const order of lists.flatMap((list) => list ?? [])) {
    const other = byId.get(order.id);
    if (!other || isNewer(order, other)) byId.set(order.id, order);
  }
  return [...byId.values()];
}

const isNewer = (a: Mirrored<'orders'>, b: Mirrored<'orders'>) =>
  (a.version - b.version || (a._sync?.op_ids.length ?? 0) - (b._sync?.op_ids.length ?? 0)) > 0;
