import type { Args } from '../../contract/call.ts';
import { openSlots, type Book } from '../../contract/reservations/availability.ts';
import type { Reservation } from '../../contract/reservations/calls.ts';
import { editedReservation, newReservation, withEditEvent } from '../../contract/reservations/new-reservation.ts';
import { settingsOf } from '../../contract/reservations/settings-parts.ts';
import { plusMinutes, slotsOf } from '../../contract/reservations/slots.ts';
import { applyReservationStatus, isFinal } from '../../contract/reservations/status.ts';
import { faultOfTables, findClash } from '../../contract/reservations/tables.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import {
  DAY,
  dateOfDay,
  dayOfLocalParts,
  fromLocalParts,
  dayOfDate,
  toLocalParts,
} from '../../contract/restaurant/zone.ts';
import * as contract from '../../contract/storefront/reservation-calls.ts';
import type { Env } from '../env.ts';
import { findDeletion } from '../restaurants/deletion.ts';
import { storedPhone } from '../platform/phone-number.ts';
import { findOrCreateCustomer, isBlocked } from '../customers/find-or-create.ts';
import { changedFields } from '../db/changed-fields.ts';
import { isDate } from '../pipeline/date-range.ts';
import { defineHandler, refuse, Refusal, type BaseContext, type Handler } from '../pipeline/handler.ts';
import { newId } from '../platform/ids.ts';
import { announceReservation } from '../reservations/announce.ts';
import { reservationStored } from '../reservations/events.ts';
import { bookAround } from '../reservations/check-tables.ts';
import { findByToken, insertReservation, nextReservationNo, updateReservation } from '../reservations/store.ts';
import { reservationToken } from '../reservations/token.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { mergeFields } from '../db/field-merge.ts';

const isOffered = ({ order_type }: Restaurant) => order_type.includes('reservation');

export const listTimes = defineHandler(contract.listTimes, async (c) => {
  const { date } = c.query;
  if (!isDate(date)) return refuse('invalid_fields', { field_errors: { date: 'Not a date' } });
  const { token } = c.query;
  const own = token === undefined ? null : await findByToken(c.db, c.restaurantId, token);
  if (token !== undefined && !own) return refuse('not_found');
  return findTimes(c, await loadRestaurant(c.db, c.restaurantId), {
    date,
    guests: Number(c.query.guests),
    except: own?.reservation.id,
  });
});

/** The free times of a date for a party, and why there are none. `except`: the reservation that is to take one of them. */
export async function findTimes(
  c: Pick<BaseContext, 'db' | 'restaurantId' | 'now'>,
  restaurant: Restaurant,
  { date, guests, except }: { date: string; guests: number; except?: string | undefined },
): Promise<contract.FreeTimes> {
  const { book, open } = await readDay(c, restaurant, date, guests, except);
  const { min_guests_online, max_guests_online } = book.settings.tables;
  return {
    date,
    guests_count: guests,
    timezone: restaurant.timezone,
    reason: open.length > 0 ? null : whyNone(restaurant, book, guests),
    min_guests: min_guests_online,
    max_guests: max_guests_online,
    last_date: lastDate(restaurant, c.now),
    times: open.map(({ starts_at, duration_minutes }) => ({ starts_at, duration_minutes })),
  };
}

/** A date's book, and the times at which guests may book a table on it. */
async function readDay(
  c: Pick<BaseContext, 'db' | 'restaurantId' | 'now'>,
  restaurant: Restaurant,
  date: string,
  guests: number,
  except?: string,
) {
  const noon = new Date(fromLocalParts(dayOfDate(date) * DAY + DAY / 2, restaurant.timezone)).toISOString();
  const book = without(await bookAround(c, restaurant, noon), except);
  return { book, open: isOffered(restaurant) ? openSlots(book, date, guests) : [] };
}

const without = (book: Book, id: string | undefined): Book => ({
  ...book,
  reservations: book.reservations.filter((one) => one.id !== id),
});

