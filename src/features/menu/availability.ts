import { isAvailable } from '../../../contract/menu/availability.ts';
import type { MenuItem } from '../../../contract/menu/calls.ts';
import { nextOpening } from '../../../contract/restaurant/opening-hours.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { mutate } from '../../data/mutate.ts';
import { untilLabel } from '../../lib/wall-clock.ts';
import { setAvailability, setModifierAvailability } from './mutations.ts';

export { isAvailable };

/** What is switched: an item, a variant or a modifier. */
export type Switched = Pick<MenuItem, 'availability_status' | 'unavailable_until'>;

/** What a person chooses for an item: absolute values, as they were when the person read them. */
export interface AvailabilityChoice {
  status: MenuItem['availability_status'];
  /** null: until somebody turns it on. */
  until: string | null;
  duration?: 'next_opening' | 'indefinite';
}

export const available: AvailabilityChoice = { status: 'available', until: null };

/** What switching off means: until the kitchen opens again or, without opening hours, until somebody turns it on. */
export function usualAbsence(restaurant: Restaurant, now: number): AvailabilityChoice {
  const until = nextOpening(restaurant.opening_hours, restaurant.timezone, new Date(now));
  return until
    ? { status: 'sold_out', until, duration: 'next_opening' }
    : { status: 'sold_out', until: null, duration: 'indefinite' };
}

/** In whole minutes: "For 1 hour" at 19:42:30 ends at 20:42, as the menu said. */
export const inOneHour = (now: number): AvailabilityChoice => ({
  status: 'sold_out',
  until: new Date(Math.floor(now / 60_000) * 60_000 + 3_600_000).toISOString(),
});

/** The usual durations with their labels, then hiding. */
export function absences(restaurant: Restaurant, now: number): (readonly [string, AvailabilityChoice])[] {
  const until = nextOpening(restaurant.opening_hours, restaurant.timezone, new Date(now));
  return [
    ['For 1 hour', inOneHour(now)],
    ...(until ? [['Until next opening', { status: 'sold_out', until, duration: 'next_opening' }] as const] : []),
    ['Until I turn it back on', { status: 'sold_out', until: null, duration: 'indefinite' }],
    ['Hide from the menu', { status: 'hidden', until: null }],
  ];
}

export const availabilityOf = (item: Switched): AvailabilityChoice => ({
  status: item.availability_status,
  until: item.unavailable_until,
});

/** Sets an item, or one of its variants. Takes effect on this device at once. */
export function setItem(
  item: Pick<MenuItem, 'id' | 'menu_book_id' | 'category_id'>,
  { status, until, duration }: AvailabilityChoice,
  variantId?: string,
) {
  return mutate(setAvailability, {
    path: { id: item.menu_book_id, categoryId: item.category_id, itemId: item.id },
    body: {
      ...(variantId && { variant_id: variantId }),
      availability_status: status,
      unavailable_until: status === 'available' ? null : until,
      ...(duration && status !== 'available' && { duration }),
    },
  });
}

/** The same for a choice, in all dishes that have it. */
export function setModifier(groupId: string, modifierId: string, { status, until, duration }: AvailabilityChoice) {
  return mutate(setModifierAvailability, {
    path: { groupId, modifierId },
    body: {
      availability_status: status,
      unavailable_until: status === 'available' ? null : until,
      ...(duration && status !== 'available' && { duration }),
    },
  });
}

/** "Available", "Sold out until tomorrow 12:00", "Hidden". */
export function availabilityLabel(item: Switched, timezone: string, now: number): string {
  if (isAvailable(item, new Date(now))) return 'Available';
  const word = item.availability_status === 'hidden' ? 'Hidden' : 'Sold out';
  return item.unavailable_until ? `${word} until ${untilLabel(item.unavailable_until, timezone, now)}` : word;
}
