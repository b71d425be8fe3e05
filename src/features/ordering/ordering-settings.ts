import { endedOrdering } from '../../../contract/restaurant/ordering.ts';
import { nextOpening } from '../../../contract/restaurant/opening-hours.ts';
import type { OrderingBody } from '../../../contract/restaurant/ordering.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { mutate } from '../../data/mutate.ts';
import { setOrdering } from './mutations.ts';
import { serverNow } from '../../lib/server-now.ts';

/** The wanted pause and rush; always both, because the call sets both. */
export type OrderingSettings = Required<
  Pick<
    OrderingBody,
    'ordering_status' | 'ordering_paused_until' | 'ordering_pause_reason' | 'extra_prep_minutes' | 'extra_prep_until'
  >
>;

/** The current settings. What has ended by itself has ended on this device too, with or without a network. */
export function orderingSettingsOf(restaurant: Restaurant, now: number): OrderingSettings {
  const standing = endedOrdering(restaurant, new Date(now));
  return {
    ordering_status: standing.ordering_status,
    ordering_paused_until: standing.ordering_paused_until,
    ordering_pause_reason: standing.ordering_pause_reason,
    extra_prep_minutes: standing.extra_prep_minutes,
    extra_prep_until: standing.extra_prep_until,
  };
}

export const saveOrdering = (restaurant: Pick<Restaurant, 'id'>, wish: OrderingSettings) =>
  mutate(setOrdering, { body: { restaurant_id: restaurant.id, ...wish } });

/** How long a pause or rush lasts: minutes, until the next opening, or until somebody ends it. */
export type Lasting = number | 'next_opening' | 'open_end';

/** Null: no known end. Whole minutes, because every screen updates by the minute. */
export function endOf(lasting: Lasting, restaurant: Restaurant, now: number): string | null {
  if (lasting === 'open_end') return null;
  if (lasting === 'next_opening') return nextOpening(restaurant.opening_hours, restaurant.timezone, new Date(now));
  return new Date(Math.ceil((now + lasting * 60_000) / 60_000) * 60_000).toISOString();
}

export const endFromNow = (lasting: Lasting, restaurant: Restaurant) => endOf(lasting, restaurant, serverNow());
