import { onlineProviders } from './providers.ts';
import * as z from 'zod/mini';
import { call, online, read } from '../call.ts';
import { Amount, Currency, Id, Instant, operationFields, Price } from '../fields.ts';
import { PaymentState } from './rows.ts';

// Money that a payment provider takes or has taken.

/** A page of the provider where the customer pays for an order. */
export const PaymentLink = z.object({
  id: Id,
  order_id: Id,
  /** With the tip. */
  amount: Amount,
  tip_amount: Amount,
  currency: Currency,
  payment_status: PaymentState,
  provider: z.enum(onlineProviders),
  /** Null: the provider has not answered yet, or it is over. */
  url: z.nullable(z.string()),
  expires_at: z.nullable(Instant),
  created_at: Instant,
});
export type PaymentLink = z.infer<typeof PaymentLink>;

/**
 * The link for what the order owes. Repeated, it is the same one while it is open and the amount is the same. 409 `nothing_due`,
 * `order_already_final`, `payments_not_set_up`; 422 `provider_refused` with the provider's sentence; 503 `provider_unavailable`.
 */
export const openLink = call('payments.openLink', 'POST', '/orders/{id}/payment-link', {
  access: 'payments.take',
  offline: online('provider_setup'),
  isBodyOptional: true,
  body: z.strictObject({ tip_amount: z.optional(Price), ...operationFields }),
  reply: PaymentLink,
  addition: true,
  summary: 'Make a page where the customer pays for an order',
});

export const listLinks = call('payments.listLinks', 'GET', '/orders/{id}/payment-link', {
  access: 'payments.read',
  offline: read,
  reply: z.array(PaymentLink),
  addition: true,
  summary: "An order's payment links, newest first; at most 20",
});

/** What the books and the provider's records say differently. */
export const Difference = z.object({
  id: Id,
  provider: z.enum(onlineProviders),
  kind: z.enum(['missing_here', 'missing_at_provider', 'amount_differs', 'fee_differs', 'status_differs']),
  /** The provider's id of the payment, refund or payout. */
  provider_reference: z.string(),
  payment_id: z.nullable(Id),
  withdrawal_id: z.nullable(Id),
  ledger_amount: Amount,
  provider_amount: Amount,
  currency: Currency,
  found_at: Instant,
});
export type Difference = z.infer<typeof Difference>;

export const listDifferences = call('payments.listDifferences', 'GET', '/payments/reconciliation', {
  access: 'books',
  offline: read,
  reply: z.array(Difference),
  addition: true,
  summary: 'Open differences between the books and the payment provider, newest first; at most 100',
});
