import { providers } from '../../../contract/payments/providers.ts';
import type { JobRun } from '../../jobs/jobs.ts';
import { findPayment } from '../store.ts';
import { applyRefund, failRefund } from './apply-refund.ts';
import { clientOf, findCheckout } from './checkouts.ts';
import { inMoneyTransaction, readInRestaurant } from './money-context.ts';
import type { CheckoutServices } from './open-checkout.ts';

export interface RefundKey {
  restaurantId: string;
  paymentId: string;
  refundId: string;
}

export const refundJobs = (services: Omit<CheckoutServices, 'jobs'>): Record<string, JobRun> => ({
  'refunds.send': ({ restaurant_id, payment_id, refund_id }, { clock, enqueue }) =>
    sendRefund(
      { ...services, jobs: { enqueue } },
      { restaurantId: restaurant_id!, paymentId: payment_id!, refundId: refund_id! },
      clock.now(),
    ),
});

/**
 * Asks the provider for a reserved refund, or what became of it. The refund's id is the request's key, so that it happens once, however
 * often an answer is lost. Throws TransientError if there is no answer: the refund stays pending.
 */
export async function sendRefund(services: CheckoutServices, key: RefundKey, now: Date): Promise<void> {
  const { restaurantId, paymentId, refundId } = key;
  const [row, payment] = await readInRestaurant(services, restaurantId, async (db) => [
    await findCheckout(db, restaurantId, paymentId),
    await findPayment(db, restaurantId, paymentId),
  ]);
  const refund = payment?.refunds.find(({ id }) => id === refundId);
  const client = clientOf(services.providers, row?.provider ?? null);
  if (!row?.provider_account || !row.provider_reference) return;
  if (!payment || refund?.refund_status !== 'pending') return;
  if (!client) {
    const message = `Galley has no access to ${providers[row.provider!].label} any more: give the money back there.`;
    return inMoneyTransaction(services, { restaurantId, now }, (c) => failRefund(c, row, { refundId, message }));
  }
  const isRequested = refund.provider_reference !== null;
  const answer = isRequested
    ? await client.readRefund(row.provider_account, refund.provider_reference!)
    : await client.refund({
        account: row.provider_account,
        key: refundId,
        refundId,
        checkoutReference: row.provider_reference,
        amount: refund.amount,
        currency: payment.currency,
        reason: refund.reason,
      });
  await inMoneyTransaction(services, { restaurantId, now }, async (c) => {
    const current = (await findCheckout(c.db, restaurantId, paymentId))!; // never deleted
    if (answer.kind === 'answer') await applyRefund(c, current, { ...answer.value, refundId });
    else if (!isRequested) await failRefund(c, current, { refundId, message: answer.message });
  });
}
