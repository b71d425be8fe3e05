import { DAY } from './restaurant/zone.ts';

/** A date as written, before it is known whether day or month comes first. */
export interface WrittenDate {
  /** Day and month in written order; `isSure` if it is clear which is the day. */
  parts: { first: number; second: number; year: number; isSure: boolean };
  /** ms since local midnight; noon without a time. */
  time: number;
  /** Minutes east of UTC, if given. */
  offset: number | null;
}

const clock = String.raw`(?:[ T,]+(\d{1,2})[:.h](\d{2})(?:[:.](\d{2})(?:[.,]\d+)?)?\s*([ap])?\.?m?\.?)?`;
const zone = String.raw`\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?`;
const term = String.raw`(\p{L}{3,10})\.?`;
const shape = (date: string) => new RegExp(`^${date}${clock}${zone}$`, 'iu');
const yearFirst = shape(String.raw`(\d{4})[-\/.](\d{1,2})[-\/.](\d{1,2})`);
const yearLast = shape(String.raw`(\d{1,2})[-\/.](\d{1,2})[-\/.](\d{4}|\d{2})`);
const dayNamed = shape(String.raw`(\d{1,2})(?:st|nd|rd|th|\.)?[-\/. ]*(?:de )?${term}[-\/., ]*(?:de )?(\d{4}|\d{2})`);
const monthNamed = shape(String.raw`${term}[-\/ ]+(\d{1,2})(?:st|nd|rd|th)?[-\/, ]+(\d{4})`);
const yearNamed = shape(String.raw`(\d{4})[-\/. ]+${term}[-\/. ]+(\d{1,2})`);

export type DateOrder = 'day first' | 'month first';

/** Of a whole file: a number above 12 can only be a day. If none tells, the country does. */
export function decideDateOrder(dates: Iterable<WrittenDate>, countryCode: string | null): DateOrder {
  let monthFirst = 0;
  for (const { parts } of dates) if (!parts.isSure) monthFirst += Number(parts.second > 12) - Number(parts.first > 12);
  return monthFirst > 0 || (monthFirst === 0 && countryCode === 'US') ? 'month first' : 'day first';
}

/** "2020-02-01". Null: there is no such day. */
export function dayOf({ parts: { first, second, year, isSure } }: WrittenDate, order: DateOrder): string | null {
  const [day, month] = isSure || order === 'day first' ? [first, second] : [second, first];
  const date = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const at = new Date(`${date}T00:00:00.000Z`);
  // "31 February" would become a day in March.
  return at.getUTCDate() === day ? date : null;
}

/** Null: not a date. */
export function readDate(text: string): WrittenDate | null {
  const plain = plainDate(text);
  const counted = countedDate(plain);
  if (counted) return counted;
  const iso = yearFirst.exec(plain);
  if (iso) return written(iso, { first: Number(iso[3]), second: Number(iso[2]), year: Number(iso[1]) });
  const local = yearLast.exec(plain);
  if (local)
    return written(
      local,
      { first: Number(local[1]), second: Number(local[2]), year: fullYear(local[3]) },
      'either may be the day',
    );
  for (const [pattern, at] of named) {
    const found = pattern.exec(plain);
    const second = monthOf(found?.[at.month] ?? '');
    if (found && second > 0)
      return written(found, { first: Number(found[at.day]), second, year: fullYear(found[at.year]) });
  }
  return null;
}

const named = [
  [dayNamed, { day: 1, month: 2, year: 3 }],
  [monthNamed, { month: 1, day: 2, year: 3 }],
  [yearNamed, { year: 1, month: 2, day: 3 }],
] as const;

/** Without the day of the week, the "at" before a time, and what a program adds for people. */
const plainDate = (text: string): string =>
  text
    .replace(/^(mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+/i, '')
    .replace(/,?\s+(at|um|à|às|alle|kl\.?)\s+(?=\d)/i, ' ')
    .replace(/\s*\([^)]*\)$|\s+uhr$/i, '')
    .replace(/\s(GMT|UTC)(?=[+-]\d)/i, ' ')
    .replace(/([ T])(\d{1,2})\s*([ap])\.?m\.?$/i, '$1$2:00 $3m')
    .replace(/^(\d{4})(\d{2})(\d{2})(?=$|[ T]\d)/, '$1-$2-$3')
    .replace(
      /(?<=\d)T(\d{2})(\d{2})(\d{2})?(?=$|Z|[+-]\d)/,
      (_, hour: string, minute: string, second = '00') => ` ${hour}:${minute}:${second}`,
    );

/** Days since 1900 as spreadsheets count them, or seconds or milliseconds since 1970. */
function countedDate(text: string): WrittenDate | null {
  const days = /^[2-7]\d{4}(\.\d+)?$/.test(text) ? Number(text) - 25_569 : null;
  const scale = /^1\d{9}$/.test(text) ? 1000 : /^1\d{12}$/.test(text) ? 1 : null;
  if (days === null && scale === null) return null;
  const at = days === null ? Number(text) * scale! : Math.round(days * 86_400) * 1000;
  const date = new Date(at);
  const hasTime = days === null || text.includes('.');
  return {
    parts: { first: date.getUTCDate(), second: date.getUTCMonth() + 1, year: date.getUTCFullYear(), isSure: true },
    time: hasTime ? at - Math.floor(at / DAY) * DAY : DAY / 2,
    offset: days === null ? 0 : null,
  };
}

/** By their beginnings, in the languages of tills: "juil" before "jui", which might be June. */
const months: [RegExp, number][] = (
  [
    ['jan|jän|ene|gen', 1],
    ['feb|fév|fev', 2],
    ['mar|mär|mrt|maa', 3],
    ['apr|avr|abr', 4],
    ['may|mai|maj|mag|mei', 5],
    ['jun|juin|giu', 6],
    ['jul|juil|lug', 7],
    ['aug|aoû|aou|ago', 8],
    ['sep|set', 9],
    ['oct|okt|ott|out', 10],
    ['nov', 11],
    ['dec|dez|déc|dic', 12],
  ] as const
).map(([beginnings, month]) => [new RegExp(`^(${beginnings})`, 'i'), month]);

const monthOf = (name: string): number => months.find(([beginning]) => beginning.test(name.normalize('NFC')))?.[1] ?? 0;

function written(
  match: RegExpExecArray,
  parts: Omit<WrittenDate['parts'], 'isSure'>,
  order?: 'either may be the day',
): WrittenDate | null {
  const [hours, minutes, seconds, half, offset] = match.slice(4);
  const date = { ...parts, isSure: order === undefined };
  if (hours === undefined) return { parts: date, time: DAY / 2, offset: null };
  const isPm = half?.toLowerCase() === 'p';
  if (half && (Number(hours) < 1 || Number(hours) > 12)) return null;
  const hour = half ? (Number(hours) % 12) + (isPm ? 12 : 0) : Number(hours);
  if (hour > 23 || Number(minutes) > 59 || Number(seconds ?? 0) > 59) return null;
  return {
    parts: date,
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
