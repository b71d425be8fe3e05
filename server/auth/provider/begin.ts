import { beginFacebook, beginGoogle } from '../../../contract/auth/calls.ts';
import type { SignInProvider } from '../../../contract/auth/sign-in-providers.ts';
import { answer, defineHandler, refuse, type Answer, type BaseContext, type Refusal } from '../../pipeline/handler.ts';
import { beginAttempt, browserCookie, browserOf, makeSecret } from './attempt.ts';
import { providerOf } from './offered.ts';
import { ownOrigin } from './own-origin.ts';
import { loginUrl } from './urls.ts';

type BeginAnswer = Answer<{ url: string }>;

/** Redirects the browser to the provider; a script gets the address. Changes nothing here except the browser's cookie. */
async function begin(c: BaseContext, name: SignInProvider, next: string | undefined): Promise<BeginAnswer | Refusal> {
  const provider = providerOf(c.env, name);
  const origin = ownOrigin(c);
  if (!provider) {
    if (!c.visit.isNavigation) return refuse('provider_not_configured');
    return goTo(loginUrl(origin, { setback: 'not_configured', provider: name }));
  }
  const browser = browserOf(c.visit, origin) ?? makeSecret();
  const url = await provider.signInUrl(beginAttempt({ env: c.env, origin, provider: name, browser }, next, c.now));
  if (url === null) {
    c.note('auth.provider_away', { provider: name });
    if (!c.visit.isNavigation) return refuse('provider_unavailable');
    return goTo(loginUrl(origin, { setback: 'unavailable', provider: name }));
  }
  const cookie = { 'Set-Cookie': browserCookie(browser, origin) };
  return c.visit.isNavigation ? goTo(url, cookie) : answer({ url }, { headers: cookie });
}

const goTo = (url: string, headers: Record<string, string> = {}): BeginAnswer =>
  answer({ url }, { status: 302, headers: { ...headers, Location: url } });

export const beginnings = [
  defineHandler(beginGoogle, (c) => begin(c, 'google', c.query.next)),
  defineHandler(beginFacebook, (c) => begin(c, 'facebook', c.query.next)),
];
