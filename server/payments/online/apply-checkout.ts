import { newPayment, withPayment } from '../../../contract/payments/apply.ts';
import type { Order } from '../../../contract/orders/calls.ts';
import { isUnserved } from '../../../contract/orders/status.ts';
import type { MoneyBack } from '../../../contract/payments/money-back.ts';
import type { Payment } from '../../../contract/payments/rows.ts';
import { changedFields } from '../../db/changed-fields.ts';
import { payments } from '../../db/schema/payments.ts';
import type { CheckoutState } from '../../integrations/payment-providers/provider.ts';
import { notify } from '../../notifications/notify.ts';
import { countOrder } from '../../orders/count-order.ts';
import { findOrder, updateOrder } from '../../orders/store.ts';
import { nameId } from '../../platform/name-id.ts';
import { giveBack } from '../give-back.ts';
import { moneyBackText } from '../../orders/money-back-text.ts';
import { linesOfSale, post } from '../ledger.ts';
import { findPayment, nextPaymentNo } from '../store.ts';
import { closePagesLater, updateCheckout, type Checkout } from './checkouts.ts';
import { noteDifference } from './differences.ts';
import type { MoneyContext } from './money-context.ts';
import { providerActor } from './provider-actor.ts';
import { walletOf } from './wallet.ts';

/** Why a state of the provider changed nothing. Null: it was applied. */
export type Outcome = string | null;

/**
 * Applies what the provider says about a checkout, once: states only move forward, in whichever order they arrive. A paid checkout becomes
 * a payment with its lines in the books, unless its amount or currency differ from ours: that is a difference for the owner to look at.
 */
export async function applyCheckout(c: MoneyContext, row: Checkout, state: CheckoutState): Promise<Outcome> {
  const at = c.now.toISOString();
  const known = {
    provider_reference: row.provider_reference ?? state.reference,
    url: state.url ?? row.url,
    expires_at: state.expiresAt ?? row.expires_at,
    checked_at: at,
    updated_at: at,
  };
  if (row.payment_id) return 'already_paid';
  if (state.status !== 'paid') {
    const isNewer = rank[state.status] > (rank[row.payment_status as keyof typeof rank] ?? rank.paid);
    await updateCheckout(c.db, row, { ...known, ...(isNewer && { payment_status: state.status }) });
    return isNewer ? null : 'nothing_new';
  }
  if (state.amount !== row.amount || state.currency.toUpperCase() !== row.currency) {
    await updateCheckout(c.db, row, known);
    await noteDifference(c, {
      provider: row.provider!, // a provider told us
      kind: 'amount_differs',
      provider_reference: state.reference,
      ledger_amount: row.amount,
      provider_amount: state.amount,
      currency: state.currency.toUpperCase(),
    });
    return 'amount_differs';
  }
  await recordSale(c, row, state);
  await updateCheckout(c.db, row, { ...known, payment_status: 'paid', payment_id: row.id });
  if (row.order_id !== null) await closePagesLater(c, row.order_id);
  return null;
}

/** A declined card is not the end: the customer may try another one on the same page. Paid is. */
const rank = { pending: 0, authorized: 1, failed: 2, cancelled: 3, paid: 4 } as const;

async function recordSale(c: MoneyContext, row: Checkout, state: CheckoutState): Promise<void> {
  if (await findPayment(c.db, c.restaurantId, row.id)) throw new Error('The checkout has a payment already');
  const order = row.order_id === null ? null : await findOrder(c.db, c.restaurantId, row.order_id);
  const body = { method: state.method, amount: row.amount, tip_amount: row.tip_amount };
  const at = c.now.toISOString();
  const stamp = { version: await c.bump(), updated_at: at, updated_by: providerActor(row.provider!) };
  const payment: Payment = {
    ...newPayment(order ?? orderOf(row), body, {
      id: row.id,
      at,
      occurredAt: state.paidAt ?? at,
      actor: stamp.updated_by,
      version: stamp.version,
      paymentNo: await nextPaymentNo(c.db, c.restaurantId),
    }),
    provider: row.provider!,
    provider_reference: state.reference,
    card_brand: state.cardBrand,
    card_last4: state.cardLast4,
    receipt_url: state.receiptUrl,
  };
  await c.db.insert(payments).values({ ...payment, restaurant_id: c.restaurantId });
  await post(c, linesOfSale(walletOf(row), payment), {
    transactionId: nameId(c.restaurantId, 'sale', row.id),
    currency: payment.currency,
    paymentId: payment.id,
    orderId: row.order_id,
    effectiveAt: state.paidAt ?? at,
  });
  await c.enqueue('checkouts.settle', { restaurant_id: c.restaurantId, checkout_id: row.id });
  if (!order) return;
  const paid = withPayment(order, body);
  await updateOrder(c.db, c.restaurantId, order.id, { ...changedFields(order, paid), ...stamp });
  await countOrder({ ...c, actor: stamp.updated_by }, order, paid);
  if (isUnserved(order)) await notifyOfClosedOrder(c, order, await giveBack(c, paid));
  else if (payment.amount - payment.tip_amount > Math.max(0, order.due_amount))
    await notifyOfOverpaid(c, order, payment);
}

const orderOf = (row: Checkout) => ({
  id: row.order_id!, // null only in rows without a provider
  order_no: row.order_no ?? '',
  customer_id: null,
  customer: { name: '', phone: null, email: null },
  currency: row.currency,
});

const notifyOfClosedOrder = (c: MoneyContext, order: Order, back: MoneyBack | null) =>
  notify(c, {
    type: 'system',
    title: `Order #${order.order_no} was paid after it was ${order.deleted_at ? 'deleted' : order.order_status}`,
    body: moneyBackText(order, back),
    severity: 'warning',
    resource_type: 'order',
    resource_id: order.id,
    url: `/restaurant/orders/${order.id}`,
  });

const notifyOfOverpaid = (c: MoneyContext, order: Order, payment: Payment) =>
  notify(c, {
    type: 'system',
    title: `Order #${order.order_no} was paid more than it costs`,
    body: 'A customer paid online what had been paid already. Refund what is too much.',
    severity: 'warning',
    resource_type: 'order',
    resource_id: order.id,
    url: `/restaurant/payments/${payment.id}`,
  });
