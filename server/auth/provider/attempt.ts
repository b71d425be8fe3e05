import { createHash, createHmac, randomBytes } from 'node:crypto';
import { matchRoute, routes } from '../../../contract/routes.ts';
import type { SignInProvider } from '../../../contract/auth/sign-in-providers.ts';
import type { Env } from '../../env.ts';
import type { Visit } from '../../http/visit.ts';
import type { SignInAttempt } from '../../integrations/sign-in/provider.ts';
import { openSecret, sealSecret } from '../../platform/secrets.ts';

export const ATTEMPT_MINUTES = 10;

/** Of whom an attempt is: the browser by its cookie, and the provider that it is sent to. */
export interface Begun {
  env: Pick<Env, 'secretsKey'>;
  /** Where the browser is to come back to. */
  origin: string;
  provider: SignInProvider;
  browser: string;
}

/**
 * Begins a sign-in. Its state is sealed for this browser and this provider, and nonce and verifier follow from it and our key: nothing is
 * kept before somebody comes back, and a state opens in no other browser.
 */
export function beginAttempt(begun: Begun, next: string | undefined, now: Date): SignInAttempt {
  const kept: Kept = { next: wayBack(next), ends: now.getTime() + ATTEMPT_MINUTES * 60_000 };
  return attemptOf(begun, sealSecret(begun.env.secretsKey, placeOf(begun), JSON.stringify(kept)));
}

/** The attempt that comes back with its state; null when it is of another browser or provider, is not ours, or has ended. */
export function resumeAttempt(
  begun: Begun,
  state: string,
  now: Date,
): { attempt: SignInAttempt; next: string | null } | null {
  const kept = openSecret({ secretsKey: begun.env.secretsKey, previousSecretsKey: null }, placeOf(begun), state);
  if (kept === null) return null;
  const { next, ends } = JSON.parse(kept) as Kept; // sealed by us
  return ends > now.getTime() ? { attempt: attemptOf(begun, state), next } : null;
}

interface Kept {
  next: string | null;
  /** Epoch ms. */
  ends: number;
}

function attemptOf({ env, origin, provider }: Begun, state: string): SignInAttempt {
  const derive = (what: string) => createHmac('sha256', env.secretsKey).update(`${what}:${state}`).digest('base64url');
  return {
    state,
    nonce: derive('sign-in nonce'),
    verifier: derive('sign-in verifier'),
    redirectUri: `${origin}/backend/auth/${provider}/callback`,
  };
}

const placeOf = ({ provider, browser }: Begun) => `sign-in ${provider} ${browser}`;

/** A page of the app, put together anew from what was read of it; null for anything else. */
function wayBack(next: string | undefined): string | null {
  const url = next?.startsWith('/') ? URL.parse(next, NOWHERE) : null;
  if (url?.origin !== NOWHERE) return null;
  const match = matchRoute(url.pathname);
  return match && routes[match.path].guard === 'app' ? url.pathname + url.search : null;
}

const NOWHERE = 'http://nowhere.invalid';

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
export const makeSecret = (): string => randomBytes(32).toString('base64url');

/**
 * The cookie that ties an attempt to its browser. HttpOnly, and Lax: it comes along when the provider sends the browser back. One for all
 * attempts of a browser, so that two tabs may sign in at once.
 */
export function browserOf(visit: Visit, origin: string): string | null {
  const value = visit.cookie(cookieName(origin));
  return value !== null && /^[\w-]{43}$/.test(value) ? value : null;
}

export function browserCookie(browser: string, origin: string): string {
  // Long enough for an attempt and the code that comes of it.
  const seconds = ATTEMPT_MINUTES * 2 * 60;
  return `${cookieName(origin)}=${browser}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure(origin) ? '; Secure' : ''}`;
}

const isSecure = (origin: string) => origin.startsWith('https:');
// The prefix keeps a neighbour on another subdomain from setting it.
const cookieName = (origin: string) => (isSecure(origin) ? '__Host-sign-in' : 'sign-in');
