import { businessDay } from '../../../contract/restaurant/business-day.ts';
import type { OpeningHours } from '../../../contract/restaurant/rows.ts';
import { dateOfDay, dayOfDate, weekdayOfDay } from '../../../contract/restaurant/zone.ts';
import { namesIn, packs, says, vocabularies, wordsOf } from '../languages/languages.ts';
import { distance, fold, stem } from './text.ts';

/** What a question says about a day. `habit`: "on Mondays", the weekday in general. */
export type DayMention = { kind: 'date'; date: string } | { kind: 'habit'; weekday: number };

/** Names of weekdays from Sunday, or of months, as the calendars of all languages have them, and their other forms. */
const namesOf = (kind: 'weekdays' | 'months'): string[][] =>
  Array.from({ length: kind === 'weekdays' ? 7 : 12 }, (_, at) =>
    Object.values(packs).flatMap(({ locale, words }) => {
      // 2026-11-22 was a Sunday.
      const day = kind === 'weekdays' ? Date.UTC(2026, 10, 22 + at) : Date.UTC(2026, at);
      const format = { [kind === 'weekdays' ? 'weekday' : 'month']: 'long', timeZone: 'UTC' } as const;
      const [name] = fold(new Intl.DateTimeFormat(locale, format).format(day)).split('-');
      return [name!, ...wordsOf(words.calendar?.[kind][at] ?? '')];
    }),
  );
const weekdayNames = namesOf('weekdays');
const monthNames = namesOf('months');

/** Days that people call by a name, as MM-DD, the narrower first; what the restaurant itself named comes before. */
const holidays = {
  christmasEve: '12-24',
  newYearsEve: '12-31',
  secondChristmasDay: '12-26',
  christmas: '12-25',
  newYear: '01-01',
  valentine: '02-14',
  halloween: '10-31',
  canadaDay: '07-01',
  bastilleDay: '07-14',
  independenceDay: '07-04',
};

export interface DayContext {
  now: Date;
  timezone: string;
  cutoff: string;
  locale: string;
  hours: OpeningHours;
}

/** The days that a question names. Null: one that has no date here, such as Easter. */
export function daysIn(question: string, context: DayContext): DayMention[] | null {
  const text = fold(question);
  const today = dayOfDate(businessDay(context.now, context.timezone, context.cutoff));
  const named = namedDay(text, context, today);
  const isDated = datesIn(text, context.locale, today).length > 0;
  if (named || (named === null && !isDated)) return named;
  if (says('weeksAhead', text)) return null;
  const dates = datesIn(text, context.locale, today);
  if (dates.length > 0) return dates.map((date) => ({ kind: 'date', date }));
  const found: DayMention[] = [];
  const at = (days: number) => found.push({ kind: 'date', date: dateOfDay(today + days) });
  if (says('today', text)) at(0);
  if (says('dayAfterTomorrow', text)) at(2);
  else if (says('tomorrow', text)) at(1);
  if (says('weekend', text))
    for (const weekday of [6, 0]) found.push({ kind: 'date', date: dateOfDay(nextOf(weekday, today)) });
  const terms = [...text.matchAll(/[\p{L}]+/gu)];
  for (const term of terms) {
    const weekday = weekdayOf(term[0]);
    if (weekday === null) continue;
    const before = text.slice(0, term.index).trimEnd();
    const after = text.slice(term.index + term[0].length);
    // "le lundi", "los lunes", "on Mondays", "every Monday"
    if (isHabit(term[0], before, after)) found.push({ kind: 'habit', weekday });
    else {
      const isNext = says('nextBefore', before) || says('nextAfter', after);
      const day = nextOf(weekday, today);
      // Today's own name with "next" means a week later.
      found.push({ kind: 'date', date: dateOfDay(isNext && day === today ? day + 7 : day) });
    }
  }
  return found;
}

/** "Wednesday's", "every Monday", "on Mondays" */
const isHabit = (term: string, before: string, after: string): boolean =>
  says('everyAfter', after) ||
  says('everyBefore', before) ||
  weekdayNames.flat().some((name) => name.length >= 5 && `${name}s` === term);

const nextOf = (weekday: number, today: number) => today + ((weekday - weekdayOfDay(today) + 7) % 7);

function weekdayOf(term: string): number | null {
  const at = weekdayNames.findIndex((names) => names.some((name) => name === term || `${name}s` === term));
  if (at >= 0) return at;
  if (term.length < 6) return null;
  // One name at most is this near.
  const near = weekdayNames.findIndex((names) =>
    names.some((name) => name.length >= 6 && name[0] === term[0] && distance(name, term) <= (name.length >= 8 ? 2 : 1)),
  );
  return near >= 0 ? near : null;
}

export const isDayTerm = (term: string): boolean =>
  weekdayOf(term) !== null || monthNames.some((names) => names.includes(term)) || /^\d+(?:st|nd|rd|th)?$/.test(term);

/** A holiday; undefined: none is named; null: one without a fixed date that the restaurant has not dated. */
function namedDay(text: string, { hours }: DayContext, today: number): DayMention[] | null | undefined {
  const own = hours.exceptions.find(({ label }) => {
    // A label such as "Quiz Wednesday" needs more than its weekday.
    const terms = (fold(label).match(/[\p{L}]{4,}/gu) ?? []).filter((term) => weekdayOf(term) === null);
    return terms.length > 0 && terms.every((term) => text.includes(stem(term)));
  });
  const [known] = namesIn('holidays', text);
  const date = known ? holidays[known] : own?.date;
  if (date !== undefined) return [{ kind: 'date', date: fullDate(date, today) }];
  return says('undated', text) ? null : undefined;
}

