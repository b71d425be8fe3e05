import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import type { WebsiteSetup } from '../../../contract/website/calls.ts';
import { publicationNeeds } from '../../../contract/website/publication-needs.ts';

/**
 * The set-up as this device has it, with what waits to be sent. `known`: the server's answer, for what only the server knows. Null: neither
 * has it. `hasMenu`: customers see a dish, by this device's rows; null: it does not have them yet.
 */
export function setupOf(
  restaurant: Restaurant | null,
  known: WebsiteSetup | null,
  hasMenu: boolean | null,
): WebsiteSetup | null {
  if (!restaurant?.settings) return known;
  const { order_type, opening_hours } = restaurant;
  const offers = (type: (typeof order_type)[number]) => order_type.includes(type);
  return {
    ...(known ?? unread(restaurant)),
    ...restaurant.settings.website,
    restaurant_name: restaurant.name,
    phone_number: restaurant.phone_number_business,
    email: restaurant.email,
    address: restaurant.address,
    is_order_type_pickup: offers('pickup'),
    is_order_type_delivery: offers('delivery'),
    is_order_type_dine_in: offers('dine_in'),
    is_order_type_reservation: offers('reservation'),
    is_order_type_catering: offers('catering'),
    opening_hours,
    timezone: restaurant.timezone,
    publication_needs: publicationNeeds(restaurant, hasMenu ?? known?.publication_needs.includes('menu') !== true),
  };
}

const unread = ({ slug, created_at, updated_at }: Restaurant) => ({
  domain: slug,
  subdomain: slug,
  platform_domain: '',
  custom_domain: null,
  custom_domain_status: 'unknown' as const,
  custom_domain_checked_at: null,
  verification: null,
  revisions: {} as WebsiteSetup['revisions'], // of sections that another edit may overtake on the server
  created_at,
  updated_at,
});
