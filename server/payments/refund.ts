import { and, eq } from 'drizzle-orm';
import { applyRefund, promisedAmount, refundableAmount, withRefund } from '../../contract/payments/apply.ts';
import * as contract from '../../contract/payments/calls.ts';
import type { Payment, Refund } from '../../contract/payments/rows.ts';
import { countMoney } from '../customers/count-money.ts';
import { changedFields } from '../db/changed-fields.ts';
import { payments } from '../db/schema/payments.ts';
import { findOrder, updateOrder } from '../orders/store.ts';
import { defineHandler, refuse, type BaseContext } from '../pipeline/handler.ts';
import { isId } from '../platform/ids.ts';
import { linesOfRefund, post } from './ledger.ts';
import { findPayment } from './store.ts';

/**
 * Gives money back. What was taken by hand the person hands over; here it is recorded. For what a provider took, the amount is reserved
 * as a pending refund, and a job asks the provider.
 */
export const refund = defineHandler(contract.refund, async (c) => {
  const payment = isId(c.path.id) ? await findPayment(c.db, c.restaurantId, c.path.id) : null;
  if (!payment || payment.deleted_at) return refuse('not_found');
  const expected = c.body.expected_refunded_amount;
  if (expected !== undefined && expected !== promisedAmount(payment))
    return refuse('refund_conflict', { current: payment });
  const left = refundableAmount(payment);
  if (left === 0) return refuse('payment_not_refundable', { current: payment });
  const amount = c.body.amount ?? left;
  if (amount > left) return refuse('refund_conflict', { current: payment });

  const now = c.now.toISOString();
  const isByHand = payment.provider === 'manual' || payment.provider === 'custom';
  // The operation's id, so that a repeated request is the same refund.
  const made: Refund = {
    id: c.opId,
    amount,
    reason: c.body.reason ?? 'other',
    note: c.body.note?.trim() || null,
    refund_status: isByHand ? 'succeeded' : 'pending',
    provider_reference: null,
    requested_by: c.actor,
    created_at: now,
    settled_at: isByHand ? now : null,
  };
  const stamp = { version: await c.bump(), updated_at: now, updated_by: c.actor };
  const refunded: Payment = { ...withRefund(payment, made), ...stamp };
  await c.db
    .update(payments)
    .set(changedFields(payment, refunded) ?? stamp)
    .where(and(eq(payments.restaurant_id, c.restaurantId), eq(payments.id, payment.id)));
  if (!isByHand) {
    const ids = { restaurant_id: c.restaurantId, payment_id: payment.id, refund_id: made.id };
    await c.enqueue('refunds.send', ids);
    return refunded;
  }
  await post(c, linesOfRefund('till', amount), {
    currency: payment.currency,
    paymentId: payment.id,
    orderId: payment.order_id,
    effectiveAt: c.occurredAt,
  });
  if (payment.order_id) await refundOrder(c, payment.order_id, amount, stamp);
  return refunded;
});

async function refundOrder(
  c: BaseContext,
  orderId: string,
  amount: number,
  stamp: Pick<Payment, 'version' | 'updated_at' | 'updated_by'>,
): Promise<void> {
  const order = await findOrder(c.db, c.restaurantId, orderId);
  if (!order) return;
  const refunded = applyRefund(order, amount);
  await updateOrder(c.db, c.restaurantId, orderId, { ...changedFields(order, refunded), ...stamp });
  await countMoney(c, order, refunded);
}
