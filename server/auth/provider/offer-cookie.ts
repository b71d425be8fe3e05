import { readSignInWith, SIGN_IN_WITH, signInProviders } from '../../../contract/auth/sign-in-providers.ts';
import type { Env } from '../../env.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** A Set-Cookie that tells a browser the current sign-in providers; null if it has them. */
export function offerCookie(request: Request, env: Pick<Env, 'google' | 'facebook' | 'publicUrl'>): string | null {
  const offered = signInProviders.filter((name) => env[name] !== null).join('.');
  if (readSignInWith(request.headers.get('Cookie') ?? '').join('.') === offered) return null;
  const seconds = offered === '' ? 0 : YEAR_SECONDS;
  // Not HttpOnly, because the page must read it.
  return `${SIGN_IN_WITH}=${offered}; Path=/; Max-Age=${seconds}; SameSite=Lax${env.publicUrl.startsWith('https:') ? '; Secure' : ''}`;
}
