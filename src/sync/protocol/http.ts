import type { ErrorBody } from '../../../contract/errors.ts';
import { ANSWER_WAIT_MS } from '../../../contract/limits.ts';
import { pull, push } from '../../../contract/sync/calls.ts';
import { urlOf } from '../../api/request.ts';
import type { Answer, Transport } from './transport.ts';

/**
 * The engine's calls, each sent once, since the queue retries. Plain fetch: ky would be larger than the rest of the worker, with nothing of
 * it used. `token` is read at each call because it changes when the owner signs in again.
 */
export function httpTransport(base: string, token: () => string, fetch = globalThis.fetch): Transport {
  async function post<T>(url: string, body: unknown): Promise<Answer<T>> {
    try {
      const headers = { Authorization: `Bearer ${token()}`, 'Content-Type': 'application/json' };
      const request = new Request(url, {
        headers,
        method: 'POST',
        body: JSON.stringify(body),
        credentials: 'omit',
        cache: 'no-store',
        // Abort what is given up: a few unanswered requests would use up all connections to the origin.
        signal: AbortSignal.timeout(ANSWER_WAIT_MS),
      });
      const response = await fetch(request);
      const json = (await response.json().catch(() => null)) as { data?: T; code?: unknown } | null;
      if (response.ok && json?.data) return { kind: 'ok', data: json.data };
      // A 200 without our data is from a proxy or incomplete: unknown whether the request arrived.
      if (response.ok) return { kind: 'unanswered' };
      const error = typeof json?.code === 'string' ? (json as unknown as ErrorBody) : null;
      return { kind: 'status', status: response.status, error, retryAfterMs: retryAfter(response, error) };
    } catch {
      // No route, a broken connection or a blocked request.
      return { kind: 'unanswered' };
    }
  }

  return {
    push: (body) => post(urlOf(base, push, { body }), body),
    pull: (body) => post(urlOf(base, pull, { body }), body),
  };
}

/** How long the server asks to wait, ms. */
export function retryAfter(response: Response, error: ErrorBody | null): number | null {
  const header = response.headers.get('Retry-After');
  const ms = header === null ? Number(error?.retry_after_seconds) * 1000 : named(header, response);
  return ms > 0 ? ms : null;
}

/** Seconds, or a date relative to the proxy's own clock. */
function named(header: string, response: Response): number {
  const seconds = Number(header);
  return Number.isNaN(seconds) ? Date.parse(header) - Date.parse(response.headers.get('Date') ?? '') : seconds * 1000;
}