const dateOf = (at: number, { timezone }: Restaurant) => dateOfDay(dayOfLocalParts(toLocalParts(at, timezone)));

/** The date of the restaurant's calendar. */
export const todayOf = (restaurant: Restaurant, now: Date): string => dateOf(now.getTime(), restaurant);

/** The last date that guests may book. */
export const lastDate = (restaurant: Restaurant, now: Date): string =>
  dateOf(now.getTime() + settingsOf(restaurant).booking.max_advance_days * DAY, restaurant);

const SEARCH_DAYS = 21;
const DAYS_OFFERED = 3;

/** The next dates on which a table is free, each with its first time. After a date that may be booked, else from today on. */
export async function nextFreeDays(
  c: Pick<BaseContext, 'db' | 'restaurantId' | 'now'>,
  restaurant: Restaurant,
  { guests, after, except }: { guests: number; after: string; except?: string | undefined },
): Promise<{ date: string; starts_at: string }[]> {
  const { times } = settingsOf(restaurant);
  const today = todayOf(restaurant, c.now);
  const last = lastDate(restaurant, c.now);
  const first = after >= today && after < last ? dayOfDate(after) + 1 : dayOfDate(today);
  const found: { date: string; starts_at: string }[] = [];
  for (let day = first; day < first + SEARCH_DAYS && found.length < DAYS_OFFERED; day += 1) {
    const date = dateOfDay(day);
    if (date > last) break;
    // Closed: nothing has to be read.
    if (slotsOf(times, restaurant.timezone, date).length === 0) continue;
    const { open } = await readDay(c, restaurant, date, guests, except);
    if (open[0]) found.push({ date, starts_at: open[0].starts_at });
  }
  return found;
}

function whyNone(
  restaurant: Restaurant,
  { settings: { tables } }: Book,
  guests: number,
): 'not_offered' | 'party_too_small' | 'party_too_large' | 'none_free' {
  if (!isOffered(restaurant)) return 'not_offered';
  if (guests < tables.min_guests_online) return 'party_too_small';
  return guests > tables.max_guests_online ? 'party_too_large' : 'none_free';
}

export const bookTable = defineHandler(contract.bookTable, async (c) => {
  const restaurant = await loadRestaurant(c.db, c.restaurantId);
  const booked = await book(c, restaurant, c.body, { source: 'website' });
  if (booked instanceof Refusal) return booked;
  return publicReservation(booked.reservation, restaurant, booked.token, c.now);
});

type BookContext = Pick<BaseContext, 'db' | 'restaurantId' | 'now' | 'bump' | 'actor' | 'enqueue'> & {
  env: Pick<Env, 'secretsKey'>;
};

/**
 * Books a table for a guest, on the website or in a chat. Under the lock of the space: of two guests who want the last table the second is
 * refused. `customerId`: whoever writes in a chat; else the customer with the number or address.
 */
