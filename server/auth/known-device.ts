import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { BaseContext } from '../pipeline/handler.ts';
import type { UserRow } from './accounts.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * A Set-Cookie that proves at later sign-ins that this browser was signed in to this account before. Its id stays the same while the cookie
 * is valid, so that signing in again does not provide another attempt counter.
 */
export function knownDeviceCookie(c: BaseContext, user: UserRow): string {
  const device = readKnownDevice(c, user) ?? randomBytes(16).toString('base64url');
  const value = `${device}.${signatureOf(c, user, device)}`;
  return `${cookieName(c)}=${value}; Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax${isSecure(c) ? '; Secure' : ''}`;
}

/** The id of a browser that was signed in to this account before, or null. Only this server can create a valid cookie. */
export function readKnownDevice(c: BaseContext, user: UserRow): string | null {
  const [device, signature] = (c.visit.cookie(cookieName(c)) ?? '').split('.');
  if (!device || !signature) return null;
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(c, user, device))];
  return given.length === right.length && timingSafeEqual(given, right) ? device : null;
}

/** Includes the password's hash, so that cookies collected under an old password become invalid. */
function signatureOf({ env }: BaseContext, user: UserRow, device: string): string {
  const key = Buffer.from(hkdfSync('sha256', env.secretsKey, '', 'galley known devices', 32));
  return createHmac('sha256', key)
    .update([device, user.id, user.password_hash ?? ''].join('\n'))
    .digest('base64url');
}

const isSecure = ({ env }: BaseContext) => env.publicUrl.startsWith('https:');

// The prefix prevents other hosts of the domain from setting it.
const cookieName = (c: BaseContext) => (isSecure(c) ? '__Host-galley-device' : 'galley-device');
