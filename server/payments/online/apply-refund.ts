import { providers } from '../../../contract/payments/providers.ts';
import { applyRefund as refundOrder, promisedAmount, withRefund } from '../../../contract/payments/apply.ts';
import type { Actor } from '../../../contract/fields.ts';
import type { Payment, Refund } from '../../../contract/payments/rows.ts';
import { and, eq } from 'drizzle-orm';
import { changedFields } from '../../db/changed-fields.ts';
import { payments } from '../../db/schema/payments.ts';
import type { RefundState } from '../../integrations/payment-providers/provider.ts';
import { notify } from '../../notifications/notify.ts';
import { countOrder } from '../../orders/count-order.ts';
import { findOrder, updateOrder } from '../../orders/store.ts';
import { nameId } from '../../platform/name-id.ts';
import { post } from '../ledger.ts';
import { findPayment } from '../store.ts';
import type { Outcome } from './apply-checkout.ts';
import { updateCheckout, type Checkout } from './checkouts.ts';
import { noteDifference } from './differences.ts';
import type { MoneyContext } from './money-context.ts';
import { providerActor } from './provider-actor.ts';
import { linesOfTaking } from './wallet.ts';

/**
 * Applies what the provider says about a refund, once. One that was made at the provider is added. A bank may return a refund that had
 * succeeded: then it failed, and the money is back in the wallet.
 */
export async function applyRefund(c: MoneyContext, row: Checkout, state: RefundState): Promise<Outcome> {
  const payment = await findPayment(c.db, c.restaurantId, row.id);
  if (!payment) throw new Error('A refund arrived before its payment');
  const before = findRefund(payment, state);
  const isDone = state.status === 'succeeded' || state.status === 'pending';
  if (!before && !isDone) return 'nothing_new';
  // We were told no, after an answer that was lost: the provider had done it.
  const isDoneAfterAll = isDone && before?.refund_status === 'failed' && before.provider_reference === null;
  if ((!before || isDoneAfterAll) && state.amount > payment.amount - promisedAmount(payment)) {
    // One of ours is on its way, and the provider will refuse it; then there is room.
    if (payment.refunds.some(({ refund_status }) => refund_status === 'pending'))
      throw new Error('A refund of the provider waits for ours');
    await noteRefundDifference(c, row, state, 0);
    return 'more_than_paid';
  }
  if (before && before.amount !== state.amount) await noteRefundDifference(c, row, state, before.amount);
  const known = before ?? refundAtProvider(c, row, state);
  const isNewer = !before || isDoneAfterAll || rank[state.status] > rank[before.refund_status];
  if (!isNewer && before.provider_reference !== null) return 'nothing_new';
  const at = c.now.toISOString();
  await writeRefund(c, row, payment, {
    ...known,
    provider_reference: state.reference,
    ...(isNewer && {
      refund_status: state.status,
      failure_message: state.failureMessage,
      settled_at: state.status === 'pending' ? null : at,
    }),
  });
  return isNewer ? null : 'nothing_new';
}

/** The provider will not do it: the amount may be refunded again. */
export async function failRefund(
  c: MoneyContext,
  row: Checkout,
  { refundId, message }: { refundId: string; message: string },
): Promise<void> {
  const payment = await findPayment(c.db, c.restaurantId, row.id);
  const refund = payment?.refunds.find(({ id }) => id === refundId);
  if (!payment || refund?.refund_status !== 'pending') return;
  const at = c.now.toISOString();
  await writeRefund(c, row, payment, { ...refund, refund_status: 'failed', failure_message: message, settled_at: at });
}

const rank: Record<Refund['refund_status'], number> = { pending: 0, succeeded: 1, failed: 2, cancelled: 2 };

/** By our id or the provider's. */
function findRefund({ refunds }: Payment, { refundId, reference }: RefundState): Refund | null {
  return (
    refunds.find(({ id }) => id === refundId) ??
    refunds.find(({ provider_reference }) => provider_reference === reference) ??
    null
  );
}

/** A refund that somebody made in the provider's dashboard. */
const refundAtProvider = (c: MoneyContext, row: Checkout, state: RefundState): Refund => ({
  id: nameId(c.restaurantId, 'refund', row.provider!, state.reference),
  amount: state.amount,
  reason: 'other',
  note: `Made at ${providers[row.provider!].label}`,
  refund_status: state.status,
  provider_reference: state.reference,
  failure_message: null,
  requested_by: null,
  created_at: c.now.toISOString(),
  settled_at: null,
});

/** Stores a refund's new state on the payment and its order, and in the books what it changes of what was given back. */
export async function writeRefund(c: MoneyContext, row: Checkout, payment: Payment, refund: Refund): Promise<void> {
  const at = c.now.toISOString();
  const stamp = { version: await c.bump(), updated_at: at, updated_by: providerActor(row.provider!) };
  const after: Payment = { ...withRefund(payment, refund), ...stamp };
  await c.db
    .update(payments)
    .set(changedFields(payment, after) ?? stamp)
    .where(and(eq(payments.restaurant_id, c.restaurantId), eq(payments.id, payment.id)));
  await updateCheckout(c.db, row, { payment_status: after.payment_status, updated_at: at });
  const given = after.refunded_amount - payment.refunded_amount;
  if (given !== 0) {
    await post(c, await linesOfTaking(c, row, { type: 'refund', to: 'sales', amount: given }), {
      currency: payment.currency,
      paymentId: payment.id,
      orderId: payment.order_id,
      effectiveAt: at,
    });
    await refundOrderOf(c, payment, given, stamp);
  }
  if (refund.refund_status === 'failed')
    await notify(c, {
      type: 'refund_failed',
      title: `The refund of ${payment.payment_no} failed`,
      body: refund.failure_message ?? `${providers[row.provider!].label} did not say why`,
      severity: 'warning',
      url: `/restaurant/payments/${payment.id}`,
      group_key: `refund:${refund.id}`,
    });
}

export async function refundOrderOf(
  c: MoneyContext,
  payment: Payment,
  given: number,
  stamp: { version: number; updated_at: string; updated_by: Actor },
): Promise<void> {
  const order = payment.order_id === null ? null : await findOrder(c.db, c.restaurantId, payment.order_id);
  if (!order) return;
  const refunded = refundOrder(order, given);
  await updateOrder(c.db, c.restaurantId, order.id, { ...changedFields(order, refunded), ...stamp });
  await countOrder({ ...c, actor: stamp.updated_by }, order, refunded);
}

const noteRefundDifference = (c: MoneyContext, row: Checkout, state: RefundState, ours: number) =>
  noteDifference(c, {
    provider: row.provider!,
    kind: 'amount_differs',
    provider_reference: state.reference,
    payment_id: row.id,
    ledger_amount: 0 - ours,
    provider_amount: -state.amount,
    currency: row.currency,
  });
