import * as z from 'zod/mini';
import { Id, Instant, LocalDate, LocalTime, text, trimmedText, Weekday } from '../fields.ts';

const minutes = (min: number, max: number) => z.int().check(z.gte(min), z.lte(max));
const guests = z.int().check(z.gte(1), z.lte(1000));
const MONTH_MINUTES = 43_200;

/** How long a table is kept, and when guests may book and cancel. */
export const BookingRules = z.strictObject({
  min_booking_duration_minutes: minutes(15, 480),
  /** The first entry whose `max_guests` holds the party decides; never shorter than the minimum. */
  default_duration_by_party: z
    .array(z.strictObject({ max_guests: guests, minutes: minutes(15, 480) }))
    .check(z.maxLength(20)),
  /** Between two parties at one table. */
  buffer_minutes: minutes(0, 240),
  min_advance_minutes: minutes(0, MONTH_MINUTES),
  max_advance_days: z.int().check(z.gte(1), z.lte(730)),
  /** Until this long before the start guests may cancel by themselves. */
  cancellation_cutoff_minutes: minutes(0, MONTH_MINUTES),
  auto_confirm: z.boolean(),
  /** How long a table is kept while a guest enters name and number. */
  hold_minutes: minutes(1, 60),
});
export type BookingRules = z.infer<typeof BookingRules>;

export const tableShapes = ['square', 'round', 'rect'] as const;
const place = z.int().check(z.gte(0), z.lte(10_000));

const Area = z.strictObject({ id: Id, name: trimmedText(60), sort_order: z.int() });
export type Area = z.infer<typeof Area>;

const DiningTable = z.strictObject({
  id: Id,
  name: trimmedText(30),
  area_id: Id,
  min_capacity: guests,
  max_capacity: guests,
  /** Extra chairs. */
  extra_capacity: z.int().check(z.gte(0), z.lte(100)),
  shape: z.enum(tableShapes),
  is_joinable: z.boolean(),
  /** Tables that it can be pushed together with. One of the two naming the other is enough. */
  joinable_with: z.array(Id).check(z.maxLength(30)),
  is_enabled: z.boolean(),
  /** The table with the higher one is given away first. */
  priority: z.int().check(z.gte(0), z.lte(100)),
  /** On the plan of its area, centimetres; degrees. */
  position: z.strictObject({
    x: place,
    y: place,
    width: z.int().check(z.gte(20), z.lte(2000)),
    height: z.int().check(z.gte(20), z.lte(2000)),
    rotation: z.int().check(z.gte(0), z.lte(359)),
  }),
});
export type DiningTable = z.infer<typeof DiningTable>;

export const TableConfig = z.strictObject({
  areas: z.array(Area).check(z.maxLength(30)),
  tables: z.array(DiningTable).check(z.maxLength(200)),
  min_guests_online: guests,
  max_guests_online: guests,
});
export type TableConfig = z.infer<typeof TableConfig>;

/** Bookings start from `start_time` on and before `end_time`; an end at or before the start is on the next day. Maxima are per slot. */
const BookingPeriod = z.strictObject({
  start_time: LocalTime,
  end_time: LocalTime,
  max_guests: z.nullable(guests),
  max_reservations: z.nullable(guests),
});
export type BookingPeriod = z.infer<typeof BookingPeriod>;
const Periods = z.array(BookingPeriod).check(z.maxLength(6));

export const AvailableTimes = z.strictObject({
  slot_interval_minutes: minutes(5, 240),
  days: z.array(z.strictObject({ weekday: Weekday, is_open: z.boolean(), periods: Periods })).check(z.maxLength(7)),
  exceptions: z
    .array(z.strictObject({ date: LocalDate, is_open: z.boolean(), periods: Periods, label: text(80) }))
    .check(z.maxLength(200)),
});
export type AvailableTimes = z.infer<typeof AvailableTimes>;

const stamp = { changed_at: Instant, op_id: Id };

/** On the restaurant's row, so that every device has them. Merged by field; the stamp is of the newest save of a part. */
export const ReservationSettings = z.object({
  booking: z.optional(z.object({ ...BookingRules.shape, ...stamp })),
  tables: z.optional(z.object({ ...TableConfig.shape, ...stamp })),
  times: z.optional(z.object({ ...AvailableTimes.shape, ...stamp })),
});
export type ReservationSettings = z.infer<typeof ReservationSettings>;
