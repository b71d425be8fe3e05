import { matchRoute } from '../contract/routes.ts';

/** Is this address a page of the app, which the shell shows? Below /restaurant the shell also says that there is no such page. */
export function isAppPage(url: URL): boolean {
  const { pathname } = url;
  if (/^\/(backend|dev)(\/|$)/.test(pathname)) return false;
  // A file, such as /robots.txt: never answered with the shell.
  if (/\.[a-z0-9]+$/i.test(pathname)) return false;
  return matchRoute(pathname) !== null || pathname.startsWith('/restaurant/');
}
