import type { SignInProvider } from '../../../contract/auth/sign-in-providers.ts';

/** Why a sign-in with a provider failed; the sign-in page has the messages. */
export type Setback =
  | 'cancelled'
  /** The state is of another browser, was used, or has expired. */
  | 'expired'
  | 'unavailable'
  | 'refused'
  | 'email_missing'
  | 'email_unverified'
  | 'not_configured'
  | 'too_many';

/** The sign-in page with what went wrong. */
export const loginUrl = (
  origin: string,
  why: { setback: Setback; provider: SignInProvider; next?: string | null },
): string => `${origin}/login?${query({ sign_in: why.setback, with: why.provider, next: why.next ?? null })}`;

/**
 * The page that sends the one-time code. The code is in the fragment, which browsers do not send, and the page removes it from the address
 * at once.
 */
export const finishUrl = (
  origin: string,
  { provider, next, code }: { provider: SignInProvider; next: string | null; code: string },
): string => `${origin}/auth/google?${query({ with: provider, next })}#code=${code}`;

const query = (fields: Record<string, string | null>) =>
  String(new URLSearchParams(Object.entries(fields).filter((pair): pair is [string, string] => pair[1] !== null)));
