import * as website from '../../../contract/website/calls.ts';
import type { DomainAnswer } from '../../../contract/website/calls.ts';
import type { WebsiteSettings } from '../../../contract/website/rows.ts';
import { send, type Result } from '../../api/send.ts';
import { storeImage } from '../../files/store-image.ts';
import { storeChange, type Stored } from '../../session/store-change.ts';
import { changedOf } from '../../lib/changed-of.ts';
import { mutate } from '../../data/mutate.ts';
import type { Part } from '../../files/choose/shrink.ts';
import * as mutations from './mutations.ts';

export const readSetup = (signal: AbortSignal) => send(website.getSetup, {}, { signal });

/** What the form of the website edits. */
export type Fields = Omit<WebsiteSettings, 'logo' | 'cover_image' | 'published_at'>;

/** Each section by a mutation of its own: what another device saves in the others stays. */
export function saveFields(restaurant_id: string, changed: Partial<Fields>, saved: Fields): void {
  const { short_description, restaurant_type, theme, theme_colors, social_media_links, ...pages } = changed;
  if (short_description !== undefined) mutate(mutations.saveBasicInfo, { body: { restaurant_id, short_description } });
  if (restaurant_type) mutate(mutations.saveRestaurantType, { body: { restaurant_id, restaurant_type } });
  if (theme || theme_colors)
    mutate(mutations.saveThemeColors, {
      body: {
        restaurant_id,
        ...(theme && { theme }),
        ...(theme_colors && { theme_colors: changedOf(theme_colors, saved.theme_colors) }),
      },
    });
  if (social_media_links || Object.keys(pages).length > 0)
    mutate(mutations.saveExtraPages, {
      body: {
        restaurant_id,
        ...pages,
        ...(social_media_links && { social_media_links: changedLinks(social_media_links, saved.social_media_links) }),
      },
    });
}

type Links = WebsiteSettings['social_media_links'];
/** Without spaces; empty for one that is to go. */
const changedLinks = (links: Links, saved: Links): Links =>
  changedOf(Object.fromEntries(Object.entries(links).map(([network, link]) => [network, link?.trim() ?? ''])), saved);

export const saveDomain = (
  { subdomain, custom_domain }: { subdomain: string; custom_domain: string },
  seen_revision: string | undefined,
) =>
  send(website.saveDomain, {
    body: { subdomain, custom_domain: custom_domain.trim() || null, ...(seen_revision && { seen_revision }) },
  });

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
