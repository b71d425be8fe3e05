import { drizzle } from 'drizzle-orm/node-postgres';
import { imageUrlOf } from '../../contract/files/images.ts';
import * as contract from '../../contract/website/calls.ts';
import { isReadable, nearestReadable } from '../../contract/website/contrast.ts';
import { faultsOfHours } from '../../contract/restaurant/check-hours.ts';
import { readDomain } from '../../contract/website/domain-names.ts';
import { limits } from '../auth/limits.ts';
import { readNumber } from '../auth/phone-number.ts';
import { take } from '../db/rate-limits.ts';
import { withTransaction } from '../db/with-transaction.ts';
import { storeImage } from '../files/store-image.ts';
import { openRdap } from '../integrations/rdap.ts';
import { inSpace } from '../jobs/in-space.ts';
import {
  defineHandler,
  defineHandlerWithoutTransaction,
  refuse,
  Refusal,
  type BaseContext,
  type Handler,
  type Tx,
} from '../pipeline/handler.ts';
import type { Services } from '../pipeline/services.ts';
import { newId } from '../platform/ids.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { changeSubdomain, checkOwnDomain, checkSubdomain, connectDomain, readSubdomain } from './domain.ts';
import {
  changeRestaurant,
  chooseOrderTypes,
  mergePart,
  platformDomainOf,
  saveSection,
  savingOf,
  type Saving,
} from './save.ts';
import { needLabels } from './publication.ts';
import { previewToken } from './preview-token.ts';
import { websiteAddress } from '../storefront/website-address.ts';
import { readParts, readSetup } from './store.ts';

/** The set-up of a restaurant's website. What waits for files, registries and name servers runs outside of a transaction. */
export function websiteRoutes({ pools, env, clock, bus, findTxt }: Services): Handler[] {
  const rdap = openRdap(env.rdapBootstrapUrl, () => clock.now().getTime());
  const platformDomain = platformDomainOf(env);
  const inRestaurant = <T>({ restaurantId }: BaseContext, run: (db: Tx) => Promise<T>): Promise<T> =>
    withTransaction(pools.app, restaurantId, 'read', (client) => run(drizzle(client)));
  const saveOutside = async (
    c: BaseContext,
    save: (saving: Saving) => Promise<contract.WebsiteSetup | Refusal>,
  ): Promise<contract.WebsiteSetup | Refusal> => {
    const { restaurantId, actor, now } = c;
    try {
      const { result, version } = await inSpace(pools.app, restaurantId, async (space) => {
        const saved = await save(savingOf({ ...space, restaurantId, actor, now, env }));
        // Nothing of a refused save may stay.
        if (saved instanceof Refusal) throw new RefusedSave(saved);
        return saved;
      });
      if (version !== null) bus.publish(restaurantId, version);
      return result;
    } catch (fault) {
      if (fault instanceof RefusedSave) return fault.refusal;
      throw fault;
    }
  };

  const saveImages = defineHandlerWithoutTransaction(contract.saveImages, async (c) => {
    const { remove, seen_revision } = c.body;
    const isRemoved = (name: 'logo' | 'cover_image') => remove === name || remove === 'both';
    const images: { logo?: string | null; cover_image?: string | null } = {};
    for (const name of ['logo', 'cover_image'] as const) {
      if (isRemoved(name)) images[name] = null;
      const files = c.body[name];
      if (!files) continue;
      const id = newId(c.now);
      const refusal = await storeImage({ pools, env }, c, id, files);
      if (refusal) return atField(refusal, name);
      images[name] = imageUrlOf(c.restaurantId, id);
    }
    return saveOutside(c, (saving) =>
      saveSection(saving, 'images', seen_revision, async () => {
        await mergePart(saving, 'images', images);
        return null;
      }),
    );
  });

  const saveDomain = defineHandlerWithoutTransaction(contract.saveDomain, async (c) => {
    const { subdomain, custom_domain, seen_revision } = c.body;
    const exceeded = await take(c.accounts, limits.domainChecks, c.restaurantId, c.now);
    if (exceeded) return refuse('too_many', { retry_after_seconds: exceeded.retryAfterSeconds });
    const { parts } = await inRestaurant(c, (db) => readParts({ db, restaurantId: c.restaurantId }));
    const connected =
      custom_domain === undefined
        ? null
        : await connectDomain(findTxt, custom_domain, { former: parts.domain, platformDomain, now: c.now });
    if (connected instanceof Refusal) return connected;
    return saveOutside(c, (saving) =>
      saveSection(saving, 'domain', seen_revision, async () => {
        if (connected) await mergePart(saving, 'domain', connected);
        if (subdomain === undefined) return null;
        const name = readDomain(subdomain);
        return changeSubdomain(saving, readSubdomain(name, platformDomain) ?? name);
      }),
    );
  });

  const checkDomain = defineHandlerWithoutTransaction(contract.checkDomain, async (c) => {
    const exceeded = await take(c.accounts, limits.domainChecks, c.restaurantId, c.now);
    if (exceeded) return refuse('too_many', { retry_after_seconds: exceeded.retryAfterSeconds });
    const domain = readDomain(c.body.domain);
    const name = readSubdomain(domain, platformDomain);
    if (name === null) return checkOwnDomain(rdap, domain, platformDomain);
    const found = await inRestaurant(c, (db) => checkSubdomain({ db, restaurantId: c.restaurantId }, name));
    return { domain: `${name}.${platformDomain}`, ...found };
  });

  return [
    getSetup,
    saveBasicInfo,
    saveRestaurantType,
    saveImages,
    saveThemeColors,
    saveOrderTypes,
    saveOpeningHours,
    saveExtraPages,
    saveDomain,
    checkDomain,
    publishWebsite,
    makePreview,
  ] as Handler[];
}

