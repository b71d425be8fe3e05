import { getCookie, setCookie } from 'hono/cookie';
import type { Services } from '../../pipeline/services.ts';
import { previewEnd } from '../../website/preview-token.ts';
import { seeOther, type PageContext } from './serve.ts';
import type { Website } from './website.ts';

/** The website is on another host than the owner's session, or below another path: the link brings a token, and a cookie keeps it. */
const NAME = 'preview';

/** Takes the token of a link into a cookie, and leads on to the same page without it. Null: there is none that counts. */
export function openPreview(services: Services, c: PageContext, { restaurantId, now, base }: Website): Response | null {
  const token = c.req.query(NAME);
  const end = token && c.req.method === 'GET' ? previewEnd(services.env, restaurantId, token, now) : null;
  if (!token || end === null) return null;
  setCookie(c, NAME, token, {
    path: base || '/',
    maxAge: Math.max(1, Math.floor((end.getTime() - now.getTime()) / 1000)),
    httpOnly: true,
    sameSite: 'Lax',
    secure: c.env.isSecure,
  });
  const response = seeOther(c, `${base}${c.env.path === '/' && base ? '' : c.env.path}`);
  for (const cookie of c.res.headers.getSetCookie()) response.headers.append('Set-Cookie', cookie);
  return response;
}

export const isForOwner = (services: Services, c: PageContext, { restaurantId, now }: Website): boolean =>
  previewEnd(services.env, restaurantId, getCookie(c, NAME) ?? '', now) !== null;
