import { namesOf } from '../../contract/entity-fields.ts';
import { reservationFields } from '../../contract/reservations/reservation-fields.ts';
import * as contract from '../../contract/reservations/calls.ts';
import type { Reservation } from '../../contract/reservations/calls.ts';
import {
  editedReservation,
  faultsOfParty,
  newReservation,
  textOrNull,
  withEditEvent,
} from '../../contract/reservations/new-reservation.ts';
import { settingsOf } from '../../contract/reservations/settings-parts.ts';
import { durationFor } from '../../contract/reservations/slots.ts';
import { applyReservationStatus, isFinal } from '../../contract/reservations/status.ts';
import { isKeeping } from '../../contract/reservations/tables.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import { storedPhone } from '../platform/phone-number.ts';
import { findOrCreateCustomer } from '../customers/find-or-create.ts';
import { findCustomer } from '../customers/store.ts';
import { changedFields } from '../db/changed-fields.ts';
import { settle } from '../notifications/settle.ts';
import { answer, answerTaken, defineHandler, refuse, type BaseContext } from '../pipeline/handler.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { mergeFields, standingChanges } from '../db/field-merge.ts';
import { aboutReservation } from './announce.ts';
import { refuseClash } from './check-tables.ts';
import { reservationMoved, reservationStored } from './events.ts';
import { countNoShows, findReservation, insertReservation, nextReservationNo, updateReservation } from './store.ts';

export const create = defineHandler(contract.create, async (c) => {
  const id = (c.body.id ?? c.opId).toLowerCase();
  const present = (await findReservation(c.db, c.restaurantId, id))?.reservation;
  if (present) return answerTaken(present, present.events[0]?.id === c.opId);
  const restaurant = await loadRestaurant(c.db, c.restaurantId);
  const { body } = c;
  const phone = phoneOf(body.phone, restaurant);
  const birth = {
    id,
    opId: c.opId,
    occurredAt: c.occurredAt,
    now: c.now.toISOString(),
    actor: c.actor,
    version: 0,
    reservationNo: '',
    durationMinutes: body.duration_minutes ?? durationFor(settingsOf(restaurant).booking, body.guests_count),
    customerId: null,
    phone,
  };
  const wanted = newReservation(body, birth);
  const faults = faultsOfParty(wanted);
  if (faults) return refuse('invalid_fields', { field_errors: faults });
  const clash = await refuseClash(c, restaurant, wanted, {
    countsMaxima: wanted.source !== 'walk_in' && !body.is_above_maxima,
    countsTables: true,
  });
  if (clash) return clash;
  const reservation: Reservation = {
    ...wanted,
    customer_id: await customerOf(c, restaurant, { ...wanted, customer_id: body.customer_id ?? null }),
    reservation_no: await nextReservationNo(c.db, c.restaurantId),
    version: await c.bump(),
  };
  const stored = await insertReservation(c, reservation);
  await reservationStored.emit(c, stored);
  return stored;
});

