// A file of its own: the sign-in page reads it before its first paint, and none of the schemas.

/** Whom people may sign in with, by the word that stands in the calls' paths. */
export const signInProviders = ['google', 'facebook'] as const;
export type SignInProvider = (typeof signInProviders)[number];

/**
 * The cookie by which the server tells its pages who is set up: their words with dots between. The page has it with its first answer, asks
 * nobody for it and moves nothing when it comes; nobody is set up, no cookie.
 */
export const SIGN_IN_WITH = 'sign-in-with';

/** `cookies` as a page or a request has them: "a=1; b=2". */
export function readSignInWith(cookies: string): SignInProvider[] {
  const value = new RegExp(`(?:^|;\\s*)${SIGN_IN_WITH}=([^;]*)`).exec(cookies)?.[1] ?? '';
  return signInProviders.filter((name) => value.split('.').includes(name));
}
