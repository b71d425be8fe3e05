import type { WebsiteSetup } from '../../../contract/website/calls.ts';
import { RestaurantType } from '../../../contract/website/rows.ts';
import type { SocialNetwork } from '../../../contract/website/social-links.ts';
import type { Say } from '../../api/failure-text.ts';
import { typeLabel } from '../../ui/order-label.ts';

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

export const orderTypeFields = [
  ['is_order_type_pickup', 'pickup'],
  ['is_order_type_delivery', 'delivery'],
  ['is_order_type_dine_in', 'dine_in'],
  ['is_order_type_catering', 'catering'],
  ['is_order_type_reservation', 'reservation'],
] as const;

export const domainStatusLabels: Record<WebsiteSetup['custom_domain_status'], string> = {
  none: 'No domain of your own is connected.',
  pending: 'Waiting for the TXT record. Changes of name servers can take some hours.',
  verified: 'Connected: the TXT record is there.',
  unknown: 'The name servers did not answer. Check again later.',
};

export const whyRefused: Say = ({ error }) =>
  error.code === 'changed_elsewhere' ? 'Somebody changed this section meanwhile.' : null;

const fieldLabels: Partial<Record<keyof WebsiteSetup, string>> = {
  restaurant_name: 'Restaurant name',
  phone_number: 'Telephone',
  email: 'E-mail',
  address: 'Address',
  short_description: 'Short description',
  restaurant_type: 'Type of restaurant',
  theme: 'Theme',
  theme_colors: 'Colours',
  opening_hours: 'Opening hours',
  is_about_page_enabled: 'About page',
  about_page_content: 'Text of the about page',
  is_contact_page_enabled: 'Contact page',
  contact_page_content: 'Text of the contact page',
  social_media_links: 'Links',
  subdomain: 'Name',
  custom_domain: 'Your own domain',
};

/** The fields of an edit that the other version has differently, and what it has. */
export function describeOther(mine: Partial<WebsiteSetup>, theirs: WebsiteSetup): string[] {
  return (Object.keys(mine) as (keyof WebsiteSetup)[])
    .filter((field) => JSON.stringify(mine[field]) !== JSON.stringify(theirs[field]))
    .map((field) => `${labelOf(field)}: ${valueLabel(field, theirs[field])}`);
}

export function labelOf(field: keyof WebsiteSetup): string {
  const type = orderTypeFields.find(([flag]) => flag === field)?.[1];
  return fieldLabels[field] ?? (type ? typeLabel(type) : field);
}

function valueLabel(field: keyof WebsiteSetup, value: WebsiteSetup[keyof WebsiteSetup]): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value === null || value === '') return 'empty';
  if (typeof value !== 'string') return 'another value';
  return field === 'restaurant_type' ? restaurantTypeLabels[RestaurantType.parse(value)] : value;
}
