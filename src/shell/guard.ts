import type { User } from '../../contract/auth.ts';
import { isKitchenPage } from '../../contract/kitchen-rules.ts';
import type { Restaurant } from '../../contract/restaurant.ts';
import { APP_INDEX, matchRoute, routes, type RouteData, type RoutePath } from '../../contract/routes.ts';
import { links } from '../routes.ts';
import { isLocked } from '../session/kitchen-mode.ts';

interface Account {
  authToken: string | null;
  user: Pick<User, 'email' | 'is_email_verified'> | null;
  restaurant: Pick<Restaurant, 'address' | 'name' | 'country_code' | 'city'> | null;
  kitchenMode?: { unlockedUntil: number } | null;
}

export type Decision =
  | { kind: 'show'; path: RoutePath }
  | { kind: 'redirect'; to: string }
  /** A token without its owner: ask the server first. */
  | { kind: 'fetch_user' }
  /** A page that a kitchen's device opens with its PIN. */
  | { kind: 'pin'; path: RoutePath }
  | { kind: 'not_found' };

/**
 * Who may see this page, in the order of specification, section 2: sign-in, guest-only, the owner's data, the verified address, the
 * complete profile. `search` begins with "?" or is empty.
 */
export function decide(pathname: string, search: string, account: Account): Decision {
  const match = matchRoute(pathname);
  if (!match) return { kind: 'not_found' };
  const route: RouteData = routes[match.path];
  if (route.redirect) return { kind: 'redirect', to: route.redirect };
  const isSignedIn = account.authToken !== null;
  // A kitchen begins where it works.
  const index = account.kitchenMode ? links.kitchen() : APP_INDEX;

  if (match.path === '/restaurant')
    return isSignedIn ? { kind: 'redirect', to: index } : { kind: 'show', path: match.path };
  if (route.guard === 'none') return { kind: 'show', path: match.path };
  if (!isSignedIn) {
    if (route.guard === 'guest-only') return { kind: 'show', path: match.path };
    return { kind: 'redirect', to: `/login?${new URLSearchParams({ next: pathname + search })}` };
  }
  if (!account.user || !account.restaurant) return { kind: 'fetch_user' };

  const step = onboardingStep(account);
  if (step !== null) {
    if (step === match.path) return { kind: 'show', path: match.path };
    const to = step === '/verify-email' ? `${step}?${new URLSearchParams({ email: account.user.email })}` : step;
    return { kind: 'redirect', to };
  }
  const query = new URLSearchParams(search);
  if (route.guard !== 'app') return { kind: 'redirect', to: localPath(query.get('next')) ?? index };
  if (isLocked(account.kitchenMode ?? null) && !isKitchenPage(match.path, query.get('view')))
    return { kind: 'pin', path: match.path };
  return { kind: 'show', path: match.path };
}

function onboardingStep({ user, restaurant }: Account): '/verify-email' | '/complete' | null {
  if (user && !user.is_email_verified) return '/verify-email';
  return isProfileFilled(restaurant) ? null : '/complete';
}

/** The profile counts as filled only with all four present. */
export const isProfileFilled = (restaurant: Account['restaurant']): boolean =>
  Boolean(restaurant?.address && restaurant.name && restaurant.country_code && restaurant.city);

/** A page of this app to go back to; null for anything that could lead to another site. */
export function localPath(next: string | null): string | null {
  if (next === null || !/^\/(?![/\\])/.test(next)) return null;
  // Tabs and line ends vanish when a browser reads an address: "/\t/evil.example" would become "//evil.example".
  // eslint-disable-next-line no-control-regex
  return /[\u0000-\u0020\u007f\\]/.test(next) ? null : next;
}
