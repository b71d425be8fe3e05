import type { WrittenDate } from '../../../contract/written-date.ts';
import { dayOfDate, DAY, fromLocalParts } from '../../../contract/restaurant/zone.ts';

export type DateOrder = 'day first' | 'month first';

/** Decides for the whole file: a number above 12 can only be a day. If there is none, `otherwise` decides. */
export function decideOrder(dates: Iterable<WrittenDate>, otherwise: DateOrder): DateOrder {
  let dayFirst = 0;
  let monthFirst = 0;
  for (const { parts } of dates) {
    if (parts.isSure) continue;
    if (parts.first > 12) dayFirst += 1;
    if (parts.second > 12) monthFirst += 1;
  }
  if (dayFirst === monthFirst) return otherwise;
  return dayFirst > monthFirst ? 'day first' : 'month first';
}

/** The instant (epoch ms) and its local date; null if the day or time does not exist. */
export function placeDate(date: WrittenDate, order: DateOrder, timezone: string): { at: number; date: string } | null {
  const { first, second, year, isSure } = date.parts;
  const [day, month] = isSure || order === 'day first' ? [first, second] : [second, first];
  const local = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const midnight = dayOfDate(local) * DAY;
  // "31 February" would become a day in March.
  if (Number.isNaN(midnight) || new Date(midnight).getUTCDate() !== day || year < 1970 || date.time >= DAY) return null;
  const localTime = midnight + date.time;
  return {
    at: date.offset === null ? fromLocalParts(localTime, timezone) : localTime - date.offset * 60_000,
    date: local,
  };
}
