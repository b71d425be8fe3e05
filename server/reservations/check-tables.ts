import type { Reservation } from '../../contract/reservations/calls.ts';
import { freeTablesFor, isWithinMaxima, nearestSlots, type Book } from '../../contract/reservations/availability.ts';
import { settingsOf } from '../../contract/reservations/settings-parts.ts';
import { faultOfTables, findClash, isKeeping, type TableFault } from '../../contract/reservations/tables.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import { DAY, dateOfDay, dayOfLocalParts, toLocalParts } from '../../contract/restaurant/zone.ts';
import { listBusy } from '../channels/calendar/events.ts';
import { refuse, type BaseContext, type Refusal } from '../pipeline/handler.ts';
import { reservationsBetween } from './store.ts';

type CheckContext = Pick<BaseContext, 'db' | 'restaurantId' | 'now'>;

/** What is booked around a time: a day before and after, which is more than any stay and buffer. */
export async function bookAround(c: CheckContext, restaurant: Restaurant, at: string): Promise<Book> {
  const from = new Date(Date.parse(at) - DAY).toISOString();
  const to = new Date(Date.parse(at) + 2 * DAY).toISOString();
  return {
    settings: settingsOf(restaurant),
    timezone: restaurant.timezone,
    reservations: await reservationsBetween(c.db, c.restaurantId, from, to),
    busy: await listBusy(c.db, c.restaurantId, { from, to }),
    now: c.now.getTime(),
  };
}

const faultLabels: Record<TableFault, string> = {
  unknown_table: 'This table does not exist any more',
  not_joinable: 'These tables cannot be joined',
  too_small: 'There are not enough chairs for the party',
};

interface Check {
  /** The maxima of the slot count. Not for walk-ins, nor where somebody decided to go above them. */
  countsMaxima: boolean;
  /** The tables themselves are checked only if they or the party changed: a settled reservation stays when the plan changes. */
  countsTables: boolean;
  /** It has these tables already, so that whoever still sits there does not take them from it. */
  hasTables?: boolean;
}

/**
 * Under the lock of the space: whether a reservation that keeps its tables may have them. Refuses a table that somebody has, with the
 * reservation that has it and what is free instead, and a slot that is full.
 */
export async function refuseClash(
  c: CheckContext,
  restaurant: Restaurant,
  wanted: Reservation,
  { countsMaxima, countsTables, hasTables = false }: Check,
): Promise<Refusal | null> {
  const book = await bookAround(c, restaurant, wanted.starts_at);
  const fault = countsTables && faultOfTables(book.settings.tables, wanted.table_ids, wanted.guests_count);
  if (fault) return refuse('invalid_fields', { field_errors: { table_ids: faultLabels[fault] } });
  if (!isKeeping(wanted, book.now)) return null;
  const clash = findClash(wanted, book.reservations, {
    bufferMinutes: book.settings.booking.buffer_minutes,
    now: book.now,
    asPlanned: hasTables,
  });
  if (clash) return refuse('table_taken', { current: { ...clash, instead: insteadOf(book, wanted) } });
  if (countsMaxima && !isWithinMaxima(wanted, book))
    return refuse('slot_full', { current: { ...wanted, instead: insteadOf(book, wanted) } });
  return null;
}

/** Free tables at the same time, and the nearest times at which there are some. */
function insteadOf(book: Book, wanted: Reservation) {
  const day = dateOfDay(dayOfLocalParts(toLocalParts(Date.parse(wanted.starts_at), book.timezone)));
  const others = { ...book, reservations: book.reservations.filter(({ id }) => id !== wanted.id) };
  const { guests_count: guests, starts_at, duration_minutes } = wanted;
  return {
    table_ids: freeTablesFor(others, guests, starts_at, duration_minutes) ?? [],
    times: nearestSlots(others, day, guests, starts_at).map((slot) => slot.starts_at),
  };
}
