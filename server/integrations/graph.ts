import ky, { type KyInstance } from 'ky';
import * as z from 'zod/mini';

export interface GraphSettings {
  /** Without a slash at the end. */
  url: string;
  /** "v26.0". */
  version: string;
}

/** The Graph API's "no": its code, such as 190 for a token that is none, and never a text that could quote a secret. */
export interface GraphRefusal {
  code: number;
  /** 33: there is no such thing, or this token may not see it. */
  subcode: number | null;
}

export type GraphResult<T> = { kind: 'answer'; value: T } | ({ kind: 'refused' } & GraphRefusal);

export interface Graph {
  /**
   * Reads `path` on behalf of the token's owner. Throws when the service is away, busy, or answers what is none of its answers: a later try
   * may succeed.
   */
  read<T>(path: string, query: Record<string, string>, token: string, shape: z.ZodMiniType<T>): Promise<GraphResult<T>>;
}

const WAIT_MS = 8_000;
const TOO_MANY = 429;
/** Too many calls, or a fault that passes: Meta's own lists of codes to try again. */
const passing = new Set([1, 2, 4, 17, 32, 341, 613, 130_429, 131_016]);
const isPassing = (code: number) => passing.has(code) || (code >= 80_000 && code <= 80_014);

/** Meta's Graph API, for reading. */
export function openGraph({ url, version }: GraphSettings): Graph {
  const client: KyInstance = ky.create({ timeout: WAIT_MS, retry: 0, throwHttpErrors: false, redirect: 'error' });
  return {
    async read(path, query, token, shape) {
      const { status, body } = await ask(client, `${url}/${version}/${path}`, query, token);
      const answered = status < 300 ? shape.safeParse(body) : null;
      if (answered?.success) return { kind: 'answer', value: answered.data };
      const refused = Refused.safeParse(body);
      if (!refused.success || status < 300 || status === TOO_MANY || status >= 500)
        throw new Error(`The Graph API answers ${status} and no more`);
      const { code, error_subcode = null, is_transient = false } = refused.data.error;
      if (is_transient || isPassing(code)) throw new Error(`The Graph API is busy: ${code}`);
      return { kind: 'refused', code, subcode: error_subcode };
    },
  };
}

/** The client's own errors hold the request, and with it the token: a job that fails is kept with its error. */
async function ask(
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
    // eslint-disable-next-line preserve-caught-error
    throw new Error(`The Graph API cannot be reached: ${error instanceof Error ? error.name : 'a fault'}`);
  }
}

const Refused = z.object({
  error: z.object({
    code: z.int(),
    error_subcode: z.optional(z.int()),
    is_transient: z.optional(z.boolean()),
  }),
});
