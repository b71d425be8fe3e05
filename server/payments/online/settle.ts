import { and, eq } from 'drizzle-orm';
import type { JobRun } from '../../jobs/jobs.ts';
import { payments } from '../../db/schema/payments.ts';
import { linesOfMove, balanceOfPayment, post } from '../ledger.ts';
import { findPayment } from '../store.ts';
import { clientOf, findCheckout, updateCheckout, type Checkout, type CheckoutKey } from './checkouts.ts';
import { inMoneyTransaction, readInRestaurant, type MoneyContext } from './money-context.ts';
import type { CheckoutServices } from './open-checkout.ts';
import { providerActor } from './provider-actor.ts';
import { walletOf } from './wallet.ts';
import type { Settlement } from '../../integrations/payment-providers/provider.ts';

/** Asks for the fee as soon as a payment is known. Where it is not known yet, the periodic round asks again. */
export const settleJobs = (services: Omit<CheckoutServices, 'jobs'>): Record<string, JobRun> => ({
  'checkouts.settle': ({ restaurant_id, checkout_id }, { clock, enqueue }) =>
    settleCheckout(
      { ...services, jobs: { enqueue } },
      { restaurantId: restaurant_id!, checkoutId: checkout_id! },
      clock.now(),
    ),
});

/**
 * Posts a paid checkout's fee when the provider knows it, with the card that paid, and moves its money from pending to available on the day that the provider names;
 * each once. Throws TransientError if the provider does not answer.
 */
export async function settleCheckout(
  services: CheckoutServices,
  { restaurantId, checkoutId }: CheckoutKey,
  now: Date,
): Promise<void> {
  const row = await readInRestaurant(services, restaurantId, (db) => findCheckout(db, restaurantId, checkoutId));
  const client = clientOf(services.providers, row?.provider ?? null);
  if (!row?.payment_id || !row.provider_account || !row.provider_reference || !client) return;
  const answer =
    row.fee_posted_at === null ? await client.readSettlement(row.provider_account, row.provider_reference) : null;
  await inMoneyTransaction(services, { restaurantId, now }, async (c) => {
    const at = now.toISOString();
    const current = (await findCheckout(c.db, restaurantId, checkoutId))!; // never deleted
    await updateCheckout(c.db, current, { checked_at: at });
    if (answer?.kind === 'answer' && answer.value && current.fee_posted_at === null)
      await postFee(c, current, answer.value);
    const settled = (await findCheckout(c.db, restaurantId, checkoutId))!;
    if (settled.available_on !== null && settled.available_on <= at && settled.available_posted_at === null)
      await makeAvailable(c, settled);
  });
}

async function postFee(c: MoneyContext, row: Checkout, { fee, availableOn, paidWith }: Settlement): Promise<void> {
  const at = c.now.toISOString();
  const payment = await findPayment(c.db, c.restaurantId, row.id);
  if (!payment) throw new Error('A paid checkout has a payment');
  await post(c, linesOfMove('fee', { from: walletOf(row), to: 'fees', amount: fee }), aboutPayment(c, row));
  await c.db
    .update(payments)
    .set({
      fee_amount: payment.fee_amount + fee,
      card_brand: payment.card_brand ?? paidWith?.cardBrand ?? null,
      card_last4: payment.card_last4 ?? paidWith?.cardLast4 ?? null,
      receipt_url: payment.receipt_url ?? paidWith?.receiptUrl ?? null,
      net_amount: payment.net_amount - fee,
      version: await c.bump(),
      updated_at: at,
      updated_by: providerActor(row.provider!),
    })
    .where(and(eq(payments.restaurant_id, c.restaurantId), eq(payments.id, payment.id)));
  await updateCheckout(c.db, row, { fee_posted_at: at, available_on: new Date(availableOn).toISOString() });
}

/** Moves what is left of the payment; what a dispute holds follows when that ends. */
async function makeAvailable(c: MoneyContext, row: Checkout): Promise<void> {
  const amount = await balanceOfPayment(c, 'wallet_pending', row.id);
  await post(c, linesOfMove('sale', { from: 'wallet_pending', to: 'wallet_available', amount }), aboutPayment(c, row));
  await updateCheckout(c.db, row, { available_posted_at: c.now.toISOString() });
}

const aboutPayment = (c: MoneyContext, row: Checkout) => ({
  currency: row.currency,
  paymentId: row.id,
  orderId: row.order_id,
  effectiveAt: c.now.toISOString(),
});
