import type { PinFor } from '../../../contract/kitchen-mode/calls.ts';
import { isOpenPage } from '../../../contract/kitchen-mode/rules.ts';
import { APP_INDEX, matchRoute, routes, type RouteData, type RoutePath } from '../../../contract/routes.ts';
import { links } from '../../links.ts';
import { onboardingStep, type Account } from '../../session/onboarding.ts';
import { returnUrl } from '../../session/return-url.ts';

export type Decision =
  | { kind: 'show'; path: RoutePath }
  | { kind: 'redirect'; to: string }
  /** A token without an account: fetch it first. */
  | { kind: 'fetch_user' }
  /** A page that a device in kitchen mode opens only with its PIN. */
  | { kind: 'pin'; path: RoutePath }
  | { kind: 'not_found' };

/**
 * Who may see this page, checked in this order: sign-in, guest-only, the owner's data, the verified
 * address, the complete profile. `search` begins with "?" or is empty. `lock`: what a PIN would open now.
 */
export function decide(pathname: string, search: string, account: Account, lock: PinFor | null = null): Decision {
  const match = matchRoute(pathname);
  if (!match) return { kind: 'not_found' };
  // One address per page: the shell compares addresses to find the current place and full-screen views.
  if (pathname !== '/' && pathname.endsWith('/')) return { kind: 'redirect', to: pathname.slice(0, -1) + search };
  const route: RouteData = routes[match.path];
  if (route.redirect) return { kind: 'redirect', to: route.redirect };
  const isSignedIn = account.authToken !== null;
  // In kitchen mode the app begins in the kitchen view.
  const index = account.kitchenMode ? links.kitchen() : APP_INDEX;

  if (match.path === '/restaurant')
    return isSignedIn ? { kind: 'redirect', to: index } : { kind: 'show', path: match.path };
  if (route.guard === 'none') return { kind: 'show', path: match.path };
  if (!isSignedIn) {
    if (route.guard === 'guest-only') return { kind: 'show', path: match.path };
    return { kind: 'redirect', to: `/login?${new URLSearchParams({ next: pathname + search })}` };
  }
  if (!account.user || !account.restaurant) return { kind: 'fetch_user' };

  const query = new URLSearchParams(search);
  const step = onboardingStep(account);
  if (step !== null) {
    const { email } = account.user;
    const isThere = step === match.path && (step === '/complete' || query.get('email') === email);
    if (isThere) return { kind: 'show', path: match.path };
    // Where the person was going when the sign-in came first.
    const next = returnUrl(query.get('next')) ?? undefined;
    return { kind: 'redirect', to: step === '/complete' ? links.complete(next) : links.verifyEmail(email, next) };
  }
  if (route.guard !== 'app') return { kind: 'redirect', to: returnUrl(query.get('next')) ?? index };
  if (lock && !isOpenPage(lock, match.path, query.get('view'))) return { kind: 'pin', path: match.path };
  return { kind: 'show', path: match.path };
}
