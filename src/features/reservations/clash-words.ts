import type { Reservation } from '../../../contract/reservations/calls.ts';
import { isOverstaying } from '../../../contract/reservations/tables.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { timeOf } from '../../lib/wall-clock.ts';
import { namesOf } from './describe.ts';

/** Who has the table then: "Tom has table 4, 19:00 to 20:30. Choose another table or time." */
export function clashWords(taken: Reservation, place: Restaurant, now: number): string {
  const name = taken.name || 'A walk-in';
  const tables = namesOf(taken.table_ids, place);
  return isOverstaying(taken, now)
    ? `${name} still sits at table ${tables}. Complete that party first, or choose another table.`
    : `${name} has table ${tables}, ${timeOf(taken.starts_at, place.timezone)} to ${timeOf(taken.ends_at, place.timezone)}. Choose another table or time.`;
}
