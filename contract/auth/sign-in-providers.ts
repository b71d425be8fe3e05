// A separate file: the sign-in page loads it before its first paint and needs no schemas.

/** The sign-in providers, as named in the calls' paths. */
export const signInProviders = ['google', 'facebook'] as const;
export type SignInProvider = (typeof signInProviders)[number];

/**
 * Cookie with the configured providers, joined by dots. The page gets it with its first response, so that nothing moves later. Absent if
 * none is configured.
 */
export const SIGN_IN_WITH = 'sign-in-with';

/** `cookies`: a Cookie header, "a=1; b=2". */
export function readSignInWith(cookies: string): SignInProvider[] {
  const value = new RegExp(`(?:^|;\\s*)${SIGN_IN_WITH}=([^;]*)`).exec(cookies)?.[1] ?? '';
  return signInProviders.filter((name) => value.split('.').includes(name));
}