/** The next day with this month and day. */
function fullDate(date: string, today: number): string {
  if (date.length === 10) return date;
  const year = Number(dateOfDay(today).slice(0, 4));
  const next = `${year}-${date}`;
  return dayOfDate(next) >= today ? next : `${year + 1}-${date}`;
}

/** "On the 25th" */
const dayNumbers = vocabularies.flatMap(({ says: { dayNumber } }) =>
  dayNumber ? [new RegExp(String.raw`(?<=${dayNumber.source})\d{1,2}(?!\d)`, 'g')] : [],
);

function datesIn(text: string, locale: string, today: number): string[] {
  const dates: string[] = [];
  for (const [iso] of text.matchAll(/\b\d{4}-\d{2}-\d{2}\b/g)) dates.push(iso);
  if (dates.length > 0) return dates.filter((date) => !Number.isNaN(Date.parse(date)));
  const months = monthNames.flat().join('|');
  // "Il primo gennaio"
  const counted = vocabularies.reduce(
    (left, { says: { firstOf } }) => (firstOf ? left.replaceAll(firstOf, '1') : left),
    text,
  );
  const patterns: [RegExp, number, number][] = [
    [new RegExp(String.raw`\b(\d{1,2})(?:st|nd|rd|th|er|\.|º)?\s*(?:of|de|d')?\s*(${months})\b`, 'g'), 1, 2],
    [new RegExp(String.raw`\b(${months})\s*(?:the\s*)?(\d{1,2})(?:st|nd|rd|th)?\b`, 'g'), 2, 1],
  ];
  for (const [pattern, dayAt, monthAt] of patterns)
    for (const found of counted.matchAll(pattern)) {
      const month = monthNames.findIndex((names) => names.includes(found[monthAt]!)) + 1;
      add(Number(found[dayAt]), month);
    }
  for (const [, a, b] of text.matchAll(/\b(\d{1,2})[/.](\d{1,2})\b(?![:/.]?\d)/g)) {
    const isMonthFirst = Number(b) > 12 || (locale === 'en-US' && Number(a) <= 12);
    add(Number(isMonthFirst ? b : a), Number(isMonthFirst ? a : b));
  }
  if (dates.length === 0)
    for (const [day] of dayNumbers.flatMap((pattern) => [...text.matchAll(pattern)])) {
      const next = Array.from({ length: 31 }, (_, ahead) => dateOfDay(today + ahead)).find(
        (date) => Number(date.slice(8)) === Number(day),
      );
      if (next) dates.push(next);
    }
  return [...new Set(dates)];

  function add(day: number, month: number) {
    if (month < 1 || month > 12 || day < 1 || day > 31) return;
    const two = (value: number) => String(value).padStart(2, '0');
    const date = fullDate(`${two(month)}-${two(day)}`, today);
    if (!Number.isNaN(Date.parse(date))) dates.push(date);
  }
}

export interface DayHours {
  periods: { open_time: string; close_time: string }[];
  /** Of a day with other hours than usual. */
  label: string | null;
}

/** A dated exception overrides a yearly one, and both override the weekday. Null: nothing is recorded of any day. */
export function hoursOfDate(hours: OpeningHours, date: string): DayHours {
  const exception =
    hours.exceptions.find((one) => one.date === date) ?? hours.exceptions.find((one) => one.date === date.slice(5));
  if (exception) return { periods: exception.is_open ? exception.periods : [], label: exception.label };
  return { ...hoursOfWeekday(hours, weekdayOfDay(dayOfDate(date))), label: null };
}

export function hoursOfWeekday(hours: OpeningHours, weekday: number): DayHours {
  const day = hours.days.find((one) => one.weekday === weekday);
  return { periods: day?.is_open ? day.periods : [], label: null };
}

/** A wall time in a question, "HH:MM"; null: none. */
export function timeIn(question: string): string | null {
  const text = fold(question).replaceAll(/\b\d{4}-\d{2}-\d{2}\b/g, ' ');
  const found =
    /\b(\d{1,2})[:h.](\d{2})\s*(am|pm|a\.m|p\.m)?/.exec(text) ??
    /\b(\d{1,2})()\s*(am|pm|a\.m|p\.m)\b/.exec(text) ??
    [...text.matchAll(/\b(\d{1,2})()\b(?!\s*(?:%|[/.]\d|\p{L}*\d))/gu)].find((one) =>
      says('hourNumber', text.slice(0, one.index)),
    ) ??
    [...text.matchAll(/\b(\d{1,2})()\s*(?=(\p{L}+))/gu)].find(([, , , unit]) => says('oclock', unit!));
  if (!found) return null;
  let hour = Number(found[1]);
  const minute = Number(found[2] || 0);
  if (found[3]?.startsWith('p') && hour < 12) hour += 12;
  if (found[3]?.startsWith('a') && hour === 12) hour = 0;
  // "at 9 in the evening"
  else if (!found[3] && hour > 0 && hour < 12 && says('afternoon', text)) hour += 12;
  if (hour > 24 || minute > 59) return null;
  return `${String(hour % 24).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

/** Whether a time of a day lies within its periods; a close at or before the opening is on the next day. */
export const isWithin = ({ periods }: DayHours, time: string): boolean =>
  periods.some(({ open_time, close_time }) =>
    close_time > open_time ? time >= open_time && time < close_time : time >= open_time,
  );

/** Whether a time after midnight lies within a period that began on the day before. */
export const isInNight = ({ periods }: DayHours, time: string): boolean =>
  periods.some(({ open_time, close_time }) => close_time < open_time && time < close_time);
