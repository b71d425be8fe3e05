import type { User } from '../../contract/auth/calls.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';

/** The parts of a session that tell how far its owner has come. */
export interface Account {
  authToken: string | null;
  user: Pick<User, 'email' | 'is_email_verified'> | null;
  restaurant: Pick<Restaurant, 'address' | 'name' | 'country_code' | 'city'> | null;
  kitchenMode?: object | null;
}

/** Whether this session may see the app's own pages. If so, missing pages are reported inside the app. */
export const isAtHome = (account: Account): boolean =>
  account.authToken !== null && account.user !== null && onboardingStep(account) === null;

/** The next onboarding step; null: all are done. */
export function onboardingStep({ user, restaurant }: Account): '/verify-email' | '/complete' | null {
  if (user && !user.is_email_verified) return '/verify-email';
  return isProfileFilled(restaurant) ? null : '/complete';
}

/** The profile is complete only if all four fields are set. */
const isProfileFilled = (restaurant: Account['restaurant']): boolean =>
  Boolean(restaurant?.address && restaurant.name && restaurant.country_code && restaurant.city);
