import * as z from 'zod/mini';
import { call, online } from '../call.ts';
import { Amount, Currency } from '../fields.ts';

/** What can become of a payment (data dictionary, section 4). */
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

/** What the person who paid sees of it. */
export const PaymentResult = z.object({
  payment_status: PaymentState,
  amount: Amount,
  currency: Currency,
  restaurant_name: z.string(),
  order_no: z.nullable(z.string()),
});

/** By the reference that stands in the address to which the payment provider leads back. It cannot be guessed, and nothing else is asked for. */
export const getPayment = call('storefront.getPayment', 'GET', '/public/payments/{reference}', {
  access: 'storefront',
  offline: online('sign_in'),
  reply: PaymentResult,
  addition: true,
  summary: 'What became of a payment, by its reference',
});
