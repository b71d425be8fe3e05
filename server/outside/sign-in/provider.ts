/** Whom people may sign in with, by the word that stands in the paths. */
export type ProviderName = 'google' | 'facebook';

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
