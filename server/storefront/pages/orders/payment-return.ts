import { and, eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { getPayment } from '../../../../contract/payments/calls.ts';
import { checkouts } from '../../../db/schema/payments.ts';
import { withTransaction } from '../../../db/with-transaction.ts';
import { hashToken } from '../../../pipeline/authenticate.ts';
import { Refusal } from '../../../pipeline/handler.ts';
import type { Services } from '../../../pipeline/services.ts';
import { loadRestaurant } from '../../../restaurants/store.ts';
import { readParts } from '../../../website/store.ts';
import { identify } from '../../guard.ts';
import { orderOfToken } from '../../order-of-token.ts';
import { websiteAddress } from '../../../restaurants/website-address.ts';
import type { Hosted } from '../hosts.ts';
import { seeOther, show, type Bindings, type PageContext } from '../serve.ts';
import type { Website } from '../website.ts';

/**
 * Payment providers lead back to /success and /failure on the platform's host, which know no order. Who began to pay on a website has a
 * cookie there with the order's token, and is led on to the order. A website may have two hosts: the own domain is asked first, then the name
 * below the platform's. Everybody else sees the app's page about the payment.
 */
const outcomes: Record<string, 'paid' | 'unpaid'> = { '/success': 'paid', '/failure': 'unpaid' };
const PATH = '/returned';
const COOKIE = 'paying';
const COOKIE_SECONDS = 3 * 60 * 60;

/** Where the website of a returning customer takes over; null: this is no return, or it has been there already. */
export async function websiteOfReturn(
  services: Services,
  url: URL,
  { address, now, findHost }: { address: string; now: Date; findHost: (host: string) => Promise<Hosted> },
): Promise<string | null> {
  const outcome = Object.hasOwn(outcomes, url.pathname) ? outcomes[url.pathname] : undefined;
  const reference = url.searchParams.get('reference')?.trim();
  if (!outcome || !reference || url.searchParams.has('stay')) return null;
  const caller = await identify(services, { call: getPayment, path: { reference }, address, now });
  if (caller instanceof Refusal) return null;
  const restaurantId = caller.restaurantId!; // identify() found it
  const { slug, domain } = await withTransaction(services.pools.app, restaurantId, 'read', async (client) => {
    const db = drizzle(client);
    const { parts } = await readParts({ db, restaurantId });
    return { slug: (await loadRestaurant(db, restaurantId)).slug, domain: parts.domain.custom_domain };
  });
  const hosted = domain === null ? null : await findHost(domain);
  // A domain that has another owner now must not learn of the payment.
  const isOwn = hosted?.kind === 'website' && hosted.slug === slug;
  const { protocol } = new URL(services.env.publicUrl);
  const base = isOwn ? `${protocol}//${domain}` : websiteAddress(services.env, slug);
  return `${base}${PATH}?${new URLSearchParams({ reference, outcome }).toString()}`;
}

export function notePaying(c: PageContext, { base }: Website, token: string): void {
  setCookie(c, COOKIE, token, {
    path: base || '/',
    maxAge: COOKIE_SECONDS,
    httpOnly: true,
    sameSite: 'Lax',
    secure: c.env.isSecure,
  });
}

export function paymentReturnRoutes(services: Services, pages: Hono<{ Bindings: Bindings }>): void {
  pages.get(PATH, (c) =>
    show(services, c, async (website) => {
      const reference = c.req.query('reference') ?? '';
      const outcome = c.req.query('outcome') === 'paid' ? 'paid' : 'unpaid';
      const token = getCookie(c, COOKIE);
      if (token && (await isOf(services, website, token, reference)))
        return seeOther(c, `${website.base}/orders/${encodeURIComponent(token)}?${outcome}`);
      const address = websiteAddress(services.env, website.restaurant.slug);
      if (services.env.isWebsiteByHost && new URL(address).host !== c.env.host)
        return seeOther(c, `${address}${PATH}?${new URLSearchParams({ reference, outcome }).toString()}`);
      const app = outcome === 'paid' ? '/success' : '/failure';
      return seeOther(c, `${services.env.publicUrl}${app}?${new URLSearchParams({ reference, stay: '' }).toString()}`);
    }),
  );
}

/** Whether the reference is of a checkout of the token's order. */
const isOf = (services: Services, { restaurantId }: Website, token: string, reference: string): Promise<boolean> =>
  withTransaction(services.pools.app, restaurantId, 'read', async (client) => {
    const db = drizzle(client);
    const order = await orderOfToken(db, restaurantId, token);
    const [row] = await db
      .select({ order_id: checkouts.order_id })
      .from(checkouts)
      .where(and(eq(checkouts.restaurant_id, restaurantId), eq(checkouts.reference_hash, hashToken(reference))))
      .limit(1);
    return order !== null && row?.order_id === order.id;
  });
