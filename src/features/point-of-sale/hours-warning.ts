import type { Order } from '../../../contract/orders/calls.ts';
import { closesAt, hasHours, hoursFor } from '../../../contract/restaurant/opening-hours.ts';
import { canBeDueAt } from '../../../contract/restaurant/ordering.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { timeOf, untilLabel } from '../../lib/wall-clock.ts';
import { typeOf, type Draft } from './draft.ts';

interface Place {
  restaurant: Pick<Restaurant, 'opening_hours' | 'timezone'>;
  /** Epoch ms. */
  now: number;
  usualMinutes: number;
}

/**
 * Says before the order is placed that it would be ready while the restaurant is closed, by the rule that customers' orders are refused
 * by. Staff may place it anyway. Null: it is open then, nobody entered opening hours, or an order being corrected keeps its time.
 */
export function hoursWarning(
  draft: Draft,
  looked: Order | undefined,
  { restaurant, now, usualMinutes }: Place,
): string | null {
  if (!hasHours(restaurant.opening_hours)) return null;
  const type = typeOf(draft);
  const isKept = draft.minutes === null && draft.scheduledFor === (looked?.scheduled_for ?? null);
  if (looked && isKept && type === looked.order_type) return null;
  const due = draft.scheduledFor ?? new Date(now + (draft.minutes ?? usualMinutes) * 60_000).toISOString();
  if (canBeDueAt(restaurant, type, due)) return null;
  const { timezone, opening_hours } = restaurant;
  const closes = draft.scheduledFor ? null : closesAt(hoursFor(opening_hours, type), timezone, new Date(now));
  return closes
    ? `It is ready at ${timeOf(due, timezone)}, after you close at ${timeOf(closes, timezone)}.`
    : `You are closed at ${untilLabel(due, timezone, now)}.`;
}
