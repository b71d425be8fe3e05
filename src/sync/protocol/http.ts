import type { ErrorBody } from '../../../contract/errors.ts';
import { ANSWER_WAIT_MS } from '../../../contract/limits.ts';
import { pull, push } from '../../../contract/sync/calls.ts';
import { urlOf } from '../../api/request.ts';
import type { Answer, Transport } from './transport.ts';

/**
 * The engine's calls, each sent once: the queue itself sends again. Plain fetch, since nothing of ky's would be used and it weighs more
 * than the rest of the worker's own code. `token` is asked for at each call: it changes when the owner signs in again.
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
        // Given up, it is taken back: a few calls that nobody answers would take all connections of the origin.
        signal: AbortSignal.timeout(ANSWER_WAIT_MS),
      });
      const response = await fetch(request);
      const json = (await response.json().catch(() => null)) as { data?: T; code?: unknown } | null;
      if (response.ok && json?.data) return { kind: 'ok', data: json.data };
      // A yes without our data is some proxy's, or half an answer: nobody knows whether it arrived.
      if (response.ok) return { kind: 'unanswered' };
      const error = typeof json?.code === 'string' ? (json as unknown as ErrorBody) : null;
      return { kind: 'status', status: response.status, error, retryAfterMs: retryAfter(response, error) };
    } catch {
      // No route, a line that broke in the middle, a blocked request: ordinary life, and one answer to it.
      return { kind: 'unanswered' };
    }
  }

  return {
    push: (body) => post(urlOf(base, push, { body }), body),
    pull: (body) => post(urlOf(base, pull, { body }), body),
  };
}

/** How long the server wants to be left alone, ms. */
export function retryAfter(response: Response, error: ErrorBody | null): number | null {
  const header = response.headers.get('Retry-After');
  const ms = header === null ? Number(error?.retry_after_seconds) * 1000 : named(header, response);
  return ms > 0 ? ms : null;
}

/** Seconds, or a proxy's date, which counts from that proxy's own time. */
function named(header: string, response: Response): number {
  const seconds = Number(header);
  return Number.isNaN(seconds) ? Date.parse(header) - Date.parse(response.headers.get('Date') ?? '') : seconds * 1000;
}
