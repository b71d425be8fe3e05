import { readCookie } from './cookies.ts';

/** What a browser sends along besides the call itself. */
export interface Visit {
  cookie(name: string): string | null;
  /** Somebody goes to this address, and would see the answer as a page. */
  isNavigation: boolean;
  /** What the browser calls this server; anybody may call it anything. Null: nothing. */
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

/** Of what comes through another door than HTTP's. */
export const noVisit: Visit = { cookie: () => null, isNavigation: false, host: null, userAgent: null };
