import * as website from '../../../contract/website/calls.ts';
import type { DomainAnswer, WebsitePreview, WebsiteSetup } from '../../../contract/website/calls.ts';
import { send, type Result } from '../../api/send.ts';
import { storeImage } from '../../files/store-image.ts';
import { storeChange, type Stored } from '../../session/store-change.ts';
import { changedOf } from '../../lib/changed-of.ts';
import { mutate } from '../../data/mutate.ts';
import type { Part } from '../../files/choose/shrink.ts';
import * as mutations from './mutations.ts';

export const readSetup = (signal: AbortSignal) => send(website.getSetup, {}, { signal });

/** Fields of a section that were changed: what another device saves in the others stays. */
export type Changed = Partial<WebsiteSetup>;

export const saveBasicInfo = ({ restaurant_name, phone_number, email, short_description, address }: Changed): Stored =>
  storeChange((restaurant_id) =>
    mutate(mutations.saveBasicInfo, {
      body: {
        restaurant_id,
        ...given({ restaurant_name, email, short_description }),
        ...(phone_number !== undefined && { phone_number: phone_number ?? '' }),
        ...(address !== undefined && { address: address ?? '' }),
      },
    }),
  );

export const saveRestaurantType = ({ restaurant_type }: Changed): Stored =>
  storeChange(
    (restaurant_id) =>
      restaurant_type && mutate(mutations.saveRestaurantType, { body: { restaurant_id, restaurant_type } }),
  );

export const saveThemeColors = ({ theme, theme_colors }: Changed, saved: WebsiteSetup): Stored =>
  storeChange((restaurant_id) =>
    mutate(mutations.saveThemeColors, {
      body: {
        restaurant_id,
        ...given({ theme }),
        ...(theme_colors && { theme_colors: changedOf(theme_colors, saved.theme_colors) }),
      },
    }),
  );

export const saveOrderTypes = (shown: Changed): Stored =>
  storeChange((restaurant_id) =>
    mutate(mutations.saveOrderTypes, {
      body: {
        restaurant_id,
        ...given({
          is_order_type_pickup: shown.is_order_type_pickup,
          is_order_type_delivery: shown.is_order_type_delivery,
          is_order_type_dine_in: shown.is_order_type_dine_in,
          is_order_type_catering: shown.is_order_type_catering,
          is_order_type_reservation: shown.is_order_type_reservation,
        }),
      },
    }),
  );

export const saveOpeningHours = ({ opening_hours }: Changed): Stored =>
  storeChange(
    (restaurant_id) =>
      opening_hours && mutate(mutations.saveOpeningHours, { body: { restaurant_id, days: opening_hours.days } }),
  );

export const saveExtraPages = ({ social_media_links, ...shown }: Changed, saved: WebsiteSetup): Stored =>
  storeChange((restaurant_id) =>
    mutate(mutations.saveExtraPages, {
      body: {
        restaurant_id,
        ...given({
          is_about_page_enabled: shown.is_about_page_enabled,
          about_page_content: shown.about_page_content,
          is_contact_page_enabled: shown.is_contact_page_enabled,
          contact_page_content: shown.contact_page_content,
        }),
        ...(social_media_links && { social_media_links: changedLinks(social_media_links, saved.social_media_links) }),
      },
    }),
  );

type Links = WebsiteSetup['social_media_links'];
/** Without spaces; empty for one that is to go. */
const changedLinks = (links: Links, saved: Links): Links =>
  changedOf(Object.fromEntries(Object.entries(links).map(([network, link]) => [network, link?.trim() ?? ''])), saved);

export const saveDomain = (
  { subdomain, custom_domain }: Pick<WebsiteSetup, 'subdomain' | 'custom_domain'>,
  seen_revision?: string,
) => {
  const body = { subdomain, custom_domain: custom_domain?.trim() || null };
  return send(website.saveDomain, { body: { ...body, ...(seen_revision === undefined ? {} : { seen_revision }) } });
};

export type ImageName = 'logo' | 'cover_image';

export const saveImage = (name: ImageName, parts: readonly Part[]): Stored =>
  storeImage(parts, (restaurant_id, url) =>
    mutate(mutations.saveImages, { body: { restaurant_id, [`${name}_url`]: url } }),
  );

export const removeImage = (name: ImageName): Stored =>
  storeChange((restaurant_id) => mutate(mutations.saveImages, { body: { restaurant_id, [`${name}_url`]: null } }));

export const checkDomain = (domain: string): Promise<Result<DomainAnswer>> =>
  send(website.checkDomain, { body: { domain } });

export const publish = (is_published: boolean): Stored =>
  storeChange((restaurant_id) => mutate(mutations.publish, { body: { restaurant_id, is_published } }));

export const openPreview = (): Promise<Result<WebsitePreview>> => send(website.preview, {});

/** What is undefined would not be valid. */
const given = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never; // the same keys
