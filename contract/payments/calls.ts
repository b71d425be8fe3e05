import * as z from 'zod/mini';
import { call, online, queue, read } from '../call.ts';
import { Order } from '../orders/calls.ts';
import { DateFilter, pagingQuery } from '../query.ts';
import { Amount, Currency, deviceField, Id, operationFields, Price, text } from '../fields.ts';
import { Payment, PaymentState, RefundReason } from './rows.ts';

/** What the payer sees of a payment. */
export const PaymentResult = z.object({
  payment_status: PaymentState,
  amount: Amount,
  currency: Currency,
  restaurant_name: z.string(),
  order_no: z.nullable(z.string()),
});

/** By the reference in the payment provider's return address. It cannot be guessed, and nothing else is required. */
export const getPayment = call('storefront.getPayment', 'GET', '/public/payments/{reference}', {
  access: 'storefront',
  offline: online('sent_at_once'),
  reply: PaymentResult,
  addition: true,
  summary: 'What became of a payment, by its reference',
});

/**
 * Sums over all time, minor units of `currency`. Sales include tips and exclude imported orders; refunds are deducted. The wallet holds what
 * providers collected: `wallet_balance` can be withdrawn, `pending_balance` follows, `reserved_balance` is being withdrawn.
 */
export const PaymentStats = z.object({
  total_sales: Amount,
  total_amount_withdrawn: Amount,
  wallet_balance: Amount,
  pending_balance: Amount,
  reserved_balance: Amount,
  currency: Currency,
});
export type PaymentStats = z.infer<typeof PaymentStats>;

export const list = call('payments.list', 'GET', '/payments', {
  access: 'payments.read',
  offline: read,
  query: z.strictObject({
    ...pagingQuery,
    /** A business day or a range of them in which it was paid or, unless it was, begun. */
    date: z.optional(DateFilter),
    payment_status: z.optional(PaymentState),
    /** Search words for the numbers of payment and order and the customer's name. */
    search: z.optional(text(100)),
  }),
  reply: Payment,
  paged: true,
  stats: PaymentStats,
  summary: 'Payments, newest first, with `stats` beside `data`',
});

export const get = call('payments.get', 'GET', '/payments/{id}', {
  access: 'payments.read',
  offline: read,
  reply: Payment,
  summary: 'One payment',
});

/** How a person can take money; the others come from providers. */
export const TakenMethod = z.enum(['cash', 'card', 'bank_transfer', 'mobile_money', 'other']);
export type TakenMethod = z.infer<typeof TakenMethod>;

const isAtLeastTip = z.refine<{ amount: number; tip_amount?: number | undefined }>(
  ({ amount, tip_amount = 0 }) => tip_amount <= amount,
  { error: 'The tip is larger than the payment', path: ['tip_amount'] },
);
const isEnough = z.refine<{ amount: number; tendered_amount?: number | null | undefined }>(
  ({ amount, tendered_amount }) => (tendered_amount ?? amount) >= amount,
  { error: 'Less than the payment', path: ['tendered_amount'] },
);

/**
 * Money that the restaurant took for an order: in cash, on its own card machine or otherwise outside Galley. It has changed hands, so it
 * is recorded even if others paid the order meanwhile (`due_amount` is negative then). A tip is added to the order. 404: no such order;
 * 409 `order_already_final`: the order was rejected or cancelled; `id_taken`.
 */
export const take = call('payments.take', 'POST', '/orders/{id}/payments', {
  access: 'payments.take',
  offline: queue('never'),
  body: z
    .strictObject({
      id: z.optional(Id),
      method: TakenMethod,
      /** With the tip. */
      amount: Price.check(z.gte(1)),
      tip_amount: z.optional(Price),
      tendered_amount: z.optional(z.nullable(Price)),
      note: z.optional(text(200)),
      was_offline: z.optional(z.boolean()),
      ...operationFields,
      ...deviceField,
    })
    .check(isAtLeastTip, isEnough),
  reply: Order,
  addition: true,
  summary: 'Record money taken for an order',
});

/**
 * Writes off what a completed order still owes (`is_written_off`), or brings back what was written off. 409 `transition_not_allowed`: it is
 * not completed.
 */
export const writeOff = call('payments.writeOff', 'PUT', '/orders/{id}/written-off', {
  access: 'payments.refund',
  offline: queue('never'),
  body: z.strictObject({
    is_written_off: z.boolean(),
    note: z.optional(text(200)),
    was_offline: z.optional(z.boolean()),
    ...operationFields,
    ...deviceField,
  }),
  reply: Order,
  addition: true,
  summary: 'Write off what an order owes',
});

/**
 * Gives money back, by default all that is left of the payment. For a provider's payment the refund is `pending` until the provider has
 * done it; `failed` frees the amount. 409 `refund_conflict`: `expected_refunded_amount` differs (somebody else
 * refunded meanwhile), or the amount is more than what is left; with `current`. 409 `payment_not_refundable`: the payment was not paid.
 */
export const refund = call('payments.refund', 'POST', '/payments/{id}/refund', {
  access: 'payments.refund',
  offline: online('money_out'),
  isBodyOptional: true,
  body: z.strictObject({
    amount: z.optional(Price.check(z.gte(1))),
    reason: z.optional(RefundReason),
    note: z.optional(text(500)),
    /** What was refunded or on its way back when the person looked. */
    expected_refunded_amount: z.optional(Price),
    ...operationFields,
  }),
  reply: Payment,
  summary: 'Refund a payment in part or whole',
});
