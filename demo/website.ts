import { newLocation } from '../contract/delivery/new-rows.ts';
import type { Actor } from '../contract/fields.ts';
import { newId } from '../server/platform/ids.ts';
import type { WebsiteParts } from '../server/website/store.ts';

/** What the website of the demonstration has beside the restaurant's own fields. */
export const demoWebsite = (at: string, cover_image: string) =>
  ({
    publication: { published_at: at },
    images: { logo: null, cover_image },
    basic_info: { short_description: 'Curries, biryani and breads from the tandoor, cooked to order in Brixton.' },
    restaurant_type: { restaurant_type: 'restaurant' },
    theme_colors: {
      theme: 'light',
      theme_colors: { primary: '#A8321F', background: '#FFFFFF', text: '#1C1613' },
    },
    extra_pages: {
      is_about_page_enabled: true,
      about_page_content:
        'Ravi and Asha Menon opened Spice Route in 2011, with eight tables and one tandoor.\n\nWe grind our spices every morning and bake every bread when you order it. Most of the vegetables come from Brixton Market, two streets away.',
      is_contact_page_enabled: true,
      contact_page_content: 'Five minutes on foot from Brixton station. Call us for tables of more than eight.',
      social_media_links: {},
    },
  }) satisfies Partial<WebsiteParts>;

/** Without an area, a website offers no delivery. */
export function demoDeliveryLocation(now: Date, actor: Actor, currency: string) {
  return newLocation(
    {
      name: 'Brixton and around',
      area: { location_type: 'postcodes', postcodes: ['SW9', 'SW2', 'SW4', 'SE5', 'SE24'] },
      fee_amount: 250,
      min_order_amount: 1200,
      free_over_amount: 3500,
      eta_min_minutes: 35,
      eta_max_minutes: 45,
    },
    { id: newId(now), at: now.toISOString(), actor, version: 0 },
    currency,
  );
}
