import { createHash } from 'node:crypto';
import { Refusal } from '../../pipeline/handler.ts';
import type { PublicReservation } from '../../../contract/storefront/reservation-calls.ts';
import { findByToken } from '../../reservations/store.ts';
import { book, changeReservation, findTimes, nextFreeDays, publicReservation } from '../../storefront/reservations.ts';
import { dateText, timeText } from '../answer/format.ts';
import { requestContact } from './checkout.ts';
import { withoutTable } from './state.ts';
import { offer, localDate, paged, toTeam, type Reply, type Row, type Turn } from './turn.ts';

const GUESTS = 9;

export const canBook = ({ own, restaurant }: Turn): boolean =>
  own.takes_reservations && restaurant.order_type.includes('reservation');

export function requestNewTable(turn: Turn): Promise<Reply> {
  turn.state.moves = null;
  return requestGuests(turn);
}

export async function requestGuests(turn: Turn): Promise<Reply> {
  const { say, c, restaurant, state } = turn;
  Object.assign(state, { goal: 'table', guests: null, date: null, starts_at: null, summary: null, expects: null });
  const { min_guests: least, max_guests: most } = await findTimes(c, restaurant, {
    date: localDate(c.now.toISOString(), restaurant.timezone),
    guests: 2,
  });
  const counts = Array.from({ length: Math.max(0, most - least + 1) }, (_, n) => least + n).slice(0, GUESTS);
  return offer(turn, say('howManyGuests'), [
    ...counts.map((n): Row => ({ id: `guests:${n}`, title: String(n) })),
    { id: 'person', title: say('moreGuests') },
  ]);
}

export async function takeGuests(turn: Turn, guests: number): Promise<Reply> {
  const { state, restaurant } = turn;
  Object.assign(state, { goal: 'table', guests, date: null, starts_at: null, summary: null });
  const booking = state.moves === null ? null : await readBooking(turn, state.moves);
  if (!booking) return showFreeDays(turn, '');
  // Its own time, if there is a table for the new party.
  const date = localDate(booking.starts_at, restaurant.timezone);
  const { times } = await findTimes(turn.c, restaurant, { date, guests, except: await movedId(turn) });
  if (!times.some(({ starts_at }) => starts_at === booking.starts_at))
    return showFreeDays(turn, '', turn.say('tableGone'));
  Object.assign(state, { date, starts_at: booking.starts_at });
  return confirmTable(turn);
}

/** As its page shows it; null: there is none. */
export async function readBooking({ c, restaurant }: Turn, token: string): Promise<PublicReservation | null> {
  const found = await findByToken(c.db, c.restaurantId, token);
  return found && publicReservation(found.reservation, restaurant, token, c.now);
}

/** The booking that is to take one of the free times: its own table counts as free. */
export const movedId = async ({ c, state }: Turn): Promise<string | undefined> =>
  state.moves === null ? undefined : (await findByToken(c.db, c.restaurantId, state.moves))?.reservation.id;

/** The next days on which a table is free. `after`: a date. */
export async function showFreeDays(turn: Turn, after: string, before = ''): Promise<Reply> {
  const { c, restaurant, say, language, state } = turn;
  if (state.guests === null) return requestGuests(turn);
  const days = await nextFreeDays(c, restaurant, { guests: state.guests, after, except: await movedId(turn) });
  if (days.length === 0) return toTeam(turn, say('noTables'));
  const rows = days.map(({ date, starts_at }): Row => ({
    id: `tday:${date}:0`,
    title: dateText(date, language),
    description: say('from', { amount: timeText(starts_at, restaurant.timezone) }),
  }));
  return offer(turn, [before, say('whichDay')].filter(Boolean).join(' '), [
    ...rows,
    { id: `tdays:${days.at(-1)!.date}`, title: say('laterDays') },
  ]);
}

export async function showTableTimes(turn: Turn, date: string, page: number): Promise<Reply> {
  const { c, restaurant, say, state } = turn;
  if (state.guests === null) return requestGuests(turn);
  const { times } = await findTimes(c, restaurant, { date, guests: state.guests, except: await movedId(turn) });
  if (times.length === 0) return showFreeDays(turn, date, say('tableGone'));
  state.date = date;
  const rows = times.map(({ starts_at }): Row => ({
    id: `table:${starts_at}`,
    title: timeText(starts_at, restaurant.timezone),
  }));
  return offer(
    turn,
    say('whichTime'),
    paged(turn, rows, page, (next) => `tday:${date}:${next}`),
  );
}

