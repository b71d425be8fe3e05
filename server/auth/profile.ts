import { eq, sql } from 'drizzle-orm';
import { completeProfile, testPhoneNumber, user as whoAmI, type User } from '../../contract/auth/calls.ts';
import { countryDefaults } from '../../contract/auth/country-defaults.ts';
import { slugOf } from '../../contract/storefront/slug.ts';
import { restaurants } from '../db/schema.ts';
import { defineHandler, Refusal, refuse, type BaseContext } from '../pipeline/handler.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { kitchenModeOf } from '../kitchen-mode/state.ts';
import { isCurrency, isTimeZone } from './countries.ts';
import { readNumber } from './phone-number.ts';

/** The business profile. Open before the address is verified too, so that the two steps may come in either order. */
export const completing = defineHandler(completeProfile, async (c) => {
  const { body } = c;
  const seen = body.seen_version;
  // First of all, because it locks the space: of two forms at once the second sees what the first has written.
  const version = await c.bump();
  const before = seen === undefined ? null : await loadRestaurant(c.db, c.restaurantId);
  if (before?.is_profile_completed && before.version !== seen)
    return refuse('changed_elsewhere', { current: { user: ownUser(c), restaurant: before } });
  const country = countryDefaults(body.country_code);
  const currency = body.currency ?? country?.currency;
  const timezone = body.timezone ?? country?.timezone;
  if (!country) return refuse('invalid_fields', { field_errors: { country_code: 'There is no such country' } });
  if (!currency || !isCurrency(currency))
    return refuse('invalid_fields', { field_errors: { currency: 'There is no such currency' } });
  if (!timezone || !isTimeZone(timezone))
    return refuse('invalid_fields', { field_errors: { timezone: 'There is no such time zone' } });

  const phones = { phone_number_business: body.phone_number_business, phone_number_kitchen: body.phone_number_kitchen };
  const read = await readPhones(phones, body.country_code);
  if (read instanceof Refusal) return read;

  const profile = { address: body.address, name: body.name, country_code: body.country_code, city: body.city };
  await c.db
    .update(restaurants)
    .set({
      ...profile,
      // Who came through a provider has named the restaurant only now, and its public address follows from the first name.
      slug: sql`CASE WHEN ${restaurants.name} = '' THEN ${slugOf(body.name, c.restaurantId)} ELSE ${restaurants.slug} END`,
      ...given('postal_code', body.postal_code),
      ...read,
      currency,
      timezone,
      is_profile_completed: Object.values(profile).every((value) => value !== ''),
      version,
      updated_at: c.now.toISOString(),
      updated_by: c.actor,
    })
    .where(eq(restaurants.restaurant_id, c.restaurantId));
  return { user: ownUser(c), restaurant: await loadRestaurant(c.db, c.restaurantId) };
});

/** The specification, section 7, and the decisions: it sends nothing. */
export const testingPhoneNumber = defineHandler(testPhoneNumber, async (c) => {
  const { phone_no, country_code } = c.body;
  if (country_code !== undefined && !countryDefaults(country_code))
    return refuse('invalid_fields', { field_errors: { country_code: 'There is no such country' } });
  return readNumber(phone_no, country_code ?? (await loadRestaurant(c.db, c.restaurantId)).country_code);
});

/**
 * Numbers as they are kept: E.164. What cannot be one (too short, too long, no such country) is refused by field. One that could be and is
 * not known to be given out is kept: new ranges come faster than lists of them, and the page has said so.
 */
async function readPhones(
  said: Partial<Record<'phone_number_business' | 'phone_number_kitchen', string | undefined>>,
  country: string,
): Promise<Partial<Record<keyof typeof said, string | null>> | Refusal> {
  const read: Partial<Record<string, string | null>> = {};
  const field_errors: Record<string, string> = {};
  for (const [field, text] of Object.entries(said)) {
    if (text === undefined) continue;
    read[field] = text.trim() === '' ? null : (await readNumber(text, country)).phone_no;
    if (text.trim() !== '' && read[field] === null) field_errors[field] = 'This is not a telephone number';
  }
  return Object.keys(field_errors).length > 0 ? refuse('invalid_fields', { field_errors }) : read;
}

export const askingWhoIAm = defineHandler(whoAmI, async (c) => {
  const current = {
    user: ownUser(c),
    restaurant: await loadRestaurant(c.db, c.restaurantId),
    kitchen_mode: kitchenModeOf(c.session, c.now),
  };
  const isWaitingForProfile = current.user.is_email_verified && !current.restaurant.is_profile_completed;
  return isWaitingForProfile ? refuse('profile_incomplete', { current }) : current;
});

const ownUser = ({ user }: BaseContext): User => ({
  id: user.id,
  email: user.email,
  name: user.name,
  is_email_verified: user.isEmailVerified,
});

/** A field that is missing stays as it is; one that is emptied becomes null. */
const given = <K extends string>(key: K, value: string | undefined) =>
  value === undefined ? {} : ({ [key]: value.trim() === '' ? null : value.trim() } as Record<K, string | null>);