const getSetup = defineHandler(contract.getSetup, (c) =>
  readSetup({ db: c.db, restaurantId: c.restaurantId, platformDomain: platformDomainOf(c.env) }),
);

const saveBasicInfo = defineHandler(contract.saveBasicInfo, (c) => {
  const { restaurant_name, phone_number, email, short_description, address, seen_revision } = c.body;
  return saveSection(savingOf(c), 'basic_info', seen_revision, async (saving) => {
    const { country_code } = await loadRestaurant(c.db, c.restaurantId);
    const phone = phone_number.trim() === '' ? null : readNumber(phone_number, country_code).phone_no;
    if (phone === null && phone_number.trim() !== '')
      return refuse('invalid_fields', { field_errors: { phone_number: 'This is not a telephone number' } });
    await changeRestaurant(saving, { name: restaurant_name, phone_number_business: phone, email, address });
    await mergePart(saving, 'basic_info', { short_description: short_description.trim() });
    return null;
  });
});

const saveRestaurantType = defineHandler(contract.saveRestaurantType, (c) => {
  const { restaurant_type, seen_revision } = c.body;
  return saveSection(savingOf(c), 'restaurant_type', seen_revision, async (saving) => {
    await mergePart(saving, 'restaurant_type', { restaurant_type });
    return null;
  });
});

const saveThemeColors = defineHandler(contract.saveThemeColors, (c) => {
  const { theme, theme_colors, seen_revision } = c.body;
  return saveSection(savingOf(c), 'theme_colors', seen_revision, async (saving) => {
    const field_errors: Record<string, string> = {};
    for (const part of ['primary', 'text'] as const)
      if (!isReadable(theme_colors[part], theme_colors.background))
        field_errors[`theme_colors.${part}`] =
          `Hard to read. The nearest readable colour is ${nearestReadable(theme_colors[part], theme_colors.background)}`;
    if (Object.keys(field_errors).length > 0) return refuse('invalid_fields', { field_errors });
    await mergePart(saving, 'theme_colors', { theme_colors, ...(theme && { theme }) });
    return null;
  });
});

const saveOrderTypes = defineHandler(contract.saveOrderTypes, (c) => {
  const { seen_revision, ...flags } = c.body;
  return saveSection(savingOf(c), 'order_types', seen_revision, async (saving) => {
    const { order_type } = await loadRestaurant(c.db, c.restaurantId);
    const chosen = chooseOrderTypes({
      pickup: flags.is_order_type_pickup,
      delivery: flags.is_order_type_delivery ?? order_type.includes('delivery'),
      dine_in: flags.is_order_type_dine_in,
      catering: flags.is_order_type_catering,
      reservation: flags.is_order_type_reservation,
    });
    if (chosen.length === 0)
      return refuse('invalid_fields', { field_errors: { is_order_type_pickup: 'Choose at least one kind of order' } });
    await changeRestaurant(saving, { order_type: chosen });
    return null;
  });
});

const saveOpeningHours = defineHandler(contract.saveOpeningHours, (c) => {
  const { days, exceptions, seen_revision } = c.body;
  return saveSection(savingOf(c), 'opening_hours', seen_revision, async (saving) => {
    const { opening_hours: before } = await loadRestaurant(c.db, c.restaurantId);
    const opening_hours = { ...before, days, exceptions: exceptions ?? before.exceptions };
    const field_errors = faultsOfHours(opening_hours);
    if (field_errors) return refuse('invalid_fields', { field_errors });
    await changeRestaurant(saving, { opening_hours }, ['days', ...(exceptions ? ['exceptions'] : [])]);
    return null;
  });
});

const saveExtraPages = defineHandler(contract.saveExtraPages, (c) => {
  const { seen_revision, ...pages } = c.body;
  return saveSection(savingOf(c), 'extra_pages', seen_revision, async (saving) => {
    const field_errors: Record<string, string> = {};
    for (const page of ['about', 'contact'] as const)
      if (pages[`is_${page}_page_enabled`] && pages[`${page}_page_content`].trim() === '')
        field_errors[`${page}_page_content`] = 'Write the text of the page, or turn the page off';
    if (Object.keys(field_errors).length > 0) return refuse('invalid_fields', { field_errors });
    await mergePart(saving, 'extra_pages', pages);
    return null;
  });
});

const publishWebsite = defineHandler(contract.publish, async (c) => {
  const { is_published } = c.body;
  const saving = savingOf(c);
  const current = await readSetup(saving);
  if (is_published === (current.published_at !== null)) return current;
  if (is_published && current.publication_needs.length > 0)
    return refuse('invalid_fields', {
      field_errors: Object.fromEntries(current.publication_needs.map((need) => [need, needLabels[need]])),
    });
  await mergePart(saving, 'publication', { published_at: is_published ? c.now.toISOString() : null });
  return readSetup(saving);
});

const makePreview = defineHandler(contract.preview, async (c) => {
  const { slug } = await loadRestaurant(c.db, c.restaurantId);
  const { token, expiresAt } = previewToken(c.env, c.restaurantId, c.now);
  return {
    url: `${websiteAddress(c.env, slug)}?${new URLSearchParams({ preview: token }).toString()}`,
    expires_at: expiresAt.toISOString(),
  };
});

class RefusedSave extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super('The save was refused');
    this.refusal = refusal;
  }
}

/** The image's own field in place of `files`. */
function atField(refusal: Refusal, field: 'logo' | 'cover_image'): Refusal {
  const fault = Object.values(refusal.error.field_errors ?? {})[0];
  return fault === undefined ? refusal : refuse('invalid_fields', { field_errors: { [field]: fault } });
}
