import { isUnserved } from '../../../contract/orders/status.ts';
import type { JobRun } from '../../jobs/jobs.ts';
import { Refusal } from '../../pipeline/handler.ts';
import { findOrder } from '../../orders/store.ts';
import { applyCheckout } from './apply-checkout.ts';
import { checkoutsOfOrder, clientOf, findCheckout } from './checkouts.ts';
import { inMoneyTransaction, readInRestaurant } from './money-context.ts';
import { requestPage, type CheckoutServices } from './open-checkout.ts';

export const closeJobs = (services: Omit<CheckoutServices, 'jobs'>): Record<string, JobRun> => ({
  'checkouts.close': ({ restaurant_id, order_id }, { clock, enqueue }) =>
    closePages({ ...services, jobs: { enqueue } }, { restaurantId: restaurant_id!, orderId: order_id! }, clock.now()),
});

/**
 * Closes all pages of an order but the newest one for what it owes, so that a customer does not pay twice. A page that was paid at that moment
 * is a payment like any other. Throws TransientError if the provider does not answer.
 */
export async function closePages(
  services: CheckoutServices,
  { restaurantId, orderId }: { restaurantId: string; orderId: string },
  now: Date,
): Promise<void> {
  const { order, rows } = await readInRestaurant(services, restaurantId, async (db) => ({
    order: await findOrder(db, restaurantId, orderId),
    rows: await checkoutsOfOrder(db, restaurantId, orderId),
  }));
  const pending = rows.filter(({ payment_status: status }) => status === 'pending');
  const due = !order || isUnserved(order) ? 0 : order.due_amount;
  const kept = due > 0 ? pending.find(({ amount, tip_amount: tip }) => amount - tip === due) : undefined;
  for (const row of pending) {
    const client = clientOf(services.providers, row.provider);
    if (row === kept || !client || !row.provider_account) continue;
    // The answer with its page may have been lost: asked again, it is the same one.
    const opened = row.provider_reference === null ? await requestPage(services, row, now) : row;
    if (opened instanceof Refusal || !opened.provider_reference) continue;
    const closed = await client.closeCheckout(row.provider_account, opened.provider_reference);
    if (closed.kind === 'refused') continue;
    await inMoneyTransaction(services, { restaurantId, now }, async (c) => {
      const current = (await findCheckout(c.db, restaurantId, row.id))!; // never deleted
      await applyCheckout(c, current, closed.value);
    });
  }
}
