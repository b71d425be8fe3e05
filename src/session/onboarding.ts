import type { User } from '../../contract/auth/calls.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';

/** What of a session tells how far its owner has come. */
export interface Account {
  authToken: string | null;
  user: Pick<User, 'email' | 'is_email_verified'> | null;
  restaurant: Pick<Restaurant, 'address' | 'name' | 'country_code' | 'city'> | null;
  kitchenMode?: { unlockedUntil: number } | null;
}

/** May this session see the app's own pages? Then what it looks for in vain is missed inside of them. */
export const isAtHome = (account: Account): boolean =>
  account.authToken !== null && account.user !== null && onboardingStep(account) === null;

/** The step of specification, section 2, that comes next; null: all are done. */
export function onboardingStep({ user, restaurant }: Account): '/verify-email' | '/complete' | null {
  if (user && !user.is_email_verified) return '/verify-email';
  return isProfileFilled(restaurant) ? null : '/complete';
}

/** The profile counts as filled only with all four present. */
const isProfileFilled = (restaurant: Account['restaurant']): boolean =>
  Boolean(restaurant?.address && restaurant.name && restaurant.country_code && restaurant.city);
