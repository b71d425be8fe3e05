import type { Args } from '../call.ts';
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
    id: birth.id,
    version: birth.version,
    created_at: now,
    updated_at: now,
    deleted_at: null,
    updated_by: actor,
    reservation_no: birth.reservationNo,
    customer_id: birth.customerId,
    name: body.name.trim(),
    phone: birth.phone,
    email: textOrNull(body.email)?.toLowerCase() ?? null,
    guests_count: body.guests_count,
    starts_at: body.starts_at,
    ends_at: plusMinutes(body.starts_at, birth.durationMinutes),
    duration_minutes: birth.durationMinutes,
    table_ids: isWaitlisted ? [] : (body.table_ids ?? []).map((id) => id.toLowerCase()),
    area_id: body.area_id?.toLowerCase() ?? null,
    occasion: textOrNull(body.occasion),
    customer_note: textOrNull(body.customer_note),
    staff_note: textOrNull(body.staff_note),
    allergens: [...(body.allergens ?? [])],
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

export const editableFields = [
  'name',
  'phone',
  'email',
  'guests_count',
  'starts_at',
  'duration_minutes',
  'table_ids',
  'area_id',
  'occasion',
  'customer_note',
  'staff_note',
  'allergens',
] as const;
export type EditableField = (typeof editableFields)[number];

interface EditContext extends Pick<NewReservationValues, 'opId' | 'occurredAt' | 'now' | 'actor'> {
  on: Pick<EditBody, 'device_name' | 'was_offline'>;
}

/** `next` with what was changed in its history; as it is if nothing was, or if the history has the edit. */
export function withEditEvent(before: Reservation, next: Reservation, context: EditContext): Reservation {
  const changes = editableFields
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
  const next: Reservation = { ...reservation };
  if (body.name !== undefined) next.name = body.name.trim();
  if (body.email !== undefined) next.email = textOrNull(body.email)?.toLowerCase() ?? null;
  for (const field of ['phone', 'occasion', 'customer_note', 'staff_note'] as const)
    if (body[field] !== undefined) next[field] = textOrNull(body[field]);
  if (body.guests_count !== undefined) next.guests_count = body.guests_count;
  if (body.starts_at !== undefined) next.starts_at = body.starts_at;
  if (body.duration_minutes !== undefined) next.duration_minutes = body.duration_minutes;
  if (body.table_ids !== undefined) next.table_ids = body.table_ids.map((id) => id.toLowerCase());
  if (body.area_id !== undefined) next.area_id = body.area_id?.toLowerCase() ?? null;
  if (body.allergens !== undefined) next.allergens = [...body.allergens];
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
