import { createHash } from 'node:crypto';
import type { Env } from '../env.ts';

type Told = Pick<Env, 'publicUrl'>;

/** What every answer of this server carries, pages, API and errors alike. HSTS only where people come over https. */
export function securityHeaders({ publicUrl }: Told): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Origin-Agent-Cluster': '?1',
    'Permissions-Policy':
      'accelerometer=(), autoplay=(self), camera=(self), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), serial=(self), usb=(self)',
    ...(publicUrl.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' } : {}),
  };
}

/** For what is no page: an answer of the API that a browser was talked into showing runs nothing and is framed by nobody. */
export const barePolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** For script files: a worker lives under the policy of its own file and not of the page, and it talks to the API. */
export const scriptPolicy = (reach: string[] = []) =>
  [
    "default-src 'self'",
    ["connect-src 'self'", ...reach].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

// Griffel puts empty <style> elements into the page and fills them by rules, so only the empty text has to be allowed.
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** The content policy of the app's page. `reach`: origins besides its own that the page talks to. Inline scripts of `html` are allowed by hash. */
export function pagePolicy(html: string, reach: string[] = []): string {
  const scripts = inlineOf(html, 'script');
  const styles = inlineOf(html, 'style');
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", EMPTY_STYLE, ...styles].join(' '),
    ["connect-src 'self'", ...reach].join(' '),
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types galley',
  ].join('; ');
}

/**
 * The content policy of a public page: its own inline script and style by hash, its one other script, pictures, and the contact form.
 * JSON-LD is a block of data, which no policy stops.
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
