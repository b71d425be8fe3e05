import type { Args } from '../call.ts';
import { namedOf, namesOf, valuesOf, type ValuesOf } from '../entity-fields.ts';
import { born } from '../menu/new-rows.ts';
import { type EditableField, reservationFields } from './reservation-fields.ts';
import type { Actor } from '../fields.ts';
import type { create, edit, Reservation, ReservationEvent, ReservationStatus } from './calls.ts';
import { plusMinutes } from './slots.ts';

type CreateBody = Args<typeof create>['body'];
type EditBody = Args<typeof edit>['body'];

interface NewReservationValues {
  id: string;
  opId: string;
  occurredAt: string;
  /** When the server receives it; on the device, `occurredAt`. ISO. */
  now: string;
  actor: Actor | null;
  version: number;
  reservationNo: string;
  durationMinutes: number;
  customerId: string | null;
  /** As it is stored; a device has what was typed. */
  phone: string | null;
}

type Wanted = Omit<CreateBody, 'reservation_status'> & {
  reservation_status?: ReservationStatus | undefined;
  held_until?: string;
};

/** A new reservation, on the device as on the server. */
export function newReservation(body: Wanted, birth: NewReservationValues): Reservation {
  const { occurredAt: at, now, actor } = birth;
  const isWaitlisted = body.is_waitlisted ?? false;
  const status = isWaitlisted ? 'requested' : (body.reservation_status ?? 'confirmed');
  return {
    ...born({ ...birth, at: now }),
    reservation_no: birth.reservationNo,
    customer_id: birth.customerId,
    ...valuesOf(reservationFields, tidied(body)),
    ...(isWaitlisted && { table_ids: [] }),
    phone: birth.phone,
    duration_minutes: birth.durationMinutes,
    ends_at: plusMinutes(body.starts_at, birth.durationMinutes),
    source: body.source,
    reservation_status: status,
    order_id: null,
    calendar_event_id: null,
    waitlisted_at: isWaitlisted ? at : null,
    held_until: body.held_until ?? null,
    reminder_sent_at: null,
    confirmed_at: status === 'confirmed' || status === 'seated' ? at : null,
    arrived_at: status === 'seated' ? at : null,
    seated_at: status === 'seated' ? at : null,
    completed_at: null,
    cancelled_at: null,
    cancelled_by: null,
    no_show_at: null,
    declined_at: null,
    decline_reason: null,
    events: [
      {
        id: birth.opId,
        type: 'created',
        from: null,
        to: status,
        at,
        arrived_at: now,
        actor,
        device_name: body.device_name ?? null,
        note: null,
        was_offline: body.was_offline ?? false,
      },
    ],
  };
}

/** What a body says of the fields, as a row has it: texts without spaces around them, ids in lower case. */
function tidied(body: Partial<Wanted>): Partial<ValuesOf<typeof reservationFields>> {
  const texts = Object.entries(reservationFields).flatMap(([name, { kind, empty }]) => {
    const value: unknown = body[name as EditableField];
    return kind === 'text' && typeof value === 'string' ? [[name, value.trim() || empty]] : [];
  });
  const values = { ...namedOf(reservationFields, body), ...Object.fromEntries(texts) } as Partial<Reservation>;
  if (values.email) values.email = values.email.toLowerCase();
  if (values.area_id) values.area_id = values.area_id.toLowerCase();
  if (values.table_ids) values.table_ids = values.table_ids.map((id) => id.toLowerCase());
  return values;
}

interface EditContext extends Pick<NewReservationValues, 'opId' | 'occurredAt' | 'now' | 'actor'> {
  on: Pick<EditBody, 'device_name' | 'was_offline'>;
}

/** `next` with what was changed in its history; as it is if nothing was, or if the history has the edit. */
export function withEditEvent(before: Reservation, next: Reservation, context: EditContext): Reservation {
  const changes = namesOf(reservationFields)
    .filter((field) => JSON.stringify(next[field]) !== JSON.stringify(before[field]))
    .map((field) => ({ field, from: before[field], to: next[field] }));
  if (changes.length === 0 || before.events.some(({ id }) => id === context.opId)) return next;
  const { opId: id, occurredAt: at, now: arrived_at, actor, on } = context;
  const event: ReservationEvent = {
    id,
    type: 'edited',
    from: null,
    to: null,
    at,
    arrived_at,
    actor,
    device_name: on.device_name ?? null,
    note: null,
    was_offline: on.was_offline ?? false,
    changes,
  };
  return { ...next, events: [...before.events, event] };
}

/** The reservation with an edit applied; fields that it does not name stay. */
export function editedReservation(reservation: Reservation, body: EditBody): Reservation {
  const next: Reservation = { ...reservation, ...tidied(body) };
  next.ends_at = plusMinutes(next.starts_at, next.duration_minutes);
  return next;
}

/** What keeps a reservation from being made or changed, whatever the tables; null: nothing. */
export function faultsOfParty({
  name,
  source,
  phone,
  email,
}: Pick<Reservation, 'name' | 'source' | 'phone' | 'email'>): Record<string, string> | null {
  if (source !== 'walk_in' && !name.trim() && !phone && !email)
    return { name: 'Say who it is for: a name or a number' };
  return email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? { email: 'Enter a valid e-mail address' } : null;
}

export const textOrNull = (text: string | null | undefined): string | null => text?.trim() || null;
