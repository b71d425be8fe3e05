import { newPayment, withRefund } from '../contract/payments/apply.ts';
import type { Payment } from '../contract/payments/rows.ts';
import type { Order } from '../contract/orders/calls.ts';
import { linesOfRefund, linesOfSale, type LedgerLine } from '../server/payments/ledger.ts';
import { newId } from '../server/platform/ids.ts';

/** The seed gives it its version. */
type PaidOrder = Omit<Order, 'version'>;

/** The payments of paid orders, numbered in the order in which they were taken, all by hand: nobody has set up a provider. */
export function makePayments(orders: readonly PaidOrder[]): Payment[] {
  const paid = orders.filter(({ paid_amount }) => paid_amount > 0);
  return paid.toSorted((a, b) => (takenAt(a) < takenAt(b) ? -1 : 1)).map((order, i) => paymentOf(order, i + 1));
}

function paymentOf(order: PaidOrder, number: number): Payment {
  const at = takenAt(order);
  const { paid_amount: amount, tip_amount, refunded_amount } = order;
  const method = order.payment_method === 'cash' ? 'cash' : 'card';
  const payment = newPayment(
    order,
    { method, amount, tip_amount },
    { id: newId(), at, occurredAt: at, actor: order.updated_by, version: 1, paymentNo: `P-${number}` },
  );
  if (refunded_amount === 0) return payment;
  const settled_at = order.cancelled_at ?? order.rejected_at ?? order.completed_at ?? at;
  return withRefund(payment, {
    id: newId(),
    amount: refunded_amount,
    reason: 'customer_request',
    note: null,
    refund_status: 'succeeded',
    provider_reference: null,
    requested_by: order.updated_by,
    created_at: settled_at,
    settled_at,
  });
}

/** Their entries in the books. */
export function ledgerOf(payment: Payment) {
  const entries = (lines: LedgerLine[], at: string) => {
    const transaction_id = newId();
    return lines
      .filter(({ amount }) => amount !== 0)
      .map((line) => ({
        ...line,
        id: newId(),
        transaction_id,
        currency: payment.currency,
        payment_id: payment.id,
        order_id: payment.order_id,
        effective_at: at,
        created_at: at,
      }));
  };
  return [
    ...entries(linesOfSale('till', payment), payment.paid_at ?? payment.created_at),
    ...payment.refunds.flatMap((refund) => entries(linesOfRefund('till', refund.amount), refund.created_at)),
  ];
}

/** Cash and cards are taken with the handover; what was paid on the website, when it was ordered. */
const takenAt = (order: PaidOrder): string =>
  order.channel === 'website' || order.channel === 'qr_table'
    ? order.placed_at
    : (order.completed_at ?? order.placed_at);
