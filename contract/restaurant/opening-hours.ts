import type { Hours, OpeningHours, OrderType } from './rows.ts';
import { DAY, dateOfDay, dayOfLocalParts, fromLocalParts, msOfTime, toLocalParts, weekdayOfDay } from './zone.ts';

/** How far ahead an opening is searched: a seasonal closure lasts longer than a week. */
const HORIZON_DAYS = 400;

/** Whether anybody entered hours. Without them the restaurant is closed to customers, and nobody can say when it opens. */
export const hasHours = ({ days, exceptions, order_types = {} }: OpeningHours): boolean =>
  days.length + exceptions.length + Object.values(order_types).length > 0;

/**
 * The hours in which an order of this type is taken: its own, or the restaurant's. On a date with other hours the restaurant's count for
 * both, unless the type has its own for that date: whoever closes at Christmas does not deliver then.
 */
export function hoursFor(hours: OpeningHours, type: OrderType): Hours {
  const own = type === 'pickup' || type === 'delivery' ? hours.order_types?.[type] : undefined;
  if (!own) return hours;
  const named = new Set(own.exceptions.map(({ date }) => date));
  return {
    days: own.days,
    exceptions: [...own.exceptions, ...hours.exceptions.filter(({ date }) => !named.has(date))],
  };
}

/**
 * The next opening after `after`, or null if there is none. Adjacent periods are one: a Friday until midnight that continues at 00:00 opens
 * once. A restaurant that never closes opens with its next period.
 */
export function nextOpening(hours: Hours, timezone: string, after: string | Date): string | null {
  const at = new Date(after).getTime();
  let openUntil = -Infinity;
  let touching: number | null = null;
  for (const period of periodsFrom(hours, timezone, at)) {
    if (period.from > at) {
      if (period.from > openUntil) return new Date(period.from).toISOString();
      touching ??= period.from;
    }
    openUntil = Math.max(openUntil, period.to);
    // After more than a week without closing, it never closes.
    if (touching !== null && openUntil > at + 8 * DAY) break;
  }
  return touching === null ? null : new Date(touching).toISOString();
}

export function isOpen(hours: Hours, timezone: string, at: string | Date): boolean {
  return closesAt(hours, timezone, at) !== null;
}

/** When the opening hours around `at` end; null if closed. For a restaurant that never closes, more than a week ahead. */
export function closesAt(hours: Hours, timezone: string, at: string | Date): string | null {
  const instant = new Date(at).getTime();
  let until: number | null = null;
  for (const period of periodsFrom(hours, timezone, instant)) {
    if (period.from > (until ?? instant) || period.from > instant + 8 * DAY) break;
    if (period.to > instant) until = Math.max(until ?? 0, period.to);
  }
  return until === null ? null : new Date(until).toISOString();
}

/** Whether somebody is there now, and what comes next. */
export type OpenState =
  /** `until` null: it never closes. `isNext`: the time alone says which one, because it comes within a day. */
  { isOpen: true; until: string | null; isNext: boolean } | { isOpen: false; opensAt: string | null };

export function openState(hours: Hours, timezone: string, at: string | Date): OpenState {
  const until = closesAt(hours, timezone, at);
  if (until === null) return { isOpen: false, opensAt: nextOpening(hours, timezone, at) };
  const left = Date.parse(until) - new Date(at).getTime();
  return { isOpen: true, until: left > 7 * DAY ? null : until, isNext: left <= DAY };
}

/** "Open until 23:00", "Open until midnight", "Open until Sunday at 22:00". */
export function openLabel(state: Extract<OpenState, { isOpen: true }>, timezone: string): string {
  if (state.until === null) return 'Open all day, every day';
  const local = toLocalParts(Date.parse(state.until), timezone);
  const time = new Date(local).toISOString().slice(11, 16).replace('00:00', 'midnight');
  // Midnight ends the day before.
  const day = new Date(local - 1).toLocaleDateString('en-GB', { weekday: 'long', timeZone: 'UTC' });
  return state.isNext ? `Open until ${time}` : `Open until ${day} at ${time}`;
}

/** A close at the opening is on the next day. */
export const isAllDay = ({ open_time, close_time }: Hours['days'][number]['periods'][number]): boolean =>
  open_time === close_time;

/** Periods as instants, by start, from the day before `at` on, whose night may extend into today. */
function* periodsFrom(hours: Hours, timezone: string, at: number): Generator<{ from: number; to: number }> {
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

/** A dated exception overrides a yearly one, and both override the weekday. */
function periodsOfDay(hours: Hours, day: number) {
  const date = dateOfDay(day);
  const rule =
    hours.exceptions.find((e) => e.date === date) ??
    hours.exceptions.find((e) => e.date === date.slice(5)) ??
    hours.days.find((d) => d.weekday === weekdayOfDay(day));
  return rule?.is_open ? rule.periods : [];
}
