import { INSIGHTS_DAYS_MAX } from '../../contract/dashboard/calls.ts';
import { readDateFilter } from '../../contract/query.ts';
import { businessDay, businessDayRange } from '../../contract/restaurant/business-day.ts';
import { toLocalParts } from '../../contract/restaurant/zone.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import { isDate } from '../pipeline/date-range.ts';
import { refuse, Refusal } from '../pipeline/handler.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK = 7;

/** Business days with the instants at which they begin; the last instant ends the last day. */
export interface Period {
  dates: string[];
  starts: string[];
  /** The hours of UTC are those of the restaurant's clock, and each day begins with one. */
  isInHours: boolean;
}

type Days = Pick<Restaurant, 'timezone' | 'business_day_cutoff_time'>;

/** The asked period and the one to compare it with: by default today, and the same number of days before, in whole weeks up to a week. */
export function readPeriods(
  query: { date?: string | undefined; compare_date?: string | undefined },
  restaurant: Days,
  now: Date,
): { period: Period; compared: Period } | Refusal {
  const today = businessDay(now, restaurant.timezone, restaurant.business_day_cutoff_time);
  const days = readDateFilter(query.date) ?? { from: today, to: today };
  const fault = faultOf(days);
  if (fault) return refuse('invalid_fields', { field_errors: { date: fault } });
  const length = countDays(days);
  const shift = length <= WEEK ? WEEK : length;
  const before = readDateFilter(query.compare_date) ?? {
    from: addDays(days.from, -shift),
    to: addDays(days.to, -shift),
  };
  const beforeFault = faultOf(before);
  if (beforeFault) return refuse('invalid_fields', { field_errors: { compare_date: beforeFault } });
  return { period: toPeriod(days, restaurant), compared: toPeriod(before, restaurant) };
}

interface DateRange {
  from: string;
  to: string;
}

function faultOf(days: DateRange): string | null {
  if (!isDate(days.from) || !isDate(days.to) || days.from > days.to) return 'Not a date, or not a range of dates';
  return countDays(days) > INSIGHTS_DAYS_MAX ? `More than ${INSIGHTS_DAYS_MAX} days` : null;
}

const countDays = ({ from, to }: DateRange) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

function isFullHour(instant: string, timezone: string): boolean {
  const at = Date.parse(instant);
  return at % HOUR_MS === 0 && toLocalParts(at, timezone) % HOUR_MS === 0;
}

function toPeriod(days: DateRange, { timezone, business_day_cutoff_time: cutoff }: Days): Period {
  const dates = Array.from({ length: countDays(days) }, (_, i) => addDays(days.from, i));
  const starts = dates.map((date) => businessDayRange(date, timezone, cutoff).from);
  const all = [...starts, businessDayRange(days.to, timezone, cutoff).to];
  // A zone whose clock is off the hour only between two starts would have changed twice within a day.
  return { dates, starts: all, isInHours: all.every((start) => isFullHour(start, timezone)) };
}
