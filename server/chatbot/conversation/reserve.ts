import { Refusal } from '../../pipeline/handler.ts';
import { book, findTimes, nextFreeDays, todayOf } from '../../storefront/reservations.ts';
import { dateText, joined, timeText } from '../answer/format.ts';
import { later, readings, readReservation, type Details } from './read-reservation.ts';
import type { PendingReservation } from './pending.ts';
import { contactOf, contactQuestions } from './contact.ts';
import { localDate, type Reply, type Turn } from './turn.ts';
import { orOf } from './words.ts';

const OFFERED_MAX = 4;
const LISTED_MAX = 8;

type Times = Awaited<ReturnType<typeof findTimes>>['times'];

export const blankReservation: PendingReservation = {
  kind: 'reservation',
  step: 'guests',
  guests: null,
  date: null,
  time: null,
  isHalfOpen: false,
  name: null,
  phone: null,
  starts_at: null,
  question: '',
  misses: 0,
};

/** What a message says of a reservation that is asked for. */
export function detailsIn({ text, facts, c, restaurant }: Turn, step: PendingReservation['step'] | null): Details {
  const { timezone, opening_hours: hours } = restaurant;
  return readReservation(text, { now: c.now, timezone, cutoff: facts.cutoff, locale: facts.locale, hours }, step);
}

/** Takes up what was said, and asks for what is missing. */
export async function continueReservation(turn: Turn, before: PendingReservation, details: Details): Promise<Reply> {
  const { dates, ...fields } = details;
  const reservation = { ...before, ...fields, starts_at: null, misses: 0 };
  if (before.step === 'half' && details.time === undefined)
    reservation.time = halfOf(turn.text, before) ?? reservation.time;
  reservation.isHalfOpen = details.isHalfOpen ?? (before.step === 'half' ? false : before.isHalfOpen);
  return requestNext(turn, reservation, dates);
}

/** "In the evening" of two times that were offered. */
const halfOf = (text: string, { time }: PendingReservation): string | null => {
  if (time === null) return null;
  if (/\b(?:pm|p\.m|evening|night|dinner|second|later)\b/i.test(text)) return later(time);
  return null;
};

async function requestNext(turn: Turn, reservation: PendingReservation, dates: string[] = []): Promise<Reply> {
  const { c, restaurant } = turn;
  const { guests, date, time } = reservation;
  const request = (
    step: PendingReservation['step'],
    text: string,
    change: Partial<PendingReservation> = {},
  ): Reply => ({
    text,
    next: { ...reservation, ...change, step, question: text },
  });
  if (guests === null) return request('guests', 'For how many people is the table?');
  if (date === null)
    return request('date', dates.length > 1 ? `Which day: ${orOf(dates.slice(0, 3).map(dayText))}?` : 'For which day?');
  const today = todayOf(restaurant, c.now);
  if (date < today) return request('date', `${dayText(date)} is over. For which day is the table?`, { date: null });
  const found = await findTimes(c, restaurant, { date, guests });
  if (found.reason === 'not_offered') return end('This restaurant takes no reservations.');
  if (found.reason === 'party_too_large' || found.reason === 'party_too_small')
    return {
      ...end(
        found.reason === 'party_too_large'
          ? `Up to ${found.max_guests} people can reserve here. For a larger party I have asked the restaurant to get back to you.`
          : `Tables can be reserved here for ${found.min_guests} people or more. I have asked the restaurant to get back to you.`,
      ),
      escalated: true,
    };
  if (date > found.last_date)
    return request('date', `Tables can be reserved up to ${dayText(found.last_date)}. Which day would suit you?`, {
      date: null,
    });
  if (found.times.length === 0) return offerDays(turn, reservation, request);
  if (time === null) return request('time', `At what time on ${dayText(date)}? ${listTimes(turn, found.times)}`);
  const hits = readings(reservation, restaurant.timezone).filter((at) =>
    found.times.some(({ starts_at }) => starts_at === at),
  );
  if (hits.length > 1)
    return request('half', `Do you mean ${hits.map((at) => timeText(at, restaurant.timezone)).join(' or ')}?`);
  const startsAt = hits[0];
  if (startsAt === undefined)
    return request(
      'time',
      `There is no free table for ${guests} at ${clockOf(reservation)} on ${dayText(date)}. ${nearest(turn, reservation, found.times)} Which time would suit you?`,
      { time: null },
    );
  const contact = contactOf(turn, reservation);
  if (typeof contact === 'string') return request(contact, contactQuestions[contact]);
  const { name } = contact;
  const localTime = timeText(startsAt, restaurant.timezone);
  return request(
    'confirm',
    `A table for ${guests} on ${dayText(date)} at ${localTime}, under the name ${name}. Shall I send this to the restaurant? Reply YES, or NO to stop.`,
    { name, starts_at: startsAt, time: localTime, isHalfOpen: false },
  );
}

