import * as z from 'zod/mini';
import { call, queue, read } from '../call.ts';
import { atMost, same, shapesOf } from '../entity-schemas.ts';
import { Actor, deviceField, Id, Instant, operationFields, syncedFields, text } from '../fields.ts';
import { Allergen } from '../menu/parts.ts';
import { DateFilter, pagingQuery } from '../query.ts';
import { reservationFields } from './reservation-fields.ts';
import { Restaurant } from '../restaurant/rows.ts';
import { AvailableTimes, BookingRules, TableConfig } from './settings.ts';

export const reservationStatuses = [
  'held',
  'requested',
  'confirmed',
  'seated',
  'completed',
  'declined',
  'cancelled',
  'no_show',
  'expired',
] as const;
export const ReservationStatus = z.enum(reservationStatuses);
export type ReservationStatus = z.infer<typeof ReservationStatus>;

export const reservationSources = ['website', 'chat', 'phone', 'walk_in', 'email', 'other'] as const;
const ReservationSource = z.enum(reservationSources);

const ChangedValue = z.nullable(z.union([z.string(), z.int(), z.array(z.string())]));

const ReservationEvent = z.object({
  id: Id,
  type: z.enum(['created', 'status', 'edited']),
  from: z.nullable(ReservationStatus),
  /** Null of `edited`. */
  to: z.nullable(ReservationStatus),
  /** When the person did it, and when the server received it. */
  at: Instant,
  arrived_at: Instant,
  actor: z.nullable(Actor),
  device_name: z.nullable(z.string()),
  note: z.nullable(z.string()),
  was_offline: z.boolean(),
  /** Of `edited`: each changed field, with the values before and after. */
  changes: z.optional(z.array(z.object({ field: z.string(), from: ChangedValue, to: ChangedValue }))),
});
export type ReservationEvent = z.infer<typeof ReservationEvent>;

/** Of the fields of a reservation: `row`, and `body` of the calls that write it. */
const reservationShapes = shapesOf(reservationFields, {
  name: { row: z.string(), body: text(120) },
  starts_at: same(Instant),
  duration_minutes: { row: z.int(), body: z.int().check(z.gte(15), z.lte(720)) },
  table_ids: atMost(Id, 4),
  area_id: same(z.nullable(Id)),
  allergens: atMost(Allergen, 14),
});

/** Who waits for a table has `waitlisted_at` and the status `requested`; no table is kept for them. */
export const Reservation = z.object({
  ...syncedFields,
  /** Empty until the server has numbered it. */
  reservation_no: z.string(),
  customer_id: z.nullable(Id),
  ...reservationShapes.row,
  ends_at: Instant,
  source: ReservationSource,
  reservation_status: ReservationStatus,
  order_id: z.nullable(Id),
  calendar_event_id: z.nullable(z.string()),
  waitlisted_at: z.nullable(Instant),
  /** Of a hold: until when its table is kept. */
  held_until: z.nullable(Instant),
  reminder_sent_at: z.nullable(Instant),
  confirmed_at: z.nullable(Instant),
  arrived_at: z.nullable(Instant),
  seated_at: z.nullable(Instant),
  completed_at: z.nullable(Instant),
  cancelled_at: z.nullable(Instant),
  cancelled_by: z.nullable(Actor),
  no_show_at: z.nullable(Instant),
  declined_at: z.nullable(Instant),
  decline_reason: z.nullable(z.string()),
  events: z.array(ReservationEvent),
});
export type Reservation = z.infer<typeof Reservation>;

export const list = call('reservations.list', 'GET', '/reservations', {
  access: 'reservations',
  offline: read,
  query: z.strictObject({
    ...pagingQuery,
    /** A business day or a range of them in which it begins. */
    date: z.optional(DateFilter),
    reservation_status: z.optional(ReservationStatus),
    /** Words of name, telephone number and e-mail address. */
    search: z.optional(text(100)),
  }),
  reply: Reservation,
  paged: true,
  addition: true,
  summary: 'Reservations by time; limit 100 by default',
});

export const get = call('reservations.get', 'GET', '/reservations/{id}', {
  access: 'reservations',
  offline: read,
  reply: Reservation,
  addition: true,
  summary: 'One reservation',
});

const fromDevice = { was_offline: z.optional(z.boolean()), ...deviceField, ...operationFields };
/** Takes more guests or parties than the maxima of the slot. Never two parties at one table. */
const aboveMaxima = { is_above_maxima: z.optional(z.boolean()) };