export async function book(
  c: BookContext,
  restaurant: Restaurant,
  wanted: Args<typeof contract.bookTable>['body'],
  { source, customerId: knownId }: { source: Reservation['source']; customerId?: string },
): Promise<{ reservation: Reservation; token: string } | Refusal> {
  if (!isOffered(restaurant) || (await findDeletion(c.db, c.restaurantId))) return refuse('reservations_not_offered');
  const isHold = wanted.is_hold ?? false;
  const { name, phone } = wanted;
  if (!isHold && (!name || !phone))
    return refuse('invalid_fields', {
      field_errors: {
        ...(name ? {} : { name: 'Enter your name' }),
        ...(phone ? {} : { phone: 'Enter a telephone number' }),
      },
    });
  const around = await bookAround(c, restaurant, wanted.starts_at);
  const slot = findSlot(around, wanted.guests_count, wanted.starts_at);
  if (!slot) return refuseSlot(around, wanted.guests_count, wanted.starts_at);
  const customerId = isHold
    ? null
    : (knownId ?? (await guestOf(c, restaurant, { name: name!, phone: phone!, email: wanted.email })));
  if (customerId instanceof Refusal) return customerId;
  const { booking } = around.settings;
  const at = c.now.toISOString();
  const { is_hold: _, ...details } = wanted;
  const reservation = newReservation(
    {
      ...details,
      name: name ?? '',
      source,
      table_ids: slot.table_ids,
      reservation_status: isHold ? 'held' : booking.auto_confirm ? 'confirmed' : 'requested',
      ...(isHold && { held_until: plusMinutes(at, booking.hold_minutes) }),
    },
    {
      id: newId(c.now),
      opId: newId(c.now),
      occurredAt: at,
      now: at,
      actor: guestActor(customerId, name ?? 'Guest'),
      version: await c.bump(),
      reservationNo: await nextReservationNo(c.db, c.restaurantId),
      durationMinutes: slot.duration_minutes,
      customerId,
      phone: phone ? storedPhone(phone, restaurant.country_code) : null,
    },
  );
  const token = reservationToken(c.env, c.restaurantId, reservation.id);
  await insertReservation(c, reservation, token);
  if (!isHold) await notifyBoth(c, reservation, restaurant);
  return { reservation, token };
}

const completeReservation = defineHandler(contract.completeReservation, async (c) => {
  const found = await findByToken(c.db, c.restaurantId, c.path.token);
  if (!found) return refuse('not_found');
  const { reservation } = found;
  const restaurant = await loadRestaurant(c.db, c.restaurantId);
  const { booking } = settingsOf(restaurant);
  const status = reservation.reservation_status;
  // Somebody whose answer was lost sends it again.
  if (status === 'requested' || status === 'confirmed')
    return publicReservation(reservation, restaurant, c.path.token, c.now);
  if (status !== 'held') return refuse('slot_unavailable', { current: { times: [] } });
  let tables = reservation.table_ids;
  if (Date.parse(reservation.held_until!) <= c.now.getTime()) {
    // The hold ran out. If the time is still free, nothing is lost.
    const book = await bookAround(c, restaurant, reservation.starts_at);
    const slot = findSlot(book, reservation.guests_count, reservation.starts_at);
    if (!slot) return refuseSlot(book, reservation.guests_count, reservation.starts_at);
    tables = slot.table_ids;
  }
  const customerId = await guestOf(c, restaurant, c.body);
  if (customerId instanceof Refusal) return customerId;
  const at = c.now.toISOString();
  const actor = guestActor(customerId, c.body.name);
  const outcome = applyReservationStatus(
    reservation,
    { reservation_status: booking.auto_confirm ? 'confirmed' : 'requested' },
    { occurredAt: at, opId: newId(c.now), actor, now: at, restaurant },
  );
  if (outcome.kind !== 'moved') return refuse('slot_unavailable', { current: { times: [] } });
  const next: Reservation = {
    ...outcome.reservation,
    customer_id: customerId,
    name: c.body.name,
    phone: storedPhone(c.body.phone, restaurant.country_code),
    email: c.body.email?.toLowerCase() ?? null,
    occasion: c.body.occasion?.trim() || null,
    customer_note: c.body.customer_note?.trim() || null,
    allergens: c.body.allergens ?? [],
    table_ids: tables,
    held_until: null,
    version: await c.bump(),
    updated_at: at,
    updated_by: actor,
  };
  await updateReservation(c, next.id, changedFields(reservation, next) ?? {});
  await notifyBoth(c, next, restaurant);
  return publicReservation(next, restaurant, c.path.token, c.now);
});

export const getReservation = defineHandler(contract.getReservation, async (c) => {
  const found = await findByToken(c.db, c.restaurantId, c.path.token);
  if (!found) return refuse('not_found');
  return publicReservation(found.reservation, await loadRestaurant(c.db, c.restaurantId), c.path.token, c.now);
});

