import { DAY, dayOfDate, fromLocalParts, msOfTime } from '../../../contract/restaurant/zone.ts';
import { isPhone, plainDigits } from '../../../contract/auth/phone.ts';
import { daysIn, timeIn, type DayContext } from '../answer/days.ts';
import { fold } from '../answer/text.ts';
import type { PendingReservation } from './pending.ts';
import type { Turn } from './turn.ts';
import { bare, isQuestion, NUMBER, numberOf } from './words.ts';
import { clip } from '../../../contract/clip.ts';

export type Details = Partial<
  Pick<PendingReservation, 'guests' | 'date' | 'time' | 'isHalfOpen' | 'name' | 'phone'>
> & {
  /** Days that were named, if it is not one. */
  dates?: string[];
};

/** Whether somebody wants a table, and does not only ask about tables. */
export function wantsTable(text: string): boolean {
  const plain = bare(text);
  if (isQuestion(text) && !isRequest.test(plain)) return false;
  return /\b(?:table|reservation|booking)\b.{0,30}\b(?:for|of)\b/.test(plain) ||
    /\b(?:book|reserve|make|need|want|like|get|have)\b.{0,20}\b(?:table|reservation|booking)\b/.test(plain)
    ? !isAboutBooking.test(plain)
    : false;
}

const isRequest = /^(?:do|are) you (?:have|got) (?:a|any) (?:free )?tables? for\b/;
/** One that exists, or the rules of them. */
const isAboutBooking =
  /\b(?:cancel|cancelling|change|move|confirm|biggest|largest|maximum|how (?:far|long|many|much|late|early)|ahead|advance|need to|have to|must|should i|deposit|my (?:table|reservation|booking)|policy|allergy|allergic)\b/;

/** What a message says of a reservation. `step`: what was asked for, so that "4" is understood. */
export function readReservation(text: string, context: DayContext, step: PendingReservation['step'] | null): Details {
  const details: Details = {};
  const phone = phoneIn(text, step === 'phone');
  if (phone) details.phone = phone;
  if (step === 'phone') return details;
  const named = statedName(text);
  if (named) details.name = named;
  const rest = text.replace(phone ?? '\0', ' ').replace(named ?? '\0', ' ');
  const guests = guestsIn(rest, step === 'guests');
  if (guests !== null) details.guests = guests;
  const dates = datesIn(rest, context);
  if (dates.length === 1) details.date = dates[0]!;
  else if (dates.length > 1) details.dates = dates;
  const time = timeOf(rest, step === 'time' || step === 'half');
  if (time) Object.assign(details, time);
  return details;
}

/** The dates that are named, each once. */
export const datesIn = (text: string, context: DayContext): string[] => [
  ...new Set(
    (daysIn(text, context) ?? []).flatMap((day) =>
      day.kind === 'date' ? [day.date] : (nextDate(day.weekday, context) ?? []),
    ),
  ),
];

/** "On Fridays": the next one. */
function nextDate(weekday: number, context: DayContext): string | null {
  const names = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
  const [found] = daysIn(names[weekday]!, context) ?? [];
  return found?.kind === 'date' ? found.date : null;
}

const notGuests = String.raw`(?!\s*(?:[:.]\s*\d|\d|a\.?m\b|p\.?m\b|o'?clock|st\b|nd\b|rd\b|th\b|/|hours?\b|minutes?\b|days?\b|nights?\b|weeks?\b|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)))`;
const count = NUMBER.replace('an?|', '');

function guestsIn(text: string, isExpected: boolean): number | null {
  const plain = fold(text);
  const of = (pattern: string) => new RegExp(pattern).exec(plain)?.[1];
  const adults = of(String.raw`\b(${count})\s+adults?\b`);
  const children = of(String.raw`\b(${count})\s+(?:children|child|kids?|babies|baby|infants?)\b`);
  if (adults && children) return numberOf(adults) + numberOf(children);
  const found =
    of(String.raw`\b(${count})\s*(?:people|persons?|guests?|pax|of us|adults?|diners|covers|seats)\b`) ??
    of(String.raw`\b(?:party|group|table|family)\s+of\s+(${count})\b`) ??
    of(String.raw`\bfor\s+(?:a party of\s+|a group of\s+|us\s+)?(${count})\b${notGuests}`) ??
    of(String.raw`\b(?:we are|we're|we will be|we'll be|make it)\s+(${count})\b${notGuests}`) ??
    (isExpected ? of(String.raw`^\W*(?:just |only |about |around )?(${count})\W*$`) : undefined);
  if (found !== undefined) return numberOf(found);
  if (/\b(?:just me|only me|myself|for me alone|a couple)\b/.test(plain)) return plain.includes('couple') ? 2 : 1;
  return null;
}

