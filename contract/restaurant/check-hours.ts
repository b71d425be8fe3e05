import type { Hours, OpeningHours } from './rows.ts';

type Day = Hours['days'][number];
type Periods = Pick<Day, 'is_open' | 'periods'>;

export const PERIODS_MAX = 6;
const DAY_MINUTES = 1_440;

/** What is wrong with opening hours, by the field of the day or the date. Null: nothing. */
export function faultsOfHours({ order_types = {}, ...hours }: OpeningHours): Record<string, string> | null {
  const faults = faultsIn(hours, '');
  for (const [type, own] of Object.entries(order_types))
    if (own) Object.assign(faults, faultsIn(own, `order_types.${type}.`));
  return Object.keys(faults).length > 0 ? faults : null;
}

function faultsIn({ days, exceptions }: Hours, before: string): Record<string, string> {
  const faults: Record<string, string> = {};
  const byWeekday = new Map<number, Day>();
  for (const [at, day] of days.entries()) {
    const fault = byWeekday.has(day.weekday) ? 'This day is given twice' : faultOfPeriods(day);
    if (fault) faults[`${before}days.${at}`] = fault;
    byWeekday.set(day.weekday, day);
  }
  for (const [at, day] of days.entries()) {
    const next = byWeekday.get((day.weekday + 1) % 7);
    if (next && next !== day && lastsInto(day, next))
      faults[`${before}days.${at}`] ??= 'The night overlaps the next day';
  }
  const dates = new Set<string>();
  for (const [at, exception] of exceptions.entries()) {
    const fault = dates.has(exception.date)
      ? 'This date is given twice'
      : isDate(exception.date)
        ? faultOfPeriods(exception)
        : 'This date does not exist';
    if (fault) faults[`${before}exceptions.${at}`] = fault;
    dates.add(exception.date);
  }
  return faults;
}

function faultOfPeriods({ is_open, periods }: Periods): string | null {
  if (periods.length > PERIODS_MAX) return `At most ${PERIODS_MAX} times a day`;
  if (is_open && periods.length === 0) return 'Enter when it opens and closes, or mark the day as closed';
  const spans = periods.map(spanOf).toSorted((a, b) => a.from - b.from);
  return spans.some((span, at) => at > 0 && spans[at - 1]!.to > span.from) ? 'These times overlap' : null;
}

/** True if a night of `day` is still open when `next` opens. */
function lastsInto(day: Periods, next: Periods): boolean {
  if (!day.is_open || !next.is_open) return false;
  const until = Math.max(0, ...day.periods.map((period) => spanOf(period).to - DAY_MINUTES));
  return next.periods.some((period) => spanOf(period).from < until);
}

/** Minutes since the day's midnight; a close at or before the opening is on the next day. */
export function spanOf({ open_time, close_time }: Day['periods'][number]): { from: number; to: number } {
  const from = minutesOf(open_time);
  const to = minutesOf(close_time);
  return { from, to: to > from ? to : to + DAY_MINUTES };
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** 29 February of every year is one, too: it exists in leap years. */
const isDate = (date: string) => {
  const whole = date.length === 5 ? `2024-${date}` : date;
  const at = new Date(`${whole}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(whole);
};
