import * as z from 'zod/mini';
import { ChatbotSettings } from '../chatbot/rows.ts';
import { NotificationPreferences } from '../notifications/preferences.ts';
import { ReservationSettings } from '../reservations/settings.ts';
import { same, shapesOf } from '../entity-schemas.ts';
import { RESTAURANT_NAME_MAX } from '../limits.ts';
import { WebsiteSettings } from '../website/rows.ts';
import {
  CountryCode,
  Currency,
  Email,
  Id,
  Instant,
  LocalDate,
  LocalTime,
  syncedFields,
  text,
  trimmedText,
  Weekday,
} from '../fields.ts';
import { accountFields, serviceFields } from './setting-fields.ts';
import { CutoffTime, Locale, Minutes, PhoneNumber, TimeZone } from './setting-values.ts';

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
export type KitchenStation = z.infer<typeof KitchenStation>;

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

/** Who takes an order to its customer. */
export const DeliveryType = z.enum(['none', 'own_couriers', 'delivery_partner', 'both']);
export type DeliveryType = z.infer<typeof DeliveryType>;

const nullableText = z.nullable(z.string());
const phone = { row: nullableText, body: PhoneNumber };

export const accountShapes = shapesOf(accountFields, {
  country_code: { row: z.nullable(CountryCode), body: CountryCode },
  name: { row: z.string(), body: trimmedText(RESTAURANT_NAME_MAX) },
  email: { row: z.string(), body: Email },
  phone_number_business: phone,
  phone_number_kitchen: phone,
  default_theme: same(z.nullable(z.enum(['light', 'dark']))),
  locale: { row: z.string(), body: Locale },
  timezone: { row: z.string(), body: TimeZone },
  business_day_cutoff_time: { row: LocalTime, body: CutoffTime },
});

export const serviceShapes = shapesOf(serviceFields, {
  order_type: {
    row: z.array(OrderType),
    body: z.array(OrderType).check(z.minLength(1, 'Choose at least one'), z.maxLength(5)),
  },
  delivery_type: same(DeliveryType),
  default_prep_minutes: {
    row: z.object({ pickup: z.int(), delivery: z.int(), dine_in: z.int() }),
    body: z.strictObject({ pickup: Minutes, delivery: Minutes, dine_in: Minutes }),
  },
  order_throttle: same(z.nullable(OrderThrottle)),
  tax_settings: same(z.nullable(TaxSettings)),
  kitchen_stations: { row: z.nullable(z.array(KitchenStation)), body: z.array(KitchenStation).check(z.maxLength(30)) },
  printers: { row: z.nullable(z.array(Printer)), body: z.array(Printer).check(z.maxLength(20)) },
});

/** Mirrored: one row per database. */
export const Restaurant = z.object({
  ...syncedFields,
  ...accountShapes.row,
  ...serviceShapes.row,
  /** Its public address: /backend/public/restaurants/{slug}. Lower case letters, digits and hyphens. */
  slug: z.string(),
  currency: Currency,
  is_profile_completed: z.boolean(),
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
  /** Missing or null: `oversell`. With `occurred_at` and operation id of the current one. */
  stock_policy: z.optional(z.nullable(StockPolicy)),
  stock_policy_changed_at: z.optional(z.nullable(Instant)),
  stock_policy_op_id: z.optional(z.nullable(Id)),
  /** Missing or null: the usual ones (reservations/settings-parts.ts). */
  reservation_settings: z.optional(z.nullable(ReservationSettings)),
  /** On devices only. */
  settings: z.optional(OwnerSettings),
});
export type Restaurant = z.infer<typeof Restaurant>;
