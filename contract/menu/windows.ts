import type * as z from 'zod/mini';
import {
  DAY,
  dateOfDay,
  dayOfLocalParts,
  fromLocalParts,
  msOfTime,
  toLocalParts,
  weekdayOfDay,
} from '../restaurant/zone.ts';
import type { AvailabilityWindow } from './parts.ts';

export type Window = z.infer<typeof AvailabilityWindow>;

/** How far ahead the next start of a window is searched: a Christmas menu is entered in January. */
const HORIZON_DAYS = 400;
/** Windows of book, category and item may never overlap. */
const TRIES = 1000;

/**
 * True if one of the windows contains this instant, or if there are none. Times are the restaurant's wall
 * time; an end at or before the start is on the next day. As for opening hours, a time skipped by a clock change moves by what was skipped,
 * and of a repeated time the first counts.
 */
export function isWithinWindows(windows: readonly Window[], timezone: string, at: string | Date): boolean {
  if (windows.length === 0) return true;
  const instant = new Date(at).getTime();
  const today = dayOfLocalParts(toLocalParts(instant, timezone));
  // Yesterday's window may extend into today, and a clock change may shift it by a day.
  return [today - 2, today - 1, today, today + 1].some((day) =>
    periodsOfDay(windows, timezone, day).some(({ from, to }) => from <= instant && instant < to),
  );
}

/**
 * The first instant from `at` on at which a window of each list is open, ISO; null if none is within about a year. For a dish the lists are
 * those of its book, its category and its own.
 */
export function windowsOpenAt(lists: readonly (readonly Window[])[], timezone: string, at: string): string | null {
  let next: string | null = at;
  const last = Date.parse(at) + HORIZON_DAYS * DAY;
  for (let tries = 0; next !== null && tries < TRIES && Date.parse(next) <= last; tries += 1) {
    const here: string = next;
    const closed = lists.filter((windows) => !isWithinWindows(windows, timezone, here));
    if (closed.length === 0) return here;
    const begins = closed.map((windows) => nextBeginning(windows, timezone, here));
    next = begins.includes(null) ? null : begins.reduce((late, begin) => (late! > begin! ? late : begin), here);
  }
  return null;
}

/** The first start of a window after `after`. */
function nextBeginning(windows: readonly Window[], timezone: string, after: string): string | null {
  const instant = Date.parse(after);
  const today = dayOfLocalParts(toLocalParts(instant, timezone));
  for (let day = today - 1; day <= today + HORIZON_DAYS; day += 1) {
    const begins = periodsOfDay(windows, timezone, day).flatMap(({ from }) => (from > instant ? [from] : []));
    if (begins.length > 0) return new Date(Math.min(...begins)).toISOString();
  }
  return null;
}

function periodsOfDay(windows: readonly Window[], timezone: string, day: number): { from: number; to: number }[] {
  return windows
    .filter((window) => isOnDay(window, day))
    .map(({ start_time, end_time }) => {
      const start = msOfTime(start_time);
      const end = msOfTime(end_time);
      return {
        from: fromLocalParts(day * DAY + start, timezone),
        to: fromLocalParts((end > start ? day : day + 1) * DAY + end, timezone),
      };
    });
}

/** A date range may be limited to weekdays. A weekly window without weekdays is never open. */
function isOnDay({ validity, weekdays, start_date, end_date }: Window, day: number): boolean {
  if (validity === 'always') return true;
  const isNamed = weekdays.includes(weekdayOfDay(day));
  if (validity === 'weekly') return isNamed;
  const date = dateOfDay(day);
  const isInRange = (start_date === null || start_date <= date) && (end_date === null || date <= end_date);
  return isInRange && (weekdays.length === 0 || isNamed);
}
