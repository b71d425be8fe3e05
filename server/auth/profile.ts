import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { completeProfile, testPhoneNumber, user as whoAmI, type User } from '../../contract/auth/calls.ts';
import { countryDefaults } from '../../contract/auth/country-defaults.ts';
import { may } from '../../contract/people/permissions.ts';
import { slugOf } from '../../contract/storefront/slug.ts';
import { memberships } from '../db/schema/accounts.ts';
import { inventory_items } from '../db/schema/inventory.ts';
import { menu_items, modifier_groups } from '../db/schema/menu.ts';
import { orders } from '../db/schema/orders.ts';
import { ledger_entries, payments } from '../db/schema/payments.ts';
import { promotions } from '../db/schema/promotions.ts';
import { restaurants } from '../db/schema/restaurants.ts';
import { delivery_locations } from '../db/schema/settings.ts';
import { defineHandler, Refusal, refuse, type BaseContext } from '../pipeline/handler.ts';
import type { Tx } from '../db/tx.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { kitchenModeOf } from '../pipeline/kitchen-lock.ts';
import { isCurrency, isTimeZone } from './countries.ts';
import { readNumber } from '../platform/phone-number.ts';

/** The business profile. Allowed before the address is verified, so that both steps work in either order. */
export const completing = defineHandler(completeProfile, async (c) => {
  if (!may(c.session.role, 'settings')) return refuse('not_allowed');
  const { body } = c;
  const seen = body.seen_version;
  // First, because it locks the space: of two simultaneous forms the second sees the first one's result.
  const version = await c.bump();
  const before = await loadRestaurant(c.db, c.restaurantId);
  if (seen !== undefined && before.is_profile_completed && before.version !== seen)
    return refuse('changed_elsewhere', { current: { user: ownUser(c), restaurant: before } });
  const country = countryDefaults(body.country_code);
  const isFixed = before.is_profile_completed && (await isCurrencyInUse(c.db));
  const currency = body.currency ?? (isFixed ? before.currency : country?.currency);
  const timezone = body.timezone ?? country?.timezone;
  if (!country) return refuse('invalid_fields', { field_errors: { country_code: 'There is no such country' } });
  if (!currency || !isCurrency(currency))
    return refuse('invalid_fields', { field_errors: { currency: 'There is no such currency' } });
  // Amounts are stored in minor units of it: £500.00 would become ¥50,000.
  if (isFixed && currency !== before.currency) return refuse('currency_in_use');
  if (!timezone || !isTimeZone(timezone))
    return refuse('invalid_fields', { field_errors: { timezone: 'There is no such time zone' } });

  const phones = { phone_number_business: body.phone_number_business, phone_number_kitchen: body.phone_number_kitchen };
  const read = readPhones(phones, body.country_code);
  if (read instanceof Refusal) return read;

  const profile = { address: body.address, name: body.name, country_code: body.country_code, city: body.city };
  await c.db
    .update(restaurants)
    .set({
      ...profile,
      // Owners who came through a provider name the restaurant only now; its public address follows from the first name.
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

/** Whether anything stored is priced in the restaurant's currency. Deleted rows count, as they may be restored. */
async function isCurrencyInUse(db: Tx): Promise<boolean> {
  const stock = [menu_items, modifier_groups, inventory_items, promotions, delivery_locations];
  const found = [...stock, orders, payments, ledger_entries].map((table) => sql`EXISTS (SELECT FROM ${table})`);
  const { rows } = await db.execute<{ is_used: boolean }>(sql`SELECT ${sql.join(found, sql` OR `)} AS is_used`);
  return rows[0]!.is_used;
}

/** Sends nothing. */
export const testingPhoneNumber = defineHandler(testPhoneNumber, async (c) => {
  const { phone_no, country_code } = c.body;
  if (country_code !== undefined && !countryDefaults(country_code))
    return refuse('invalid_fields', { field_errors: { country_code: 'There is no such country' } });
  return readNumber(phone_no, country_code ?? (await loadRestaurant(c.db, c.restaurantId)).country_code);
});

/**
 * Numbers as stored: E.164. Impossible ones (too short, too long, unknown country) are refused by field. A possible number of an unassigned
 * range is stored: new ranges appear faster than lists of them, and the page has warned.
 */
function readPhones(
  phones: Partial<Record<'phone_number_business' | 'phone_number_kitchen', string | undefined>>,
  country: string,
): Partial<Record<keyof typeof phones, string | null>> | Refusal {
  const read: Partial<Record<string, string | null>> = {};
  const field_errors: Record<string, string> = {};
  for (const [field, text] of Object.entries(phones)) {
    if (text === undefined) continue;
    read[field] = text.trim() === '' ? null : readNumber(text, country).phone_no;
    if (text.trim() !== '' && read[field] === null) field_errors[field] = 'This is not a telephone number';
  }
  return Object.keys(field_errors).length > 0 ? refuse('invalid_fields', { field_errors }) : read;
}

export const handleWhoAmI = defineHandler(whoAmI, async (c) => {
  const current = {
    user: ownUser(c),
    restaurant: await loadRestaurant(c.db, c.restaurantId),
    role: c.session.role,
    has_other_restaurants: await belongsElsewhere(c),
    kitchen_mode: kitchenModeOf(c.session, c.now),
  };
  const needsProfile = current.user.is_email_verified && !current.restaurant.is_profile_completed;
  return needsProfile ? refuse('profile_incomplete', { current }) : current;
});

const belongsElsewhere = async ({ accounts, user, restaurantId }: BaseContext): Promise<boolean> =>
  (await accounts.$count(
    memberships,
    and(
      eq(memberships.user_id, user.id),
      ne(memberships.restaurant_id, restaurantId),
      isNull(memberships.suspended_at),
    ),
  )) > 0;

const ownUser = ({ user }: BaseContext): User => ({
  id: user.id,
  email: user.email,
  name: user.name,
  is_email_verified: user.isEmailVerified,
});

/** A missing field stays unchanged; an empty one becomes null. */
const given = <K extends string>(key: K, value: string | undefined) =>
  value === undefined ? {} : ({ [key]: value.trim() === '' ? null : value.trim() } as Record<K, string | null>);
