import * as z from 'zod/mini';
import { Email } from '../auth/calls.ts';
import { isPhone } from '../auth/phone.ts';
import { call, queue } from '../call.ts';
import { CountryCode, LocalTime, mergedFields, text, trimmedText } from '../fields.ts';
import { ADDRESS_MAX, RESTAURANT_NAME_MAX } from '../limits.ts';
import {
  KitchenStation,
  OpeningHours,
  OrderThrottle,
  OrderType,
  Printer,
  Restaurant,
  TaxSettings,
} from '../restaurant/rows.ts';

const works = (read: () => unknown): boolean => {
  try {
    read();
    return true;
  } catch {
    return false;
  }
};

const TimeZone = text(60).check(
  z.refine(
    (zone) => zone !== '' && works(() => new Intl.DateTimeFormat('en', { timeZone: zone })),
    'Choose a time zone',
  ),
);
const Locale = text(35).check(z.refine((tag) => works(() => new Intl.Locale(tag)), 'Choose a language'));
/** The sums of insights are kept for each quarter of an hour (decision 082). */
const CutoffTime = LocalTime.check(
  z.refine((time) => Number(time.slice(3)) % 15 === 0, 'Choose a full quarter of an hour, such as 04:00 or 04:15'),
);
const PhoneNumber = z.nullable(
  text(40).check(z.refine((s) => s.trim() === '' || isPhone(s), 'Enter a valid phone number')),
);
const Line = (max: number) => z.nullable(text(max));

/**
 * Edits the named fields. For each the newest `occurred_at` wins, then the greater `op_id`; 200 with the notice `superseded` if a field of
 * this edit lost. A changed time zone or business day moves no order that was placed.
 */
export const saveAccount = call('settings.saveAccount', 'POST', '/settings/account/info', {
  access: 'owner',
  offline: queue('never'),
  body: z.strictObject({
    name: z.optional(trimmedText(RESTAURANT_NAME_MAX)),
    email: z.optional(Email),
    contact_name: z.optional(Line(120)),
    phone_number_business: z.optional(PhoneNumber),
    phone_number_kitchen: z.optional(PhoneNumber),
    address: z.optional(z.nullable(text(ADDRESS_MAX))),
    postal_code: z.optional(Line(20)),
    city: z.optional(Line(80)),
    country_code: z.optional(CountryCode),
    business_registration_no: z.optional(Line(60)),
    tax_number: z.optional(Line(60)),
    vat_registered: z.optional(z.boolean()),
    default_theme: z.optional(z.nullable(z.enum(['light', 'dark']))),
    locale: z.optional(Locale),
    timezone: z.optional(TimeZone),
    business_day_cutoff_time: z.optional(CutoffTime),
    ...mergedFields,
  }),
  reply: Restaurant,
  summary: 'Save the account of the restaurant',
});

/** Merged by section: the week, the dates, and the hours of order types. 422 `invalid_fields` where times overlap (check-hours.ts). */
export const saveHours = call('settings.saveHours', 'POST', '/settings/account/opening-hours', {
  access: 'owner',
  offline: queue('never'),
  bodyLimit: 128 * 1024,
  body: z.strictObject({
    days: z.optional(OpeningHours.shape.days),
    exceptions: z.optional(OpeningHours.shape.exceptions),
    order_types: OpeningHours.shape.order_types,
    timezone: z.optional(TimeZone),
    ...mergedFields,
  }),
  reply: Restaurant,
  summary: 'Save the opening hours',
});

const Minutes = z.int().check(z.gte(1), z.lte(600));
const named = <S extends z.ZodMiniType>(row: S, max: number) => z.optional(z.array(row).check(z.maxLength(max)));

/** How orders are taken, taxed, cooked and printed. Merged by field, as the account. */
export const saveService = call('settings.saveService', 'POST', '/settings/service', {
  access: 'owner',
  offline: queue('never'),
  body: z.strictObject({
    order_type: z.optional(z.array(OrderType).check(z.minLength(1, 'Choose at least one'), z.maxLength(5))),
    delivery_type: z.optional(Restaurant.shape.delivery_type),
    auto_accept: z.optional(z.boolean()),
    answer_deadline_minutes: z.optional(z.int().check(z.gte(3), z.lte(120))),
    default_prep_minutes: z.optional(z.strictObject({ pickup: Minutes, delivery: Minutes, dine_in: Minutes })),
    order_throttle: z.optional(z.nullable(OrderThrottle)),
    tax_settings: z.optional(z.nullable(TaxSettings)),
    kitchen_stations: named(KitchenStation, 30),
    printers: named(Printer, 20),
    ...mergedFields,
  }),
  reply: Restaurant,
  addition: true,
  summary: 'Save how orders are taken, taxed, cooked and printed',
});
