import { Refusal } from '../../pipeline/handler.ts';
import { book, findTimes, nextFreeDays, todayOf } from '../../storefront/reservations.ts';
import { dateText, joined, timeText } from '../answer/format.ts';
import { later, nameIn, readings, readReservation, type Details } from './read-reservation.ts';
import type { PendingReservation } from './pending.ts';
import { contactOf, contactQuestion } from './contact.ts';
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
export function detailsIn(turn: Turn, step: PendingReservation['step'] | null): Details {
  const { english, facts, c, restaurant } = turn;
  if (step === 'name') {
    const name = nameIn(turn);
    return name === null ? {} : { name };
  }
  const { timezone, opening_hours: hours } = restaurant;
  return readReservation(english, { now: c.now, timezone, cutoff: facts.cutoff, locale: facts.locale, hours }, step);
}

/** Takes up what was said, and asks for what is missing. */
export async function continueReservation(turn: Turn, before: PendingReservation, details: Details): Promise<Reply> {
  const { dates, ...fields } = details;
  const reservation = { ...before, ...fields, starts_at: null, misses: 0 };
  if (before.step === 'half' && details.time === undefined)
    reservation.time = halfOf(turn.english, before) ?? reservation.time;
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
  const { c, restaurant, say } = turn;
  const dayText = (day: string) => dateText(day, turn.language);
  const { guests, date, time } = reservation;
  const request = (
    step: PendingReservation['step'],
    text: string,
    change: Partial<PendingReservation> = {},
  ): Reply => ({
    text,
    next: { ...reservation, ...change, step, question: text },
  });
  if (guests === null) return request('guests', say.howManyGuests);
  if (date === null)
    return request(
      'date',
      dates.length > 1 ? say.whichDayOf(orOf(dates.slice(0, 3).map(dayText), say.or)) : say.whichDay,
    );
  const today = todayOf(restaurant, c.now);
  if (date < today) return request('date', say.dayIsOver(dayText(date)), { date: null });
  const found = await findTimes(c, restaurant, { date, guests });
  if (found.reason === 'not_offered') return end(say.noReservations);
  if (found.reason === 'party_too_large' || found.reason === 'party_too_small')
    return {
      ...end(
        found.reason === 'party_too_large' ? say.partyTooLarge(found.max_guests) : say.partyTooSmall(found.min_guests),
      ),
      escalated: true,
    };
  if (date > found.last_date)
    return request('date', say.bookableUntil(dayText(found.last_date)), {
      date: null,
    });
  if (found.times.length === 0) return offerDays(turn, reservation, request);
  if (time === null) return request('time', `${say.whatTime(dayText(date))} ${listTimes(turn, found.times)}`);
  const hits = readings(reservation, restaurant.timezone).filter((at) =>
    found.times.some(({ starts_at }) => starts_at === at),
  );
  if (hits.length > 1)
    return request(
      'half',
      say.meanTime(
        orOf(
          hits.map((at) => timeText(at, restaurant.timezone)),
          say.or,
        ),
      ),
    );
  const startsAt = hits[0];
  if (startsAt === undefined)
    return request(
      'time',
      `${say.noTableAt(guests, clockOf(reservation), dayText(date))} ${nearest(turn, reservation, found.times)} ${say.whichTime}`,
      { time: null },
    );
  const contact = contactOf(turn, reservation);
  if (typeof contact === 'string') return request(contact, contactQuestion(turn, contact));
  const { name } = contact;
  const localTime = timeText(startsAt, restaurant.timezone);
  return request('confirm', say.tableSummary(guests, dayText(date), localTime, name), {
    name,
    starts_at: startsAt,
    time: localTime,
    isHalfOpen: false,
  });
}

/** Books exactly what the summary said. */
export async function confirmReservation(turn: Turn, reservation: PendingReservation): Promise<Reply> {
  const { c, customer, restaurant, website, say } = turn;
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
        ...end(`${say.notReserved} ${say.askedTeam}`),
        escalated: true,
      };
    return requestNext(turn, { ...reservation, starts_at: null });
  }
  const { reservation: made, token } = booked;
  const described = say.tableMade(
    made.reservation_no,
    guests,
    dateText(localDate(startsAt, restaurant.timezone), turn.language),
    timeText(startsAt, restaurant.timezone),
    name,
  );
  const link = `${website}/reserve/${token}`;
  const isConfirmed = made.reservation_status === 'confirmed';
  const text = isConfirmed ? say.confirmed(described, link) : say.requested(described, link);
  const again = isConfirmed ? say.confirmedAlready(described) : say.requestedAlready(described, link);
  return { text, next: { kind: 'done', text: again } };
}

const end = (text: string): Reply => ({ text, next: null });

/** Of two readings the likelier one. */
const clockOf = ({ time, isHalfOpen }: PendingReservation): string =>
  isHalfOpen && time! < '11:00' ? later(time!) : time!;

function listTimes({ restaurant: { timezone }, language, say }: Turn, times: Times): string {
  const shown = spread(times);
  const list = joined(
    shown.map(({ starts_at }) => timeText(starts_at, timezone)),
    language,
  );
  return shown.length === times.length ? say.freeTimes(list) : say.freeTimesAmong(list);
}

/** A few of many, from the first to the last. */
const spread = (times: Times): Times =>
  times.length <= LISTED_MAX
    ? times
    : Array.from({ length: LISTED_MAX }, (_, i) => times[Math.round((i * (times.length - 1)) / (LISTED_MAX - 1))]!);

function nearest(
  { restaurant: { timezone }, language, say }: Turn,
  reservation: PendingReservation,
  times: Times,
): string {
  const [wanted] = readings({ ...reservation, time: clockOf(reservation), isHalfOpen: false }, timezone);
  const away = ({ starts_at }: Times[number]) => Math.abs(Date.parse(starts_at) - Date.parse(wanted!));
  const near = times
    .toSorted((a, b) => away(a) - away(b))
    .slice(0, OFFERED_MAX)
    .toSorted((a, b) => (a.starts_at < b.starts_at ? -1 : 1))
    .map(({ starts_at }) => timeText(starts_at, timezone));
  return say.nearestTimes(joined(near, language), near.length);
}

async function offerDays(
  { c, restaurant, language, say }: Turn,
  { guests, date }: PendingReservation,
  request: (step: 'date', text: string, change: Partial<PendingReservation>) => Reply,
): Promise<Reply> {
  const days = await nextFreeDays(c, restaurant, { guests: guests!, after: date! });
  const dayText = (day: string) => dateText(day, language);
  const none = say.noTableOn(guests!, dayText(date!));
  if (days.length === 0)
    return {
      ...end(`${none} ${say.noneAfter} ${say.askedTeam}`),
      escalated: true,
    };
  const list = days.map((day) => say.dayFrom(dayText(day.date), timeText(day.starts_at, restaurant.timezone)));
  return request('date', `${none} ${say.tablesOn(orOf(list, say.or))}`, { date: null });
}
