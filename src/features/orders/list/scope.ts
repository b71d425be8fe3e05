import { businessDay, businessDayRange } from '../../../../contract/restaurant/business-day.ts';
import type { RestaurantClock } from '../../../../contract/restaurant/time-columns.ts';
import { addDays, dateLabel } from '../../../lib/wall-clock.ts';
import { isByDue, narrows, type OrderFilters } from './filters.ts';
import { allDates, type PlacedRange } from '../queries.ts';

/**
 * How a list is read. `today`: the current business day, and everything still open from before. `day`: all rows of another day. Both
 * are sorted and filtered in memory. `keys`: a long range by index, one page at a time. `scan`: a long range with words, filters or
 * another sort order, read step by step in the background. `open`: open orders by due day. `later`: those of them that are
 * scheduled.
 */
export type Plan = 'today' | 'day' | 'keys' | 'scan' | 'open' | 'later';

export interface Scope {
  range: PlacedRange;
  /** The current business day. */
  today: PlacedRange;
  plan: Plan;
  /** "Today, 20 Nov", "All dates": the label of the date chip. */
  words: string;
}

export const todayOf = (wall: RestaurantClock, now: number): string =>
  businessDay(new Date(now), wall.timezone, wall.business_day_cutoff_time);

export function scopeOf(filters: OrderFilters, wall: RestaurantClock, now: number): Scope {
  const today = todayOf(wall, now);
  const long: Plan = narrows(filters) || filters.sort.field !== 'placed' ? 'scan' : 'keys';
  const present = businessDayRange(today, wall.timezone, wall.business_day_cutoff_time);
  const byDue = isByDue(filters) && (filters.isForLater ? 'later' : 'open');
  if (filters.date === 'all' || (byDue && filters.date === null))
    return { range: allDates, today: present, plan: byDue || long, words: 'All dates' };
  const [from = today, to = from] = (filters.date ?? today).split('..');
  const range = businessDayRange(from, wall.timezone, wall.business_day_cutoff_time, to);
  const short = from !== to ? long : from === today ? 'today' : 'day';
  return { range, today: present, plan: byDue || short, words: rangeWords(from, to, today) };
}

function rangeWords(from: string, to: string, today: string): string {
  if (from !== to) return `${dateLabel(from, today)} to ${dateLabel(to, today)}`;
  if (from === today) return `Today, ${dateLabel(from, today)}`;
  if (from === addDays(today, -1)) return `Yesterday, ${dateLabel(from, today)}`;
  return dateLabel(from, today);
}
