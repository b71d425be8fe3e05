import { onlineProviders } from './providers.ts';
import * as z from 'zod/mini';
import { Actor, Amount, Currency, Id, Instant, syncedFields } from '../fields.ts';

/** States of a payment. */
export const PaymentState = z.enum([
  'pending',
  'authorized',
  'paid',
  'partially_refunded',
  'refunded',
  'failed',
  'cancelled',
  'disputed',
]);
export type PaymentState = z.infer<typeof PaymentState>;

export const PaymentMethod = z.enum([
  'card',
  'cash',
  'bank_transfer',
  'mobile_money',
  'wallet',
  'payment_link',
  'other',
]);
export type PaymentMethod = z.infer<typeof PaymentMethod>;

export const refundReasons = [
  'customer_request',
  'out_of_stock',
  'late',
  'wrong_order',
  'duplicate',
  'fraudulent',
  'other',
] as const;
export const RefundReason = z.enum(refundReasons);
export type RefundReason = z.infer<typeof RefundReason>;

export const Refund = z.object({
  id: Id,
  amount: Amount,
  reason: RefundReason,
  note: z.nullable(z.string()),
  /** `pending`: the provider has not answered yet. */
  refund_status: z.enum(['pending', 'succeeded', 'failed', 'cancelled']),
  provider_reference: z.nullable(z.string()),
  /** Why the provider refused it. */
  failure_message: z.optional(z.nullable(z.string())),
  requested_by: z.nullable(Actor),
  created_at: Instant,
  settled_at: z.nullable(Instant),
});
export type Refund = z.infer<typeof Refund>;

/** Money in minor units of `currency`. */
export const Payment = z.object({
  ...syncedFields,
  /** "P-20938", counted per restaurant. Empty until the server has numbered it. */
  payment_no: z.string(),
  order_id: z.nullable(Id),
  order_no: z.string(),
  customer_id: z.nullable(Id),
  customer_name: z.string(),
  /** With the tip. */
  amount: Amount,
  tip_amount: Amount,
  /** What the provider and the platform keep. */
  fee_amount: Amount,
  refunded_amount: Amount,
  /** `amount` − `fee_amount` − `refunded_amount`. */
  net_amount: Amount,
  currency: Currency,
  method: PaymentMethod,
  /** `manual`: taken by hand, such as cash or the restaurant's own card machine. It is not in the wallet. */
  provider: z.enum([...onlineProviders, 'manual']),
  provider_reference: z.nullable(z.string()),
  card_brand: z.nullable(z.string()),
  card_last4: z.nullable(z.string()),
  payment_status: PaymentState,
  failure_code: z.nullable(z.string()),
  failure_message: z.nullable(z.string()),
  receipt_url: z.nullable(z.string()),
  /** Cash that the customer gave; the rest was change. Null: not stated. */
  tendered_amount: z.nullable(Amount),
  note: z.nullable(z.string()),
  /** Recorded on a device without a connection. */
  is_offline: z.boolean(),
  /** The device on which it was taken. */
  device_name: z.nullable(z.string()),
  paid_at: z.nullable(Instant),
  refunds: z.array(Refund),
});
export type Payment = z.infer<typeof Payment>;
