import type Stripe from 'stripe';
import type { CheckoutRequest, CheckoutState, RefundRequest, RefundState, Settlement } from '../provider.ts';
import { fromStripeAmount, fromStripeFee, toStripeAmount } from './amounts.ts';
import { expanded, idOf, isoOf } from './client.ts';

// Customers pay on Stripe's page (Checkout), as direct charges: the money goes to the restaurant's own account.

export function checkoutParams(request: CheckoutRequest): Stripe.Checkout.SessionCreateParams {
  const metadata = { checkout_id: request.checkoutId, restaurant_id: request.restaurantId };
  return {
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: request.currency.toLowerCase(),
          unit_amount: toStripeAmount(request.amount, request.currency),
          product_data: { name: request.description },
        },
      },
    ],
    payment_intent_data: {
      description: request.description,
      metadata,
      ...(request.applicationFee > 0 && {
        application_fee_amount: toStripeAmount(request.applicationFee, request.currency),
      }),
    },
    client_reference_id: request.checkoutId,
    metadata,
    ...(request.customerEmail !== null && { customer_email: request.customerEmail }),
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
  };
}

/** `type`: of the event that brought it. A failed delayed payment looks like one that is still on its way. */
export function toCheckout(session: Stripe.Checkout.Session, type = ''): CheckoutState {
  const intent = expanded(session.payment_intent);
  const charge = expanded(intent?.latest_charge);
  const card = charge?.payment_method_details?.card;
  const error = intent?.last_payment_error;
  const status = type.endsWith('async_payment_failed') ? 'failed' : statusOf(session, intent);
  return {
    reference: session.id,
    checkoutId: session.client_reference_id,
    url: session.status === 'open' ? session.url : null,
    expiresAt: isoOf(session.expires_at),
    status,
    amount: session.currency ? fromStripeAmount(session.amount_total ?? 0, session.currency) : 0,
    currency: (session.currency ?? '').toUpperCase(),
    method: methodOf(charge?.payment_method_details?.type),
    cardBrand: card?.brand ?? null,
    cardLast4: card?.last4 ?? null,
    receiptUrl: charge?.receipt_url ?? null,
    failureCode: error?.decline_code ?? error?.code ?? null,
    failureMessage: error?.message ?? null,
    paidAt: status === 'paid' ? isoOf(charge?.created ?? session.created) : null,
  };
}

function statusOf(session: Stripe.Checkout.Session, intent: Stripe.PaymentIntent | null): CheckoutState['status'] {
  if (session.status === 'expired') return 'cancelled';
  if (session.status !== 'complete') return 'pending';
  if (session.payment_status !== 'unpaid') return 'paid';
  return intent?.status === 'requires_payment_method' ? 'failed' : 'pending';
}

/** Stripe names dozens. Without details it is what most people pay with. */
function methodOf(type: string | undefined): CheckoutState['method'] {
  switch (type) {
    case undefined:
    case 'card':
    case 'card_present':
      return 'card';
    case 'bacs_debit':
    case 'customer_balance':
    case 'pay_by_bank':
    case 'sepa_debit':
    case 'us_bank_account':
      return 'bank_transfer';
    case 'link':
    case 'paypal':
    case 'cashapp':
      return 'wallet';
    default:
      return 'other';
  }
}

/** Null: Stripe has not booked it yet. */
export function toSettlement(session: Stripe.Checkout.Session): Settlement | null {
  const charge = expanded(expanded(session.payment_intent)?.latest_charge);
  const booked = expanded(charge?.balance_transaction);
  if (!booked) return null;
  const { cardBrand, cardLast4, receiptUrl } = toCheckout(session);
  return {
    fee: fromStripeFee(booked.fee, booked.currency),
    availableOn: isoOf(booked.available_on),
    paidWith: { cardBrand, cardLast4, receiptUrl },
  };
}

/** The platform keeps its part of what is refunded, as Stripe keeps its fee. */
export const refundParams = (request: RefundRequest, intent: string): Stripe.RefundCreateParams => ({
  payment_intent: intent,
  amount: toStripeAmount(request.amount, request.currency),
  metadata: {
    refund_id: request.refundId,
    checkout_reference: request.checkoutReference,
    reason: request.reason,
  },
  ...(request.reason === 'duplicate' && { reason: 'duplicate' }),
  ...(request.reason === 'fraudulent' && { reason: 'fraudulent' }),
  ...(request.reason === 'customer_request' && { reason: 'requested_by_customer' }),
});

export const toRefund = (refund: Stripe.Refund): RefundState => ({
  reference: refund.id,
  refundId: refund.metadata?.['refund_id'] ?? null,
  checkoutReference:
    refund.metadata?.['checkout_reference'] ?? (refund.payment_intent ? idOf(refund.payment_intent) : null),
  amount: fromStripeAmount(refund.amount, refund.currency),
  status: refundStatuses[refund.status ?? ''] ?? 'pending',
  failureMessage: refund.failure_reason?.replaceAll('_', ' ') ?? null,
});

const refundStatuses: Record<string, RefundState['status']> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'cancelled',
};
