import { foldName } from '../names.ts';
import { settingsOf } from './settings-parts.ts';
import type { Restaurant } from '../restaurant/rows.ts';

/** The names of a restaurant's tables, area by area. Empty: it lists none, and any name is right. */
export function tableNames(restaurant: Pick<Restaurant, 'reservation_settings' | 'opening_hours'>): string[] {
  const { areas, tables } = settingsOf(restaurant).tables;
  const placeOf = new Map(areas.map(({ id, sort_order }) => [id, sort_order]));
  return tables
    .toSorted(
      (a, b) => (placeOf.get(a.area_id) ?? 0) - (placeOf.get(b.area_id) ?? 0) || byNumber.compare(a.name, b.name),
    )
    .map(({ name }) => name.trim());
}

/** The table that a guest names, as the restaurant spells it. One that takes no bookings is a table, too. Null: there is no such table. */
export function findTable(
  restaurant: Pick<Restaurant, 'reservation_settings' | 'opening_hours'>,
  named: string,
): string | null {
  const wanted = named.trim();
  const names = tableNames(restaurant);
  if (names.length === 0) return wanted || null;
  return names.find((name) => foldName(name) === foldName(wanted)) ?? null;
}

/** Table 2 before table 10. */
const byNumber = new Intl.Collator('en', { numeric: true });
