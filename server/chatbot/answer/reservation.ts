import type { Question } from './question.ts';
import { daysIn, isDayTerm } from './days.ts';
import { isAbout, isBeside } from './lexicon.ts';
import type { BotAnswer, Facts } from './facts.ts';
import { joined, minutesText, weekdayText } from './format.ts';
import { phraseOf, says } from '../languages/languages.ts';
import { fold } from './text.ts';
import { intentFor } from './intent.ts';
import { dayOfDate, weekdayOfDay } from '../../../contract/restaurant/zone.ts';

/** The rules of reservations that are recorded. A table itself only a person can give. Null: not asked. */
export function aboutReservation(question: Question, facts: Facts): BotAnswer | null {
  const { language } = question;
  const text = fold(question.text);
  const rules = facts.reservation;
  if (!says('table', text)) return null;
  // "Catering for 200 guests" is no question about a table.
  const isElse = question.terms.some(
    (term) => !isBeside(term) && !isAbout('book', term) && !isDayTerm(term.text) && !says('bookingBeside', term.text),
  );
  const count = (key: Parameters<typeof phraseOf>[1], value: string) => phraseOf(language, key, { count: value });
  if (isElse && !says('tableRequest', text)) return null;
  const found: string[] = [];
  const add = (value: number | null | undefined, make: (value: number) => string) => {
    if (value !== null && value !== undefined) found.push(make(value));
  };
  if (says('cancelling', text))
    add(rules?.cancellation_cutoff_minutes, (value) => count('cancelUntil', minutesText(value, language)));
  else if (says('ahead', text)) {
    add(rules?.max_advance_days, (value) => count('advanceDays', String(value)));
    add(rules?.min_advance_minutes, (value) => count('advanceMinutes', minutesText(value, language)));
  } else if (says('partySize', text) && !says('tableRequest', text)) {
    add(rules?.max_guests_online, (value) => count('maxGuests', String(value)));
  } else if (says('howLong', text))
    add(rules?.min_booking_duration_minutes, (value) => count('duration', minutesText(value, language)));
  else if (says('tableRequest', text)) return intentFor('reserve', question);
  else if (rules && !isElse && !says('need', text)) {
    add(rules.max_guests_online, (value) => count('maxGuests', String(value)));
    add(rules.max_advance_days, (value) => count('advanceDays', String(value)));
    add(rules.min_advance_minutes, (value) => count('advanceMinutes', minutesText(value, language)));
    const { timezone, opening_hours: hours } = facts.rules;
    const days =
      daysIn(question.text, { now: question.now, timezone, cutoff: facts.cutoff, locale: facts.locale, hours }) ?? [];
    for (const day of days) {
      const weekday = day.kind === 'habit' ? day.weekday : weekdayOfDay(dayOfDate(day.date));
      const times = rules.days.find((one) => one.weekday === weekday);
      if (times?.is_open)
        found.push(
          phraseOf(language, 'bookingTimes', {
            day: weekdayText(weekday, language),
            hours: joined(
              times.periods.map(({ start_time, end_time }) => `${start_time}–${end_time}`),
              language,
            ),
          }),
        );
    }
  }
  if (found.length === 0) return null;
  return { text: found.join(' '), topic: 'reservation', escalated: false };
}
