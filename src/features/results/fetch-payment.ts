import { getPayment } from '../../../contract/payments/calls.ts';
import { send } from '../../api/send.ts';
import type { PaymentLookup } from './watch-payment.ts';

/** Asks the server for the status of a payment. */
export async function fetchPayment(reference: string): Promise<PaymentLookup> {
  const result = await send(getPayment, { path: { reference } });
  if (result.ok) return { kind: 'payment', payment: result.data };
  if (result.kind === 'refused' && result.status === 404) return { kind: 'unknown' };
  return { kind: 'unanswered', waitMs: (result.error.retry_after_seconds ?? 0) * 1_000 };
}
