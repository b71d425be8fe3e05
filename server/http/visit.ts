import type { Visit } from '../pipeline/visit.ts';
import { readCookie } from './read-cookie.ts';

export function visitOf({ headers, url }: Request): Visit {
  return {
    cookie: (name) => readCookie(headers.get('Cookie') ?? '', name),
    host: new URL(url).host,
    userAgent: headers.get('User-Agent')?.slice(0, 500) ?? null,
    isNavigation: headers.get('Sec-Fetch-Mode') === 'navigate' || (headers.get('Accept') ?? '').includes('text/html'),
  };
}
