import * as z from 'zod/mini';
import { isPhone } from '../auth/phone.ts';
import { call, online } from '../call.ts';
import { Instant, LocalDate, text, trimmedText, Email } from '../fields.ts';
import { Allergen } from '../menu/parts.ts';
import { ReservationStatus } from '../reservations/calls.ts';

// Reservations of guests without an account. Like an order, one is reached only by the token returned when it was made.

const visit = online('sent_at_once');

const contactFields = {
  name: trimmedText(120),
  /** The restaurant must be able to call the guest back. */
  phone: trimmedText(40).check(z.refine(isPhone, 'Not a telephone number')),
  email: z.optional(Email),
  occasion: z.optional(text(60)),
  customer_note: z.optional(text(500)),
  allergens: z.optional(z.array(Allergen).check(z.maxLength(14))),
};

const PublicReservation = z.object({
  token: z.string(),
  reservation_no: z.string(),
  reservation_status: ReservationStatus,
  name: z.string(),
  guests_count: z.int(),
  starts_at: Instant,
  ends_at: Instant,
  timezone: z.string(),
  restaurant_name: z.string(),
  restaurant_phone: z.nullable(z.string()),
  /** Of a hold: until when the table is kept. */
  held_until: z.nullable(Instant),
  decline_reason: z.nullable(z.string()),
  is_cancellable: z.boolean(),
  /** Whether the guest may choose another time or party. */
  is_changeable: z.boolean(),
  /** Until when the guest may cancel or change it without calling. */
  cancellable_until: Instant,
});
export type PublicReservation = z.infer<typeof PublicReservation>;

const FreeTimes = z.object({
  date: LocalDate,
  guests_count: z.int(),
  timezone: z.string(),
  /** Why there are none, where that has one reason. */
  reason: z.nullable(z.enum(['not_offered', 'party_too_small', 'party_too_large', 'none_free'])),
  min_guests: z.int(),
  max_guests: z.int(),
  /** The last date that may be booked. */
  last_date: LocalDate,
  times: z.array(z.object({ starts_at: Instant, duration_minutes: z.int() })),
});
export type FreeTimes = z.infer<typeof FreeTimes>;

export const listTimes = call('storefront.listTimes', 'GET', '/public/restaurants/{slug}/reservation-times', {
  access: 'storefront',
  offline: visit,
  query: z.strictObject({
    date: LocalDate,
    guests: z.string().check(z.regex(/^[1-9]\d{0,2}$/)),
    /** Of a reservation that is to be changed: it does not stand in its own way. */
    token: z.optional(text(100)),
  }),
  reply: FreeTimes,
  addition: true,
  summary: 'The times of a date at which a table is free for a party',
});

/**
 * Books a table. Needs an `Idempotency-Key`, so that a retry does not book a second one. With `is_hold` the table is kept for some minutes, and
 * name and number follow by `completeReservation`; else both are required.
 * 409 `reservations_not_offered`, `slot_unavailable` (with `current.times`: what is free instead), `customer_blocked` (403).
 */
export const bookTable = call('storefront.bookTable', 'POST', '/public/restaurants/{slug}/reservations', {
  access: 'storefront',
  offline: visit,
  body: z.strictObject({
    guests_count: z.int().check(z.gte(1), z.lte(1000)),
    starts_at: Instant,
    is_hold: z.optional(z.boolean()),
    ...z.partial(z.strictObject(contactFields)).shape,
  }),
  reply: PublicReservation,
  isTokenSecret: true,
  addition: true,
  summary: 'Book or hold a table',
});

/** 409 `slot_unavailable` if the hold ran out and somebody else took the table. */
export const completeReservation = call(
  'storefront.completeReservation',
  'POST',
  '/public/restaurants/{slug}/reservations/{token}/details',
  {
    access: 'storefront',
    offline: visit,
    body: z.strictObject(contactFields),
    reply: PublicReservation,
    isTokenSecret: true,
    addition: true,
    summary: 'Name and number for a table that is held',
  },
);

export const getReservation = call(
  'storefront.getReservation',
  'GET',
  '/public/restaurants/{slug}/reservations/{token}',
  {
    access: 'storefront',
    offline: visit,
    reply: PublicReservation,
    addition: true,
    summary: 'A reservation, by its token',
  },
);

/**
 * Another time or party, by the rules of booking: a free slot, the party sizes, and until `cancellable_until`.
 * 409 `too_late_to_cancel`, `reservation_already_final`, `transition_not_allowed`, `slot_unavailable` (with `current.times`: what is free
 * instead). A repeat changes nothing.
 */
export const changeReservation = call(
  'storefront.changeReservation',
  'PUT',
  '/public/restaurants/{slug}/reservations/{token}',
  {
    access: 'storefront',
    offline: visit,
    body: z.strictObject({ guests_count: z.int().check(z.gte(1), z.lte(1000)), starts_at: Instant }),
    reply: PublicReservation,
    isTokenSecret: true,
    addition: true,
    summary: 'Choose another time or party for a reservation',
  },
);

/** 409 `too_late_to_cancel`, `reservation_already_final`, `transition_not_allowed`. Cancelling twice is fine. */
export const cancelReservation = call(
  'storefront.cancelReservation',
  'POST',
  '/public/restaurants/{slug}/reservations/{token}/cancel',
  {
    access: 'storefront',
    offline: visit,
    isBodyOptional: true,
    body: z.strictObject({}),
    reply: PublicReservation,
    isTokenSecret: true,
    addition: true,
    summary: 'Cancel a reservation',
  },
);
