import ky, { type KyInstance } from 'ky';
import * as z from 'zod/mini';
import { TransientError, type ProviderResult } from './provider.ts';
import type { PaystackSettings } from './paystack.ts';

interface PaystackRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  query?: Record<string, string>;
  body?: Record<string, unknown>;
}

/** One request to Paystack. `shape` checks `data` of its answer. Throws a TransientError, see the port. */
export type RequestPaystack = <T>(
  path: string,
  shape: z.ZodMiniType<T>,
  request?: PaystackRequest,
) => Promise<ProviderResult<T> & { status: number }>;

export const WAIT_MS = 8_000;

/**
 * Refusals are answers of Paystack about the request itself. An unknown key (401, 403) is none: it says nothing about a payment, and it
 * passes when the operator corrects the setting.
 */
export function createPaystackRequest({ url, secretKey }: PaystackSettings, waitMs: number): RequestPaystack {
  const client: KyInstance = ky.create({ timeout: waitMs, retry: 0, throwHttpErrors: false, redirect: 'error' });
  return async (path, shape, { method = 'GET', query, body } = {}) => {
    const { status, answer } = await exchange(client, `${url}/${path}`, {
      method,
      headers: { Authorization: `Bearer ${secretKey}`, Accept: 'application/json' },
      ...(query && { searchParams: query }),
      ...(body && { json: body }),
    });
    if (status >= 200 && status < 300) {
      const accepted = Accepted.safeParse(answer);
      const data = accepted.success ? shape.safeParse(accepted.data.data) : null;
      if (data?.success) return { kind: 'answer', value: data.data, status };
      throw new TransientError('Paystack answers in an unknown form');
    }
    const refused = Refused.safeParse(answer);
    if (!refused.success || status < 400 || status >= 500 || passing.has(status))
      throw new TransientError(`Paystack answers ${status}`);
    const { code = 'refused', message } = refused.data;
    return { kind: 'refused', code: code ?? 'refused', message: withoutNumbers(message), status };
  };
}

/** No access, time-out, too early, too many. */
const passing = new Set([401, 403, 407, 408, 425, 429]);

/** The client's own errors contain the address with an account number and the key; failed jobs store their error. */
async function exchange(
  client: KyInstance,
  url: string,
  options: Parameters<KyInstance>[1],
): Promise<{ status: number; answer: unknown }> {
  try {
    const response = await client(url, options);
    return { status: response.status, answer: await response.json().catch(() => null) };
  } catch (error) {
    // eslint-disable-next-line preserve-caught-error
    throw new TransientError(`Paystack cannot be reached: ${error instanceof Error ? error.name : 'a fault'}`);
  }
}

/** A message may quote the account number that it refuses. */
const withoutNumbers = (message: string) => message.replaceAll(/\d{5,}/g, '…').slice(0, 300);

const Accepted = z.object({ status: z.literal(true), data: z.optional(z.unknown()) });
const Refused = z.object({
  status: z.literal(false),
  message: z.string(),
  code: z.optional(z.nullable(z.string())),
});
