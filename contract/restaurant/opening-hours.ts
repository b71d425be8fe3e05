import type { OpeningHours } from './rows.ts';
import { DAY, dateOfDay, dayOfLocalParts, fromLocalParts, msOfTime, toLocalParts, weekdayOfDay } from './zone.ts';

/** How far ahead an opening is looked for: a season's closure by exceptions is longer than a week. */
const HORIZON_DAYS = 400;

/**
 * The next instant after `after` at which the restaurant opens, or null when it never does. Periods that touch are one: a Friday
 * until midnight that goes on at 00:00 opens once. A restaurant that never closes opens with its next period.
 */
export function nextOpening(hours: OpeningHours, timezone: string, after: string | Date): string | null {
  const at = new Date(after).getTime();
  let openUntil = -Infinity;
  let touching: number | null = null;
  for (const period of periodsFrom(hours, timezone, at)) {
    if (period.from > at) {
      if (period.from > openUntil) return new Date(period.from).toISOString();
      touching ??= period.from;
    }
    openUntil = Math.max(openUntil, period.to);
    // Once it has been open for more than a week on end, it does not close.
    if (touching !== null && openUntil > at + 8 * DAY) break;
  }
  return touching === null ? null : new Date(touching).toISOString();
}

export function isOpen(hours: OpeningHours, timezone: string, at: string | Date): boolean {
  return closesAt(hours, timezone, at) !== null;
}

/** When the opening hours that hold at `at` end; null when it is closed. Of a restaurant that never closes, a time over a week away. */
export function closesAt(hours: OpeningHours, timezone: string, at: string | Date): string | null {
  const instant = new Date(at).getTime();
  let until: number | null = null;
  for (const period of periodsFrom(hours, timezone, instant)) {
    if (period.from > (until ?? instant) || period.from > instant + 8 * DAY) break;
    if (period.to > instant) until = Math.max(until ?? 0, period.to);
  }
  return until === null ? null : new Date(until).toISOString();
}

/** Periods as instants, by their beginning, from the day before `at` on: its night may reach into today. */
function* periodsFrom(hours: OpeningHours, timezone: string, at: number): Generator<{ from: number; to: number }> {
  const today = dayOfLocalParts(toLocalParts(at, timezone));
  for (let day = today - 1; day <= today + HORIZON_DAYS; day += 1) {
    const periods = periodsOfDay(hours, day).map(({ open_time, close_time }) => {
      const open = msOfTime(open_time);
      const close = msOfTime(close_time);
      return {
        from: fromLocalParts(day * DAY + open, timezone),
        to: fromLocalParts((close > open ? day : day + 1) * DAY + close, timezone),
      };
    });
    yield* periods.filter((p) => p.to > p.from).sort((a, b) => a.from - b.from);
  }
}

/** An exception for the very date stands before one that returns each year, and both before the weekday. */
function periodsOfDay(hours: OpeningHours, day: number) {
  const date = dateOfDay(day);
  const rule =
    hours.exceptions.find((e) => e.date === date) ??
    hours.exceptions.find((e) => e.date === date.slice(5)) ??
    hours.days.find((d) => d.weekday === weekdayOfDay(day));
  return rule?.is_open ? rule.periods : [];
}
