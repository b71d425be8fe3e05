import { applyCheckout, type Outcome } from './apply-checkout.ts';
import { clientOf, findCheckout, updateCheckout, type CheckoutKey } from './checkouts.ts';
import { inMoneyTransaction, readInRestaurant } from './money-context.ts';
import { requestPage, type CheckoutServices } from './open-checkout.ts';

/**
 * Asks the provider what became of a checkout and applies it. One whose page was never heard of is asked for again with its key, which finds
 * what the provider did before our commit was lost. Throws TransientError if the provider does not answer.
 */
export async function readBackCheckout(
  services: CheckoutServices,
  { restaurantId, checkoutId }: CheckoutKey,
  now: Date,
): Promise<Outcome> {
  const row = await readInRestaurant(services, restaurantId, (db) => findCheckout(db, restaurantId, checkoutId));
  const client = clientOf(services.providers, row?.provider ?? null);
  if (!row?.provider_account || !client) return 'no_provider';
  if (row.payment_id) return 'already_paid';
  if (row.provider_reference === null) {
    await requestPage(services, row, now);
    return null;
  }
  const answer = await client.readCheckout(row.provider_account, row.provider_reference);
  return inMoneyTransaction(services, { restaurantId, now }, async (c) => {
    const current = (await findCheckout(c.db, restaurantId, checkoutId))!; // never deleted
    if (answer.kind === 'answer') return applyCheckout(c, current, answer.value);
    await updateCheckout(c.db, current, { checked_at: now.toISOString() });
    return answer.code;
  });
}
