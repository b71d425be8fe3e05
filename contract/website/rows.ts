import * as z from 'zod/mini';
import { Instant } from '../fields.ts';
import { ImageUrl } from '../files/images.ts';
import { isSocialLink, SOCIAL_LINK_MAX, socialNetworks, type SocialNetwork } from './social-links.ts';

export const restaurantTypes = [
  'restaurant',
  'cafe',
  'takeaway',
  'fast_food',
  'fine_dining',
  'bar',
  'bakery',
  'dark_kitchen',
  'food_truck',
  'caterer',
] as const;
export const RestaurantType = z.enum(restaurantTypes);
export type RestaurantType = z.infer<typeof RestaurantType>;

export const DESCRIPTION_MAX = 300;
export const PAGE_CONTENT_MAX = 5000;

const Color = z.string().check(z.regex(/^#[0-9A-Fa-f]{6}$/, 'Enter a colour such as #336699'));
/** `primary`: buttons and links. Their text has the colour of the background. */
export const ThemeColors = z.strictObject({ primary: Color, background: Color, text: Color });
export type ThemeColors = z.infer<typeof ThemeColors>;

const networkLinks = Object.fromEntries(
  socialNetworks.map((network) => [
    network,
    z.optional(
      z.string().check(
        z.maxLength(SOCIAL_LINK_MAX),
        z.refine((link) => link === '' || isSocialLink(network, link), 'Enter the https address of your page there'),
      ),
    ),
  ]),
) as Record<SocialNetwork, z.ZodMiniOptional<z.ZodMiniString>>; // one for each network
export const SocialMediaLinks = z.strictObject(networkLinks);
export type SocialMediaLinks = z.infer<typeof SocialMediaLinks>;

/** What an owner chooses for the website beside the restaurant's own fields and the domain. Devices mirror it. */
export const WebsiteSettings = z.object({
  short_description: z.string(),
  restaurant_type: z.nullable(RestaurantType),
  logo: z.nullable(ImageUrl),
  cover_image: z.nullable(ImageUrl),
  theme: z.enum(['light', 'dark']),
  theme_colors: ThemeColors,
  is_about_page_enabled: z.boolean(),
  about_page_content: z.string(),
  is_contact_page_enabled: z.boolean(),
  contact_page_content: z.string(),
  social_media_links: SocialMediaLinks,
  /** Customers see the website. Null: they are told that it is not published. */
  published_at: z.nullable(Instant),
});
export type WebsiteSettings = z.infer<typeof WebsiteSettings>;
