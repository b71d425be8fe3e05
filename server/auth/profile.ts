import { eq } from 'drizzle-orm';
import { completeProfile, user as whoAmI, type User } from '../../contract/auth.ts';
import { restaurants } from '../db/schema.ts';
import { handle, refuse, type BaseContext } from '../handle.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { kitchenModeOf } from '../kitchen-mode/state.ts';
import { countryDefaults, isCurrency, isTimeZone } from './countries.ts';

/** The business profile. Open before the address is verified too, so that the two steps may come in either order. */
export const completing = handle(completeProfile, async (c) => {
  const { body } = c;
  const country = countryDefaults(body.country_code);
  const currency = body.currency ?? country?.currency;
  const timezone = body.timezone ?? country?.timezone;
  if (!country) return refuse('invalid_fields', { field_errors: { country_code: 'There is no such country' } });
  if (!currency || !isCurrency(currency))
    return refuse('invalid_fields', { field_errors: { currency: 'There is no such currency' } });
  if (!timezone || !isTimeZone(timezone))
    return refuse('invalid_fields', { field_errors: { timezone: 'There is no such time zone' } });

  const version = await c.bump();
  const profile = { address: body.address, name: body.name, country_code: body.country_code, city: body.city };
  await c.db
    .update(restaurants)
    .set({
      ...profile,
      ...given('postal_code', body.postal_code),
      ...given('phone_number_business', body.phone_number_business),
      ...given('phone_number_kitchen', body.phone_number_kitchen),
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

export const askingWhoIAm = handle(whoAmI, async (c) => {
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
