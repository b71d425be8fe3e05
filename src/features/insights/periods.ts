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

/** The period of an address. */
export const periodOf = (query: string, today: string): string =>
  parseDateFilter(new URLSearchParams(query).get('date')) ?? usualPeriods(today)[0]![0];

/** "Last 7 days", or the dates themselves. */
export function periodLabel(date: string, today: string): string {
  const usual = usualPeriods(today).find(([value]) => value === date);
  if (usual) return usual[1];
  const [from = date, to = from] = date.split('..');
  return to === from ? dateLabel(from, today) : `${dateLabel(from, today)} to ${dateLabel(to, today)}`;
}

/** What it is compared with, for a sentence: "the same day last week", "the week before". */
export function comparisonLabel({ from, to }: { from: string; to: string }): string {
  if (from === to) return 'the same day a week before';
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  return days === 7 ? 'the week before' : days < 7 ? 'the same days a week before' : `the ${days} days before`;
}
