import * as z from 'zod/mini';
import { CountryCode, Currency, Id, Instant, LocalDate, LocalTime, syncedFields, text, Weekday } from '../fields.ts';

export const orderTypes = ['pickup', 'delivery', 'dine_in', 'catering', 'reservation'] as const;
export const OrderType = z.enum(orderTypes);
export type OrderType = z.infer<typeof OrderType>;

/** Open from `open_time` to `close_time`; a close at or before the open means the next day. */
export const OpeningPeriod = z.strictObject({ open_time: LocalTime, close_time: LocalTime });

/** Wall times in the restaurant's time zone. A weekday that is missing is closed. */
export const OpeningHours = z.strictObject({
  days: z
    .array(z.strictObject({ weekday: Weekday, is_open: z.boolean(), periods: z.array(OpeningPeriod) }))
    .check(z.maxLength(7)),
  exceptions: z
    .array(
      z.strictObject({
        /** A date, or "MM-DD" for every year. */
        date: z.union([LocalDate, z.string().check(z.regex(/^\d{2}-\d{2}$/))]),
        is_open: z.boolean(),
        periods: z.array(OpeningPeriod),
        label: text(80),
      }),
    )
    .check(z.maxLength(200)),
});
export type OpeningHours = z.infer<typeof OpeningHours>;

export const OrderingPauseReason = z.enum(['busy', 'kitchen_problem', 'staff', 'closing_early', 'other']);

/** Data dictionary, section 1, with the names of the specification. Mirrored: one row a database. */
export const Restaurant = z.object({
  ...syncedFields,
  name: z.string(),
  /** Its public address: /backend/public/restaurants/{slug}. Lower case letters, digits and hyphens. */
  slug: z.string(),
  email: z.string(),
  phone_number_business: z.nullable(z.string()),
  phone_number_kitchen: z.nullable(z.string()),
  address: z.nullable(z.string()),
  postal_code: z.nullable(z.string()),
  country_code: z.nullable(CountryCode),
  city: z.nullable(z.string()),
  currency: Currency,
  order_type: z.array(OrderType),
  delivery_type: z.enum(['none', 'own_couriers', 'delivery_partner', 'both']),
  is_profile_completed: z.boolean(),
  /** IANA name, such as "Europe/London". */
  timezone: z.string(),
  /** The business day ends at this wall time, "04:00" by default. */
  business_day_cutoff_time: LocalTime,
  locale: z.string(),
  opening_hours: OpeningHours,
  ordering_status: z.enum(['open', 'paused']),
  /** With paused: it ends by itself at this instant. */
  ordering_paused_until: z.nullable(Instant),
  ordering_pause_reason: z.nullable(OrderingPauseReason),
  /** Rush: minutes that are added to every promise until `extra_prep_until`. */
  extra_prep_minutes: z.int(),
  extra_prep_until: z.nullable(Instant),
  /** `occurred_at` and operation of the pause or rush that stands: the newest wins. */
  ordering_changed_at: z.nullable(Instant),
  ordering_op_id: z.nullable(Id),
  default_prep_minutes: z.object({ pickup: z.int(), delivery: z.int(), dine_in: z.int() }),
  auto_accept: z.boolean(),
  answer_deadline_minutes: z.int(),
  default_theme: z.nullable(z.enum(['light', 'dark'])),
});
export type Restaurant = z.infer<typeof Restaurant>;
