import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import type { DeadLetter, OutboxEntry } from '../../data/db.ts';
import { timeOf, untilLabel } from '../../lib/wall-clock.ts';
import type { Described, Refusal } from '../../ui/described.ts';

type OrderingState = Pick<
  Restaurant,
  'ordering_status' | 'ordering_paused_until' | 'ordering_pause_reason' | 'extra_prep_minutes' | 'extra_prep_until'
>;
type RestaurantClock = Pick<Restaurant, 'timezone'>;

export const pauseReasons = {
  busy: 'Too busy',
  kitchen_problem: 'A problem in the kitchen',
  staff: 'Short of staff',
  closing_early: 'Closing early',
  other: 'Another reason',
} as const;

/** "Paused until 20:15", "15 min more until 20:15", "Taking orders": pause and rush in a few words. */
export function orderingStateLabel(
  standing: Partial<OrderingState>,
  { timezone }: RestaurantClock,
  now: number,
): string {
  const until = (at: string | null | undefined) => (at ? ` until ${untilLabel(at, timezone, now)}` : '');
  if (standing.ordering_status === 'paused') return `Paused${until(standing.ordering_paused_until)}`;
  const more = standing.extra_prep_minutes ?? 0;
  return more > 0 ? `${more} min more${until(standing.extra_prep_until)}` : 'Taking orders';
}

/** Describes a change of pause or rush for the list of unsent changes. */
export function describeOrdering(
  { body }: Pick<OutboxEntry, 'body'>,
  restaurant: RestaurantClock,
  now: number,
): Described {
  return {
    title: `Ordering: ${orderingStateLabel(body, restaurant, now)}`,
    subject: 'Pause and waiting time',
    place: 'Taking orders',
    icon: 'order',
    href: null,
  };
}

/** Somebody set it later: shows both settings. */
export function describeOrderingRefusal(deadLetter: DeadLetter, restaurant: Restaurant, now: number): Refusal {
  const theirs = deadLetter.theirs as Restaurant | null;
  const by = theirs?.updated_by?.name ? `, on ${theirs.updated_by.name}` : '';
  const at = theirs?.ordering_changed_at ? ` at ${timeOf(theirs.ordering_changed_at, restaurant.timezone)}` : '';
  const yours = orderingStateLabel(deadLetter.entry.body, restaurant, now);
  return {
    why:
      deadLetter.reason === 'superseded'
        ? `Someone changed it later${by}${at}, and that stands.`
        : 'The server refused this change. Ordering has not changed.',
    pair: theirs && { theirs: orderingStateLabel(theirs, restaurant, now), yours },
    restoreLabel: `Restore ${yours.charAt(0).toLowerCase()}${yours.slice(1)}`,
    keepLabel: 'Keep theirs',
  };
}
