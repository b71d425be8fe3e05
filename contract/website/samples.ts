import { sampleOf, type Sample } from '../sample.ts';
import * as website from './calls.ts';

/** A JPEG of two by two pixels. */
const JPEG =
  '/9j/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAACAAIDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABAX/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCeAOrP/9k=';

const ofRestaurant = { foreignRows: 'not_found' } as const;

export const samples: Sample[] = [
  sampleOf(website.getSetup, () => ({})),
  sampleOf(
    website.saveBasicInfo,
    ({ restaurantId }) => ({
      body: {
        restaurant_id: restaurantId,
        restaurant_name: 'The Anchor',
        phone_number: '',
        email: 'hello@anchor.test',
        short_description: 'Fish from the harbour',
        address: '1 Harbour Street',
      },
    }),
    ofRestaurant,
  ),
  sampleOf(
    website.saveRestaurantType,
    ({ restaurantId }) => ({ body: { restaurant_id: restaurantId, restaurant_type: 'takeaway' } }),
    ofRestaurant,
  ),
  sampleOf(
    website.saveImages,
    ({ restaurantId }) => ({ body: { restaurant_id: restaurantId, logo: [JPEG, JPEG, JPEG] } }),
    ofRestaurant,
  ),
  sampleOf(
    website.saveThemeColors,
    ({ restaurantId }) => ({
      body: {
        restaurant_id: restaurantId,
        theme_colors: { primary: '#0B5FA5', background: '#FFFFFF', text: '#1A1A1A' },
      },
    }),
    ofRestaurant,
  ),
  sampleOf(
    website.saveOrderTypes,
    ({ restaurantId }) => ({
      body: {
        restaurant_id: restaurantId,
        is_order_type_pickup: true,
        is_order_type_dine_in: true,
        is_order_type_reservation: true,
        is_order_type_catering: false,
      },
    }),
    ofRestaurant,
  ),
  sampleOf(
    website.saveOpeningHours,
    ({ restaurantId }) => ({
      body: {
        restaurant_id: restaurantId,
        days: [{ weekday: 1, is_open: true, periods: [{ open_time: '10:00', close_time: '22:00' }] }],
      },
    }),
    ofRestaurant,
  ),
  sampleOf(
    website.saveExtraPages,
    ({ restaurantId }) => ({
      body: {
        restaurant_id: restaurantId,
        is_about_page_enabled: true,
        about_page_content: 'Since 1998',
        is_contact_page_enabled: false,
        contact_page_content: '',
        social_media_links: { instagram: 'https://www.instagram.com/the.anchor' },
      },
    }),
    ofRestaurant,
  ),
  sampleOf(
    website.publish,
    ({ restaurantId }) => ({ body: { restaurant_id: restaurantId, is_published: true } }),
    ofRestaurant,
  ),
  sampleOf(website.preview, () => ({})),
  sampleOf(website.checkDomain, () => ({ body: { domain: 'the-anchor-harbour' } })),
  sampleOf(website.saveDomain, ({ newId }) => ({ body: { subdomain: `the-anchor-${newId().slice(-8)}` } })),
];
