import type { Order, OrderStatus } from '../contract/orders/calls.ts';
import type { Random } from './random.ts';

/** The totals of an order; prices include VAT of 20 %. */
export function sumsOf(random: Random, lines: Order['lines'], type: Order['order_type'], channel: Order['channel']) {
  const subtotal_amount = lines.reduce((sum, line) => sum + line.total_amount, 0);
  const discount_amount = channel === 'website' && random.chance(0.06) ? Math.round(subtotal_amount / 10) : 0;
  const delivery_fee_amount =
    type === 'delivery'
      ? random.weighted([
          [250, 4],
          [350, 5],
          [450, 1],
        ])
      : 0;
  const tip_amount =
    (channel === 'website' || channel === 'qr_table') && random.chance(0.15) ? random.between(1, 5) * 100 : 0;
  const taxable_amount = subtotal_amount - discount_amount + delivery_fee_amount;
  const tax_amount = Math.round(taxable_amount / 6);
  return {
    lines,
    currency: 'GBP',
    subtotal_amount,
    discount_amount,
    delivery_fee_amount,
    service_charge_amount: 0,
    packaging_fee_amount: 0,
    tip_amount,
    tax_amount,
    total_amount: taxable_amount + tip_amount,
    taxes: [
      { name: 'VAT', rate_bp: 2000, is_inclusive: true, taxable_amount: taxable_amount - tax_amount, tax_amount },
    ],
  };
}

export function paymentOf(random: Random, status: OrderStatus, channel: Order['channel'], total: number) {
  const isPrepaid = channel === 'website' || channel === 'qr_table' || (channel === 'whatsapp' && random.chance(0.7));
  const isEnded = status === 'rejected' || status === 'cancelled';
  if (!isPrepaid && status !== 'completed') {
    return {
      payment_status: 'unpaid',
      payment_method: null,
      paid_amount: 0,
      refunded_amount: 0,
      due_amount: isEnded ? 0 : total,
    } as const;
  }
  const payment_method = isPrepaid
    ? 'card'
    : random.weighted<'cash' | 'card'>([
        ['cash', 3],
        ['card', 2],
      ]);
  const partly = status === 'completed' && isPrepaid && random.chance(0.015) ? Math.round(total / 5) : 0;
  const refunded_amount = isEnded ? total : partly;
  const payment_status = isEnded ? 'refunded' : partly > 0 ? 'partially_refunded' : 'paid';
  return { payment_status, payment_method, paid_amount: total, refunded_amount, due_amount: 0 } as const;
}

export function endingOf(random: Random, status: OrderStatus) {
  const none = { rejection_reason: null, rejection_note: null, cancellation_reason: null, cancellation_note: null };
  if (status === 'rejected')
    return { ...none, rejection_reason: random.pick(['busy', 'out_of_stock', 'cannot_deliver'] as const) };
  if (status === 'cancelled')
    return { ...none, cancellation_reason: random.pick(['customer_request', 'no_show', 'duplicate'] as const) };
  return none;
}
