import { rushMinutes, prepMinutes, type OrderingRules } from '../restaurant/ordering.ts';
import type { EditBody } from './edit.ts';
import type { Order } from './calls.ts';

interface Needs {
  restaurant: OrderingRules;
  /** The longest that a dish takes of which there is more now; 0: none says. */
  dishMinutes: number;
  /** When it was corrected, ISO. */
  at: string;
}

/**
 * The minutes from then on that a corrected order is promised in, where what it is now takes longer than was promised: by the restaurant's
 * minutes for its new type, as if it had been placed so, and by those of the dishes that came to it. Null: the promise stands, or somebody
 * says another time. A promise never becomes shorter by itself.
 */
export function laterMinutes(
  order: Pick<Order, 'is_asap' | 'order_type' | 'placed_at' | 'due_at'>,
  { order_type, scheduled_for, prep_minutes }: Pick<EditBody, 'order_type' | 'scheduled_for' | 'prep_minutes'>,
  { restaurant, dishMinutes, at }: Needs,
): number | null {
  const type = order_type ?? order.order_type;
  if (!order.is_asap || scheduled_for || prep_minutes !== undefined) return null;
  const byType = type === order.order_type ? 0 : Date.parse(order.placed_at) + inMs(prepMinutes(restaurant, type, at));
  const byDish = dishMinutes > 0 ? Date.parse(at) + inMs(dishMinutes + rushMinutes(restaurant, at)) : 0;
  const needed = Math.max(byType, byDish);
  return needed > Date.parse(order.due_at) ? Math.ceil((needed - Date.parse(at)) / 60_000) : null;
}

const inMs = (minutes: number) => minutes * 60_000;
