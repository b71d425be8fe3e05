import { and, eq } from 'drizzle-orm';
import { applyRefund, isByHand, promisedAmount, refundableAmount, withRefund } from '../../contract/payments/apply.ts';
import type { Actor } from '../../contract/fields.ts';
import * as contract from '../../contract/payments/calls.ts';
import type { Payment, Refund } from '../../contract/payments/rows.ts';
import { changedFields } from '../db/changed-fields.ts';
import { payments } from '../db/schema/payments.ts';
import { countOrder } from '../orders/count-order.ts';
import { findOrder, updateOrder } from '../orders/store.ts';
import { defineHandler, refuse, type BaseContext } from '../pipeline/handler.ts';
import { isId } from '../platform/ids.ts';
import { linesOfRefund, post } from './ledger.ts';
import type { MoneyContext } from './online/money-context.ts';
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

  // The operation's id, so that a repeated request is the same refund.
  const refunded = await addRefund(c, payment, {
    id: c.opId,
    amount,
    reason: c.body.reason ?? 'other',
    note: c.body.note?.trim() || null,
    actor: c.actor,
  });
  if (!isByHand(payment)) return refunded;
  await post(c, linesOfRefund('till', amount), {
    currency: payment.currency,
    paymentId: payment.id,
    orderId: payment.order_id,
    effectiveAt: c.occurredAt,
  });
  const { version, updated_at, updated_by } = refunded;
  if (payment.order_id) await refundOrder(c, payment.order_id, amount, { version, updated_at, updated_by });
  return refunded;
});

interface NewRefund extends Pick<Refund, 'id' | 'amount' | 'reason'> {
  note?: string | null;
  actor: Actor;
}

/** Adds a refund to a payment: done, if people give the money back, or reserved, and a job asks the provider. */
export async function addRefund(
  c: MoneyContext,
  payment: Payment,
  { actor, note = null, ...wanted }: NewRefund,
): Promise<Payment> {
  const now = c.now.toISOString();
  const isDone = isByHand(payment);
  const made: Refund = {
    ...wanted,
    note,
    refund_status: isDone ? 'succeeded' : 'pending',
    provider_reference: null,
    requested_by: actor,
    created_at: now,
    settled_at: isDone ? now : null,
  };
  const stamp = { version: await c.bump(), updated_at: now, updated_by: actor };
  const refunded: Payment = { ...withRefund(payment, made), ...stamp };
  await c.db
    .update(payments)
    .set(changedFields(payment, refunded) ?? stamp)
    .where(and(eq(payments.restaurant_id, c.restaurantId), eq(payments.id, payment.id)));
  const ids = { restaurant_id: c.restaurantId, payment_id: payment.id, refund_id: made.id };
  if (!isDone) await c.enqueue('refunds.send', ids);
  return refunded;
}

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
  await countOrder(c, order, refunded);
}
