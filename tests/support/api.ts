import type { ErrorBody, Meta, Notice } from '../../contract/errors.ts';

export type Fetcher = (request: Request) => Response | Promise<Response>;

export interface ApiRequest {
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Answered<T> {
  status: number;
  headers: Headers;
  data: T;
  meta?: Meta;
  stats?: unknown;
  notice?: Notice;
  /** Null on a success. */
  error: ErrorBody | null;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * One request to the API in this process, as a script makes it: with a bearer token and without a cookie. A storefront write gets an
 * idempotency key, which the storefront API requires, unless the test gives one.
 */
export async function callApi<T = unknown>(
  fetch: Fetcher,
  method: Method,
  path: string,
  { token, body, headers }: ApiRequest = {},
): Promise<Answered<T>> {
  const response = await fetch(
    new Request(`http://localhost/backend${path}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(method !== 'GET' && path.startsWith('/public/') ? { 'idempotency-key': crypto.randomUUID() } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
  const answer = (await response.json()) as { data: T; meta?: Meta; stats?: unknown; notice?: Notice };
  const error = response.ok ? null : (answer as unknown as ErrorBody);
  return { status: response.status, headers: response.headers, data: answer.data, ...pick(answer), error };
}

/** Like callApi, but throws on an error. */
export async function requestData<T = unknown>(...args: Parameters<typeof callApi>): Promise<T> {
  const { status, data, error } = await callApi<T>(...args);
  if (error)
    throw new Error(
      `${args[1]} ${args[2]} answers ${status} ${error.code}: ${error.message} ${JSON.stringify(error.field_errors ?? {})}`,
    );
  return data;
}

const pick = ({ meta, stats, notice }: { meta?: Meta; stats?: unknown; notice?: Notice }) => ({
  ...(meta && { meta }),
  ...(stats !== undefined && { stats }),
  ...(notice && { notice }),
});
