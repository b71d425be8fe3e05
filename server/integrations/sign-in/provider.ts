import type { SignInProvider } from '../../../contract/auth/sign-in-providers.ts';

/** Verified claims of a provider about a signed-in person. */
export interface ProviderClaims {
  /** Subjects are unique within an issuer. */
  issuer: string;
  subject: string;
  /** Lower case; null if not shared or not a valid address. */
  email: string | null;
  name: string | null;
  /** The provider has verified that mail to this address reaches this person. */
  isEmailVerified: boolean;
  /** The provider runs the mailbox or vouches for its domain, so the verification is still true today. */
  isMailboxKeeper: boolean;
}

/** What a provider needs to send a person back, and what its answer is checked against. */
export interface SignInAttempt {
  state: string;
  nonce: string;
  /** The PKCE verifier. */
  verifier: string;
  /** Our own address to which the provider returns the browser. */
  redirectUri: string;
}

/** `unavailable`: no answer in time, or an error of the provider. `refused`: an invalid answer; `reason` is for the log. */
export type Exchanged =
  | { kind: 'claims'; claims: ProviderClaims }
  | { kind: 'unavailable' | 'refused'; reason: string };

/** One sign-in provider with its protocol. */
export interface Provider {
  name: SignInProvider;
  /** Where to send the browser; null if the provider cannot be reached. */
  signInUrl(attempt: SignInAttempt): Promise<string | null>;
  /** Turns the returned query into claims. Never throws for failures of the provider or network. */
  exchange(attempt: SignInAttempt, returned: URLSearchParams): Promise<Exchanged>;
}
