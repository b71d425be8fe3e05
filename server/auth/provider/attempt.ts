import { createHash, createHmac, randomBytes } from 'node:crypto';
import { matchRoute, routes } from '../../../contract/routes.ts';
import type { SignInProvider } from '../../../contract/auth/sign-in-providers.ts';
import type { Env } from '../../env.ts';
import type { Visit } from '../../pipeline/visit.ts';
import type { SignInAttempt } from '../../integrations/sign-in/provider.ts';
import { openSecret, sealSecret } from '../../platform/secrets.ts';

export const ATTEMPT_MINUTES = 10;

/** Whose attempt it is: the browser, by its cookie, and the provider. */
export interface Begun {
  env: Pick<Env, 'secretsKey'>;
  /** Where the browser should return to. */
  origin: string;
  provider: SignInProvider;
  browser: string;
}

/**
 * Begins a sign-in. The state is encrypted for this browser and provider, and nonce and verifier are derived from it and our key: nothing
 * is stored before the browser returns, and a state is useless in another browser.
 */
export function beginAttempt(begun: Begun, next: string | undefined, now: Date): SignInAttempt {
  const kept: Kept = { next: returnPath(next), ends: now.getTime() + ATTEMPT_MINUTES * 60_000 };
  return attemptOf(begun, sealSecret(begun.env.secretsKey, locationOf(begun), JSON.stringify(kept)));
}

/** The attempt of a returned state; null if it belongs to another browser or provider, is not ours, or has expired. */
export function resumeAttempt(
  begun: Begun,
  state: string,
  now: Date,
): { attempt: SignInAttempt; next: string | null } | null {
  const kept = openSecret({ secretsKey: begun.env.secretsKey, previousSecretsKey: null }, locationOf(begun), state);
  if (kept === null) return null;
  const { next, ends } = JSON.parse(kept) as Kept; // encrypted by us
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

const locationOf = ({ provider, browser }: Begun) => `sign-in ${provider} ${browser}`;

/** A page of the app, rebuilt from its parsed parts; null for anything else. */
function returnPath(next: string | undefined): string | null {
  const url = next?.startsWith('/') ? URL.parse(next, NOWHERE) : null;
  if (url?.origin !== NOWHERE) return null;
  const match = matchRoute(url.pathname);
  return match && routes[match.path].guard === 'app' ? url.pathname + url.search : null;
}

const NOWHERE = 'http://nowhere.invalid';

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
export const makeSecret = (): string => randomBytes(32).toString('base64url');

/**
 * The cookie that binds attempts to their browser. HttpOnly, and Lax, so that it is sent when the provider redirects back. One per browser,
 * so that two tabs can sign in at once.
 */
export function browserOf(visit: Visit, origin: string): string | null {
  const value = visit.cookie(cookieName(origin));
  return value !== null && /^[\w-]{43}$/.test(value) ? value : null;
}

export function browserCookie(browser: string, origin: string): string {
  // Long enough for an attempt and its code.
  const seconds = ATTEMPT_MINUTES * 2 * 60;
  return `${cookieName(origin)}=${browser}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure(origin) ? '; Secure' : ''}`;
}

const isSecure = (origin: string) => origin.startsWith('https:');
// The prefix prevents other subdomains from setting it.
const cookieName = (origin: string) => (isSecure(origin) ? '__Host-sign-in' : 'sign-in');
