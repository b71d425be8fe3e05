import { isAllDay, openState, type OpenState } from '../../../contract/restaurant/opening-hours.ts';
import type { OpeningHours } from '../../../contract/restaurant/rows.ts';
import { isPaused } from '../../../contract/restaurant/ordering.ts';
import { businessDay } from '../../../contract/restaurant/business-day.ts';
import { DAY, dateOfDay, dayOfDate, toLocalParts, weekdayOfDay } from '../../../contract/restaurant/zone.ts';
import type { Question } from './question.ts';
import {
  daysIn,
  hoursOfDate,
  hoursOfWeekday,
  isDayTerm,
  isInNight,
  isWithin,
  timeIn,
  type DayHours,
  type DayMention,
} from './days.ts';
import type { BotAnswer, Facts } from './facts.ts';
import { capital, dateText, joined, timeText, weekdayText } from './format.ts';
import { isReport } from './guard.ts';
import { isAbout, isBeside, isThing } from './lexicon.ts';
import type { Language } from '../languages/language.ts';
import { phraseOf, says } from '../languages/languages.ts';
import { fold, termsOf, type Term } from './text.ts';

/** When the restaurant is open. Null: the question is about something else. */
export function aboutHours(question: Question, facts: Facts): BotAnswer | null {
  const { terms, language, now } = question;
  const { opening_hours: hours, timezone } = facts.rules;
  if (hours.days.length === 0 && hours.exceptions.length === 0) return null;
  const context = { now, timezone, cutoff: facts.cutoff, locale: facts.locale, hours };
  const inPart = daysIn(question.text, context);
  const days = inPart?.length === 0 && question.days ? daysIn(question.days, context) : inPart;
  const isOpening = requestsHours(question.text, terms);
  if (isReport(question.days ?? question.text) && !terms.some((term) => isAbout('open', term))) return null;
  if (!isOpening && (days === null || days.length === 0 || !isAboutDay(question))) return null;
  // "When does happy hour start?" is no question about opening hours.
  const labels = hours.exceptions.flatMap(({ label }) => termsOf(label).map(({ stem }) => stem));
  const own = new Set([...termsOf(facts.name).map(({ stem }) => stem), ...labels]);
  const strangers = terms.filter(
    (term) =>
      !isBeside(term) &&
      !own.has(term.stem) &&
      !isDayTerm(term.text) &&
      !says('dayBeside', term.text) &&
      !nearSubjects.some((subject) => isAbout(subject, term)),
  );
  const isOther = terms.some((term) => isThing(term) && !own.has(term.stem));
  if (isOther || strangers.length > (days !== null && days.length > 0 ? 2 : 0)) return null;
  if (days === null) return { text: phraseOf(language, 'unnamedDay'), topic: 'hours', escalated: true };
  const time = timeIn(question.text);
  if (days.length === 0 && time === null) {
    if (isAboutNow(question)) return { text: openNow(facts, now, language), topic: 'hours', escalated: false };
    if (says('nextOpening', fold(question.text)))
      return { text: openNow(facts, now, language), topic: 'hours', escalated: false };
    return { text: wholeWeek(facts, now, language), topic: 'hours', escalated: false };
  }
  const today = businessDay(now, timezone, facts.cutoff);
  const named = days.length > 0 ? days : [{ kind: 'date' as const, date: today }];
  const lines = named.map((requested) => {
    // A night belongs to the day on which it began: "tonight at half past twelve" is after today, "1 am on Friday night" after Friday.
    const isToday = requested.kind === 'date' && requested.date === today;
    const isItsNight = time !== null && time < facts.cutoff && (isToday || says('night', fold(question.text)));
    const before = isItsNight ? requested : dayBefore(requested);
    const isNightBefore = time !== null && isInNight(foundOn(hours, before), time);
    const day = isNightBefore ? before : requested;
    const found = foundOn(hours, day);
    const label =
      day.kind === 'date'
        ? dateText(day.date, language)
        : phraseOf(language, 'usual', { day: weekdayText(day.weekday, language) });
    const isOpenThen = time !== null && (isNightBefore || isWithin(found, time));
    // "1 am on Friday" may be the night before or after.
    const isEither = time !== null && !isOpenThen && isInNight(found, time);
    const verdict = time === null || isEither ? [] : [phraseOf(language, isOpenThen ? 'openAt' : 'closedAt')];
    const other = day.kind === 'habit' ? otherwise(day.weekday, facts, today, language) : [];
    return [...verdict, dayLine(label, found, language), ...other].join(' ');
  });
  return { text: lines.join(' '), topic: 'hours', escalated: false };
}