/** Merged by field: the later edit of a field wins, in whatever order devices send them. */
export const edit = defineHandler(contract.edit, async (c) => {
  const found = await findReservation(c.db, c.restaurantId, c.path.id);
  if (!found) return refuse('not_found');
  const { reservation, fieldChanges } = found;
  const restaurant = await loadRestaurant(c.db, c.restaurantId);
  const body = c.body.phone === undefined ? c.body : { ...c.body, phone: phoneOf(c.body.phone, restaurant) };
  const named = namesOf(reservationFields).filter((field) => body[field] !== undefined);
  if (isFinal(reservation.reservation_status) && named.some((field) => field !== 'staff_note'))
    return refuse('reservation_already_final', { current: reservation });
  const { wins, lost, changes } = mergeFields({
    edit: { at: c.occurredAt, opId: c.opId, by: c.actor, deviceName: c.body.device_name ?? null },
    named,
    changes: fieldChanges,
    isSame: (field) => !changedFields(reservation, editedReservation(reservation, { [field]: body[field] })),
  });
  let edited = reservation;
  if (changes) {
    const next = editedReservation(reservation, Object.fromEntries(wins.map((field) => [field, body[field]])));
    const faults = faultsOfParty(next);
    if (faults) return refuse('invalid_fields', { field_errors: faults });
    const moves = wins.some((field) => ['guests_count', 'starts_at', 'duration_minutes', 'table_ids'].includes(field));
    const clash =
      moves &&
      (await refuseClash(c, restaurant, next, {
        countsMaxima:
          !c.body.is_above_maxima &&
          (next.starts_at !== reservation.starts_at || next.guests_count > reservation.guests_count),
        countsTables: wins.includes('table_ids') || next.guests_count > reservation.guests_count,
        hasTables: next.table_ids.every((id) => reservation.table_ids.includes(id)),
      }));
    if (clash) return clash;
    const isAnotherGuest = next.phone !== reservation.phone || next.email !== reservation.email;
    if (isAnotherGuest) next.customer_id = await customerOf(c, restaurant, { ...next, customer_id: null });
    const stamp = { version: await c.bump(), updated_at: c.now.toISOString(), updated_by: c.actor };
    edited = await updateReservation(c, reservation.id, {
      ...changedFields(
        reservation,
        withEditEvent(reservation, next, {
          opId: c.opId,
          occurredAt: c.occurredAt,
          now: c.now.toISOString(),
          actor: c.actor,
          on: c.body,
        }),
      ),
      ...stamp,
      field_changes: changes,
    });
  }
  if (lost.length === 0) return edited;
  const fields = standingChanges(lost, fieldChanges, reservation);
  return answer(edited, { notice: { code: 'superseded', current: edited, fields } });
});

export const setStatus = defineHandler(contract.setStatus, async (c) => {
  const found = await findReservation(c.db, c.restaurantId, c.path.id);
  if (!found) return refuse('not_found');
  const { reservation } = found;
  const restaurant = await loadRestaurant(c.db, c.restaurantId);
  const outcome = applyReservationStatus(reservation, c.body, {
    occurredAt: c.occurredAt,
    opId: c.opId,
    actor: c.actor,
    now: c.now.toISOString(),
    restaurant,
  });
  if (outcome.kind === 'refused') return refuse(outcome.code, { current: reservation, message: refusedMessage });
  if (outcome.kind === 'noop') return answer(reservation, { notice: { code: 'already_done', current: reservation } });
  // While nothing was kept for a no-show or a party that waits, their table may have been given away.
  const clash =
    !isKeeping(reservation, c.now.getTime()) &&
    (await refuseClash(c, restaurant, outcome.reservation, { countsMaxima: false, countsTables: false }));
  if (clash) return clash;
  const stamp = { version: await c.bump(), updated_at: c.now.toISOString(), updated_by: c.actor };
  const moved = await updateReservation(c, reservation.id, {
    ...changedFields(reservation, outcome.reservation),
    ...stamp,
  });
  const { customer_id: customerId, reservation_status: status } = moved;
  if (customerId && (status === 'no_show' || reservation.reservation_status === 'no_show'))
    await countNoShows(c, customerId);
  await settle(c, aboutReservation(moved.id), c.actor);
  await reservationMoved.emit(c, moved);
  return moved;
});

const refusedMessage = 'The reservation can’t be moved to that status now';

const phoneOf = (phone: string | null | undefined, { country_code }: Restaurant): string | null => {
  const typed = textOrNull(phone);
  return typed && storedPhone(typed, country_code);
};

/** The named customer, else the one with this number or address; null if only a name was given. */
async function customerOf(
  c: BaseContext,
  restaurant: Restaurant,
  { customer_id, name, phone, email }: Pick<Reservation, 'customer_id' | 'name' | 'phone' | 'email'>,
): Promise<string | null> {
  const named = customer_id ? await findCustomer(c.db, c.restaurantId, customer_id) : null;
  if (named) return named.customer.id;
  if (!phone && !email) return null;
  return (await findOrCreateCustomer(c, restaurant, { name, phone, email }, 'reservation')).id;
}
