import type { Method } from '../../../contract/call.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import { ANSWER_WAIT_MS } from '../../../contract/limits.ts';
import type { Answer } from '../protocol/transport.ts';

export interface RestCall {
  method: Method;
  /** Below the API's base, such as "/orders". */
  path: string;
  query?: Record<string, string>;
  body?: unknown;
  /** Sent as Idempotency-Key, but servers need not understand it. */
  key?: string;
}

/** The body as JSON, null if empty, and the server's time, epoch ms, if given. */
export interface RestReply {
  json: Record<string, unknown> | null;
  at: number | null;
}

/** The network as the REST adapter sees it. Never rejects. */
export type Ask = (call: RestCall) => Promise<Answer<RestReply>>;

const REMEMBERED = 200;

/** The specification's calls over fetch. Requests send the ETag of a known answer, so that unchanged lists transfer no body. */
export function restApi(base: string, token: () => string, fetch: typeof globalThis.fetch = globalThis.fetch): Ask {
  const marked = new Map<string, { etag: string; json: Record<string, unknown> }>();
  // A server on another origin may not allow extra headers (CORS).
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
        // Abort what is given up: a few unanswered requests would use up all connections to the origin.
        signal: AbortSignal.timeout(ANSWER_WAIT_MS),
      });
      const at = Date.parse(response.headers.get('Date') ?? '') || null;
      if (response.status === 304 && known) return { kind: 'ok', data: { json: known.json, at } };
      const text = await response.text();
      const json = objectOf(text);
      if (!response.ok) return { kind: 'status', status: response.status, ...refusalOf(response, json) };
      // A 200 with text that is not JSON is from a proxy: unknown whether the request arrived.
      if (!json && text.trim() !== '') return { kind: 'unanswered' };
      const etag = response.headers.get('ETag');
      if (etag && json && method === 'GET') {
        if (marked.size >= REMEMBERED) marked.clear();
        marked.set(url, { etag, json });
      }
      return { kind: 'ok', data: { json, at } };
    } catch {
      // No route, or a broken connection.
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
