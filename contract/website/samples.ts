import { sampleOf, type Sample } from '../sample.ts';
import * as website from './calls.ts';

/** A JPEG of two by two pixels. */
const JPEG =
  '/9j/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAACAAIDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABAX/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCeAOrP/9k=';

export const samples: Sample[] = [
  sampleOf(website.getSetup, () => ({})),
  sampleOf(website.saveBasicInfo, () => ({
    body: {
      restaurant_name: 'The Anchor',
      phone_number: '',
      email: 'hello@anchor.test',
      short_description: 'Fish from the harbour',
      address: '1 Harbour Street',
    },
  })),
  sampleOf(website.saveRestaurantType, () => ({ body: { restaurant_type: 'takeaway' } })),
  sampleOf(website.saveImages, () => ({ body: { logo: [JPEG, JPEG, JPEG] } })),
  sampleOf(website.saveThemeColors, () => ({
    body: { theme_colors: { primary: '#0B5FA5', background: '#FFFFFF', text: '#1A1A1A' } },
  })),
  sampleOf(website.saveOrderTypes, () => ({
    body: {
      is_order_type_pickup: true,
      is_order_type_dine_in: true,
      is_order_type_reservation: true,
      is_order_type_catering: false,
    },
  })),
  sampleOf(website.saveOpeningHours, () => ({
    body: { days: [{ weekday: 1, is_open: true, periods: [{ open_time: '10:00', close_time: '22:00' }] }] },
  })),
  sampleOf(website.saveExtraPages, () => ({
    body: {
      is_about_page_enabled: true,
      about_page_content: 'Since 1998',
      is_contact_page_enabled: false,
      contact_page_content: '',
      social_media_links: { instagram: 'https://www.instagram.com/the.anchor' },
    },
  })),
  sampleOf(website.publish, () => ({ body: { is_published: true } })),
  sampleOf(website.preview, () => ({})),
  sampleOf(website.checkDomain, () => ({ body: { domain: 'the-anchor-harbour' } })),
  sampleOf(website.saveDomain, ({ newId }) => ({ body: { subdomain: `the-anchor-${newId().slice(-8)}` } })),
];