/** Books exactly what the summary said. */
export async function confirmReservation(turn: Turn, reservation: PendingReservation): Promise<Reply> {
  const { c, customer, restaurant, website } = turn;
  const { guests, starts_at: startsAt } = reservation;
  const contact = contactOf(turn, reservation);
  if (guests === null || startsAt === null || typeof contact === 'string') return requestNext(turn, reservation);
  const { name, phone } = contact;
  const booked = await book(
    c,
    restaurant,
    { guests_count: guests, starts_at: startsAt, name, phone },
    { source: 'chat', customerId: customer.id },
  );
  if (booked instanceof Refusal) {
    // Somebody else was quicker: what is free instead follows.
    if (booked.error.code !== 'slot_unavailable')
      return {
        ...end('The reservation could not be made. I have asked the restaurant to get back to you.'),
        escalated: true,
      };
    return requestNext(turn, { ...reservation, starts_at: null });
  }
  const { reservation: made, token } = booked;
  const described = `number ${made.reservation_no}, a table for ${guests} on ${dayText(localDate(startsAt, restaurant.timezone))} at ${timeText(startsAt, restaurant.timezone)}, under the name ${name}`;
  const link = `${website}/reserve/${token}`;
  const isConfirmed = made.reservation_status === 'confirmed';
  const text = isConfirmed
    ? `Your reservation is confirmed: ${described}. You can look at it or cancel it here: ${link}`
    : `Your request is with the restaurant: ${described}. It is not confirmed yet. The restaurant’s answer will be shown here, where you can also cancel: ${link}`;
  const again = isConfirmed
    ? `Your reservation is made already: ${described}.`
    : `Your request is with the restaurant already: ${described}. Whether it is confirmed is shown here: ${link}`;
  return { text, next: { kind: 'done', text: again } };
}

const end = (text: string): Reply => ({ text, next: null });

const dayText = (date: string) => dateText(date, 'en');

/** Of two readings the likelier one. */
const clockOf = ({ time, isHalfOpen }: PendingReservation): string =>
  isHalfOpen && time! < '11:00' ? later(time!) : time!;

function listTimes({ restaurant: { timezone } }: Turn, times: Times): string {
  const shown = spread(times);
  const list = joined(
    shown.map(({ starts_at }) => timeText(starts_at, timezone)),
    'en',
  );
  return shown.length === times.length ? `Free: ${list}.` : `Free are, for example, ${list}.`;
}

/** A few of many, from the first to the last. */
const spread = (times: Times): Times =>
  times.length <= LISTED_MAX
    ? times
    : Array.from({ length: LISTED_MAX }, (_, i) => times[Math.round((i * (times.length - 1)) / (LISTED_MAX - 1))]!);

function nearest({ restaurant: { timezone } }: Turn, reservation: PendingReservation, times: Times): string {
  const [wanted] = readings({ ...reservation, time: clockOf(reservation), isHalfOpen: false }, timezone);
  const away = ({ starts_at }: Times[number]) => Math.abs(Date.parse(starts_at) - Date.parse(wanted!));
  const near = times
    .toSorted((a, b) => away(a) - away(b))
    .slice(0, OFFERED_MAX)
    .toSorted((a, b) => (a.starts_at < b.starts_at ? -1 : 1))
    .map(({ starts_at }) => timeText(starts_at, timezone));
  return `The nearest free ${near.length === 1 ? 'time is' : 'times are'} ${joined(near, 'en')}.`;
}

async function offerDays(
  { c, restaurant }: Turn,
  { guests, date }: PendingReservation,
  request: (step: 'date', text: string, change: Partial<PendingReservation>) => Reply,
): Promise<Reply> {
  const days = await nextFreeDays(c, restaurant, { guests: guests!, after: date! });
  const none = `There is no free table for ${guests} on ${dayText(date!)}.`;
  if (days.length === 0)
    return {
      ...end(`${none} None is free on the days after it either. I have asked the restaurant to get back to you.`),
      escalated: true,
    };
  const list = days.map((day) => `${dayText(day.date)} from ${timeText(day.starts_at, restaurant.timezone)}`);
  return request('date', `${none} There are tables on ${orOf(list)}. Which day would suit you?`, { date: null });
}
