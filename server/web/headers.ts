import { createHash } from 'node:crypto';
import type { Env } from '../env.ts';

type HeaderSettings = Pick<Env, 'publicUrl'>;

/**
 * Headers of every response: pages, API and errors. HSTS only if the public URL is https, and never for names below the one that was
 * asked for: those may be somebody else's.
 */
export function securityHeaders({ publicUrl }: HeaderSettings): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Origin-Agent-Cluster': '?1',
    'Permissions-Policy':
      'accelerometer=(), autoplay=(self), camera=(self), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), serial=(self), usb=(self)',
    ...(publicUrl.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=63072000' } : {}),
  };
}

/** For responses that are not pages: an API answer shown by a browser runs nothing and cannot be framed. */
export const barePolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** For script files: a worker has the policy of its own file, not of the page, and must reach the API. */
export const scriptPolicy = (reach: string[] = []) =>
  [
    "default-src 'self'",
    ["connect-src 'self'", ...reach].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

// Griffel adds empty <style> elements and fills them by rules, so only the empty text must be allowed.
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** Content policy of the app's page. `reach`: other origins that the page connects to. Inline scripts of `html` are allowed by hash. */
export function pagePolicy(html: string, reach: string[] = []): string {
  const scripts = inlineOf(html, 'script');
  const styles = inlineOf(html, 'style');
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", EMPTY_STYLE, ...styles].join(' '),
    ["connect-src 'self'", ...reach].join(' '),
    "img-src 'self' data: blob:",
    // Voice messages in chats.
    "media-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types galley',
  ].join('; ');
}

/**
 * Content policy of a public page: inline script and style by hash, its one other script, images, and the contact form. JSON-LD is data,
 * which no policy blocks.
 */
export const publicPolicy = (html: string): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...inlineOf(html, 'script')].join(' '),
    ['style-src', ...inlineOf(html, 'style')].join(' '),
    "img-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

function inlineOf(html: string, element: 'script' | 'style'): string[] {
  const found = html.matchAll(
    new RegExp(`<${element}(?![^>]*(?:\\ssrc=|ld\\+json))[^>]*>([\\s\\S]*?)</${element}>`, 'g'),
  );
  return [...found].map((match) => `'sha256-${createHash('sha256').update(match[1]!).digest('base64')}'`);
}
