import type { OpeningHours } from '../../../contract/restaurant/rows.ts';
import { dateOfDay, dayOfLocalParts, toLocalParts } from '../../../contract/restaurant/zone.ts';

export type ComingException = OpeningHours['exceptions'][number];

/** The exceptions of a year from today on, by date. One of every year stands at its next date, unless that date has one of its own. */
export function comingExceptions({ exceptions }: Pick<OpeningHours, 'exceptions'>, timezone: string, now: Date) {
  const today = dayOfLocalParts(toLocalParts(now.getTime(), timezone));
  return Array.from({ length: DAYS }, (_, ahead) => dateOfDay(today + ahead)).flatMap((date): ComingException[] => {
    const found =
      exceptions.find((one) => one.date === date) ?? exceptions.find((one) => one.date === date.slice('YYYY-'.length));
    return found ? [{ ...found, date }] : [];
  });
}

const DAYS = 365;
