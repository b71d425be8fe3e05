import { endedOrdering, orderingAt } from '../../../contract/restaurant/ordering.ts';
import { hasHours } from '../../../contract/restaurant/opening-hours.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { shortUntil } from '../../lib/wall-clock.ts';

type Tone = 'open' | 'rush' | 'closed' | 'paused';

/**
 * `until` is the part that a narrow header leaves to screen readers. A pause and a rush end here by themselves, with or without a
 * network.
 */
export function orderingLabel(restaurant: Restaurant, now: number): { tone: Tone; words: string; until: string } {
  const { timezone } = restaurant;
  const standing = endedOrdering(restaurant, new Date(now));
  const until = (at: string | null) => (at ? ` until ${shortUntil(at, timezone, now)}` : '');
  if (standing.ordering_status === 'paused')
    return { tone: 'paused', words: 'Paused', until: until(standing.ordering_paused_until) };
  if (!hasHours(standing.opening_hours)) return { tone: 'closed', words: 'No opening hours', until: '' };
  if (!orderingAt(standing, new Date(now)).isOpen) return { tone: 'closed', words: 'Not taking orders', until: '' };
  if (standing.extra_prep_minutes > 0)
    return { tone: 'rush', words: `+${standing.extra_prep_minutes} min`, until: until(standing.extra_prep_until) };
  return { tone: 'open', words: 'Taking orders', until: '' };
}
