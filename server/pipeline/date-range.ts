import { businessDayRange } from '../../contract/restaurant/business-day.ts';
import { readDateFilter } from '../../contract/query.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import { refuse, Refusal } from './handler.ts';

type Days = Pick<Restaurant, 'timezone' | 'business_day_cutoff_time'>;

/** The instants of the business days of a `date` filter; undefined without one. */
export function readDateRange(
  date: string | undefined,
  restaurant: Days,
): { from: string; to: string } | Refusal | undefined {
  const days = readDateFilter(date);
  if (!days) return undefined;
  if (!isDate(days.from) || !isDate(days.to) || days.from > days.to)
    return refuse('invalid_fields', { field_errors: { date: 'Not a date, or not a range of dates' } });
  return businessDayRange(days.from, restaurant.timezone, restaurant.business_day_cutoff_time, days.to);
}

/** True for a real date that PostgreSQL can compare, too. */
export const isDate = (date: string) =>
  date >= '1900-01-01' &&
  date < '3000-01-01' &&
  !Number.isNaN(Date.parse(date)) &&
  new Date(date).toISOString().startsWith(date);
