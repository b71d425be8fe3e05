import * as calls from '../../../contract/reservations/calls.ts';
import {
  editedReservation,
  faultsOfParty,
  newReservation,
  textOrNull,
  withEditEvent,
} from '../../../contract/reservations/new-reservation.ts';
import { withSettings } from '../../../contract/reservations/settings-parts.ts';
import { applyReservationStatus } from '../../../contract/reservations/status.ts';
import { actorOf, mutation, needId, stampOf, update } from '../../data/mutation.ts';

/** How long a table is kept where the screen does not say. */
const USUAL_MINUTES = 90;

// The other reservations and the settings are not available in a rebase, so the server decides about tables. The form looks before.

export const createReservation = mutation({
  call: calls.create,
  table: 'reservations',
  effect: 'create',
  rows: ({ body }) => [needId(body.id)],
  change: (row, { body }, info) => {
    if (row) return row;
    const made = newReservation(body, {
      id: needId(body.id),
      opId: info.key,
      occurredAt: info.occurredAt,
      now: info.occurredAt,
      actor: actorOf(info),
      version: 0,
      reservationNo: '',
      durationMinutes: body.duration_minutes ?? USUAL_MINUTES,
      customerId: body.customer_id?.toLowerCase() ?? null,
      phone: textOrNull(body.phone),
    });
    if (faultsOfParty(made)) throw new Error('invalid_fields');
    return made;
  },
});

export const editReservation = update({
  call: calls.edit,
  table: 'reservations',
  rows: ({ path }) => [path.id],
  change: (reservation, { body }, info) => {
    const edit = { opId: info.key, occurredAt: info.occurredAt, now: info.occurredAt, actor: actorOf(info), on: body };
    return { ...withEditEvent(reservation, editedReservation(reservation, body), edit), ...stampOf(info) };
  },
});

export const setReservationStatus = update({
  call: calls.setStatus,
  table: 'reservations',
  rows: ({ path }) => [path.id],
  change: (reservation, { body }, info) => {
    const outcome = applyReservationStatus(reservation, body, {
      occurredAt: info.occurredAt,
      opId: info.key,
      actor: actorOf(info),
      now: info.occurredAt,
      restaurant: null,
    });
    if (outcome.kind === 'refused') throw new Error(outcome.code);
    return outcome.kind === 'noop' ? reservation : { ...outcome.reservation, ...stampOf(info) };
  },
});

export const saveBookingRules = update({
  call: calls.saveBookingRules,
  table: 'restaurants',
  rows: ({ body }) => [needId(body.restaurant_id)],
  change: (restaurant, { body }, info) => {
    const { restaurant_id: _, occurred_at: __, op_id: ___, device_name: ____, ...change } = body;
    return withSettings(restaurant, 'booking', change, { occurredAt: info.occurredAt, opId: info.key });
  },
});

export const saveTableConfig = update({
  call: calls.saveTableConfig,
  table: 'restaurants',
  rows: ({ body }) => [needId(body.restaurant_id)],
  change: (restaurant, { body }, info) => {
    const { restaurant_id: _, occurred_at: __, op_id: ___, device_name: ____, ...change } = body;
    return withSettings(restaurant, 'tables', change, { occurredAt: info.occurredAt, opId: info.key });
  },
});

export const saveAvailableTimes = update({
  call: calls.saveAvailableTimes,
  table: 'restaurants',
  rows: ({ body }) => [needId(body.restaurant_id)],
  change: (restaurant, { body }, info) => {
    const { restaurant_id: _, occurred_at: __, op_id: ___, device_name: ____, ...change } = body;
    return withSettings(restaurant, 'times', change, { occurredAt: info.occurredAt, opId: info.key });
  },
});
