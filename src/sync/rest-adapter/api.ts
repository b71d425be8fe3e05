import type { Method } from '../../../contract/call.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import { ANSWER_WAIT_MS } from '../../../contract/limits.ts';
import type { Answer } from '../protocol/transport.ts';

export interface RestCall {
  method: Method;
  /** Below the API's base: "/orders". */
  path: string;
  query?: Record<string, string>;
  body?: unknown;
  /** Sent along, and not trusted to be understood. */
  key?: string;
}

/** What came: the body as JSON, null where there was none, and the server's time, epoch ms, where it is told. */
export interface RestReply {
  json: Record<string, unknown> | null;
  at: number | null;
}

/** The network as this way sees it. Never rejects. */
export type Ask = (call: RestCall) => Promise<Answer<RestReply>>;

const REMEMBERED = 200;

/** The specification's calls over fetch. An answer that the server marked is asked for by its mark, so that nothing new costs no bytes. */
export function restApi(base: string, token: () => string, fetch: typeof globalThis.fetch = globalThis.fetch): Ask {
  const marked = new Map<string, { etag: string; json: Record<string, unknown> }>();
  // A server elsewhere may not let a browser send a header that it has not named.
  const isNear = new URL(base).origin === globalThis.location?.origin;

  return async ({ method, path, query = {}, body, key }) => {
    const search = new URLSearchParams(query);
    const url = `${base}${path}${search.size ? `?${search}` : ''}`;
    const known = method === 'GET' ? marked.get(url) : undefined;
    try {
      const response = await fetch(url, {
        method,
        headers: {
          Accept: 'application/json',
          Authorization: `Bearer ${token()}`,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(key && isNear ? { 'Idempotency-Key': key } : {}),
          ...(known && isNear ? { 'If-None-Match': known.etag } : {}),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        credentials: 'omit',
        cache: 'no-store',
        // Given up, it is taken back: a few calls that nobody answers would take all connections of the origin.
        signal: AbortSignal.timeout(ANSWER_WAIT_MS),
      });
      const at = Date.parse(response.headers.get('Date') ?? '') || null;
      if (response.status === 304 && known) return { kind: 'ok', data: { json: known.json, at } };
      const text = await response.text();
      const json = objectOf(text);
      if (!response.ok) return { kind: 'status', status: response.status, ...refusalOf(response, json) };
      // A yes in words that are no JSON is some proxy's: nobody knows whether it arrived.
      if (!json && text.trim() !== '') return { kind: 'unanswered' };
      const etag = response.headers.get('ETag');
      if (etag && json && method === 'GET') {
        if (marked.size >= REMEMBERED) marked.clear();
        marked.set(url, { etag, json });
      }
      return { kind: 'ok', data: { json, at } };
    } catch {
      // No route, or a line that broke in the middle: ordinary life, and one answer to it.
      return { kind: 'unanswered' };
    }
  };
}

function refusalOf(response: Response, json: Record<string, unknown> | null) {
  const said = response.headers.get('Retry-After') ?? '';
  const now = Date.parse(response.headers.get('Date') ?? '') || Date.now();
  const waitMs = Number(said) > 0 ? Number(said) * 1000 : Date.parse(said) - now;
  const error = json && (typeof json['code'] === 'string' || typeof json['message'] === 'string') ? json : null;
  return {
    error: error && ({ code: 'refused', message: '', ...error } as ErrorBody),
    retryAfterMs: waitMs > 0 ? waitMs : null,
  };
}

function objectOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return { data: value };
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
