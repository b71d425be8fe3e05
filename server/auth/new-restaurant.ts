import { DEFAULT_CURRENCY } from '../../contract/limits.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import { slugOf } from '../../contract/storefront/slug.ts';
import type { Actor } from '../../contract/fields.ts';
import { countryDefaults } from '../../contract/auth/country-defaults.ts';
import { takesOrders } from '../../contract/restaurant/ordering.ts';

/** A restaurant right after sign-up: plausible settings that its owner corrects later, no opening hours and no menu. */
export function newRestaurant(made: { id: string; name: string; email: string; now: Date; by: Actor }): Restaurant {
  const at = made.now.toISOString();
  return {
    id: made.id,
    version: FIRST_VERSION,
    created_at: at,
    updated_at: at,
    deleted_at: null,
    updated_by: made.by,
    name: made.name,
    slug: slugOf(made.name, made.id),
    email: made.email,
    phone_number_business: null,
    phone_number_kitchen: null,
    address: null,
    postal_code: null,
    country_code: null,
    city: null,
    currency: DEFAULT_CURRENCY,
    order_type: ['pickup', 'delivery'],
    delivery_type: 'own_couriers',
    is_profile_completed: false,
    timezone: countryDefaults('GB')!.timezone,
    business_day_cutoff_time: '04:00',
    locale: 'en-GB',
    opening_hours: { days: [], exceptions: [] },
    ...takesOrders,
    default_prep_minutes: { pickup: 20, delivery: 40, dine_in: 20 },
    auto_accept: false,
    answer_deadline_minutes: 10,
    stock_policy: null,
    stock_policy_changed_at: null,
    stock_policy_op_id: null,
    default_theme: null,
    reservation_settings: null,
    contact_name: null,
    business_registration_no: null,
    tax_number: null,
    vat_registered: null,
    order_throttle: null,
    tax_settings: null,
    kitchen_stations: null,
    printers: null,
  };
}

/** The version of a new space and its restaurant's row. */
export const FIRST_VERSION = 1;
