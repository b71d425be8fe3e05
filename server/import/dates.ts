import { dayOfDate, DAY, fromLocalParts } from '../../contract/restaurant/zone.ts';

/** A date as written, before it is known whether day or month comes first. */
export interface WrittenDate {
  /** Day and month in written order; `isSure` if it is clear which is the day. */
  parts: { first: number; second: number; year: number; isSure: boolean };
  /** ms since local midnight; noon without a time. */
  time: number;
  /** Minutes east of UTC, if given. */
  offset: number | null;
}

export type DateOrder = 'day first' | 'month first';

const clock = String.raw`(?:[ T,]+(\d{1,2})[:.h](\d{2})(?:[:.](\d{2})(?:[.,]\d+)?)?\s*([ap])?\.?m?\.?)?`;
const zone = String.raw`\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?`;
const yearFirst = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${clock}${zone}$`, 'i');
const yearLast = new RegExp(String.raw`^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})${clock}${zone}$`, 'i');
const named = new RegExp(
  String.raw`^(\d{1,2})(?:st|nd|rd|th)?[-/. ]+([a-z]{3,9})\.?[-/., ]+(\d{4}|\d{2})${clock}${zone}$`,
  'i',
);
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Null: not a date. */
export function readDate(text: string): WrittenDate | null {
  const iso = yearFirst.exec(text);
  if (iso) return written(iso, { first: Number(iso[3]), second: Number(iso[2]), year: Number(iso[1]), isSure: true });
  const local = yearLast.exec(text);
  if (local)
    return written(local, {
      first: Number(local[1]),
      second: Number(local[2]),
      year: fullYear(local[3]),
      isSure: false,
    });
  const worded = named.exec(text);
  const month = months.indexOf((worded?.[2] ?? '').slice(0, 3).toLowerCase()) + 1;
  return worded && month > 0
    ? written(worded, { first: Number(worded[1]), second: month, year: fullYear(worded[3]), isSure: true })
    : null;
}

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

function written(match: RegExpExecArray, parts: WrittenDate['parts']): WrittenDate | null {
  const [hours, minutes, seconds, half, offset] = match.slice(4);
  if (hours === undefined) return { parts, time: DAY / 2, offset: null };
  const isPm = half?.toLowerCase() === 'p';
  if (half && (Number(hours) < 1 || Number(hours) > 12)) return null;
  const hour = half ? (Number(hours) % 12) + (isPm ? 12 : 0) : Number(hours);
  if (hour > 23 || Number(minutes) > 59 || Number(seconds ?? 0) > 59) return null;
  return {
    parts,
    time: ((hour * 60 + Number(minutes)) * 60 + Number(seconds ?? 0)) * 1000,
    offset: readOffset(offset),
  };
}

function readOffset(text: string | undefined): number | null {
  if (text === undefined) return null;
  const parts = /^([+-])(\d{2}):?(\d{2})$/.exec(text);
  if (!parts) return 0;
  return (Number(parts[2]) * 60 + Number(parts[3])) * (parts[1] === '-' ? -1 : 1);
}

function fullYear(text = ''): number {
  const year = Number(text);
  if (text.length > 2) return year;
  return year < 70 ? 2000 + year : 1900 + year;
}
