import { choice, flag, optionalFlag, optionalText, own, whole } from '../entity-fields.ts';
import { ADDRESS_MAX } from '../limits.ts';
import type { DeliveryType, KitchenStation, OrderThrottle, OrderType, Printer, TaxSettings } from './rows.ts';

// The fields of a restaurant that its owner sets, with what a new one has. Opening hours are merged in sections of their own.

/** Who the restaurant is, and how it counts days. */
export const accountFields = {
  // First: telephone numbers are read in it.
  country_code: own<string | null>()(null, { label: 'Country', isInEveryRow: true }),
  name: own<string>()('', { label: 'Restaurant name', isInEveryRow: true }),
  email: own<string>()('', { label: 'E-mail', isInEveryRow: true }),
  contact_name: optionalText(120, { label: 'Contact name' }),
  phone_number_business: own<string | null>()(null, { label: 'Phone', isInEveryRow: true }),
  phone_number_kitchen: own<string | null>()(null, { label: 'Kitchen phone', isInEveryRow: true }),
  address: optionalText(ADDRESS_MAX, { label: 'Address', isInEveryRow: true }),
  postal_code: optionalText(20, { label: 'Postcode', isInEveryRow: true }),
  city: optionalText(80, { label: 'City', isInEveryRow: true }),
  business_registration_no: optionalText(60, { label: 'Business registration number' }),
  tax_number: optionalText(60, { label: 'Tax number' }),
  vat_registered: optionalFlag({ label: 'Registered for VAT' }),
  default_theme: own<'light' | 'dark' | null>()(null, { label: 'Default theme', isInEveryRow: true }),
  locale: own<string>()('en-GB', { label: 'Format of dates and amounts', isInEveryRow: true }),
  /** IANA name, such as "Europe/London". */
  timezone: own<string>()('Europe/London', { label: 'Time zone', isInEveryRow: true }),
  /** The business day ends at this wall time. */
  business_day_cutoff_time: own<string>()('04:00', { label: 'End of the business day', isInEveryRow: true }),
};

/** How orders are taken, taxed, cooked and printed. */
export const serviceFields = {
  order_type: own<OrderType[]>()(['pickup', 'delivery'], { label: 'Order types', isInEveryRow: true }),
  delivery_type: choice<DeliveryType>()('own_couriers', { label: 'Who delivers', isInEveryRow: true }),
  auto_accept: flag({ label: 'Accept orders automatically', isInEveryRow: true }),
  answer_deadline_minutes: whole(3, 120, 10, { label: 'Time to answer an order', isInEveryRow: true }),
  default_prep_minutes: own<{ pickup: number; delivery: number; dine_in: number }>()(
    { pickup: 20, delivery: 40, dine_in: 20 },
    { label: 'Preparation times', isInEveryRow: true },
  ),
  order_throttle: own<OrderThrottle | null>()(null, { label: 'Order limits' }),
  tax_settings: own<TaxSettings | null>()(null, { label: 'Taxes' }),
  kitchen_stations: own<KitchenStation[] | null>()(null, { label: 'Kitchen stations' }),
  printers: own<Printer[] | null>()(null, { label: 'Printers' }),
};

export const settingFields = { ...accountFields, ...serviceFields };
