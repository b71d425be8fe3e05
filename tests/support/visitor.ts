import type { Session } from '../../contract/auth/calls.ts';
import type { ErrorBody } from '../../contract/errors.ts';
import type { Fetcher } from './api.ts';

/** A browser without a screen: it keeps cookies, follows no redirect by itself, and opens addresses as a person does. */
export interface Visitor {
  cookies: Map<string, string>;
  /** The Set-Cookie headers of the last answer. */
  lastCookies: string[];
  go(path: string, headers?: Record<string, string>): Promise<{ status: number; location: URL | null }>;
  /** From the button to the provider and back to our page. Returns that page's address. */
  signInWith(provider: 'google' | 'facebook', next?: string): Promise<URL>;
  /** Sends the one-time code as the page does. */
  handIn(provider: 'google' | 'facebook', page: URL, more?: object): Promise<HandedIn>;
}

export interface HandedIn {
  status: number;
  data: Session;
  error: ErrorBody | null;
}

export function makeVisitor(app: { fetch: Fetcher }, origin = 'https://galley.test'): Visitor {
  const cookies = new Map<string, string>();

  async function request(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    if (cookies.size > 0) headers.set('Cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await app.fetch(new Request(new URL(path, origin), { ...init, headers }));
    visitor.lastCookies = response.headers.getSetCookie();
    for (const line of visitor.lastCookies) {
      const [name, value] = line.split(';')[0]!.split('=') as [string, string];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  }

  const visitor: Visitor = {
    cookies,
    lastCookies: [],
    async go(path, headers = {}) {
      const { status, headers: answered } = await request(path, { headers: { Accept: 'text/html', ...headers } });
      const location = answered.get('Location');
      return { status, location: location === null ? null : new URL(location, origin) };
    },
    async signInWith(provider, next) {
      const query = next === undefined ? '' : `?${new URLSearchParams({ next })}`;
      const { location } = await visitor.go(`/backend/auth/${provider}${query}`);
      const back = await atProvider(location!);
      const returned = await visitor.go(back.pathname + back.search);
      return returned.location!;
    },
    async handIn(provider, page, more = {}) {
      const token = new URLSearchParams(page.hash.slice(1)).get('code') ?? '';
      const response = await request(`/backend/auth/${provider}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-XSRF-TOKEN': cookies.get('XSRF-TOKEN') ?? '' },
        body: JSON.stringify({ token, ...more }),
      });
      const answer = (await response.json()) as { data: Session } & ErrorBody;
      return { status: response.status, data: answer.data, error: response.ok ? null : answer };
    },
  };
  return visitor;
}

/** The provider's answer to a browser on its sign-in page: the address back to us. */
export async function atProvider(address: URL): Promise<URL> {
  const response = await fetch(address, { redirect: 'manual' });
  return new URL(response.headers.get('Location')!);
}
