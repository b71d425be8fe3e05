import { TransientError, type ProviderResult } from '../integrations/payment-providers/provider.ts';
import { Refusal, refuse } from '../pipeline/handler.ts';

/** The provider's answer, or the refusal to pass on. An answer that never came is 503. */
export async function requestProvider<T>(question: Promise<ProviderResult<T>>): Promise<T | Refusal> {
  try {
    const answer = await question;
    return answer.kind === 'answer'
      ? answer.value
      : refuse('provider_refused', { message: withoutNumbers(answer.message) });
  } catch (error) {
    if (error instanceof TransientError) return refuse('provider_unavailable');
    throw error;
  }
}

/** A provider's sentence without long numbers: it may repeat the account's. */
export const withoutNumbers = (message: string): string => message.replaceAll(/[A-Z]{0,4}\d[\d -]{3,}\d/gi, '…');
