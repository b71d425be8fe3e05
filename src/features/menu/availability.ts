import { isAvailable } from '../../../contract/menu/availability.ts';
import type { MenuItem } from '../../../contract/menu/calls.ts';
import { nextOpening } from '../../../contract/restaurant/opening-hours.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { mutate } from '../../data/mutate.ts';
import { untilLabel } from '../../lib/wall-clock.ts';
import { setAvailability } from './mutations.ts';

export { isAvailable };

/** What a person can say of an item: absolute values, as they were when they read them. */
export interface AvailabilityChoice {
  status: MenuItem['availability_status'];
  /** null: until somebody turns it on. */
  until: string | null;
  duration?: 'next_opening' | 'indefinite';
}

export const available: AvailabilityChoice = { status: 'available', until: null };

/** What turning a switch off means: until the kitchen opens again; without opening hours, until somebody turns it on. */
export function usualAbsence(restaurant: Restaurant, now: number): AvailabilityChoice {
  const until = nextOpening(restaurant.opening_hours, restaurant.timezone, new Date(now));
  return until
    ? { status: 'sold_out', until, duration: 'next_opening' }
    : { status: 'sold_out', until: null, duration: 'indefinite' };
}

/** Up to the minute: "For 1 hour" at 19:42:30 ends at 20:42, as the menu said. */
export const inOneHour = (now: number): AvailabilityChoice => ({
  status: 'sold_out',
  until: new Date(Math.floor(now / 60_000) * 60_000 + 3_600_000).toISOString(),
});

export const availabilityOf = (item: MenuItem): AvailabilityChoice => ({
  status: item.availability_status,
  until: item.unavailable_until,
});

/** Takes effect on this device at once. */
export function setItem(
  item: Pick<MenuItem, 'id' | 'menu_book_id' | 'category_id'>,
  { status, until, duration }: AvailabilityChoice,
) {
  return mutate(setAvailability, {
    path: { id: item.menu_book_id, categoryId: item.category_id, itemId: item.id },
    body: {
      availability_status: status,
      unavailable_until: status === 'available' ? null : until,
      ...(duration && status !== 'available' && { duration }),
    },
  });
}

/** "Available", "Sold out until tomorrow 12:00", "Hidden". */
export function availabilityLabel(
  item: Pick<MenuItem, 'availability_status' | 'unavailable_until'>,
  timezone: string,
  now: number,
): string {
  if (isAvailable(item, new Date(now))) return 'Available';
  const word = item.availability_status === 'hidden' ? 'Hidden' : 'Sold out';
  return item.unavailable_until ? `${word} until ${untilLabel(item.unavailable_until, timezone, now)}` : word;
}
