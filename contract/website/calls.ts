import * as z from 'zod/mini';
import { call, online, queue, read } from '../call.ts';
import { Instant, mergedFields, text, trimmedText, Email } from '../fields.ts';
import { IMAGE_LIMITS, IMAGE_WIDTHS, ImageUrl } from '../files/images.ts';
import { ADDRESS_MAX, PHONE_MAX, RESTAURANT_NAME_MAX } from '../limits.ts';
import { OpeningHours } from '../restaurant/rows.ts';
import {
  DESCRIPTION_MAX,
  PAGE_CONTENT_MAX,
  RestaurantType,
  SocialMediaLinks,
  ThemeColors,
  WebsiteSettings,
} from './rows.ts';
import { socialNetworks } from './social-links.ts';

/** The sections of the set-up, each of which is saved on its own. */
export const websiteSections = [
  'basic_info',
  'restaurant_type',
  'images',
  'theme_colors',
  'order_types',
  'opening_hours',
  'extra_pages',
  'domain',
] as const;
export type WebsiteSection = (typeof websiteSections)[number];

/**
 * Website setup. Name, telephone, e-mail, address, order types and hours are those of the restaurant. `revisions`
 * identify the content of each section; a save may say which one it has seen.
 */
export const WebsiteSetup = z.object({
  ...WebsiteSettings.shape,
  /** The address of the website: under the platform's domain, or the own one once it is verified. */
  domain: z.string(),
  /** Its first part under `platform_domain`, which is also the restaurant's name in the storefront API. */
  subdomain: z.string(),
  platform_domain: z.string(),
  custom_domain: z.nullable(z.string()),
  /** `unknown`: the name servers did not answer. */
  custom_domain_status: z.enum(['none', 'pending', 'verified', 'unknown']),
  custom_domain_checked_at: z.nullable(Instant),
  /** The TXT record that proves the ownership of `custom_domain`. */
  verification: z.nullable(z.object({ record_name: z.string(), record_value: z.string() })),
  restaurant_name: z.string(),
  phone_number: z.nullable(z.string()),
  email: z.string(),
  address: z.nullable(z.string()),
  is_order_type_pickup: z.boolean(),
  is_order_type_delivery: z.boolean(),
  is_order_type_dine_in: z.boolean(),
  is_order_type_reservation: z.boolean(),
  is_order_type_catering: z.boolean(),
  opening_hours: OpeningHours,
  timezone: z.string(),
  /** What it needs before it can be published. */
  publication_needs: z.array(z.enum(['menu', 'opening_hours'])),
  revisions: z.record(z.enum(websiteSections), z.string()),
  created_at: Instant,
  updated_at: Instant,
});
export type WebsiteSetup = z.infer<typeof WebsiteSetup>;

/** What the preview shows before it is saved, as far as customers see it on the first page. */
export const WebsiteDraft = z.object({
  ...z.omit(WebsiteSettings, { about_page_content: true, contact_page_content: true, published_at: true }).shape,
  /** As they are typed: the page shows only those that lead to their network. */
  social_media_links: z.partialRecord(z.enum(socialNetworks), z.string()),
});
export type WebsiteDraft = z.infer<typeof WebsiteDraft>;

/** Refused with 409 `changed_elsewhere` and the current set-up if the section has another revision by now. */
const seen = { seen_revision: z.optional(text(64)) };
const CONTENT_BYTES = 64 * 1024;

export const getSetup = call('website.get', 'GET', '/website-setup', {
  access: 'website',
  offline: read,
  reply: WebsiteSetup,
  summary: 'The set-up of the website',
});

/** Changes the restaurant's own name, telephone, e-mail address and address. What is missing stays. */
export const saveBasicInfo = call('website.saveBasicInfo', 'POST', '/website-setup/basic-info', {
  access: 'website',
  offline: queue('never'),
  body: z.strictObject({
    restaurant_name: z.optional(trimmedText(RESTAURANT_NAME_MAX)),
    phone_number: z.optional(text(PHONE_MAX)),
    email: z.optional(Email),
    short_description: z.optional(text(DESCRIPTION_MAX).check(z.trim())),
    address: z.optional(trimmedText(ADDRESS_MAX)),
    ...seen,
    ...mergedFields,
  }),
  reply: WebsiteSetup,
  summary: 'Save name, contacts and description',
});

export const saveRestaurantType = call('website.saveRestaurantType', 'POST', '/website-setup/restaurant-type', {
  access: 'website',
  offline: queue('never'),
  body: z.strictObject({ restaurant_type: RestaurantType, ...seen, ...mergedFields }),
  reply: WebsiteSetup,
  summary: 'Save the type of the restaurant',
});

const Widths = z
  .array(z.string().check(z.minLength(1), z.maxLength(Math.ceil(IMAGE_LIMITS.fileBytes / 3) * 4)))
  .check(z.minLength(IMAGE_WIDTHS.length), z.maxLength(IMAGE_WIDTHS.length));

/**
 * One part for each of IMAGE_WIDTHS, in that order, as JPEG, WebP or AVIF. `remove`: deletes that image. What is missing stays.
 */
