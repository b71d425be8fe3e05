import { businessDay } from '../contract/restaurant/business-day.ts';
import { closesAt, isOpen } from '../contract/restaurant/opening-hours.ts';
import type { OpeningHours, Restaurant } from '../contract/restaurant/rows.ts';
import { DAY, dayOfDate, toLocalParts } from '../contract/restaurant/zone.ts';
import { takesOrders } from '../contract/restaurant/ordering.ts';

export const DEMO_EMAIL = 'owner@galley.test';
export const DEMO_SLUG = 'spice-route';
export const DEMO_OWNER = 'Ravi Menon';
export const TIMEZONE = 'Europe/London';
export const CUTOFF = '04:00';

const lunchAndDinner = [
  { open_time: '12:00', close_time: '15:00' },
  { open_time: '17:00', close_time: '22:30' },
];
const untilLate = [{ open_time: '12:00', close_time: '01:00' }];

const regularHours: OpeningHours = {
  days: [
    { weekday: 0, is_open: true, periods: [{ open_time: '13:00', close_time: '22:00' }] },
    { weekday: 1, is_open: false, periods: [] },
    { weekday: 2, is_open: true, periods: lunchAndDinner },
    { weekday: 3, is_open: true, periods: lunchAndDinner },
    { weekday: 4, is_open: true, periods: lunchAndDinner },
    { weekday: 5, is_open: true, periods: untilLate },
    { weekday: 6, is_open: true, periods: untilLate },
  ],
  exceptions: [
    { date: '12-24', is_open: true, periods: [{ open_time: '12:00', close_time: '18:00' }], label: 'Christmas Eve' },
    { date: '12-25', is_open: false, periods: [], label: 'Christmas Day' },
    { date: '12-31', is_open: true, periods: [{ open_time: '12:00', close_time: '02:00' }], label: "New Year's Eve" },
  ],
};

const AROUND_MS = 3 * 3_600_000;
const HALF_HOUR_MS = 1_800_000;

/**
 * The regular hours. If the kitchen would be closed at `now`, or about to open or close, the current business day gets special hours
 * around it: a demonstration that starts at three in the morning shows a working kitchen, and its hours agree.
 */
export function demoHours(now: Date): OpeningHours {
  const steady = [-90, 0, 60].every((minutes) =>
    isOpen(regularHours, TIMEZONE, new Date(now.getTime() + minutes * 60_000)),
  );
  if (steady) return regularHours;
  const date = businessDay(now, TIMEZONE, CUTOFF);
  // Wall time since the midnight that began the business day: after midnight it is more than 24 hours.
  const localTime = toLocalParts(now.getTime(), TIMEZONE) - dayOfDate(date) * DAY;
  const closing = closesAt(regularHours, TIMEZONE, now);
  const regularEnd = closing ? toLocalParts(Date.parse(closing), TIMEZONE) - dayOfDate(date) * DAY : 0;
  const open = Math.min(12 * 3_600_000, Math.max(4 * 3_600_000, down(localTime - AROUND_MS)));
  const close = Math.min(open + DAY - HALF_HOUR_MS, Math.max(down(localTime + AROUND_MS), regularEnd, 21 * 3_600_000));
  const today = {
    date,
    is_open: true,
    periods: [{ open_time: time(open), close_time: time(close) }],
    label: 'Open for the demonstration',
  };
  return { ...regularHours, exceptions: [today, ...regularHours.exceptions] };
}

/** The demonstration's restaurant, without the fields of a synced row. */
export function demoRestaurant(
  now: Date,
): Omit<Restaurant, 'id' | 'version' | 'created_at' | 'updated_at' | 'deleted_at' | 'updated_by'> {
  return {
    name: 'Spice Route',
    slug: DEMO_SLUG,
    email: DEMO_EMAIL,
    phone_number_business: '+442079460142',
    phone_number_kitchen: '+442079460143',
    address: '14 Coldharbour Lane',
    postal_code: 'SW9 8LF',
    country_code: 'GB',
    city: 'London',
    currency: 'GBP',
    order_type: ['pickup', 'delivery', 'dine_in', 'reservation'],
    delivery_type: 'own_couriers',
    is_profile_completed: true,
    timezone: TIMEZONE,
    business_day_cutoff_time: CUTOFF,
    locale: 'en-GB',
    opening_hours: demoHours(now),
    ...takesOrders,
    default_prep_minutes: { pickup: 25, delivery: 40, dine_in: 20 },
    auto_accept: false,
    answer_deadline_minutes: 10,
    default_theme: null,
    business_registration_no: '08812345',
    tax_number: 'GB 999 9999 73',
    vat_registered: true,
    tax_settings: {
      tax_mode: 'inclusive',
      rates: [{ id: '0198c5a0-7f00-7000-8000-000000000001', name: 'VAT', rate_bp: 2000, applies_to: 'all' }],
    },
  };
}

const down = (ms: number) => Math.floor(ms / HALF_HOUR_MS) * HALF_HOUR_MS;

function time(ms: number): string {
  const minutes = Math.floor((ms % DAY) / 60_000);
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}
