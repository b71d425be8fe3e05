import type { Args } from '../call.ts';
import type { Order } from '../orders/calls.ts';
import { settled } from '../orders/revenue.ts';
import { closedStatuses } from '../orders/status.ts';
import type { Actor } from '../fields.ts';
import type { take } from './calls.ts';
import type { Payment, Refund } from './rows.ts';

// What payments and refunds do to an order. Server and device use the same functions.

export type TakeBody = Args<typeof take>['body'];

type PaidOutcome = { kind: 'changed'; order: Order } | { kind: 'refused'; code: 'order_already_final' };

/** The order with money taken for it by hand. */
export const applyPayment = (order: Order, body: TakeBody): PaidOutcome =>
  closedStatuses.includes(order.order_status)
    ? { kind: 'refused', code: 'order_already_final' }
    : { kind: 'changed', order: withPayment(order, body) };

/** Money of an order. `amount`: with the tip, minor units. */
export interface PaidAmount {
  method: Payment['method'];
  amount: number;
  tip_amount?: number | undefined;
}

/** The order with money taken for it, whatever its status. A tip is added to what the order comes to. */
export function withPayment(order: Order, body: PaidAmount): Order {
  const tip = body.tip_amount ?? 0;
  const isMixed = order.paid_amount > 0 && order.payment_method !== body.method;
  return settled({
    ...order,
    tip_amount: order.tip_amount + tip,
    total_amount: order.total_amount + tip,
    paid_amount: order.paid_amount + body.amount,
    payment_method: isMixed ? 'other' : body.method,
  });
}

/** The order with money given back: of what was paid too much, and beyond that of the sale, which is not owed again. */
export const applyRefund = (order: Order, amount: number): Order =>
  settled({ ...order, refunded_amount: order.refunded_amount + amount });

export interface NewPaymentValues {
  id: string;
  /** ISO. */
  at: string;
  occurredAt: string;
  actor: Actor | null;
  version: number;
  /** Empty until the server has numbered it. */
  paymentNo: string;
}

/** The row of money that was taken by hand. */
export function newPayment(
  order: Pick<Order, 'id' | 'order_no' | 'customer_id' | 'customer' | 'currency'>,
  body: PaidAmount & Pick<TakeBody, 'tendered_amount' | 'note' | 'was_offline' | 'device_name'>,
  { id, at, occurredAt, actor, version, paymentNo }: NewPaymentValues,
): Payment {
  return {
    id,
    version,
    created_at: at,
    updated_at: at,
    deleted_at: null,
    updated_by: actor,
    payment_no: paymentNo,
    order_id: order.id,
    order_no: order.order_no,
    customer_id: order.customer_id,
    customer_name: order.customer.name,
    amount: body.amount,
    tip_amount: body.tip_amount ?? 0,
    fee_amount: 0,
    refunded_amount: 0,
    net_amount: body.amount,
    currency: order.currency,
    method: body.method,
    provider: 'manual',
    provider_reference: null,
    card_brand: null,
    card_last4: null,
    payment_status: 'paid',
    failure_code: null,
    failure_message: null,
    receipt_url: null,
    tendered_amount: body.tendered_amount ?? null,
    note: body.note?.trim() || null,
    is_offline: body.was_offline ?? false,
    device_name: body.device_name ?? null,
    paid_at: occurredAt,
    refunds: [],
  };
}

/** People take it and give it back; Galley only records it. A custom gateway knows no refunds. */
export const isByHand = ({ provider }: Pick<Payment, 'provider'>): boolean =>
  provider === 'manual' || provider === 'custom';

/** What may still be given back: refunds that the provider has not answered yet count. */
export function refundableAmount(payment: Payment): number {
  const { amount, payment_status } = payment;
  if (payment_status !== 'paid' && payment_status !== 'partially_refunded') return 0;
  return amount - promisedAmount(payment);
}

/** What was given back, and what the provider may still give back. */
export const promisedAmount = ({ refunds }: Pick<Payment, 'refunds'>): number =>
  sumOf(refunds, ['succeeded', 'pending']);

/** The payment with a refund added or settled. */
export function withRefund(payment: Payment, refund: Refund): Payment {
  const refunds = [...payment.refunds.filter(({ id }) => id !== refund.id), refund];
  const refunded_amount = sumOf(refunds, ['succeeded']);
  return {
    ...payment,
    refunds,
    refunded_amount,
    net_amount: payment.amount - payment.fee_amount - refunded_amount,
    // A dispute is over when the provider says so.
    payment_status: payment.payment_status === 'disputed' ? 'disputed' : stateOf(payment.amount, refunded_amount),
  };
}

/** State of a paid payment that nobody disputes. */
export const stateOf = (amount: number, refunded: number): 'paid' | 'partially_refunded' | 'refunded' =>
  refunded === 0 ? 'paid' : refunded >= amount ? 'refunded' : 'partially_refunded';

const sumOf = (refunds: Refund[], states: Refund['refund_status'][]) =>
  refunds.reduce((sum, refund) => sum + (states.includes(refund.refund_status) ? refund.amount : 0), 0);
