import { randomBytes, timingSafeEqual } from 'node:crypto';
import { refuse, type Refusal } from '../pipeline/handler.ts';
import { readCookie } from './read-cookie.ts';

export const CSRF_COOKIE = 'XSRF-TOKEN';
export const CSRF_HEADER = 'X-XSRF-TOKEN';
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * Double-submit CSRF check: a changing request with a cookie must repeat the cookie's value in a header, which only a page of this origin
 * can read. Callers from other allowed origins use the bearer token, and their cookies are ignored.
 */
export function refuseForged(request: Request, allowedOrigins: string[]): Refusal | null {
  if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return null;
  const cookies = request.headers.get('Cookie');
  if (!cookies || allowedOrigins.includes(request.headers.get('Origin') ?? '')) return null;
  if (request.headers.get('Sec-Fetch-Site') === 'cross-site') return refuse('csrf');
  const cookie = readCookie(cookies, CSRF_COOKIE);
  const header = request.headers.get(CSRF_HEADER);
  return cookie && header && isSame(cookie, header) ? null : refuse('csrf');
}

/** The Set-Cookie header for a browser of this origin without a CSRF cookie; null if it has one. */
export function csrfCookie(request: Request, isSecure: boolean): string | null {
  if (readCookie(request.headers.get('Cookie') ?? '', CSRF_COOKIE)) return null;
  const value = randomBytes(24).toString('base64url');
  // Not HttpOnly, because the page must read it.
  return `${CSRF_COOKIE}=${value}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
