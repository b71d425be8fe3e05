import type { MiddlewareHandler } from 'hono';
import { clientAddress } from '../../http/address.ts';
import type { Services } from '../../pipeline/services.ts';
import { hostLookup } from './hosts.ts';
import { nowhere } from './nowhere.ts';
import { websiteOfReturn } from './orders/payment-return.ts';
import { websitePages } from './routes.ts';
import type { Bindings } from './serve.ts';

/** Where the websites of restaurants lie while they have no host of their own. */
export const WEBSITES = '/site/';
/** Where they lay before: printed codes and links lead there. */
const FORMER = '/r/';
/** Of the build, in the same folder: its names have a dot, which no restaurant's name has. */
const FILE = /^\/site\/[^/]+\.\w+$/;
/** Of a website's own host, only this is not its pages: its script, its images and the storefront API. */
const SHARED = /^\/icons\/|^\/backend\/(files|public)\//;

/**
 * Serves the websites of restaurants: below /site/ on the platform's host or, with WEBSITE_HOSTS, on their own hosts, where nothing else of
 * Galley is served. A host that is nobody's gets nothing.
 */
export function serveWebsites(
  services: Services,
  script: string | null,
): MiddlewareHandler<{ Variables: { requestId: string; now: Date; call: string } }> {
  const { env } = services;
  const pages = websitePages(services);
  const findHost = hostLookup(services);
  const platform = new URL(env.publicUrl);
  const isSecure = platform.protocol === 'https:';

  return async (c, next) => {
    const url = new URL(c.req.url);
    const hosted = await findHost(url.host);
    if (hosted.kind === 'unknown') return nowhere(c.req.raw);
    const visit = {
      script,
      host: url.host,
      platformUrl: env.publicUrl,
      requestId: c.get('requestId'),
      now: c.get('now'),
      address: clientAddress(c.req.raw, c.env, env.trustProxy),
      isSecure,
    };
    const give = (bindings: Pick<Bindings, 'slug' | 'base' | 'origin' | 'path'>) => {
      c.set('call', 'website');
      return pages.fetch(c.req.raw, { ...visit, ...bindings });
    };
    if (hosted.kind === 'website') {
      const origin = `${platform.protocol}//${url.host}`;
      if (FILE.test(url.pathname) || SHARED.test(url.pathname)) await next();
      else c.res = await give({ slug: hosted.slug, base: '', origin, path: url.pathname });
      return;
    }
    const former = url.pathname.startsWith(FORMER);
    if (FILE.test(url.pathname) || !(former || url.pathname.startsWith(WEBSITES))) {
      // Without the database the app's own page says what it can.
      const back =
        c.req.method === 'GET' ? await websiteOfReturn(services, url, { ...visit, findHost }).catch(() => null) : null;
      return back === null ? next() : c.redirect(back, 303);
    }
    const below = url.pathname.slice((former ? FORMER : WEBSITES).length);
    const [slug = '', ...rest] = below.split('/');
    const path = `/${rest.join('/')}`;
    const base = `${WEBSITES}${slug}`;
    // Such a name is in no database, and could not stand in an address as it is.
    if (!/^[a-z0-9-]{1,63}$/.test(slug)) return nowhere(c.req.raw);
    if (former) return c.redirect(WEBSITES + below + url.search, 308);
    if (rest.length === 1 && rest[0] === '') return c.redirect(base + url.search, 308);
    if (env.isWebsiteByHost && c.req.method === 'GET')
      return c.redirect(`${platform.protocol}//${slug}.${platform.host}${path}${url.search}`, 302);
    return give({ slug, base, origin: env.publicUrl + base, path });
  };
}
