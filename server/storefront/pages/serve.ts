import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { Refusal } from '../../pipeline/handler.ts';
import type { Services } from '../../pipeline/services.ts';
import { isId } from '../../platform/ids.ts';
import type { Offered } from '../../menu/offered.ts';
import { BASKET_COOKIE, readBasket, writeBasket, type Basket } from './basket/basket.ts';
import { readForm } from './forms.ts';
import { respondPage, type Page } from './layout.ts';
import { notPublished, nowhere, tooMany } from './nowhere.ts';
import { OWN_COOKIE, OWN_SECONDS, ownCookieAfter, readOwnPages } from './own-pages.ts';
import { isForOwner, openPreview } from './preview.ts';
import { messagePage } from './text-pages.ts';
import { readMenu, readWebsite, type Visit, type Website } from './website.ts';

export interface Bindings extends Visit {
  /** Below the website's address, beginning with a slash. */
  path: string;
  isSecure: boolean;
}
export type PageContext = Context<{ Bindings: Bindings }>;

const BASKET_SECONDS = 12 * 60 * 60;

/** Pages of an order, a chat or a reservation that exists: its customer sees it whether the website is published or not. */
const OF_A_TOKEN = /^\/(?:orders|chat|reserve)\/[^/]|^\/returned$/;

type Show = (website: Website, menu: Map<string, Offered>) => Response | Promise<Response>;

/** Answers with a page of the restaurant, or says that there is none. */
export async function show(services: Services, c: PageContext, render: Show): Promise<Response> {
  const basket = readBasket(getCookie(c, BASKET_COOKIE), c.env.now);
  const read = await readWebsite(services, { ...c.env, basket, own: readOwnPages(getCookie(c, OWN_COOKIE)) }, readMenu);
  if (read instanceof Refusal)
    return read.error.code === 'too_many' ? tooMany(read.error.retry_after_seconds) : nowhere(c.req.raw);
  const { website } = read;
  const opened = openPreview(services, c, website);
  if (opened) return opened;
  const isShown = !website.isPreview || isForOwner(services, c, website);
  if (!isShown && !OF_A_TOKEN.test(c.env.path)) return notPublished(c.req.raw);
  const response = await render(website, read.found);
  // No such order: then not even the restaurant's name is told.
  if (!isShown && response.status === 404) return notPublished(c.req.raw);
  const own = c.req.method === 'GET' ? ownCookieAfter(website.own, c.env.path, response.status) : null;
  if (own !== null) keep(c, website, OWN_COOKIE, { value: own, seconds: OWN_SECONDS });
  // What Hono keeps for its own answers, such as a cookie, belongs to ours, too.
  for (const cookie of c.res.headers.getSetCookie()) response.headers.append('Set-Cookie', cookie);
  return response;
}

export const withForm = (
  services: Services,
  c: PageContext,
  take: (website: Website, menu: Map<string, Offered>, form: URLSearchParams) => Response | Promise<Response>,
): Promise<Response> =>
  show(services, c, async (website, menu) => {
    const form = await readForm(c.req.raw);
    if (!(form instanceof Refusal)) return take(website, menu, form);
    return respondPage(
      website,
      messagePage(website, {
        title: 'That did not work',
        text:
          form.error.code === 'csrf'
            ? 'Another website sent this form. Nothing has been done.'
            : 'The form did not arrive whole. Nothing has been done.',
        status: form.status,
      }),
    );
  });

/** A page with what a customer typed or chose: it stays in no cache, so that going back shows it as it is now. */
export const privately = (website: Website, page: Page): Promise<Response> =>
  respondPage(website, page, { 'Cache-Control': 'no-store' });

export const seeOther = (_c: PageContext, location: string): Response =>
  new Response(null, { status: 303, headers: { Location: location, 'Cache-Control': 'no-store' } });

export const keyOf = (form: URLSearchParams, { basket }: Website): string => {
  const key = form.get('key') ?? '';
  return isId(key) ? key.toLowerCase() : basket.key;
};

/** False: it does not fit into the cookie, and the former basket stays. */
export function keepBasket(c: PageContext, website: Website, basket: Basket): boolean {
  const value = writeBasket(basket);
  if (value === null) return false;
  keep(c, website, BASKET_COOKIE, { value, seconds: BASKET_SECONDS });
  return true;
}

const keep = (
  c: PageContext,
  { base }: Website,
  name: string,
  { value, seconds }: { value: string; seconds: number },
) =>
  setCookie(c, name, value, {
    path: base || '/',
    maxAge: seconds,
    httpOnly: true,
    sameSite: 'Lax',
    secure: c.env.isSecure,
  });

export const noDish = (website: Website): Page =>
  messagePage(website, { title: 'Not on the menu', text: 'This dish is not on the menu any more.', status: 404 });

export const noPage = (website: Website): Page =>
  messagePage(website, {
    title: 'There is no such page',
    text: 'The address may have been mistyped, or the page was removed.',
    status: 404,
  });
