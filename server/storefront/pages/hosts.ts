import { faultOfKnownSubdomain } from '../../../contract/website/domain-names.ts';
import { recordOf } from '../../website/store.ts';
import { isOwnName } from '../../http/address.ts';
import type { Services } from '../../pipeline/services.ts';

/** What a request's host stands for. */
export type Hosted =
  /** Galley itself: the app, its public pages, and websites below /site/. */
  | { kind: 'platform' }
  | { kind: 'website'; slug: string }
  /** A host that nobody here has: no page of anybody is served there. */
  | { kind: 'unknown' };

/** How long a domain's record counts as seen. */
const SEEN_MS = 10 * 60_000;
const KNOWN_MAX = 1000;

/** Finds out whose website a host is. With `WEBSITE_HOSTS` off, every host is the platform's, and websites are found by path. */
export function hostLookup({ env, pools, clock, findTxt }: Services): (host: string) => Promise<Hosted> {
  const platform = new URL(env.publicUrl);
  const proved = new Map<string, { at: number; slug: string | null }>();

  /** The restaurant whose TXT record is there now. Name servers that do not answer change nothing. */
  async function ownerOf(domain: string): Promise<string | null> {
    const now = clock.now().getTime();
    const known = proved.get(domain);
    if (known && now - known.at < SEEN_MS) return known.slug;
    const { rows } = await pools.app.query<{ slug: string; token: string }>('SELECT * FROM websites_of_domain($1)', [
      domain,
    ]);
    const records = rows.length === 0 ? [] : await findTxt(recordOf(domain, '').record_name);
    const owner = rows.find(({ token }) => records === null || records.includes(recordOf(domain, token).record_value));
    const slug = owner?.slug ?? null;
    if (proved.size >= KNOWN_MAX) proved.clear();
    proved.set(domain, { at: now, slug });
    return slug;
  }

  return async (host) => {
    if (!env.isWebsiteByHost) return { kind: 'platform' };
    const name = host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
    if (name === platform.hostname || isOwnName(name) || env.appHosts.includes(name)) return { kind: 'platform' };
    if (name.endsWith(`.${platform.hostname}`)) {
      const slug = name.slice(0, -platform.hostname.length - 1);
      return faultOfKnownSubdomain(slug) === null ? { kind: 'website', slug } : { kind: 'unknown' };
    }
    const slug = await ownerOf(name);
    return slug === null ? { kind: 'unknown' } : { kind: 'website', slug };
  };
}
