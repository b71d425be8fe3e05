import { DAY, dateOfDay, dayOfDate, dayOfLocalParts, fromLocalParts, msOfTime, toLocalParts } from './zone.ts';

/**
 * The business day of an instant: the local date, where the hours before the cutoff ("04:00") still belong to the evening before.
 * Agrees with `businessDayRange` at every instant, also when the clocks change.
 */
export function businessDay(instant: string | Date, timezone: string, cutoff: string): string {
  const at = new Date(instant).getTime();
  let day = dayOfLocalParts(toLocalParts(at, timezone));
  // One step as a rule; two where the zone left a date out.
  while (at < startOf(day, timezone, cutoff)) day -= 1;
  while (at >= startOf(day + 1, timezone, cutoff)) day += 1;
  return dateOfDay(day);
}

/**
 * From when (included) until when (not included) a business day lasts: 23, 24 or 25 hours, and none at all for a date that the zone
 * left out. With `lastDate`, the range of several days.
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
