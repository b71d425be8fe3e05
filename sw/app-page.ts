import { publicPageOf } from '../contract/public-pages.ts';
import { matchRoute } from '../contract/routes.ts';

/**
 * Whether this address is a page of the app, which the shell shows. Below /restaurant/ the shell also reports missing pages.
 * /restaurant itself is a public page, which redirects a signed-in visit to the app.
 */
export function isAppPage(url: URL): boolean {
  const { pathname } = url;
  if (/^\/(backend|dev)(\/|$)/.test(pathname)) return false;
  if (publicPageOf(pathname)) return false;
  if (matchRoute(pathname) !== null) return true;
  // The server answers for files such as /robots.txt.
  return pathname.startsWith('/restaurant/') && !/\.[a-z0-9]+$/i.test(pathname);
}
