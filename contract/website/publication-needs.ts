import { isEverOpen } from '../restaurant/is-ever-open.ts';
import type { Restaurant } from '../restaurant/rows.ts';
import type { WebsiteSetup } from './calls.ts';

/** What keeps a website from being of use to customers. Who takes reservations needs no menu. `hasMenu`: customers see a dish. */
export const publicationNeeds = (
  { order_type, opening_hours }: Pick<Restaurant, 'order_type' | 'opening_hours'>,
  hasMenu: boolean,
): WebsiteSetup['publication_needs'] => [
  ...(hasMenu || order_type.includes('reservation') ? [] : (['menu'] as const)),
  ...(isEverOpen(opening_hours) ? [] : (['opening_hours'] as const)),
];
