import { signInProviders, type SignInProvider } from '../../../../contract/auth/sign-in-providers.ts';

export const providerLabels: Record<SignInProvider, string> = { google: 'Google', facebook: 'Facebook' };

/** The provider named in our address; Google by default. */
export const providerOf = (word: string | null): SignInProvider =>
  signInProviders.find((name) => name === word) ?? 'google';

/** Why a sign-in with a provider failed, by the code in the address; null for an unknown code. */
export function setbackMessages(code: string, provider: SignInProvider): string | null {
  const name = providerLabels[provider];
  const words: Record<string, string> = {
    cancelled: `You did not finish signing in with ${name}. Nothing has changed.`,
    expired: `Signing in with ${name} took too long, or began in another browser. Try again.`,
    unavailable: `${name} cannot be reached at the moment. Try again soon, or use your password.`,
    refused: `What ${name} answered could not be verified, so nobody was signed in. Try again.`,
    email_missing: `${name} did not share an e-mail address, and Galley needs one. Allow it there, or create an account here.`,
    email_unverified: `${name} has not verified your e-mail address. Verify it there, or create an account here.`,
    not_configured: `Signing in with ${name} is not set up here. Use your e-mail and password.`,
    too_many: 'Too many attempts. Wait a while, then try again.',
  };
  return Object.hasOwn(words, code) ? words[code]! : null;
}
