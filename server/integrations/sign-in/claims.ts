import { text, Email } from '../../../contract/fields.ts';
import type { ProviderClaims } from './provider.ts';

/** Converts what an OpenID Connect provider signed. An invalid address counts as not shared. */
export function claimsOf(claims: Record<string, unknown> & { iss: string; sub: string }): ProviderClaims {
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: emailOf(claims['email']),
    name: nameOf(claims['name']),
    // Some providers send it as a string.
    isEmailVerified: claims['email_verified'] === true || claims['email_verified'] === 'true',
    isMailboxKeeper: isMailboxKeeper(claims),
  };
}

/**
 * Google runs the mailboxes of its own domain and vouches for those of Workspace accounts (`hd`); any other address it verified once,
 * possibly long ago. An operator who configures another issuer trusts it with addresses.
 */
function isMailboxKeeper({ iss, email, hd }: Record<string, unknown>): boolean {
  if (iss !== 'https://accounts.google.com') return true;
  return (typeof hd === 'string' && hd !== '') || emailOf(email)?.endsWith('@gmail.com') === true;
}

export function emailOf(value: unknown): string | null {
  const parsed = Email.safeParse(value);
  return parsed.success ? parsed.data : null;
}

export function nameOf(value: unknown): string | null {
  const parsed = Name.safeParse(value);
  return parsed.success ? parsed.data.trim() || null : null;
}

const Name = text(120);
