import { readCookie } from './cookies.ts';

/** What a browser sends along besides the call itself. */
export interface Visit {
  cookie(name: string): string | null;
  /** Somebody goes to this address, and would see the answer as a page. */
  isNavigation: boolean;
}

export function visitOf({ headers }: Request): Visit {
  return {
    cookie: (name) => readCookie(headers.get('Cookie') ?? '', name),
    isNavigation: headers.get('Sec-Fetch-Mode') === 'navigate' || (headers.get('Accept') ?? '').includes('text/html'),
  };
}

/** Of what comes through another door than HTTP's. */
export const noVisit: Visit = { cookie: () => null, isNavigation: false };
