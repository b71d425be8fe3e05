import { providers } from '../../../contract/payments/providers.ts';
import { and, eq } from 'drizzle-orm';
import { promisedAmount, stateOf, withRefund } from '../../../contract/payments/apply.ts';
import type { Payment } from '../../../contract/payments/rows.ts';
import { changedFields } from '../../db/changed-fields.ts';
import { payments } from '../../db/schema/payments.ts';
import type { DisputeState } from '../../integrations/payment-providers/provider.ts';
import { notify } from '../../notifications/notify.ts';
import { nameId } from '../../platform/name-id.ts';
import { balanceOfPayment, hasTransaction, linesOfMove, post, type LedgerLine } from '../ledger.ts';
import { findPayment } from '../store.ts';
import type { Outcome } from './apply-checkout.ts';
import { refundOrderOf } from './apply-refund.ts';
import { updateCheckout, type Checkout } from './checkouts.ts';
import type { MoneyContext } from './money-context.ts';
import { providerActor } from './provider-actor.ts';
import { linesOfTaking, takenFrom } from './wallet.ts';

/**
 * Applies what the provider says about a dispute, once; the books remember which disputes were opened and closed, and what each cost. While it
 * is open, the provider holds the money. Lost: the customer has it. An end that arrives before its beginning counts as both.
 */
export async function applyDispute(c: MoneyContext, row: Checkout, state: DisputeState): Promise<Outcome> {
  const payment = await findPayment(c.db, c.restaurantId, row.id);
  if (!payment) throw new Error('A dispute arrived before its payment');
  const named = (step: string) => nameId(c.restaurantId, 'dispute', row.provider!, state.reference, step);
  const [opened, closed] = [named('opened'), named('closed')];
  const isOpen = await hasTransaction(c, opened);
  const isOver = await hasTransaction(c, closed);
  if (state.status === 'inquiry') {
    if (!isOpen && !isOver) await notifyOfInquiry(c, row, payment);
    return null;
  }
  if (isOver && state.status === 'open') return 'nothing_new';

  const write = (transactionId: string, lines: LedgerLine[]) =>
    post(c, lines, {
      transactionId,
      currency: payment.currency,
      paymentId: payment.id,
      orderId: payment.order_id,
      effectiveAt: c.now.toISOString(),
    });
  const posted = await balanceOfPayment(c, 'fees', payment.id, opened);
  const fee = (state.fee ?? posted) - posted;
  const charged = { ...payment, fee_amount: payment.fee_amount + fee, net_amount: payment.net_amount - fee };
  const feeLines = linesOfMove('dispute', { from: takenFrom(row), to: 'fees', amount: fee });
  if (isOver || (isOpen && state.status === 'open')) {
    // Only who wins gets it back; anything else is a state from before.
    if (state.status === 'won' ? fee >= 0 : fee <= 0) return 'nothing_new';
    await write(opened, feeLines);
    await writePayment(c, row, payment, charged);
    return null;
  }
  const disputed = await balanceOfPayment(c, 'wallet_disputed', payment.id);
  const held = isOpen ? await balanceOfPayment(c, 'wallet_disputed', payment.id, opened) : 0;
  // What was refunded is not disputed, too.
  const most = Math.min(state.amount, payment.amount - promisedAmount(payment) - (disputed - held));
  const amount = state.status === 'won' ? held : Math.max(held, most);
  if (!isOpen && most <= 0) return 'nothing_left';
  const hold = isOpen ? 0 : most;
  await write(opened, [
    ...(await linesOfTaking(c, row, { type: 'dispute', to: 'wallet_disputed', amount: hold })),
    ...feeLines,
  ]);
  const to = state.status === 'won' ? takenFrom(row) : 'sales';
  if (state.status !== 'open')
    await write(closed, linesOfMove('dispute', { from: 'wallet_disputed', to, amount: held + hold }));
  // A refund that failed meanwhile left more to lose.
  if (state.status === 'lost')
    await write(closed, await linesOfTaking(c, row, { type: 'dispute', to: 'sales', amount: amount - held - hold }));

  const isStillDisputed = state.status === 'open' || disputed - held > 0;
  const settled = state.status === 'lost' ? withRefund(charged, lostDispute(c, row, state, amount)) : charged;
  await writePayment(c, row, payment, {
    ...settled,
    payment_status: isStillDisputed ? 'disputed' : stateOf(settled.amount, settled.refunded_amount),
  });
  if (state.status === 'open') await notifyOwner(c, row, payment);
  return null;
}

const lostDispute = (
  c: MoneyContext,
  row: Checkout,
  state: DisputeState,
  amount: number,
): Payment['refunds'][number] => ({
  id: nameId(c.restaurantId, 'dispute', row.provider!, state.reference),
  amount,
  reason: 'fraudulent',
  note: 'Dispute lost',
  refund_status: 'succeeded',
  provider_reference: state.reference,
  requested_by: null,
  created_at: c.now.toISOString(),
  settled_at: c.now.toISOString(),
});

async function writePayment(c: MoneyContext, row: Checkout, before: Payment, changed: Payment): Promise<void> {
  const at = c.now.toISOString();
  const stamp = { version: await c.bump(), updated_at: at, updated_by: providerActor(row.provider!) };
  await c.db
    .update(payments)
    .set(changedFields(before, { ...changed, ...stamp }) ?? stamp)
    .where(and(eq(payments.restaurant_id, c.restaurantId), eq(payments.id, before.id)));
  await updateCheckout(c.db, row, { payment_status: changed.payment_status, updated_at: at });
  const given = changed.refunded_amount - before.refunded_amount;
  if (given !== 0) await refundOrderOf(c, before, given, stamp);
}

const notifyOfInquiry = (c: MoneyContext, row: Checkout, payment: Payment) =>
  notify(c, {
    type: 'dispute_opened',
    title: `A customer's bank asks about ${payment.payment_no}`,
    body: `Answer it at ${providers[row.provider!].label}, so that it does not become a dispute. No money is held.`,
    severity: 'warning',
    url: `/restaurant/payments/${payment.id}`,
    group_key: `dispute:${payment.id}`,
  });

const notifyOwner = (c: MoneyContext, row: Checkout, payment: Payment) =>
  notify(c, {
    type: 'dispute_opened',
    title: `A customer disputes ${payment.payment_no}`,
    body: `${providers[row.provider!].label} holds the money. Answer the dispute there.`,
    severity: 'warning',
    url: `/restaurant/payments/${payment.id}`,
    group_key: `dispute:${payment.id}`,
  });
