import { TransientError, type ProviderResult } from '../integrations/payment-providers/provider.ts';
import { refuse, type Refusal } from '../pipeline/handler.ts';

const RETRY_SECONDS = 5;

/** A provider's answer for a handler: its refusal with its sentence (422), or that it cannot be reached (503). */
export async function requestProvider<T>(
  request: () => Promise<ProviderResult<T>>,
): Promise<{ value: T } | { refusal: Refusal }> {
  try {
    const result = await request();
    if (result.kind === 'answer') return { value: result.value };
    return { refusal: refuse('provider_refused', { message: result.message }) };
  } catch (error) {
    if (!(error instanceof TransientError)) throw error;
    return { refusal: refuse('provider_unavailable', { retry_after_seconds: RETRY_SECONDS }) };
  }
}
