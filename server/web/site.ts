import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { publicPageOf } from '../../contract/public-pages.ts';
import type { Env } from '../env.ts';
import { etagOf, namesBelow, typeOf, type BuiltFile } from './files.ts';
import { fill, type Values } from './fill.ts';
import { give } from './responses.ts';
import { publicPolicy } from './headers.ts';

/** The public pages as this installation serves them. */
export interface Site {
  /** Null: not a public page. */
  give(request: Request, url: URL): Response | null;
  /** Address of the script of restaurants' websites. */
  websiteScript: string | null;
  /** The contact form with a visitor's input and its errors. */
  contactForm(values: Values, status: number, headers?: Record<string, string>): Response;
}

type SiteSettings = Pick<Env, 'publicUrl' | 'operatorName' | 'operatorAddress' | 'contactEmail'>;

const CONTACT = '.site/contact-us.html';
const SENT = 'sent';

/**
 * Fills in the public pages from `dist`/.site, once: operator and address are settings of the start, not of the build. Undefined: this
 * build has none.
 */
export async function readSite(dist: string, env: SiteSettings): Promise<Site | undefined> {
  const names = await namesBelow(join(dist, '.site')).catch(() => []);
  const templates = new Map<string, string>(
    await Promise.all(
      names.map(async (name) => [`.site/${name}`, await readFile(join(dist, '.site', name), 'utf8')] as const),
    ),
  );
  const contact = templates.get(CONTACT);
  if (contact === undefined) return undefined;
  const values = siteValues(env);
  const files = new Map(
    await Promise.all(
      [...templates].map(async ([name, text]) => [name, await ready(name, fill(text, values))] as const),
    ),
  );
  const thanks = await ready(CONTACT, fill(contact, { ...values, sent: '1' }));
  // Of the original page, not of one with a visitor's input.
  const policy = publicPolicy(contact);

  const scripts = await namesBelow(join(dist, 'site')).catch(() => []);
  const websiteScript = scripts.find((name) => /^website-[\w-]+\.js$/.test(name));

  return {
    websiteScript: websiteScript === undefined ? null : `/site/${websiteScript}`,
    give(request, url) {
      const path = sitePath(url);
      const file = path === CONTACT && url.searchParams.has(SENT) ? thanks : path && files.get(path);
      return file ? give(request, file, 200, file.headers) : null;
    },
    contactForm(typed, status, headers = {}) {
      return new Response(fill(contact, { ...typed, ...values }), {
        status,
        headers: {
          'Content-Type': typeOf(CONTACT),
          'Content-Security-Policy': policy,
          'Cache-Control': 'no-store',
          ...headers,
        },
      });
    },
  };
}

/** The file of an address, as the build names it; null if there is none. */
export function sitePath({ pathname }: URL): string | null {
  if (pathname === '/robots.txt' || pathname === '/sitemap.xml') return `.site${pathname}`;
  const page = publicPageOf(pathname);
  return page && `.site${page}.html`;
}

export const siteValues = (env: SiteSettings): Values => ({
  origin: env.publicUrl,
  operator: env.operatorName ?? '',
  operator_address: env.operatorAddress ?? '',
  contact_email: env.contactEmail ?? '',
});

interface Ready extends BuiltFile {
  headers: Record<string, string>;
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

async function ready(name: string, text: string): Promise<Ready> {
  const raw = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: raw.length };
  const [br, gz] = await Promise.all([brotli(raw, { params }), zip(raw, { level: 9 })]);
  // Revalidated each time, usually with a 304.
  const headers: Record<string, string> = { 'Cache-Control': 'public, no-cache' };
  if (name.endsWith('.html')) headers['Content-Security-Policy'] = publicPolicy(text);
  return { type: typeOf(name), etag: etagOf(raw), raw, br, gzip: gz, headers };
}
