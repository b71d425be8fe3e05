import { INSIGHTS_DAYS_MAX } from '../../../contract/dashboard/calls.ts';
import { parseDateFilter } from '../../lib/date-filter.ts';
import { addDays, dateLabel } from '../../lib/wall-clock.ts';

/** The usual periods as `?date=` has them, with their names; the first is the default. */
export function usualPeriods(today: string): [date: string, label: string][] {
  const month = `${today.slice(0, 8)}01`;
  const lastOfMonthBefore = addDays(month, -1);
  return [
    [`${addDays(today, -6)}..${today}`, 'Last 7 days'],
    [today, 'Today'],
    [addDays(today, -1), 'Yesterday'],
    [`${addDays(today, -27)}..${today}`, 'Last 28 days'],
    [`${month}..${today}`, 'This month'],
    [`${lastOfMonthBefore.slice(0, 8)}01..${lastOfMonthBefore}`, 'Last month'],
    [`${addDays(today, -363)}..${today}`, 'Last 52 weeks'],
  ];
}

/** What an address asks for: business days, and those to compare them with; null: the usual comparison. */
export interface AskedPeriod {
  date: string;
  compareDate: string | null;
}

export function periodOf(query: string, today: string): AskedPeriod {
  const asked = new URLSearchParams(query);
  const read = (name: string) => {
    const date = parseDateFilter(asked.get(name));
    return date !== null && countDays(date) <= INSIGHTS_DAYS_MAX ? date : null;
  };
  return { date: read('date') ?? usualPeriods(today)[0]![0], compareDate: read('compare_date') };
}

const endsOf = (date: string): [from: string, to: string] => {
  const [from = date, to = from] = date.split('..');
  return [from, to];
};

const dateOf = (from: string, to: string) => (from === to ? from : `${from}..${to}`);

export const countDays = (date: string): number => {
  const [from, to] = endsOf(date);
  return (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
};

const daysBefore = (date: string, days: number) => {
  const [from, to] = endsOf(date);
  return dateOf(addDays(from, -days), addDays(to, -days));
};

/** What the server compares with if it is not asked for another: whole weeks up to a week, else as many days before. */
export const usualComparison = (date: string): string => daysBefore(date, Math.max(WEEK, countDays(date)));

/** The same weekdays about a year before. */
export const yearBefore = (date: string): string => daysBefore(date, YEAR);

/** The comparison to ask for with another period: that of a year before goes along, days that were named do not. */
export const movedComparison = (asked: AskedPeriod, date: string): string | null =>
  asked.compareDate === yearBefore(asked.date) ? yearBefore(date) : null;

/** "Last 7 days", or the dates themselves. */
export function periodLabel(date: string, today: string): string {
  const [from, to] = endsOf(date);
  const usual = usualPeriods(today).find(([value]) => value === date || value === dateOf(from, to));
  if (usual) return usual[1];
  return to === from ? dateLabel(from, today) : `${dateLabel(from, today)} to ${dateLabel(to, today)}`;
}

/** What a period is compared with, for a sentence: "the same day a week before", "the week before", "1 Feb to 3 Feb". */
export function comparisonLabel(date: string, compareDate: string, today: string): string {
  const days = countDays(date);
  const [from, to] = endsOf(compareDate);
  const compared = dateOf(from, to);
  if (compared === usualComparison(date)) {
    if (days === 1) return 'the same day a week before';
    return days === WEEK ? 'the week before' : days < WEEK ? 'the same days a week before' : `the ${days} days before`;
  }
  if (compared === yearBefore(date))
    return days === 1 ? 'the same day 52 weeks before' : 'the same days 52 weeks before';
  return periodLabel(compared, today);
}

const WEEK = 7;
const YEAR = 364;
