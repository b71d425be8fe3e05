import type { WebsiteSetup } from '../../../contract/website/calls.ts';
import type { RestaurantType } from '../../../contract/website/rows.ts';
import type { SocialNetwork } from '../../../contract/website/social-links.ts';
import type { Say } from '../../api/failure-text.ts';

export const restaurantTypeLabels: Record<RestaurantType, string> = {
  restaurant: 'Restaurant',
  cafe: 'Café',
  takeaway: 'Takeaway',
  fast_food: 'Fast food',
  fine_dining: 'Fine dining',
  bar: 'Bar or pub',
  bakery: 'Bakery',
  dark_kitchen: 'Delivery kitchen',
  food_truck: 'Food truck',
  caterer: 'Caterer',
};

export const networkLabels: Record<SocialNetwork, string> = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  x: 'X',
  tiktok: 'TikTok',
  youtube: 'YouTube',
  tripadvisor: 'Tripadvisor',
};

export const domainStatusLabels: Record<WebsiteSetup['custom_domain_status'], string> = {
  none: 'No domain of your own is connected.',
  pending: 'Waiting for the TXT record. Changes of name servers can take some hours.',
  verified: 'Connected: the TXT record is there.',
  unknown: 'The name servers did not answer. Check again later.',
};

export const whyRefused: Say = ({ error }) =>
  error.code === 'changed_elsewhere'
    ? 'Somebody changed the address meanwhile. Save again to replace it with yours.'
    : null;

export const fieldLabels = {
  short_description: 'Short description',
  restaurant_type: 'Type of restaurant',
  theme: 'Theme',
  theme_colors: 'Colours',
  is_about_page_enabled: 'About page',
  about_page_content: 'Text of the about page',
  is_contact_page_enabled: 'Contact page',
  contact_page_content: 'Text of the contact page',
  social_media_links: 'Links',
};
