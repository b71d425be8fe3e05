import { publicPageOf } from '../contract/public-pages.ts';
import { matchRoute } from '../contract/routes.ts';

/**
 * Is this address a page of the app, which the shell shows? Below /restaurant the shell also says that there is no such page. /restaurant
 * itself is a public page, which takes a signed-in visit to the app.
 */
export function isAppPage(url: URL): boolean {
  const { pathname } = url;
  if (/^\/(backend|dev)(\/|$)/.test(pathname)) return false;
  if (publicPageOf(pathname)) return false;
  if (matchRoute(pathname) !== null) return true;
  // A file, such as /robots.txt, is the server's to answer.
  return pathname.startsWith('/restaurant/') && !/\.[a-z0-9]+$/i.test(pathname);
}
