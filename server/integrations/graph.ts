import ky, { type KyInstance } from 'ky';
import * as z from 'zod/mini';
import { allOrNone, bare, isStandIn, service, settingsOf } from '../platform/setting.ts';

export interface GraphSettings {
  /** Without a trailing slash. */
  url: string;
  /** "v26.0". */
  version: string;
  /** True for a test double. */
  isDouble: boolean;
}

/** What proves that a webhook request comes from Meta. */
export interface MetaWebhookSettings {
  /** Secret of the app at Meta, with which it signs. */
  appSecret: string;
  /** What Meta repeats when somebody enters the webhook's address. */
  verifyToken: string;
}

export const graph = settingsOf(
  {
    META_GRAPH_URL: service('https://graph.facebook.com'),
    META_GRAPH_VERSION: z._default(z.string().check(z.regex(/^v\d+\.\d+$/, 'has to look like v26.0')), 'v26.0'),
  },
  ({ META_GRAPH_URL, META_GRAPH_VERSION: version }): GraphSettings => {
    const url = bare(META_GRAPH_URL);
    return { url, version, isDouble: isStandIn(url) };
  },
);

export const metaWebhook = settingsOf(
  {
    META_APP_SECRET: z.optional(z.string()),
    META_VERIFY_TOKEN: z.optional(z.string().check(z.minLength(8, 'has to be 8 characters or more'))),
  },
  ({ META_APP_SECRET, META_VERIFY_TOKEN }): MetaWebhookSettings | null => {
    const given = allOrNone({ META_APP_SECRET, META_VERIFY_TOKEN });
    return given && { appSecret: given.META_APP_SECRET, verifyToken: given.META_VERIFY_TOKEN };
  },
);

/** A refusal of the Graph API: its code, such as 190 for an invalid token, and no text that could quote a secret. */
export interface GraphRefusal {
  code: number;
  /** 33: it does not exist, or this token may not see it. */
  subcode: number | null;
}

export type GraphResult<T> = { kind: 'answer'; value: T } | ({ kind: 'refused' } & GraphRefusal);

export interface Graph {
  /**
   * Reads `path` with the token's rights. Throws a transient error if the service is unreachable, busy, or answers something unexpected.
   */
  read<T>(path: string, query: Record<string, string>, token: string, shape: z.ZodMiniType<T>): Promise<GraphResult<T>>;
  /**
   * Sends `body` as JSON, or as a form with a file. `unknown`: it may have had its effect, so a repeat could do it twice. Throws a transient
   * error if it had none and may succeed later.
   */
  post<T>(
    path: string,
    body: object | FormData,
    token: string,
    shape: z.ZodMiniType<T>,
  ): Promise<GraphResult<T> | { kind: 'unknown' }>;
  /** Downloads a file whose address the API gave, with the token's rights. Null: it is longer than `maxBytes`. */
  download(url: string, token: string, maxBytes: number): Promise<Uint8Array | null>;
}

const WAIT_MS = 8_000;
const TOO_MANY = 429;
/** Too many calls, or transient errors: codes that Meta lists for retries. */
const passing = new Set([1, 2, 4, 17, 32, 341, 613, 130_429, 131_016, 131_056]);
/** Refused before anything was sent. */
const throttled = new Set([4, 17, 32, 341, 613, 80_007, 130_429, 131_056]);
const isPassing = (code: number) => passing.has(code) || (code >= 80_000 && code <= 80_014);

/** Read access to Meta's Graph API. */
export function openGraph({ url, version }: GraphSettings): Graph {
  const client: KyInstance = ky.create({ timeout: WAIT_MS, retry: 0, throwHttpErrors: false, redirect: 'error' });
  return {
    async read(path, query, token, shape) {
      const { status, body } = await request(client, `${url}/${version}/${path}`, query, token);
      const answered = status < 300 ? shape.safeParse(body) : null;
      if (answered?.success) return { kind: 'answer', value: answered.data };
      const refused = Refused.safeParse(body);
      if (!refused.success || status < 300 || status === TOO_MANY || status >= 500)
        throw new Error(`The Graph API answers ${status} and no more`);
      const { code, error_subcode = null, is_transient = false } = refused.data.error;
      if (is_transient || isPassing(code)) throw new Error(`The Graph API is busy: ${code}`);
      return { kind: 'refused', code, subcode: error_subcode };
    },
    async post(path, body, token, shape) {
      const answered = await send(client, `${url}/${version}/${path}`, body, token);
      if (answered === null) return { kind: 'unknown' };
      const value = answered.status < 300 ? shape.safeParse(answered.body) : null;
      if (value?.success) return { kind: 'answer', value: value.data };
      if (answered.status < 300) return { kind: 'unknown' };
      const refused = Refused.safeParse(answered.body);
      if (answered.status === TOO_MANY || (refused.success && throttled.has(refused.data.error.code)))
        throw new Error(`The Graph API is busy: ${refused.data?.error.code ?? TOO_MANY}`);
      // A gateway's error page and a fault inside say nothing about what happened before it.
      if (!refused.success || answered.status >= 500 || refused.data.error.is_transient) return { kind: 'unknown' };
      const { code, error_subcode = null } = refused.data.error;
      return { kind: 'refused', code, subcode: error_subcode };
    },
    async download(address, token, maxBytes) {
      // Media lie on other hosts of Meta; the token goes to https hosts only, and to a double on this machine.
      if (!address.startsWith('https:') && !address.startsWith(`${url}/`)) throw new Error('Not an address of a file');
      const response = await client
        .get(address, { headers: { Authorization: `Bearer ${token}` }, timeout: DOWNLOAD_MS })
        .catch((error: unknown) => unreachable(error));
      if (!response.ok) throw new Error(`The Graph API answers ${response.status} for a file`);
      return readAtMost(response, maxBytes);
    },
  };
}

const DOWNLOAD_MS = 30_000;

/** Null: there is more, whatever the answer's header says about its length. */
async function readAtMost({ body }: Response, maxBytes: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the rest.
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/** Null: no answer after the request may have arrived. */
async function send(
  client: KyInstance,
  url: string,
  body: object | FormData,
  token: string,
): Promise<{ status: number; body: unknown } | null> {
  const headers = { Authorization: `Bearer ${token}`, Accept: 'application/json' };
  try {
    const response = await client.post(url, { headers, ...(body instanceof FormData ? { body } : { json: body }) });
    return { status: response.status, body: await response.json().catch(() => null) };
  } catch (error) {
    if (neverArrived.has(codeOf(error) ?? '')) return unreachable(error);
    return null;
  }
}

/** The connection never opened. */
const neverArrived = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function codeOf(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause)
    if ('code' in at && typeof at.code === 'string') return at.code;
  return undefined;
}

function unreachable(error: unknown): never {
  throw new Error(`The Graph API cannot be reached: ${error instanceof Error ? error.name : 'a fault'}`);
}

/** The client's own errors contain the request with the token, and failed jobs store their error. */
async function request(
  client: KyInstance,
  url: string,
  searchParams: Record<string, string>,
  token: string,
): Promise<{ status: number; body: unknown }> {
  const headers = { Authorization: `Bearer ${token}`, Accept: 'application/json' };
  try {
    const response = await client.get(url, { searchParams, headers });
    return { status: response.status, body: await response.json().catch(() => null) };
  } catch (error) {
    return unreachable(error);
  }
}

const Refused = z.object({
  error: z.object({
    code: z.int(),
    error_subcode: z.optional(z.int()),
    is_transient: z.optional(z.boolean()),
  }),
});
