import { matchRoute, routes } from '../../contract/routes.ts';

const HERE = 'http://galley.invalid';

/**
 * The page of the app to which a sign-in returns, without its "#" part. Null for everything else: other sites in any notation,
 * guest-only pages, and /logout, which would end the new session.
 */
export function returnUrl(next: string | null): string | null {
  // Tabs and line ends vanish when a browser reads an address: "/\t/evil.example" would become "//evil.example".
  // eslint-disable-next-line no-control-regex
  if (next === null || !next.startsWith('/') || /[\u0000-\u0020\u007f\\]/.test(next) || !URL.canParse(next, HERE))
    return null;
  const { origin, pathname, search } = new URL(next, HERE);
  const match = origin === HERE ? matchRoute(pathname) : null;
  return match && routes[match.path].guard === 'app' ? pathname + search : null;
}
