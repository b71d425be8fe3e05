import { readCookie } from './read-cookie.ts';

/** What a browser sends besides the call itself. */
export interface Visit {
  cookie(name: string): string | null;
  /** The browser navigates here, so the answer would be shown as a page. */
  isNavigation: boolean;
  /** The Host header, which callers can set freely; null if absent. */
  host: string | null;
  userAgent: string | null;
}

export function visitOf({ headers, url }: Request): Visit {
  return {
    cookie: (name) => readCookie(headers.get('Cookie') ?? '', name),
    host: new URL(url).host,
    userAgent: headers.get('User-Agent')?.slice(0, 500) ?? null,
    isNavigation: headers.get('Sec-Fetch-Mode') === 'navigate' || (headers.get('Accept') ?? '').includes('text/html'),
  };
}

/** For calls that do not come over HTTP. */
export const noVisit: Visit = { cookie: () => null, isNavigation: false, host: null, userAgent: null };
