import type { Env } from '../env.ts';
import { barePolicy, securityHeaders } from './headers.ts';
import type { Pages } from './pages.ts';

type Fetch = (request: Request, bindings?: unknown) => Response | Promise<Response>;

/** One origin for the API (`/backend`), the development pages (`/dev`) and the app; every answer carries the security headers. */
export function withPages(api: Fetch, pages: Pages | null, env: Pick<Env, 'publicUrl'>): Fetch {
  const own = Object.entries(securityHeaders(env));
  return async (request, bindings) => {
    const { pathname } = new URL(request.url);
    const isApi = pages === null || /^\/(backend|dev)(\/|$)/.test(pathname);
    const answer = await (isApi ? api(request, bindings) : pages(request));
    const headers = new Headers(answer.headers);
    for (const [name, value] of own) if (!headers.has(name)) headers.set(name, value);
    if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', barePolicy);
    return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
  };
}
