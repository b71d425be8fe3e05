import { businessDay } from '../../../contract/restaurant/business-day.ts';
import type { OpeningHours } from '../../../contract/restaurant/rows.ts';
import { dateOfDay, dayOfDate, weekdayOfDay } from '../../../contract/restaurant/zone.ts';
import { distance, fold, stem } from './text.ts';

/** What a question says about a day. `habit`: "on Mondays", the weekday in general. */
export type DayMention = { kind: 'date'; date: string } | { kind: 'habit'; weekday: number };

export const weekdayNames: readonly string[][] = [
  'sunday sun domingo dimanche sonntag domenica',
  'monday mon lunes lundi montag lunedi segunda',
  'tuesday tue tues martes mardi dienstag martedi terca',
  'wednesday wed miercoles mercredi mittwoch mercoledi quarta',
  'thursday thu thur thurs jueves jeudi donnerstag giovedi quinta',
  'friday fri viernes vendredi freitag venerdi sexta',
  'saturday sat sabado samedi samstag sabato',
].map((names) => names.split(' '));

export const monthNames: readonly string[][] = [
  'january jan enero janvier januar gennaio janeiro',
  'february feb febrero fevrier februar febbraio fevereiro',
  'march mar marzo mars marz marco',
  'april apr abril avril aprile',
  'may mayo mai maggio maio',
  'june jun junio juin juni giugno junho',
  'july jul julio juillet juli luglio julho',
  'august aug agosto aout agosto',
  'september sep sept septiembre septembre settembre setembro',
  'october oct octubre octobre oktober ottobre outubro',
  'november nov noviembre novembre',
  'december dec diciembre decembre dezember dicembre dezembro',
].map((names) => names.split(' '));

/** Days that people call by a name, as MM-DD; what the restaurant itself named comes first. */
const holidays: readonly [RegExp, string][] = [
  [
    /christmas eve|nochebuena|veille de noel|reveillon de noel|heilig ?abend|heilige[rnm] abend|vigilia di natale|vespera de natal/,
    '12-24',
  ],
  [
    /new year'?s? eve|nochevieja|fin de ano|saint[- ]sylvestre|silvester|capodanno vigilia|san silvestro|reveillon|vespera d[eo] ano novo|passagem de ano/,
    '12-31',
  ],
  [/boxing day|st stephen'?s day|zweite\w* weihnachts(?:feier)?tag|santo stefano/, '12-26'],
  [/christmas|xmas|navidad|noel|weihnacht|weinacht|natale|natal\b/, '12-25'],
  [/new year|ano nuevo|jour de l'an|nouvel an|neujahr|capodanno|ano novo/, '01-01'],
  [/valentine|san valentin|saint[- ]valentin|valentinstag|san valentino/, '02-14'],
  [/halloween/, '10-31'],
  [/canada day|fete du canada/, '07-01'],
  [/bastille|14 juillet/, '07-14'],
  [/independence day|fourth of july/, '07-04'],
];

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
  if (weeksAhead.test(text)) return null;
  const dates = datesIn(text, context.locale, today);
  if (dates.length > 0) return dates.map((date) => ({ kind: 'date', date }));
  const found: DayMention[] = [];
  const at = (days: number) => found.push({ kind: 'date', date: dateOfDay(today + days) });
  const isThere = (pattern: string) => new RegExp(String.raw`(?<![\p{L}])(?:${pattern})(?![\p{L}])`, 'u').test(text);
  if (
    isThere(
      "today|2day|tonight|2nite|this evening|this afternoon|hoy|esta noche|esta tarde|aujourd'hui|aujourd hui|ce soir|heute|heut|oggi|stasera|hoje|hj|esta noite",
    )
  )
    at(0);
  if (isThere('day after tomorrow|pasado manana|apres-demain|ubermorgen|dopodomani|depois de amanha')) at(2);
  else if (isThere('tomorrow|tmrw|tmr|2moro|tomorow|tommorow|tommorrow|demain|domani|amanha') || isTomorrow(text))
    at(1);
  if (isThere('weekends?|fin de semana|fines de semana|week-end|wochenende|fine settimana|fim de semana'))
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
      const isNext =
        /(?:next|naechsten|nachsten)$/.test(before) || /^\s+(?:que viene|proximo|prochain|prossim)/.test(after);
      const day = nextOf(weekday, today);
      // Today's own name with "next" means a week later.
      found.push({ kind: 'date', date: dateOfDay(isNext && day === today ? day + 7 : day) });
    }
  }
  return found;
}

