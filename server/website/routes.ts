import { drizzle } from 'drizzle-orm/node-postgres';
import { imageUrlOf } from '../../contract/files/images.ts';
import * as contract from '../../contract/website/calls.ts';
import * as edits from '../../contract/website/edits.ts';
import { isReadable, nearestReadable } from '../../contract/website/contrast.ts';
import { readDomain } from '../../contract/website/domain-names.ts';
import { limits } from '../pipeline/limits.ts';
import { readNumber } from '../platform/phone-number.ts';
import { take } from '../db/rate-limits.ts';
import { withTransaction } from '../db/with-transaction.ts';
import { storeImage } from '../files/store-image.ts';
import { refuseMissingImages } from '../files/store.ts';
import { openRdap } from '../integrations/rdap.ts';
import { inSpace } from '../jobs/in-space.ts';
import {
  defineHandler,
  defineHandlerWithoutTransaction,
  refuse,
  Refusal,
  type BaseContext,
  type Handler,
} from '../pipeline/handler.ts';
import type { Tx } from '../db/tx.ts';
import type { Services } from '../pipeline/services.ts';
import { newId } from '../platform/ids.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { answerSaved, saveChanges } from '../restaurants/save-changes.ts';
import { changeSubdomain, checkOwnDomain, checkSubdomain, connectDomain, readSubdomain } from './domain.ts';
import { mergePart, platformDomainOf, saveSection, savingOf, type Saving } from './save.ts';
import { needLabels } from './publication.ts';
import { previewToken } from './preview-token.ts';
import { websiteAddress } from '../restaurants/website-address.ts';
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

type SectionEdit = Omit<Parameters<typeof saveChanges>[1], 'body'> & {
  body: Parameters<typeof saveChanges>[1]['body'] & { seen_revision?: string | undefined };
};

/** Saves what a call changes in a section, and answers the whole set-up. 409 if the section has another revision than the body has seen. */
async function save(c: BaseContext, section: contract.WebsiteSection, { body, ...edit }: SectionEdit) {
  const saving = savingOf(c);
  if (body.seen_revision !== undefined) {
    const current = await readSetup(saving);
    if (body.seen_revision !== current.revisions[section]) return refuse('changed_elsewhere', { current });
  }
  const saved = await saveChanges(c, { body, ...edit });
  return saved instanceof Refusal ? saved : answerSaved(await readSetup(saving), saved);
}

const saveBasicInfo = defineHandler(contract.saveBasicInfo, async (c) => {
  const { phone_number = '' } = c.body;
  const { country_code } = await loadRestaurant(c.db, c.restaurantId);
  if (phone_number.trim() !== '' && readNumber(phone_number, country_code).phone_no === null)
    return refuse('invalid_fields', { field_errors: { phone_number: 'This is not a telephone number' } });
  return save(c, 'basic_info', { body: c.body, changesOf: () => edits.basicInfoChanges(c.body) });
});

const saveRestaurantType = defineHandler(contract.saveRestaurantType, (c) =>
  save(c, 'restaurant_type', { body: c.body, changesOf: () => edits.restaurantTypeChanges(c.body) }),
);

const imageNames = ['logo', 'cover_image'] as const;

const saveImages: Handler<typeof contract.saveImages> = {
  ...defineHandler(contract.saveImages, async (c) => {
    const { remove, logo_url, cover_image_url } = c.body;
    const urls = [logo_url, cover_image_url].filter((url) => typeof url === 'string');
    const missing = await refuseMissingImages({ ...c, body: { images: urls } });
    if (missing) return missing;
    const removed = imageNames.filter((name) => remove === name || remove === 'both');
    const body = { ...Object.fromEntries(removed.map((name) => [`${name}_url`, null])), ...c.body };
    return save(c, 'images', { body, changesOf: () => edits.imageChanges(body) });
  }),
  async prepare(services, c) {
    const body = { ...c.body };
    for (const name of imageNames) {
      const parts = body[name];
      delete body[name];
      if (!parts) continue;
      const id = newId(c.now);
      const refusal = await storeImage(services, c, id, parts);
      if (refusal) return atField(refusal, name);
      body[`${name}_url`] = imageUrlOf(c.restaurantId, id);
    }
    return body;
  },
};

const saveThemeColors = defineHandler(contract.saveThemeColors, (c) =>
  save(c, 'theme_colors', {
    body: c.body,
    changesOf: () => edits.colorChanges(c.body),
    faultsOf: ({ settings }) => {
      const colors = settings!.website.theme_colors;
      const hard = (['primary', 'text'] as const).filter((part) => !isReadable(colors[part], colors.background));
      const fault = (part: 'primary' | 'text') =>
        `Hard to read. The nearest readable colour is ${nearestReadable(colors[part], colors.background)}`;
      return faultsFrom(hard.map((part) => [`theme_colors.${part}`, fault(part)]));
    },
  }),
);

const saveOrderTypes = defineHandler(contract.saveOrderTypes, (c) =>
  save(c, 'order_types', {
    body: c.body,
    changesOf: () => edits.orderTypeChanges(c.body),
    faultsOf: ({ order_type }) =>
      order_type.length === 0 ? { is_order_type_pickup: 'Choose at least one kind of order' } : null,
  }),
);

const saveOpeningHours = defineHandler(contract.saveOpeningHours, (c) =>
  save(c, 'opening_hours', { body: c.body, changesOf: () => edits.hoursChanges(c.body) }),
);

const saveExtraPages = defineHandler(contract.saveExtraPages, (c) =>
  save(c, 'extra_pages', {
    body: c.body,
    changesOf: () => edits.pageChanges(c.body),
    faultsOf: ({ settings }) => {
      const { website } = settings!;
      const empty = (['about', 'contact'] as const).filter(
        (page) => website[`is_${page}_page_enabled`] && website[`${page}_page_content`].trim() === '',
      );
      return faultsFrom(
        empty.map((page) => [`${page}_page_content`, 'Write the text of the page, or turn the page off']),
      );
    },
  }),
);

const faultsFrom = (faults: [string, string][]): Record<string, string> | null =>
  faults.length > 0 ? Object.fromEntries(faults) : null;

const publishWebsite = defineHandler(contract.publish, async (c) => {
  const { published_at, publication_needs: needs } = await readSetup(savingOf(c));
  const refusal =
    c.body.is_published && published_at === null && needs.length > 0
      ? refuse('invalid_fields', { field_errors: Object.fromEntries(needs.map((need) => [need, needLabels[need]])) })
      : null;
  const saved = await saveChanges(c, {
    body: c.body,
    changesOf: (restaurant) => refusal ?? edits.publicationChanges(c.body, restaurant, c.occurredAt),
  });
  return saved instanceof Refusal ? saved : answerSaved(await readSetup(savingOf(c)), saved);
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
