import { businessDay, businessDayRange } from '../../../contract/business-day.ts';
import type { Restaurant } from '../../../contract/restaurant.ts';
import { addDays, dateWords } from '../../lib/wall-clock.ts';
import { narrows, type OrderFilters } from './filters.ts';
import { allDates, type PlacedRange } from './queries.ts';

export type Wall = Pick<Restaurant, 'timezone' | 'business_day_cutoff_time'>;

/**
 * How a list is read. `day`: all rows of one business day, sorted and filtered in memory. `keys`: a long range by index, a page at a
 * time. `scan`: a long range with words, filters or another order, read step by step in the background. `later`: what is
 * ordered for later, by the day that it is due.
 */
export type Plan = 'day' | 'keys' | 'scan' | 'later';

export interface Scope {
  range: PlacedRange;
  /** Whose orders the tabs count: the range, but of orders for later today. */
  counted: PlacedRange;
  plan: Plan;
  /** "Today, 20 Nov", "All dates": the date chip. */
  words: string;
}

export const todayOf = (wall: Wall, now: number): string =>
  businessDay(new Date(now), wall.timezone, wall.business_day_cutoff_time);

export function scopeOf(filters: OrderFilters, wall: Wall, now: number): Scope {
  const today = todayOf(wall, now);
  const long: Plan = narrows(filters) || filters.sort.field !== 'placed' ? 'scan' : 'keys';
  const day = businessDayRange(today, wall.timezone, wall.business_day_cutoff_time);
  const plan = filters.isForLater ? 'later' : long;
  const counted = (range: PlacedRange) => (filters.isForLater ? day : range);
  if (filters.date === 'all' || (filters.isForLater && filters.date === null))
    return { range: allDates, counted: counted(allDates), plan, words: 'All dates' };
  const [from = today, to = from] = (filters.date ?? today).split('..');
  const range = businessDayRange(from, wall.timezone, wall.business_day_cutoff_time, to);
  const isDay = from === to && !filters.isForLater;
  return { range, counted: counted(range), plan: isDay ? 'day' : plan, words: rangeWords(from, to, today) };
}

function rangeWords(from: string, to: string, today: string): string {
  if (from !== to) return `${dateWords(from, today)} to ${dateWords(to, today)}`;
  if (from === today) return `Today, ${dateWords(from, today)}`;
  if (from === addDays(today, -1)) return `Yesterday, ${dateWords(from, today)}`;
  return dateWords(from, today);
}
