import type { CsvColumn } from '../csv.ts';
import { businessDay } from './business-day.ts';
import type { Restaurant } from './rows.ts';
import { toLocalParts } from './zone.ts';

export type RestaurantClock = Pick<Restaurant, 'timezone' | 'business_day_cutoff_time'>;

/**
 * An instant in a spreadsheet: in UTC, which is exact, then as the restaurant's clock showed it, and its business day, by which reports
 * count. `dayHead` names the last one.
 */
export const timeColumns = <Row>(
  head: string,
  read: (row: Row) => string | null | undefined,
  clock: RestaurantClock,
  dayHead = `${head} (business day)`,
): CsvColumn<Row>[] => {
  const column = (name: string, write: (instant: string) => string): CsvColumn<Row> => [
    name,
    (row) => {
      const instant = read(row);
      return instant ? write(instant) : '';
    },
  ];
  return [
    column(head, (instant) => new Date(instant).toISOString()),
    column(`${head} (local time)`, (instant) => localTime(instant, clock.timezone)),
    column(dayHead, (instant) => businessDay(instant, clock.timezone, clock.business_day_cutoff_time)),
  ];
};

/** "2026-07-03 19:05", which spreadsheets take for a time. */
export const localTime = (instant: string, timezone: string): string =>
  new Date(toLocalParts(Date.parse(instant), timezone)).toISOString().slice(0, 16).replace('T', ' ');
