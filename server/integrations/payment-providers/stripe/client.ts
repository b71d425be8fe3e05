import Stripe from 'stripe';
import { TransientError, type ProviderResult } from '../provider.ts';

const TIMEOUT_MS = 8_000;

/** Each method of the clients gives its own key, so the SDK neither retries nor invents keys. */
export function makeStripe({ secretKey, url }: { secretKey: string; url: string }): Stripe {
  const { protocol, hostname, port } = new URL(url);
  const isPlain = protocol === 'http:';
  return new Stripe(secretKey, {
    host: hostname,
    port: port || (isPlain ? '80' : '443'),
    protocol: isPlain ? 'http' : 'https',
    telemetry: false,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 0,
  });
}

/**
 * Runs requests: a refusal of Stripe becomes a value, and whatever may pass a TransientError. The SDK's own errors contain the request, so
 * they go no further.
 */
export async function requestStripe<T>(run: () => Promise<T>): Promise<ProviderResult<T>> {
  try {
    return { kind: 'answer', value: await run() };
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const refused = refusalOf(error);
    // eslint-disable-next-line preserve-caught-error
    if (!refused) throw new TransientError(`Stripe does not answer as expected: ${error.type} ${error.code ?? ''}`);
    return refused;
  }
}

/** Null: it may pass, or it is not known what the request did. */
function refusalOf(error: InstanceType<typeof Stripe.errors.StripeError>) {
  const refuse = (code: string, message: string) => ({ kind: 'refused' as const, code, message });
  if (error instanceof Stripe.errors.StripeAuthenticationError)
    return refuse('authentication_failed', 'Stripe refuses the key of this server. Its operator has to replace it.');
  const isRefusal =
    error instanceof Stripe.errors.StripeCardError ||
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripePermissionError;
  // 409: another request with this key, or on this object, is under way.
  if (!isRefusal || error.statusCode === 409) return null;
  return refuse(error.code ?? error.type, withoutSecrets(error.message));
}

/** Stripe quotes what it was sent. */
const withoutSecrets = (message: string): string =>
  message
    .replaceAll(/\b(sk|rk|pk|whsec)_\w+/g, '…')
    .replaceAll(/\d[\d -]{4,}\d/g, '…')
    .toWellFormed()
    .replaceAll('\0', '')
    .slice(0, 300);

/** Seconds as Stripe gives them to ISO. */
export const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** What may be an id or, expanded, the object. */
export const idOf = (value: string | { id: string }): string => (typeof value === 'string' ? value : value.id);

export const expanded = <T extends object>(value: string | T | null | undefined): T | null =>
  typeof value === 'object' ? value : null;
