import type { SignInProvider } from '../../../contract/auth/sign-in-providers.ts';

/** What a provider says about who has signed in there, verified. */
export interface ProviderClaims {
  /** Subjects are unique within it. */
  issuer: string;
  subject: string;
  /** In lower case; null when it was not shared, or is none that a mail could reach. */
  email: string | null;
  name: string | null;
  /** The provider has seen that mail to this address reaches this person. */
  isEmailVerified: boolean;
  /** The provider keeps the mailbox itself, or answers for its domain: what it says of the address is true today, and not only of the day it asked. */
  isMailboxKeeper: boolean;
}

/** What a provider needs to know to send somebody back, and what its answer is held against. */
export interface SignInAttempt {
  state: string;
  nonce: string;
  /** Of PKCE. */
  verifier: string;
  /** Our own address that the provider sends the browser back to. */
  redirectUri: string;
}

/** `unavailable`: it did not answer in time or was ill. `refused`: its answer is not what it has to be; `reason` is for the log. */
export type Exchanged =
  | { kind: 'claims'; claims: ProviderClaims }
  | { kind: 'unavailable' | 'refused'; reason: string };

/** One provider, by its own protocol. */
export interface Provider {
  name: SignInProvider;
  /** Where the browser goes; null when the provider cannot be asked how just now. */
  signInUrl(attempt: SignInAttempt): Promise<string | null>;
  /** Turns what the browser brought back into claims. Never throws for what a provider or a network may do. */
  exchange(attempt: SignInAttempt, returned: URLSearchParams): Promise<Exchanged>;
}
