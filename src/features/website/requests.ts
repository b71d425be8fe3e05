import * as z from 'zod/mini';
import { imageUrlOf } from '../../../contract/files/images.ts';
import * as website from '../../../contract/website/calls.ts';
import type { DomainAnswer, WebsitePreview, WebsiteSetup } from '../../../contract/website/calls.ts';
import { isOffered } from '../../api/offered.ts';
import { send, type Result } from '../../api/send.ts';
import { currentStore } from '../../data/current.ts';
import { mutate } from '../../data/mutate.ts';
import type { Part } from '../../files/choose/shrink.ts';
import { keepFile } from '../../files/kept-files.ts';
import { fieldFaults } from '../../lib/field-faults.ts';
import { session } from '../../session/session.ts';
import * as mutations from './mutations.ts';

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

/** Of what is stored on this device, to be sent when the network is there: null. */
type Stored = Promise<Result<null>>;

async function stored(store: (restaurant_id: string) => unknown): Stored {
  try {
    store(session.restaurant!.id);
    return { ok: true, data: null };
  } catch (fault) {
    const field_errors = fieldFaults(fault);
    if (!field_errors) throw fault;
    const error = { code: 'invalid_fields', message: 'Check the marked fields', field_errors };
    return { ok: false, kind: 'refused', status: 422, error };
  }
}

/** Fields of a section that were changed: what another device saves in the others stays. */
export type Changed = Partial<WebsiteSetup>;

export const saveBasicInfo = ({ restaurant_name, phone_number, email, short_description, address }: Changed): Stored =>
  stored((restaurant_id) =>
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
  stored(
    (restaurant_id) =>
      restaurant_type && mutate(mutations.saveRestaurantType, { body: { restaurant_id, restaurant_type } }),
  );

export const saveThemeColors = ({ theme, theme_colors }: Changed, saved: WebsiteSetup): Stored =>
  stored((restaurant_id) =>
    mutate(mutations.saveThemeColors, {
      body: {
        restaurant_id,
        ...given({ theme }),
        ...(theme_colors && { theme_colors: changedOf(theme_colors, saved.theme_colors) }),
      },
    }),
  );

export const saveOrderTypes = (shown: Changed): Stored =>
  stored((restaurant_id) =>
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
  stored(
    (restaurant_id) =>
      opening_hours && mutate(mutations.saveOpeningHours, { body: { restaurant_id, days: opening_hours.days } }),
  );

export const saveExtraPages = ({ social_media_links, ...shown }: Changed, saved: WebsiteSetup): Stored =>
  stored((restaurant_id) =>
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
  return checked(
    send(website.saveDomain, { body: { ...body, ...(seen_revision === undefined ? {} : { seen_revision }) } }),
  );
};

export type ImageName = 'logo' | 'cover_image';

/** The bytes first: a mutation that names them is sent when they are at the server. */
export async function saveImage(name: ImageName, parts: readonly Part[]): Stored {
  const kept = await keepFile(currentStore(), [...parts]);
  if (kept.kind !== 'kept') {
    const message = 'This device has no room for more pictures. Send what is waiting first';
    return { ok: false, kind: 'refused', status: 507, error: { code: 'disk_full', message } };
  }
  return stored((restaurant_id) =>
    mutate(mutations.saveImages, { body: { restaurant_id, [`${name}_url`]: imageUrlOf(restaurant_id, kept.id) } }),
  );
}

export const removeImage = (name: ImageName): Stored =>
  stored((restaurant_id) => mutate(mutations.saveImages, { body: { restaurant_id, [`${name}_url`]: null } }));

export const checkDomain = (domain: string): Promise<Result<DomainAnswer>> =>
  send(website.checkDomain, { body: { domain } });

export const publish = async (is_published: boolean): Stored =>
  isOffered(mutations.publish.call)
    ? stored((restaurant_id) => mutate(mutations.publish, { body: { restaurant_id, is_published } }))
    : foreign;

export const openPreview = (): Promise<Result<WebsitePreview>> => send(website.preview, {});

/** Fields that differ from what is saved. */
export const changedOf = <T extends object>(fields: Partial<T>, saved: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => JSON.stringify(value ?? '') !== JSON.stringify(saved[name as keyof T] ?? ''),
    ),
  ) as Partial<T>; // fields of it

/** What is undefined would not be valid. */
const given = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never; // the same keys
