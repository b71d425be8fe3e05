import { rootOf } from '../../platform/log.ts';
import type { Exchanged } from './provider.ts';

// Errors of the network or of a failing provider. Everything else is an answer that must not be trusted.
const away = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON']);

/** Why an exchange failed. The reason is a code, never the provider's text, which could quote a token. */
export function failureOf(fault: unknown): Exclude<Exchanged, { kind: 'claims' }> {
  const { code, status, name } = (fault ?? {}) as { code?: string; status?: number; name?: string };
  const isFetch = fault instanceof TypeError && fault.message === 'fetch failed';
  if (isFetch) return { kind: 'unavailable', reason: (rootOf(fault) as { code?: string }).code ?? 'fetch failed' };
  const reason = code ?? name ?? 'unknown';
  const isAway = (code !== undefined && away.has(code)) || name === 'TimeoutError' || (status ?? 0) >= 500;
  return { kind: isAway ? 'unavailable' : 'refused', reason };
}
