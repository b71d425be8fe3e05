import type { Args } from '../call.ts';
import type { Restaurant } from '../restaurant/rows.ts';
import { changesOf, type Change } from '../settings/edit-settings.ts';
import type * as calls from './calls.ts';

type Body<C extends { body: unknown }> = C['body'];

/** What each call changes; see Change. `at`: when the person did it. */
export const basicInfoChanges = (body: Body<Args<typeof calls.saveBasicInfo>>): Change[] =>
  changesOf(body, 'website', {
    restaurant_name: 'name',
    phone_number: 'phone_number_business',
    email: 'email',
    address: 'address',
  });

export const restaurantTypeChanges = (body: Body<Args<typeof calls.saveRestaurantType>>): Change[] =>
  changesOf(body, 'website');

export const imageChanges = (body: Body<Args<typeof calls.saveImages>>): Change[] =>
  changesOf(body, 'website', {
    logo: '',
    cover_image: '',
    remove: '',
    logo_url: 'website.logo',
    cover_image_url: 'website.cover_image',
  });

export const colorChanges = (body: Body<Args<typeof calls.saveThemeColors>>): Change[] => [
  ...changesOf(body, 'website', { theme_colors: '' }),
  ...changesIn('theme_colors', body.theme_colors),
];

/** Each order type by itself. */
export const orderTypeChanges = (body: Body<Args<typeof calls.saveOrderTypes>>): Change[] =>
  changesOf(body, 'order_type').map(([field, key, value]) => [field, key.replace('is_order_type_', ''), value]);

export const hoursChanges = (body: Body<Args<typeof calls.saveOpeningHours>>): Change[] =>
  changesOf(body, '', { days: 'days', exceptions: 'exceptions' });

/** An empty link is removed. */
export const pageChanges = (body: Body<Args<typeof calls.saveExtraPages>>): Change[] => [
  ...changesOf(body, 'website', { social_media_links: '' }),
  ...changesIn('social_media_links', body.social_media_links).map(([field, key, link]): Change => [
    field,
    key,
    link === '' ? undefined : link,
  ]),
];

/** What is published stays so since then. */
export const publicationChanges = (
  { is_published }: Body<Args<typeof calls.publish>>,
  { settings }: Pick<Restaurant, 'settings'>,
  at: string,
): Change[] => [['is_published', 'website.published_at', is_published ? (settings?.website.published_at ?? at) : null]];

const changesIn = (field: string, values: object = {}): Change[] =>
  changesOf(values, `website.${field}`).map(([, key, value]) => [field, key, value]);