export async function takeTable(turn: Turn, startsAt: string): Promise<Reply> {
  const { state } = turn;
  if (state.guests === null || state.date === null) return requestGuests(turn);
  state.starts_at = startsAt;
  return confirmTable(turn);
}

/** What is still missing, then the summary with the button that books exactly it. */
export async function confirmTable(turn: Turn, before = ''): Promise<Reply> {
  const { state, say } = turn;
  if (state.starts_at === null)
    return state.date === null ? showFreeDays(turn, '', before) : showTableTimes(turn, state.date, 0);
  const booking = state.moves === null ? null : await readBooking(turn, state.moves);
  const contact = booking ? null : requestContact(turn);
  if (contact) return contact;
  const table = tableText(turn, booking?.name);
  const text = booking ? `${say('bookingNo', { number: booking.reservation_no })}: ${table}` : table;
  const id = createHash('sha256').update(`${text} ${state.starts_at} ${state.moves}`).digest('hex').slice(0, 16);
  state.summary = { id, total: 0 };
  return offer(turn, [before, text].filter(Boolean).join(' '), [
    { id: `book:${id}`, title: say(booking ? 'changeYes' : 'confirmTable') },
    { id: booking ? 'tdays:' : 'table', title: say('change') },
    booking ? { id: 'keep', title: say('keep') } : { id: 'stop', title: say('stop') },
  ]);
}

const tableText = ({ state, say, restaurant: { timezone }, language }: Turn, name = state.name): string =>
  say('tableSummary', {
    guests: state.guests!,
    day: dateText(localDate(state.starts_at!, timezone), language),
    time: timeText(state.starts_at!, timezone),
    name: name!,
  });

export async function bookIt(turn: Turn, id: string): Promise<Reply> {
  const { state, say, c, restaurant, customer, website } = turn;
  const { guests, starts_at, name, phone } = state;
  if (state.moves !== null && state.summary?.id === id && guests !== null && starts_at !== null)
    return moveIt(turn, state.moves, { guests_count: guests, starts_at });
  if (state.summary?.id !== id || guests === null || starts_at === null || name === null || phone === null)
    return confirmTable(turn, say('oldButton'));
  if (turn.isTrial) {
    turn.state = withoutTable(state);
    return offer(turn, 'From a customer, this table would now be booked. Nothing was booked.', []);
  }
  const booked = await book(
    c,
    restaurant,
    { guests_count: guests, starts_at, name, phone },
    { source: 'chat', customerId: customer.id },
  );
  if (booked instanceof Refusal) {
    if (booked.error.code !== 'slot_unavailable') return toTeam(turn);
    // Somebody else was quicker.
    state.starts_at = null;
    return showTableTimes(turn, state.date ?? localDate(starts_at, restaurant.timezone), 0);
  }
  const { reservation, token } = booked;
  const key = reservation.reservation_status === 'confirmed' ? 'booked' : 'requested';
  const text = say(key, {
    number: reservation.reservation_no,
    table: tableText(turn),
    link: `${website}/reserve/${token}`,
  });
  turn.state = withoutTable({
    ...state,
    made: [...state.made, { kind: 'table', number: reservation.reservation_no, token }],
  });
  return offer(turn, text, []);
}

/** By the rules of the page of the booking. */
async function moveIt(turn: Turn, token: string, body: { guests_count: number; starts_at: string }): Promise<Reply> {
  const { state, say, restaurant, website } = turn;
  // It needs no more of a request than its transaction, the token and what is wanted.
  const context = { ...turn.c, path: { token }, body } as Parameters<typeof changeReservation.run>[0];
  const changed = await changeReservation.run(context);
  if (changed instanceof Refusal) {
    if (changed.error.code !== 'slot_unavailable') return toTeam(turn, say('cannotMove'));
    // Somebody else was quicker.
    state.starts_at = null;
    return showTableTimes(turn, state.date ?? localDate(body.starts_at, restaurant.timezone), 0);
  }
  const booking = (await readBooking(turn, token))!; // it was just changed
  const text = say(booking.reservation_status === 'confirmed' ? 'booked' : 'requested', {
    number: booking.reservation_no,
    table: tableText(turn, booking.name),
    link: `${website}/reserve/${token}`,
  });
  turn.state = withoutTable(state);
  return offer(turn, text, []);
}
