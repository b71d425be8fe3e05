import type { Clock } from '../../platform/clock.ts';
import type { SignInProvider } from '../../../contract/auth/sign-in-providers.ts';
import type { BaseContext } from '../../pipeline/handler.ts';
import type { ProviderClaims } from '../../integrations/sign-in/provider.ts';
import { noteAuth } from '../events.ts';
import { limits } from '../../pipeline/limits.ts';
import { take } from '../../db/rate-limits.ts';
import { networkOf } from '../../http/address.ts';
import { browserOf, resumeAttempt } from './attempt.ts';
import { findByIdentity } from './identities.ts';
import { providerOf } from './offered.ts';
import { ownOrigin } from './own-origin.ts';
import { keepClaims, takeState } from './returns.ts';
import { finishUrl, loginUrl, type Setback } from './urls.ts';

/**
 * Handles the provider's redirect. Returns the address of our page that continues: with a one-time code, or the sign-in page with the
 * reason. Does not sign in or create an account: the page's POST does that, in the browser that began.
 */
export async function comeBack(
  c: BaseContext,
  { name, returned, clock }: { name: SignInProvider; returned: URLSearchParams; clock: Clock },
): Promise<string> {
  const origin = ownOrigin(c);
  const toLogin = (setback: Setback, next: string | null = null) => loginUrl(origin, { setback, provider: name, next });
  const provider = providerOf(c.env, name);
  if (!provider) return toLogin('not_configured');
  if (await take(c.accounts, limits.providerReturnsByIp, networkOf(c.address), c.now)) return toLogin('too_many');

  const browser = browserOf(c.visit, origin);
  const state = returned.get('state');
  const begun =
    browser !== null && state !== null && resumeAttempt({ env: c.env, origin, provider: name, browser }, state, c.now);
  if (!begun) return toLogin('expired');
  const { attempt, next } = begun;
  if (!(await takeState(c.accounts, { provider: name, ...attempt, browser }, c.now))) return toLogin('expired', next);
  const error = returned.get('error');
  if (error !== null) return toLogin(setbackOf(error), next);

  const exchanged = await provider.exchange(attempt, returned);
  if (exchanged.kind !== 'claims') {
    noteAuth(c, 'provider_refused', null, { provider: name, reason: exchanged.reason });
    return toLogin(exchanged.kind, next);
  }
  const { claims } = exchanged;
  const lacking = (await findByIdentity(c.accounts, claims)) ? null : lackOf(name, claims);
  if (lacking) return toLogin(lacking, next);
  // The provider may have taken its time.
  return finishUrl(origin, {
    provider: name,
    next,
    code: await keepClaims(c.accounts, attempt.state, claims, clock.now()),
  });
}

/** What a first sign-in lacks. Facebook verifies no addresses, so our own mail does. */
function lackOf(name: SignInProvider, { email, isEmailVerified }: ProviderClaims): Setback | null {
  if (email === null) return 'email_missing';
  return name === 'google' && !isEmailVerified ? 'email_unverified' : null;
}

function setbackOf(error: string): Setback {
  if (error === 'access_denied') return 'cancelled';
  return error === 'temporarily_unavailable' || error === 'server_error' ? 'unavailable' : 'refused';
}
