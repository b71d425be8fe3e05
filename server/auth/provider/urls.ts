import type { SignInProvider } from '../../../contract/auth/sign-in-providers.ts';

/** Why a sign-in with a provider came to nothing; the sign-in page has the words. */
export type Setback =
  | 'cancelled'
  /** The state is not of this browser, or was used, or is too old. */
  | 'expired'
  | 'unavailable'
  | 'refused'
  | 'email_missing'
  | 'email_unverified'
  | 'not_configured'
  | 'too_many';

/** The sign-in page, which says what went wrong. */
export const loginUrl = (
  origin: string,
  why: { setback: Setback; provider: SignInProvider; next?: string | null },
): string => `${origin}/login?${query({ sign_in: why.setback, with: why.provider, next: why.next ?? null })}`;

/**
 * The page that hands the one-time code in. The code stands behind the "#": browsers send that to nobody, and the page takes it out of the
 * address at once.
 */
export const finishUrl = (
  origin: string,
  { provider, next, code }: { provider: SignInProvider; next: string | null; code: string },
): string => `${origin}/auth/google?${query({ with: provider, next })}#code=${code}`;

const query = (fields: Record<string, string | null>) =>
  String(new URLSearchParams(Object.entries(fields).filter((pair): pair is [string, string] => pair[1] !== null)));
