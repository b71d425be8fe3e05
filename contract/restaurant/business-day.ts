import { DAY, dateOfDay, dayOfDate, dayOfLocalParts, fromLocalParts, msOfTime, toLocalParts } from './zone.ts';

/**
 * The business day of an instant: the local date, with the hours before the cutoff ("04:00") belonging to the evening before. Consistent
 * with `businessDayRange` at every instant, across clock changes.
 */
export function businessDay(instant: string | Date, timezone: string, cutoff: string): string {
  const at = new Date(instant).getTime();
  let day = dayOfLocalParts(toLocalParts(at, timezone));
  // Usually one step; two if the zone skipped a date.
  while (at < startOf(day, timezone, cutoff)) day -= 1;
  while (at >= startOf(day + 1, timezone, cutoff)) day += 1;
  return dateOfDay(day);
}

/**
 * Start (included) and end (excluded) of a business day: 23, 24 or 25 hours, or none for a date that the zone skipped. With `lastDate`, a
 * range of days.
 */
export function businessDayRange(
  date: string,
  timezone: string,
  cutoff: string,
  lastDate: string = date,
): { from: string; to: string } {
  return {
    from: new Date(startOf(dayOfDate(date), timezone, cutoff)).toISOString(),
    to: new Date(startOf(dayOfDate(lastDate) + 1, timezone, cutoff)).toISOString(),
  };
}

const startOf = (day: number, timezone: string, cutoff: string) =>
  fromLocalParts(day * DAY + msOfTime(cutoff), timezone);
