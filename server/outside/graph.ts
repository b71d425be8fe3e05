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

export type Asked<T> = { kind: 'answer'; value: T } | ({ kind: 'refused' } & GraphRefusal);

export interface Graph {
  /**
   * Reads `path` on behalf of the token's owner. Throws when the service is away, busy, or answers what is none of its answers: a later try
   * may succeed.
   */
  read<T>(path: string, query: Record<string, string>, token: string, shape: z.ZodMiniType<T>): Promise<Asked<T>>;
}

const WAIT_MS = 8_000;
/** Too many calls, or a fault that passes: Meta's own list of codes to try again. */
const passing = new Set([1, 2, 4, 17, 613, 80_007, 130_429, 131_016]);

/** Meta's Graph API, for reading. */
export function openGraph({ url, version }: GraphSettings): Graph {
  const client: KyInstance = ky.create({ timeout: WAIT_MS, retry: 0, throwHttpErrors: false, redirect: 'error' });
  return {
    async read(path, query, token, shape) {
      const response = await client.get(`${url}/${version}/${path}`, {
        searchParams: query,
        headers: { Authorization: `Bearer ${token}`, Accept: 'application/json' },
      });
      const body: unknown = await response.json().catch(() => null);
      if (response.ok) return { kind: 'answer', value: shape.parse(body) };
      const refusal = Refused.safeParse(body);
      if (!refusal.success || response.status >= 500)
        throw new Error(`The Graph API answers ${response.status} and no more`);
      const { code, error_subcode = null, is_transient = false } = refusal.data.error;
      if (is_transient || passing.has(code)) throw new Error(`The Graph API is busy: ${code}`);
      return { kind: 'refused', code, subcode: error_subcode };
    },
  };
}

const Refused = z.object({
  error: z.object({
    code: z.int(),
    error_subcode: z.optional(z.int()),
    is_transient: z.optional(z.boolean()),
  }),
});
