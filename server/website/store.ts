import { createHash } from 'node:crypto';
import { and, eq, like } from 'drizzle-orm';
import { canonical } from '../../contract/sync/canonical.ts';
import type { WebsiteSection, WebsiteSetup } from '../../contract/website/calls.ts';
import type { SocialMediaLinks, ThemeColors } from '../../contract/website/rows.ts';
import type { Actor } from '../../contract/fields.ts';
import { restaurant_settings } from '../db/schema/settings.ts';
import type { Tx } from '../db/tx.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { readPublicationNeeds } from './publication.ts';

/** What the website has beside the restaurant's own fields, by section. */
export interface WebsiteParts {
  basic_info: { short_description: string };
  restaurant_type: { restaurant_type: WebsiteSetup['restaurant_type'] };
  images: { logo: string | null; cover_image: string | null };
  theme_colors: { theme: 'light' | 'dark'; theme_colors: ThemeColors };
  extra_pages: {
    is_about_page_enabled: boolean;
    about_page_content: string;
    is_contact_page_enabled: boolean;
    contact_page_content: string;
    social_media_links: SocialMediaLinks;
  };
  domain: CustomDomain;
  publication: { published_at: string | null };
}

export interface CustomDomain {
  custom_domain: string | null;
  /** What its TXT record has to hold. */
  token: string | null;
  status: WebsiteSetup['custom_domain_status'];
  checked_at: string | null;
}

export const noCustomDomain: CustomDomain = { custom_domain: null, token: null, status: 'none', checked_at: null };

const defaults: WebsiteParts = {
  basic_info: { short_description: '' },
  restaurant_type: { restaurant_type: null },
  images: { logo: null, cover_image: null },
  theme_colors: { theme: 'light', theme_colors: { primary: '#0B5FA5', background: '#FFFFFF', text: '#1A1A1A' } },
  extra_pages: {
    is_about_page_enabled: false,
    about_page_content: '',
    is_contact_page_enabled: false,
    contact_page_content: '',
    social_media_links: {},
  },
  domain: noCustomDomain,
  publication: { published_at: null },
};

export interface Scope {
  db: Tx;
  restaurantId: string;
  /** Host of the public address. */
  platformDomain: string;
}

const PREFIX = 'website_';
const recordNameOf = (domain: string) => `_galley.${domain}`;
export const recordOf = (domain: string, token: string) => ({
  record_name: recordNameOf(domain),
  record_value: `galley-verification=${token}`,
});

export async function readParts({ db, restaurantId }: Pick<Scope, 'db' | 'restaurantId'>) {
  const rows = await db
    .select()
    .from(restaurant_settings)
    .where(and(eq(restaurant_settings.restaurant_id, restaurantId), like(restaurant_settings.name, `${PREFIX}%`)));
  return {
    parts: toParts(Object.fromEntries(rows.map(({ name, value }) => [name, value]))),
    updatedAt:
      rows
        .map((row) => row.updated_at)
        .toSorted()
        .at(-1) ?? null,
  };
}

/** `stored`: values by their names in the database. What is missing has its default. */
export function toParts(stored: Record<string, object>): WebsiteParts {
  const sections = Object.keys(defaults) as (keyof WebsiteParts)[];
  return Object.fromEntries(
    sections.map((section) => [section, { ...defaults[section], ...stored[PREFIX + section] }]),
  ) as unknown as WebsiteParts; // written by savePart only
}

export async function savePart<S extends keyof WebsiteParts>(
  { db, restaurantId }: Pick<Scope, 'db' | 'restaurantId'>,
  section: S,
  value: WebsiteParts[S],
  by: { updated_at: string; updated_by: Actor },
): Promise<void> {
  const saved = { value: { ...value } as Record<string, unknown>, ...by };
  await db
    .insert(restaurant_settings)
    .values({ restaurant_id: restaurantId, name: PREFIX + section, ...saved })
    .onConflictDoUpdate({ target: [restaurant_settings.restaurant_id, restaurant_settings.name], set: saved });
}

/** The whole set-up: the restaurant's own fields and the parts of the website. */
export async function readSetup(scope: Scope): Promise<WebsiteSetup> {
  const { db, restaurantId, platformDomain } = scope;
  const restaurant = await loadRestaurant(db, restaurantId);
  const { parts, updatedAt } = await readParts(scope);
  const { custom_domain, token, status, checked_at } = parts.domain;
  const offers = (type: (typeof restaurant.order_type)[number]) => restaurant.order_type.includes(type);
  const sections = {
    basic_info: {
      restaurant_name: restaurant.name,
      phone_number: restaurant.phone_number_business,
      email: restaurant.email,
      short_description: parts.basic_info.short_description,
      address: restaurant.address,
    },
    restaurant_type: parts.restaurant_type,
    images: parts.images,
    theme_colors: parts.theme_colors,
    order_types: {
      is_order_type_pickup: offers('pickup'),
      is_order_type_delivery: offers('delivery'),
      is_order_type_dine_in: offers('dine_in'),
      is_order_type_reservation: offers('reservation'),
      is_order_type_catering: offers('catering'),
    },
    opening_hours: { opening_hours: restaurant.opening_hours, timezone: restaurant.timezone },
    extra_pages: parts.extra_pages,
    domain: {
      domain: status === 'verified' && custom_domain !== null ? custom_domain : `${restaurant.slug}.${platformDomain}`,
      subdomain: restaurant.slug,
      platform_domain: platformDomain,
      custom_domain,
      custom_domain_status: status,
      custom_domain_checked_at: checked_at,
      verification: custom_domain === null || token === null ? null : recordOf(custom_domain, token),
    },
  } satisfies Record<WebsiteSection, Partial<WebsiteSetup>>;
  const revisions = Object.fromEntries(
    Object.entries(sections).map(([section, content]) => [section, revisionOf(content)]),
  ) as WebsiteSetup['revisions']; // the same keys
  return {
    ...sections.basic_info,
    ...sections.restaurant_type,
    ...sections.images,
    ...sections.theme_colors,
    ...sections.order_types,
    ...sections.opening_hours,
    ...sections.extra_pages,
    ...sections.domain,
    published_at: parts.publication.published_at,
    publication_needs: await readPublicationNeeds(db, restaurant),
    revisions,
    created_at: restaurant.created_at,
    updated_at: updatedAt ?? restaurant.created_at,
  };
}

const revisionOf = (content: object): string =>
  createHash('sha256').update(canonical(content)).digest('hex').slice(0, 16);