/**
 * Makes a reservation by hand. Without `table_ids` it has no table yet. 422: the tables do not exist, cannot be joined or are too small.
 * 409 `table_taken` (with `current`: who has it, and what is free instead), `slot_full`.
 */
export const create = call('reservations.create', 'POST', '/reservations', {
  access: 'reservations',
  offline: queue('never'),
  body: z.strictObject({
    id: z.optional(Id),
    ...reservationShapes.body,
    customer_id: z.optional(z.nullable(Id)),
    source: ReservationSource,
    /** `confirmed` by default; a walk-in is `seated` at once. */
    reservation_status: z.optional(z.enum(['requested', 'confirmed', 'seated'])),
    /** On the waiting list: `requested`, without a table. */
    is_waitlisted: z.optional(z.boolean()),
    ...aboveMaxima,
    ...fromDevice,
  }),
  reply: Reservation,
  addition: true,
  summary: 'Take a reservation, seat a walk-in, or add to the waiting list',
});

/**
 * Changes party, time, tables and notes. Merged field by field: for each the newest `occurred_at` wins, then the greater `op_id`; 200 with the
 * notice `superseded` where an edit lost. 409 as for a new one, and `reservation_already_final`.
 */
export const edit = call('reservations.edit', 'PUT', '/reservations/{id}', {
  access: 'reservations',
  offline: queue('merge'),
  body: z.strictObject({
    ...z.partial(z.strictObject(reservationShapes.body)).shape,
    ...aboveMaxima,
    ...fromDevice,
  }),
  reply: Reservation,
  addition: true,
  summary: 'Change party, time, tables or notes',
});

/**
 * Confirm, decline, seat, complete, cancel or mark as no-show (see status.ts). A repeat or a step already passed succeeds without effect. 409
 * `reservation_already_final`, `status_changed`, `transition_not_allowed`; `table_taken` if its tables were given away.
 */
export const setStatus = call('reservations.setStatus', 'POST', '/reservations/{id}/status', {
  access: 'reservations',
  offline: queue('never'),
  body: z.strictObject({
    reservation_status: z.enum(['confirmed', 'seated', 'completed', 'declined', 'cancelled', 'no_show']),
    /** Of `declined`: told to the guest. */
    reason: z.optional(text(200)),
    ...fromDevice,
  }),
  reply: Reservation,
  addition: true,
  summary: 'Move a reservation on',
});

/**
 * Each call saves the named fields. For each the newest `occurred_at` wins, then the greater `op_id`; 200 with the notice `superseded` if a
 * field of this save lost. `restaurant_id`: only to address the device's row; another restaurant's is not found.
 */
const part = { restaurant_id: z.optional(Id), ...operationFields, ...deviceField };

export const getBookingRules = call(
  'reservationSettings.getBookingRules',
  'GET',
  '/settings/reservation/min-booking-duration',
  {
    access: 'settings',
    offline: read,
    reply: BookingRules,
    summary: 'How long tables are kept and when guests may book',
  },
);

export const saveBookingRules = call(
  'reservationSettings.saveBookingRules',
  'POST',
  '/settings/reservation/min-booking-duration',
  {
    access: 'settings',
    offline: queue('never'),
    body: z.extend(z.partial(BookingRules), part),
    reply: Restaurant,
    summary: 'Save how long tables are kept and when guests may book',
  },
);

export const getTableConfig = call('reservationSettings.getTableConfig', 'GET', '/settings/reservation/table-config', {
  access: 'settings',
  offline: read,
  reply: TableConfig,
  summary: 'Areas and tables',
});

export const saveTableConfig = call(
  'reservationSettings.saveTableConfig',
  'POST',
  '/settings/reservation/table-config',
  {
    access: 'settings',
    offline: queue('never'),
    body: z.extend(z.partial(TableConfig), part),
    reply: Restaurant,
    summary: 'Save areas and tables',
  },
);

export const getAvailableTimes = call(
  'reservationSettings.getAvailableTimes',
  'GET',
  '/settings/reservation/available-times',
  { access: 'settings', offline: read, reply: AvailableTimes, summary: 'When tables may be booked' },
);

export const saveAvailableTimes = call(
  'reservationSettings.saveAvailableTimes',
  'POST',
  '/settings/reservation/available-times',
  {
    access: 'settings',
    offline: queue('never'),
    body: z.extend(z.partial(AvailableTimes), part),
    reply: Restaurant,
    summary: 'Save when tables may be booked',
  },
);
