import * as z from 'zod/mini';
import { ChatbotSettings } from '../chatbot/rows.ts';
import { NotificationPreferences } from '../notifications/preferences.ts';
import { ReservationSettings } from '../reservations/settings.ts';
import { WebsiteSettings } from '../website/rows.ts';
import {
  CountryCode,
  Currency,
  Id,
  Instant,
  LocalDate,
  LocalTime,
  syncedFields,
  text,
  trimmedText,
  Weekday,
} from '../fields.ts';

export const orderTypes = ['pickup', 'delivery', 'dine_in', 'catering', 'reservation'] as const;
export const OrderType = z.enum(orderTypes);
export type OrderType = z.infer<typeof OrderType>;

/** Open from `open_time` to `close_time`; a close at or before the opening is on the next day. */
export const OpeningPeriod = z.strictObject({ open_time: LocalTime, close_time: LocalTime });

const hoursFields = {
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
};
const OwnHours = z.optional(z.strictObject(hoursFields));

/** Wall times in the restaurant's time zone. A missing weekday is closed. */
export const OpeningHours = z.strictObject({
  ...hoursFields,
  /** Order types with hours of their own (hoursFor). Missing: those of the restaurant. */
  order_types: z.optional(z.strictObject({ pickup: OwnHours, delivery: OwnHours })),
});
export type OpeningHours = z.infer<typeof OpeningHours>;
/** Hours without those of order types. */
export type Hours = Pick<OpeningHours, 'days' | 'exceptions'>;

/** How many orders or items may be due within one slot; null: no limit. */
export const OrderThrottle = z.strictObject({
  slot_minutes: z.literal([5, 10, 15, 20, 30, 60]),
  max_orders: z.nullable(z.int().check(z.gte(1), z.lte(999))),
  max_items: z.nullable(z.int().check(z.gte(1), z.lte(9_999))),
});
export type OrderThrottle = z.infer<typeof OrderThrottle>;

/** A dish or category with a rate of its own keeps it. */
export const TaxSettings = z.strictObject({
  tax_mode: z.enum(['inclusive', 'exclusive']),
  rates: z
    .array(
      z.strictObject({
        id: Id,
        name: trimmedText(60),
        rate_bp: z.int().check(z.gte(0), z.lte(10_000)),
        /** `all`: dishes without a rate. `alcohol`: alcoholic ones without a rate. `chosen`: only where it is chosen. */
        applies_to: z.enum(['all', 'alcohol', 'chosen']),
      }),
    )
    .check(z.maxLength(20)),
});
export type TaxSettings = z.infer<typeof TaxSettings>;

export const KitchenStation = z.strictObject({ id: Id, name: trimmedText(40) });

/** A ticket printer. Which device prints on it is chosen on the device. */
export const Printer = z.strictObject({
  id: Id,
  name: trimmedText(60),
  paper_width: z.literal([58, 80]),
  /** What prints on it without a tap, on a device that it is connected to. */
  auto_print: z.array(z.enum(['kitchen', 'receipt'])).check(z.maxLength(2)),
  copies: z.int().check(z.gte(1), z.lte(5)),
});
export type Printer = z.infer<typeof Printer>;

export const OrderingPauseReason = z.enum(['busy', 'kitchen_problem', 'staff', 'closing_early', 'other']);

/** Of two orders for the last portion the second is refused, or sold all the same with a warning. */
export const StockPolicy = z.enum(['refuse', 'oversell']);

/**
 * What an owner sets in other places than the restaurant's own fields. The server keeps each where it is used, and derives this when a device
 * asks for the row; with a change of it the row gets a new version (decision 136).
 */
export const OwnerSettings = z.object({
  /** Of the owner. */
  notifications: NotificationPreferences,
  website: WebsiteSettings,
  chatbot: ChatbotSettings,
  paused_channel_ids: z.array(Id),
});
export type OwnerSettings = z.infer<typeof OwnerSettings>;

/** Mirrored: one row per database. */
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
  /** With paused: when it ends by itself. */
  ordering_paused_until: z.nullable(Instant),
  ordering_pause_reason: z.nullable(OrderingPauseReason),
  /** Rush: minutes added to every promise until `extra_prep_until`. */
  extra_prep_minutes: z.int(),
  extra_prep_until: z.nullable(Instant),
  /** `occurred_at` and operation id of the current pause or rush: the newest wins. */
  ordering_changed_at: z.nullable(Instant),
  ordering_op_id: z.nullable(Id),
  default_prep_minutes: z.object({ pickup: z.int(), delivery: z.int(), dine_in: z.int() }),
  auto_accept: z.boolean(),
  answer_deadline_minutes: z.int(),
  default_theme: z.nullable(z.enum(['light', 'dark'])),
  /** Missing or null: `oversell`. With `occurred_at` and operation id of the current one. */
  stock_policy: z.optional(z.nullable(StockPolicy)),
  stock_policy_changed_at: z.optional(z.nullable(Instant)),
  stock_policy_op_id: z.optional(z.nullable(Id)),
  /** Missing or null: the usual ones (reservations/settings-parts.ts). */
  reservation_settings: z.optional(z.nullable(ReservationSettings)),
  contact_name: z.optional(z.nullable(z.string())),
  business_registration_no: z.optional(z.nullable(z.string())),
  tax_number: z.optional(z.nullable(z.string())),
  vat_registered: z.optional(z.nullable(z.boolean())),
  order_throttle: z.optional(z.nullable(OrderThrottle)),
  tax_settings: z.optional(z.nullable(TaxSettings)),
  kitchen_stations: z.optional(z.nullable(z.array(KitchenStation))),
  printers: z.optional(z.nullable(z.array(Printer))),
  /** On devices only. */
  settings: z.optional(OwnerSettings),
});
export type Restaurant = z.infer<typeof Restaurant>;