export const saveImages = call('website.saveImages', 'POST', '/website-setup/images', {
  access: 'website',
  offline: queue('never'),
  isMultipart: true,
  bodyLimit: 2 * IMAGE_WIDTHS.length * IMAGE_LIMITS.fileBytes + 16 * 1024,
  body: z.strictObject({
    logo: z.optional(Widths),
    cover_image: z.optional(Widths),
    remove: z.optional(z.enum(['logo', 'cover_image', 'both'])),
    /** In place of the parts: images that are at the server. Null removes one. */
    logo_url: z.optional(z.nullable(ImageUrl)),
    cover_image_url: z.optional(z.nullable(ImageUrl)),
    ...seen,
    ...mergedFields,
  }),
  reply: WebsiteSetup,
  summary: 'Save the logo and the cover image',
});

/** 422 `invalid_fields` if a text would be hard to read (contrast.ts). */
export const saveThemeColors = call('website.saveThemeColors', 'POST', '/website-setup/theme-colors', {
  access: 'website',
  offline: queue('never'),
  body: z.strictObject({
    theme: z.optional(z.enum(['light', 'dark'])),
    theme_colors: z.optional(z.partial(ThemeColors)),
    ...seen,
    ...mergedFields,
  }),
  reply: WebsiteSetup,
  summary: 'Save the colours',
});

/** Changes what the restaurant offers. What is missing stays. */
export const saveOrderTypes = call('website.saveOrderTypes', 'POST', '/website-setup/order-types', {
  access: 'website',
  offline: queue('never'),
  body: z.strictObject({
    is_order_type_pickup: z.optional(z.boolean()),
    is_order_type_dine_in: z.optional(z.boolean()),
    is_order_type_reservation: z.optional(z.boolean()),
    is_order_type_catering: z.optional(z.boolean()),
    is_order_type_delivery: z.optional(z.boolean()),
    ...seen,
    ...mergedFields,
  }),
  reply: WebsiteSetup,
  summary: 'Save the kinds of orders',
});

/** Changes the restaurant's opening hours. Without `exceptions`, these stay. */
export const saveOpeningHours = call('website.saveOpeningHours', 'POST', '/website-setup/opening-hours', {
  access: 'website',
  offline: queue('never'),
  bodyLimit: CONTENT_BYTES,
  body: z.strictObject({
    days: OpeningHours.shape.days,
    exceptions: z.optional(OpeningHours.shape.exceptions),
    ...seen,
    ...mergedFields,
  }),
  reply: WebsiteSetup,
  summary: 'Save the opening hours',
});

/** The contents are plain text. What is missing stays; an empty link removes that link. */
export const saveExtraPages = call('website.saveExtraPages', 'POST', '/website-setup/extra-pages', {
  access: 'website',
  offline: queue('never'),
  bodyLimit: CONTENT_BYTES,
  body: z.strictObject({
    is_about_page_enabled: z.optional(z.boolean()),
    about_page_content: z.optional(text(PAGE_CONTENT_MAX)),
    is_contact_page_enabled: z.optional(z.boolean()),
    contact_page_content: z.optional(text(PAGE_CONTENT_MAX)),
    social_media_links: z.optional(SocialMediaLinks),
    ...seen,
    ...mergedFields,
  }),
  reply: WebsiteSetup,
  summary: 'Save the further pages and the links to social networks',
});

/** 422 `invalid_fields` names what is missing (`publication_needs`). The storefront API takes orders either way. */
export const publish = call('website.publish', 'POST', '/website-setup/publication', {
  access: 'website',
  addition: true,
  offline: queue('never'),
  body: z.strictObject({ is_published: z.boolean(), ...mergedFields }),
  reply: WebsiteSetup,
  summary: 'Publish the website, or take it back',
});

export const WebsitePreview = z.object({ url: z.string(), expires_at: Instant });
export type WebsitePreview = z.infer<typeof WebsitePreview>;

/** A link that shows the website to whoever has it, published or not, until it expires. */
export const preview = call('website.preview', 'POST', '/website-setup/preview', {
  access: 'website',
  addition: true,
  offline: online('website_setup'),
  reply: WebsitePreview,
  summary: 'A link to see the website before it is published',
});

const Domain = text(300);

/**
 * `subdomain`: the name under the platform's domain; the former one stops working. `custom_domain`: null removes it; the same one again looks
 * for its TXT record.
 */
export const saveDomain = call('website.saveDomain', 'POST', '/website-setup/domain', {
  access: 'website',
  offline: online('domain_check'),
  body: z.strictObject({
    subdomain: z.optional(Domain),
    custom_domain: z.optional(z.nullable(Domain)),
    ...seen,
  }),
  reply: WebsiteSetup,
  summary: 'Save the address of the website',
});

export const DomainAnswer = z.object({
  domain: z.string(),
  availability: z.enum(['available', 'taken', 'reserved', 'invalid', 'unknown']),
  /** In words. */
  reason: z.string(),
});
export type DomainAnswer = z.infer<typeof DomainAnswer>;

/** A name without a dot stands under the platform's domain. Others are looked up in the registry: `available` means not registered. */
export const checkDomain = call('website.checkDomain', 'POST', '/website-setup/check-domain-availability', {
  access: 'website',
  offline: online('domain_check'),
  body: z.strictObject({ domain: Domain.check(z.minLength(1)) }),
  reply: DomainAnswer,
  summary: 'Whether an address is free',
});
