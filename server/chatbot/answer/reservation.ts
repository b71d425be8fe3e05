import type { Question } from './question.ts';
import { daysIn, isDayTerm } from './days.ts';
import { isAbout, isBeside } from './lexicon.ts';
import type { BotAnswer, Facts } from './facts.ts';
import { joined, minutesText, weekdayText } from './format.ts';
import { phraseOf } from './phrases.ts';
import { fold } from './text.ts';
import { intentFor } from './intent.ts';
import { dayOfDate, weekdayOfDay } from '../../../contract/restaurant/zone.ts';

/** The rules of reservations that are recorded. A table itself only a person can give. Null: not asked. */
export function aboutReservation(question: Question, facts: Facts): BotAnswer | null {
  const { language } = question;
  const text = fold(question.text);
  const rules = facts.reservation;
  const isBooking =
    /\b(?:book|booking|bookings|reserv\w*|table|tables|tables?|mesa|mesas|tisch|tavolo|prenot\w*|marcar|party|guests|comensales|convives)\b/.test(
      text,
    );
  if (!isBooking) return null;
  // "Catering for 200 guests" is no question about a table.
  const isElse = question.terms.some(
    (term) => !isBeside(term) && !isAbout('book', term) && !isDayTerm(term.text) && !plain.test(term.text),
  );
  const count = (key: Parameters<typeof phraseOf>[1], value: string) => phraseOf(language, key, { count: value });
  if (isElse && !isRequest(text)) return null;
  const found: string[] = [];
  const add = (value: number | null | undefined, make: (value: number) => string) => {
    if (value !== null && value !== undefined) found.push(make(value));
  };
  if (/\b(?:cancel\w*|annul\w*|stornier\w*|absag\w*|disdir\w*|anul\w*|desmarc\w*)\b/.test(text))
    add(rules?.cancellation_cutoff_minutes, (value) => count('cancelUntil', minutesText(value, language)));
  else if (
    /\b(?:ahead|advance|antelacion|avance|voraus|anticipo|antecedencia|early|notice|last minute|tarde)\b/.test(text)
  ) {
    add(rules?.max_advance_days, (value) => count('advanceDays', String(value)));
    add(rules?.min_advance_minutes, (value) => count('advanceMinutes', minutesText(value, language)));
  } else if (
    /\b(?:biggest|largest|maximum|max|how many|up to|people|group|party size|guests|cuantas|cuantos|maximo|grupo|combien|nombre|personnes maximum|maximal|wie viele|gruppe|quante|massimo|quantas)\b/.test(
      text,
    ) &&
    !isRequest(text)
  ) {
    add(rules?.max_guests_online, (value) => count('maxGuests', String(value)));
  } else if (
    /\b(?:how long|cuanto tiempo|combien de temps|wie lange|quanto tempo|duration|keep the table|have the table)\b/.test(
      text,
    )
  )
    add(rules?.min_booking_duration_minutes, (value) => count('duration', minutesText(value, language)));
  else if (isRequest(text)) return intentFor('reserve', question);
  else if (rules && !isElse && !isNeed.test(text)) {
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

/** Words of the questions above. */
const plain =
  /^(?:biggest|largest|maxim\w*|max|group|groups|grupo|grupos|gruppe|gruppo|groupe|size|far|early|notice|last|before|beforehand|online|web|website|restaurant|cuantas|cuantos|cuanto|cuanta|tiempo|antes|combien|temps|nombre|ligne|linea|avant|tot|lange|fruh|vorher|viele|gaste|quante|quanti|prima|quantas|quantos|tempo|linha|convives|comensales|annul\w*|stornier\w*|cancel\w*|disdir\w*|reserv\w*|prenot\w*|book\w*|keep|duration|dura|duracion|duree|dauer|durata|minimum|least|hold|allowed|single|charge|kann|konnen|persons?|seats?|sit|we|advance|anticipo|anticipacion|antelacion|voraus|last-minute)$/;

/** Whether one has to book, the rules do not say. */
const isNeed =
  /\b(?:need|must|have to|necessary|required|necesario|hace falta|faut-il|faut il|necessaire|muss|notig|devo|necessario|preciso)\b/;

/** "A table for four on Friday": somebody has to answer it. */
const isRequest = (text: string) =>
  /\b(?:table|mesa|tisch|tavolo|book|booking|reserv\w*|prenot\w*)\b.{0,30}\b(?:for|para|pour|fur|per)\b.{0,12}\b(?:\d{1,2}|one|two|three|four|five|six|seven|eight|dos|tres|cuatro|cinco|seis|deux|trois|quatre|cinq|zwei|drei|vier|due|tre|quattro|tonight|tomorrow|today|hoy|manana|ce soir|demain|heute|morgen)\b/.test(
    text,
  );
