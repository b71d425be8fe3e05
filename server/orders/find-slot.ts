import { and, eq, gte, isNull, lt, notInArray } from 'drizzle-orm';
import { firstFree, slotOf, type Load } from '../../contract/orders/throttle.ts';
import type { OrderType, Restaurant } from '../../contract/restaurant/rows.ts';
import { canBeDueAt } from '../../contract/restaurant/ordering.ts';
import { orders } from '../db/schema/orders.ts';
import { refuse, Refusal } from '../pipeline/handler.ts';
import type { Tx } from '../db/tx.ts';

const HOUR = 3_600_000;
/** Customers who want it now wait no longer than this; after it they choose a time themselves. */
const WAIT = 3 * HOUR;
/** How far ahead the next free time is searched. */
const HORIZON = 24 * HOUR;

interface Wanted {
  type: OrderType;
  /** When it can be ready, or when it is wanted, ISO. */
  at: string;
  isScheduled: boolean;
  items: number;
}

/**
 * When a customer's order is due: `at`, or later where the kitchen has no room. A scheduled order is refused instead, with the next free
 * time. The lock on the space decides between two customers who want the last place.
 */
export async function findSlot(db: Tx, restaurant: Restaurant, wanted: Wanted): Promise<string | Refusal> {
  const { order_throttle: throttle, timezone } = restaurant;
  if (!throttle || (throttle.max_orders === null && throttle.max_items === null)) return wanted.at;
  const at = Date.parse(wanted.at);
  const { from } = slotOf(at, throttle.slot_minutes, timezone);
  const free = firstFree(throttle, timezone, {
    at,
    until: at + HORIZON,
    items: wanted.items,
    loads: await loadsBetween(db, restaurant.id, from, at + HORIZON + HOUR),
    isOpen: (time) => canBeDueAt(restaurant, wanted.type, new Date(time)),
  });
  if (free === at || (free !== null && !wanted.isScheduled && free - at <= WAIT)) return new Date(free).toISOString();
  return refuse('slot_full', { current: { next_at: free === null ? null : new Date(free).toISOString() } });
}

/** Orders that the kitchen has to make between two instants. */
async function loadsBetween(db: Tx, restaurantId: string, from: number, to: number): Promise<Load[]> {
  const rows = await db
    .select({ due_at: orders.due_at, lines: orders.lines })
    .from(orders)
    .where(
      and(
        eq(orders.restaurant_id, restaurantId),
        isNull(orders.deleted_at),
        notInArray(orders.order_status, ['rejected', 'cancelled']),
        gte(orders.due_at, new Date(from).toISOString()),
        lt(orders.due_at, new Date(to).toISOString()),
      ),
    );
  return rows.map(({ due_at, lines }) => ({
    at: Date.parse(due_at),
    items: lines.reduce((sum, { quantity }) => sum + quantity, 0),
  }));
}
