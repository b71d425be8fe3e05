import * as z from 'zod/mini';
import * as website from '../../../contract/website/calls.ts';
import type { DomainAnswer, WebsitePreview, WebsiteSetup } from '../../../contract/website/calls.ts';
import { send, type Result } from '../../api/send.ts';
import type { Part } from '../../files/choose/shrink.ts';

const foreign = {
  ok: false,
  kind: 'refused',
  status: 200,
  error: { code: 'not_offered', message: 'The server of this restaurant keeps another set-up than this version knows' },
} as const;

/** A server that has only the specified calls may answer with other fields. */
async function checked(request: Promise<Result<WebsiteSetup>>): Promise<Result<WebsiteSetup>> {
  const result = await request;
  if (!result.ok) return result;
  const { data } = z.safeParse(website.WebsiteSetup, result.data);
  return data ? { ok: true, data } : foreign;
}

export const readSetup = (signal: AbortSignal) => checked(send(website.getSetup, {}, { signal }));

/** The texts of a section as the calls take them. `seen_revision`: what the person saw when the edit began. */
type Save = (shown: WebsiteSetup, seen_revision?: string) => Promise<Result<WebsiteSetup>>;

export const saveBasicInfo: Save = ({ restaurant_name, phone_number, email, short_description, address }, seen) => {
  const body = { restaurant_name, phone_number: phone_number ?? '', email, short_description, address: address ?? '' };
  return checked(send(website.saveBasicInfo, { body: { ...body, ...revision(seen) } }));
};

export const saveRestaurantType: Save = ({ restaurant_type }, seen) =>
  checked(
    send(website.saveRestaurantType, { body: { restaurant_type: restaurant_type ?? 'restaurant', ...revision(seen) } }),
  );

export const saveThemeColors: Save = ({ theme, theme_colors }, seen) =>
  checked(send(website.saveThemeColors, { body: { theme, theme_colors, ...revision(seen) } }));

export const saveOrderTypes: Save = (shown, seen) => {
  const body = {
    is_order_type_pickup: shown.is_order_type_pickup,
    is_order_type_delivery: shown.is_order_type_delivery,
    is_order_type_dine_in: shown.is_order_type_dine_in,
    is_order_type_catering: shown.is_order_type_catering,
    is_order_type_reservation: shown.is_order_type_reservation,
  };
  return checked(send(website.saveOrderTypes, { body: { ...body, ...revision(seen) } }));
};

export const saveOpeningHours: Save = ({ opening_hours: { days } }, seen) =>
  checked(send(website.saveOpeningHours, { body: { days, ...revision(seen) } }));

export const saveExtraPages: Save = (shown, seen) => {
  const links = Object.entries(shown.social_media_links).filter(([, link]) => link?.trim());
  const body = {
    is_about_page_enabled: shown.is_about_page_enabled,
    about_page_content: shown.about_page_content,
    is_contact_page_enabled: shown.is_contact_page_enabled,
    contact_page_content: shown.contact_page_content,
    social_media_links: Object.fromEntries(links.map(([network, link]) => [network, link?.trim()])),
  };
  return checked(send(website.saveExtraPages, { body: { ...body, ...revision(seen) } }));
};

export const saveDomain: Save = ({ subdomain, custom_domain }, seen) => {
  const body = { subdomain, custom_domain: custom_domain?.trim() || null };
  return checked(send(website.saveDomain, { body: { ...body, ...revision(seen) } }));
};

export type ImageName = 'logo' | 'cover_image';

export function saveImage(name: ImageName, parts: readonly Part[]): Promise<Result<WebsiteSetup>> {
  const form = new FormData();
  for (const { bytes, type } of parts) form.append(name, new Blob([bytes], { type }));
  // The call takes its body as a form, too (isMultipart).
  return checked(send(website.saveImages, { body: form as never }));
}

export const removeImage = (name: ImageName): Promise<Result<WebsiteSetup>> =>
  checked(send(website.saveImages, { body: { remove: name } }));

export const checkDomain = (domain: string): Promise<Result<DomainAnswer>> =>
  send(website.checkDomain, { body: { domain } });

export const publish = (is_published: boolean): Promise<Result<WebsiteSetup>> =>
  checked(send(website.publish, { body: { is_published } }));

export const openPreview = (): Promise<Result<WebsitePreview>> => send(website.preview, {});

const revision = (seen: string | undefined) => (seen === undefined ? {} : { seen_revision: seen });