/** Under the lock of the space, as booking is. The tables stay if they hold the party and are free then. */
export const changeReservation = defineHandler(contract.changeReservation, async (c) => {
  const found = await findByToken(c.db, c.restaurantId, c.path.token);
  if (!found) return refuse('not_found');
  const { reservation, fieldChanges } = found;
  const restaurant = await loadRestaurant(c.db, c.restaurantId);
  const shown = (one: Reservation) => publicReservation(one, restaurant, c.path.token, c.now);
  const { guests_count, starts_at } = c.body;
  if (guests_count === reservation.guests_count && starts_at === reservation.starts_at) return shown(reservation);
  const status = reservation.reservation_status;
  if (isFinal(status)) return refuse('reservation_already_final', { current: shown(reservation) });
  if (status !== 'confirmed' && status !== 'requested')
    return refuse('transition_not_allowed', { current: shown(reservation) });
  if (!isChangeable(reservation, restaurant, c.now))
    return refuse('too_late_to_cancel', { current: shown(reservation) });
  const book = without(await bookAround(c, restaurant, starts_at), reservation.id);
  const slot = isOffered(restaurant) ? findSlot(book, guests_count, starts_at) : undefined;
  if (!slot) return refuseSlot(book, guests_count, starts_at);
  const { table_ids: tables } = reservation;
  const ends_at = plusMinutes(starts_at, slot.duration_minutes);
  const keepsTables =
    tables.length > 0 &&
    !faultOfTables(book.settings.tables, tables, guests_count) &&
    !findClash({ id: reservation.id, starts_at, ends_at, table_ids: tables }, book.reservations, {
      bufferMinutes: book.settings.booking.buffer_minutes,
      now: book.now,
    });
  const wanted = {
    guests_count,
    starts_at,
    duration_minutes: slot.duration_minutes,
    table_ids: keepsTables ? tables : slot.table_ids,
  };
  const at = c.now.toISOString();
  const opId = newId(c.now);
  const actor = guestActor(reservation.customer_id, reservation.name);
  const next = editedReservation(reservation, wanted);
  const { lost, changes } = mergeFields({
    edit: { at, opId, by: actor, deviceName: null },
    named: ['guests_count', 'starts_at', 'duration_minutes', 'table_ids'] as const,
    changes: fieldChanges,
    isSame: (field) => !changedFields(reservation, editedReservation(reservation, { [field]: wanted[field] })),
  });
  // Somebody of the restaurant has just moved it.
  if (lost.length > 0 || !changes) return refuseSlot(book, guests_count, starts_at);
  const stamp = { version: await c.bump(), updated_at: at, updated_by: actor };
  const edited = withEditEvent(reservation, next, { opId, occurredAt: at, now: at, actor, on: {} });
  const stored = await updateReservation(c, reservation.id, {
    ...changedFields(reservation, edited),
    ...stamp,
    field_changes: changes,
  });
  await announceReservation(c, 'reservation_changed', stored, restaurant);
  if (starts_at !== reservation.starts_at) await reservationStored.emit(c, stored);
  return shown(stored);
});

export const cancelReservation = defineHandler(contract.cancelReservation, async (c) => {
  const found = await findByToken(c.db, c.restaurantId, c.path.token);
  if (!found) return refuse('not_found');
  const { reservation } = found;
  const restaurant = await loadRestaurant(c.db, c.restaurantId);
  const book = await bookAround(c, restaurant, reservation.starts_at);
  const at = c.now.toISOString();
  const isHeld = reservation.reservation_status === 'held';
  if (reservation.reservation_status === 'confirmed' && at > cancellableUntil(book, reservation))
    return refuse('too_late_to_cancel', { current: publicReservation(reservation, restaurant, c.path.token, c.now) });
  const actor = guestActor(reservation.customer_id, reservation.name || 'Guest');
  const outcome = applyReservationStatus(
    reservation,
    // Nobody was told of a hold, so it just ends.
    { reservation_status: isHeld ? 'expired' : 'cancelled' },
    { occurredAt: at, opId: newId(c.now), actor, now: at, restaurant },
  );
  if (outcome.kind === 'refused')
    return refuse(outcome.code, { current: publicReservation(reservation, restaurant, c.path.token, c.now) });
  if (outcome.kind === 'moved') {
    const next: Reservation = { ...outcome.reservation, version: await c.bump(), updated_at: at, updated_by: actor };
    await updateReservation(c, next.id, changedFields(reservation, next) ?? {});
    if (!isHeld) await announceReservation(c, 'reservation_cancelled', next, restaurant);
  }
  return publicReservation(outcome.reservation, restaurant, c.path.token, c.now);
});