/** Whether it says more than a day. */
export const requestsHours = (text: string, terms: readonly Term[]): boolean =>
  terms.some((term) => isAbout('open', term)) || says('span', fold(text));

const nearSubjects = ['open', 'time', 'polite', 'order', 'deliver', 'book', 'menu'] as const;

/** "And on Sunday?" */
const isAboutDay = ({ text, terms }: Question) =>
  terms.length <= (timeIn(text) === null ? 5 : 9) &&
  terms.every(
    (term) =>
      isBeside(term) || isDayTerm(term.text) || says('dayBeside', term.text) || /^\d{1,2}h?(?:\d\d)?$/.test(term.text),
  );

const isAboutNow = ({ text, terms }: Question) =>
  terms.some((term) => says('now', term.text)) || says('isOpen', fold(text).replaceAll(/[¿¡]/g, '').trim());

function openNow(facts: Facts, now: Date, language: Language): string {
  const { opening_hours: hours, timezone } = facts.rules;
  const paused = isPaused(facts.rules, now) ? [phraseOf(language, 'paused')] : [];
  const state = openState(hours, timezone, now);
  if (state.isOpen) return [openText(state, facts, language), ...paused].join(' ');
  const next = state.opensAt;
  if (next === null) return phraseOf(language, 'closedNow');
  const date = dateOfDay(Math.floor(toLocalParts(Date.parse(next), timezone) / DAY));
  return [
    phraseOf(language, 'closedNow'),
    phraseOf(language, 'opensNext', { day: dateText(date, language), time: timeText(next, timezone) }),
  ].join(' ');
}

function openText(state: Extract<OpenState, { isOpen: true }>, facts: Facts, language: Language): string {
  const { opening_hours: hours, timezone } = facts.rules;
  if (state.until === null) return phraseOf(language, 'openAlways');
  const time = timeText(state.until, timezone);
  if (state.isNext)
    return time === '00:00' ? phraseOf(language, 'openTillMidnight') : phraseOf(language, 'openNow', { time });
  const last = dateOfDay(Math.floor((toLocalParts(Date.parse(state.until), timezone) - 1) / DAY));
  return [phraseOf(language, 'openStill'), dayLine(dateText(last, language), hoursOfDate(hours, last), language)].join(
    ' ',
  );
}

const foundOn = (hours: OpeningHours, day: DayMention): DayHours =>
  day.kind === 'date' ? hoursOfDate(hours, day.date) : hoursOfWeekday(hours, day.weekday);

const dayBefore = (day: DayMention): DayMention =>
  day.kind === 'date'
    ? { kind: 'date', date: dateOfDay(dayOfDate(day.date) - 1) }
    : { kind: 'habit', weekday: (day.weekday + 6) % 7 };

function dayLine(label: string, { periods, label: reason }: DayHours, language: Language): string {
  const day = capital(reason ? `${label} (${reason})` : label);
  if (periods.length === 0) return phraseOf(language, 'closed', { day });
  return phraseOf(language, 'hours', { day, hours: periodsText(periods, language) });
}

export const periodsText = (
  periods: readonly { open_time: string; close_time: string }[],
  language: Language,
): string =>
  joined(
    periods.map((period) =>
      isAllDay(period) ? phraseOf(language, 'allDay') : `${period.open_time}–${period.close_time}`,
    ),
    language,
  );

/** Dates of the next two weeks on which a weekday differs from its usual hours. */
function otherwise(weekday: number, facts: Facts, today: string, language: Language): string[] {
  const hours = facts.rules.opening_hours;
  const first = dayOfDate(today) + ((weekday - weekdayOfDay(dayOfDate(today)) + 7) % 7);
  return [first, first + 7]
    .map((day) => dateOfDay(day))
    .filter((date) => hoursOfDate(hours, date).label !== null)
    .map((date) => dayLine(dateText(date, language), hoursOfDate(hours, date), language));
}

/** The next seven days, with their exceptions. */
function wholeWeek(facts: Facts, now: Date, language: Language): string {
  const { opening_hours: hours, timezone } = facts.rules;
  const today = dayOfDate(businessDay(now, timezone, facts.cutoff));
  return [0, 1, 2, 3, 4, 5, 6]
    .map((ahead) => dateOfDay(today + ahead))
    .map((date) => dayLine(dateText(date, language), hoursOfDate(hours, date), language))
    .join('\n');
}