/** A time that says neither "am" nor "pm" may be either. `isExpected`: it was asked for, so that "7" is one. */
export function timeOf(text: string, isExpected: boolean): Pick<PendingReservation, 'time' | 'isHalfOpen'> | null {
  const plain = fold(text);
  if (/\b(?:noon|midday)\b/.test(plain)) return { time: '12:00', isHalfOpen: false };
  const spoken = plain.replaceAll(
    /\b(?:at|around|about|for|from|by)\s+(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b(?!\s*(?:people|persons?|guests?|of us|adults?))/g,
    (all, term: string) => (all.startsWith('for') ? all : `at ${numberOf(term)}`),
  );
  const half = /\bhalf (?:past )?(\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven)\b/.exec(spoken)?.[1];
  const alone = isExpected
    ? /^\W*(?:at |around |about |maybe )?(\d{1,2}|[a-z]+)(?: o'?clock)?\W*$/.exec(spoken)?.[1]
    : undefined;
  const clock = /\b(?:around|about|from|by)\s+(\d{1,2})\b(?!\s*(?:[:.]\d|am|pm|people|persons|guests))/.exec(
    spoken,
  )?.[1];
  const found =
    timeIn(half ? spoken.replace(/\bhalf (?:past )?\w+/, `at ${numberOf(half)}:30`) : spoken) ??
    (alone && numberOf(alone) <= 24 ? timeIn(`at ${numberOf(alone)}`) : null) ??
    (clock ? timeIn(`at ${clock}`) : null);
  if (!found) return null;
  const isClear =
    found >= '13:00' ||
    found < '01:00' ||
    /\b(?:a\.?m|p\.?m)\b|\d(?:am|pm)\b|morning|evening|tonight|night|afternoon|breakfast|lunch|dinner/.test(plain);
  if (/\b(?:lunch|dinner)\b/.test(plain) && found < '11:00') return { time: later(found), isHalfOpen: false };
  return { time: found, isHalfOpen: !isClear };
}

/** Twelve hours later. */
export const later = (time: string): string =>
  `${String((Number(time.slice(0, 2)) + 12) % 24).padStart(2, '0')}${time.slice(2)}`;

/** The instants that the time may mean; after midnight it belongs to the evening of the day before. */
export function readings(
  { date, time, isHalfOpen }: Pick<PendingReservation, 'date' | 'time' | 'isHalfOpen'>,
  timezone: string,
): string[] {
  const localTimes = isHalfOpen ? [time!, later(time!)] : [time!];
  const at = (localTime: string, day: number) =>
    new Date(fromLocalParts((dayOfDate(date!) + day) * DAY + msOfTime(localTime), timezone)).toISOString();
  return localTimes.flatMap((localTime) =>
    localTime < '05:00' ? [at(localTime, 0), at(localTime, 1)] : [at(localTime, 0)],
  );
}

function statedName(text: string): string | null {
  const found =
    /\b(?:(?:my |the )?name(?:['’]s| is|:)?|under(?: the name)?(?: of)?|in the name of)\s+(\p{L}[\p{L}'’. -]{0,60})/iu.exec(
      text,
    )?.[1];
  return found ? tidyName(found) : null;
}

/** The answer to the question for a name. */
export const nameIn = ({ text, english }: Pick<Turn, 'text' | 'english'>): string | null =>
  statedName(english) ?? nameAlone(text);

/** An answer that is nothing but a name. */
function nameAlone(text: string): string | null {
  const bareName = text.replace(/^\W*(?:it['’]?s|it is|this is|i am|i['’]m|for|on|just)\s+/i, '');
  const name = tidyName(bareName);
  return name && name.split(' ').length <= 5 && !/\d/.test(bareName) && !/[?]/.test(bareName) ? name : null;
}

/** Up to a word that belongs to the rest of the sentence. */
function tidyName(text: string): string | null {
  const name = text
    .split(/[,;\n]|\.\s|\s+(?:for|at|on|and|please|tomorrow|today|tonight|phone|tel|number|my|with|thanks?)\b/i)[0]!
    .replaceAll(/\s+/g, ' ')
    .replace(/[.\s-]+$/, '')
    .trim();
  return /^\p{L}/u.test(name) ? clip(name, 120, '') : null;
}

/** `isExpected`: it was asked for, so that any number may be one. */
export function phoneIn(text: string, isExpected: boolean): string | null {
  const found = /\+?\d[\d\s().-]{5,22}\d/.exec(plainDigits(text))?.[0]?.trim();
  if (!found || !isPhone(found)) return null;
  const digits = found.replaceAll(/\D/g, '').length;
  if (digits < (isExpected ? 7 : 9) || digits > 15) return null;
  return isExpected || /\b(?:phone|number|call|tel|mobile|cell|reach)\b|\+\d{8,}/i.test(text) ? found : null;
}