export const reservationRoutes: Handler[] = [
  listTimes,
  bookTable,
  completeReservation,
  getReservation,
  changeReservation,
  cancelReservation,
];

/** The date of the calendar on which it is, and the one before, whose night may reach into it. */
const datesAround = ({ timezone }: Book, at: string) => {
  const day = dayOfLocalParts(toLocalParts(Date.parse(at), timezone));
  return [dateOfDay(day), dateOfDay(day - 1)];
};

const findSlot = (book: Book, guests: number, startsAt: string) =>
  datesAround(book, startsAt)
    .flatMap((date) => openSlots(book, date, guests))
    .find(({ starts_at }) => starts_at === startsAt);

function refuseSlot(book: Book, guests: number, startsAt: string): Refusal {
  const away = (at: string) => Math.abs(Date.parse(at) - Date.parse(startsAt));
  const times = openSlots(book, datesAround(book, startsAt)[0]!, guests)
    .map(({ starts_at }) => starts_at)
    .toSorted((a, b) => away(a) - away(b));
  return refuse('slot_unavailable', { current: { times: times.slice(0, 5).toSorted() } });
}

async function guestOf(
  c: BookContext,
  restaurant: Restaurant,
  { name, phone, email }: { name: string; phone: string; email?: string | undefined },
): Promise<string | Refusal> {
  const customer = await findOrCreateCustomer(c, restaurant, { name, phone, email }, 'reservation');
  return isBlocked(customer) ? refuse('customer_blocked') : customer.id;
}

const guestActor = (id: string | null, name: string) => ({ kind: 'customer' as const, id, name });

async function notifyBoth(c: BookContext, reservation: Reservation, restaurant: Restaurant): Promise<void> {
  await announceReservation(c, 'reservation_new', reservation, restaurant);
  await reservationStored.emit(c, reservation);
}

const cancellableUntil = ({ settings }: Pick<Book, 'settings'>, { starts_at }: Reservation): string =>
  plusMinutes(starts_at, -settings.booking.cancellation_cutoff_minutes);

/** A request or a confirmed reservation, until the restaurant's time to cancel. */
const isChangeable = (reservation: Reservation, restaurant: Restaurant, now: Date): boolean =>
  (reservation.reservation_status === 'requested' || reservation.reservation_status === 'confirmed') &&
  reservation.waitlisted_at === null &&
  isOffered(restaurant) &&
  now.toISOString() <= cancellableUntil({ settings: settingsOf(restaurant) }, reservation);

export function publicReservation(
  reservation: Reservation,
  restaurant: Restaurant,
  token: string,
  now: Date,
): contract.PublicReservation {
  const until = cancellableUntil({ settings: settingsOf(restaurant) }, reservation);
  const status = reservation.reservation_status;
  return {
    token,
    reservation_no: reservation.reservation_no,
    reservation_status: status,
    name: reservation.name,
    guests_count: reservation.guests_count,
    starts_at: reservation.starts_at,
    ends_at: reservation.ends_at,
    timezone: restaurant.timezone,
    restaurant_name: restaurant.name,
    restaurant_phone: restaurant.phone_number_business,
    held_until: reservation.held_until,
    decline_reason: reservation.decline_reason,
    is_cancellable:
      status === 'held' || status === 'requested' || (status === 'confirmed' && now.toISOString() <= until),
    is_changeable: isChangeable(reservation, restaurant, now),
    cancellable_until: until,
  };
}