/** "a week on Saturday", "Samstag in zwei Wochen": a person counts them better. */
const weeksAhead =
  /\b(?:a week (?:on|from|today|tomorrow)|in (?:a|one|two|three|\d+) weeks?|\w+day week|fortnight|in (?:einer|zwei|drei|\d+) wochen?|ubernachste\w*|(?:en|dentro de) (?:una|dos|tres|\d+) semanas?|dans (?:une|deux|trois|\d+) semaines?|[tf]ra (?:una|due|tre|\d+) settiman[ae]|(?:daqui a|em) (?:uma|duas|tres|\d+) semanas?)\b/;

/** "mañana" means the morning, too: "por la mañana". */
const isTomorrow = (text: string) =>
  (/(?<![\p{L}])manana(?![\p{L}])/u.test(text) && !/la manana/.test(text)) ||
  (/(?<![\p{L}])morgen(?![\p{L}])/u.test(text) && !/guten morgen/.test(text));

function isHabit(term: string, before: string, after: string): boolean {
  // "Wednesday's", "a normal Wednesday", "Wednesday evenings"
  if (/^['’]s\b(?! (?:the )?\d)|^ (?:mornings|lunchtimes|lunches|afternoons|evenings|nights)\b/.test(after))
    return true;
  if (/\b(?:an?|any|most|normal|usual|typical|regular)$/.test(before)) return true;
  if (/(?:every|each|cada|todos los|chaque|tous les|jeden|ogni|le|los|il|aos|usually|normally)$/.test(before))
    return true;
  return (
    /^(?:sun|mon|tues|wednes|thurs|fri|satur)days$/.test(term) ||
    /^(?:sabados|domingos|segundas|tercas|quartas|quintas|sextas|dimanches|lundis|mardis|mercredis|jeudis|vendredis|samedis)$/.test(
      term,
    ) ||
    /^(?:montags|dienstags|mittwochs|donnerstags|freitags|samstags|sonntags)$/.test(term)
  );
}

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
  const known = holidays.find(([pattern]) => pattern.test(text));
  const date = known ? known[1] : own?.date;
  if (date !== undefined) return [{ kind: 'date', date: fullDate(date, today) }];
  return /easter|pascua|paques|ostern|pasqua|thanksgiving|accion de gracias|good friday|viernes santo|ramadan|eid\b|bank holiday|festivo|jour ferie|feiertag/.test(
    text,
  )
    ? null
    : undefined;
}

/** The next day with this month and day. */
function fullDate(date: string, today: number): string {
  if (date.length === 10) return date;
  const year = Number(dateOfDay(today).slice(0, 4));
  const next = `${year}-${date}`;
  return dayOfDate(next) >= today ? next : `${year + 1}-${date}`;
}

function datesIn(text: string, locale: string, today: number): string[] {
  const dates: string[] = [];
  for (const [iso] of text.matchAll(/\b\d{4}-\d{2}-\d{2}\b/g)) dates.push(iso);
  if (dates.length > 0) return dates.filter((date) => !Number.isNaN(Date.parse(date)));
  const months = monthNames.flat().join('|');
  // "Il primo gennaio"
  const counted = text.replaceAll(
    /\b(?:primo|primero|primeiro|premier|erste[nr]?|first(?= of ))(?= (?:of |de |di )?[a-z]+)/g,
    '1',
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
    for (const [, day] of text.matchAll(
      /(?:\bdia (?=\d)|\bam (?=\d{1,2}\.)|\bthe (?=\d{1,2}(?:st|nd|rd|th))|\b(?:le|il|el) (?=\d{1,2}\b(?!\s*(?:h|heures|ore|horas|[:.,]\d))))(\d{1,2})(?!\d)/g,
    )) {
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
    /(?:\bat|a las|a la|\ba|\bum|alle|\bas)\s+(\d{1,2})()\s*(?:h\b|uhr|horas|heures)?(?!\s*(?:st|nd|rd|th|%|people|personas|personnes|[/.]\d|\p{L}*\d))/u.exec(
      text,
    ) ??
    /\b(\d{1,2})()\s*(?:h\b|uhr|heures)/.exec(text);
  if (!found) return null;
  let hour = Number(found[1]);
  const minute = Number(found[2] || 0);
  if (found[3]?.startsWith('p') && hour < 12) hour += 12;
  if (found[3]?.startsWith('a') && hour === 12) hour = 0;
  // "at 9 in the evening"
  else if (
    !found[3] &&
    hour > 0 &&
    hour < 12 &&
    /evening|tonight|at night|de la noche|du soir|abends?\b|di sera|della sera|da noite|afternoon|de la tarde|apres-midi|da tarde|nachmittags?|pomeriggio/.test(
      text,
    )
  )
    hour += 12;
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
