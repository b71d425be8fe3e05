import type Stripe from 'stripe';
import type { Movement, PayoutRequest, PayoutState, Recipient, RecipientRequest } from '../provider.ts';
import { fromStripeAmount, fromStripeFee, toStripeAmount } from './amounts.ts';
import { isoOf } from './client.ts';

/** `bankCode`: a sort code or routing number; empty where the account number is an IBAN. */
export const recipientParams = (bank: RecipientRequest): Stripe.AccountCreateExternalAccountParams => ({
  external_account: {
    object: 'bank_account',
    country: bank.country,
    currency: bank.currency.toLowerCase(),
    account_number: bank.accountNumber,
    account_holder_name: bank.name,
    ...(bank.bankCode !== '' && { routing_number: bank.bankCode }),
  },
});

export const toRecipient = (bank: Stripe.BankAccount): Recipient => ({
  reference: bank.id,
  bankName: bank.bank_name ?? '',
  accountName: bank.account_holder_name ?? '',
  last4: bank.last4,
  // Of a `new` account only the form of the number is known; Stripe pays out to it.
  status:
    bank.status === 'verified'
      ? 'verified'
      : bank.status === 'errored' || bank.status === 'verification_failed'
        ? 'rejected'
        : 'pending_verification',
});

export const payoutParams = (request: PayoutRequest): Stripe.PayoutCreateParams => ({
  amount: toStripeAmount(request.amount, request.currency),
  currency: request.currency.toLowerCase(),
  destination: request.recipient,
  metadata: { reference: request.ourReference },
});

/** A payout that comes back after it was paid is `failed` at Stripe, too. */
export const toPayout = (payout: Stripe.Payout): PayoutState => {
  const hasFailed = payout.status === 'failed' || payout.status === 'canceled';
  return {
    reference: payout.id,
    ourReference: payout.metadata?.['reference'] ?? null,
    status: payout.status === 'paid' ? 'paid' : hasFailed ? 'failed' : 'processing',
    failureCode: hasFailed ? (failureCodes[payout.failure_code ?? ''] ?? 'provider_error') : null,
    failureMessage: payout.failure_message,
    expectedArrivalOn: isoOf(payout.arrival_date).slice(0, 10),
  };
};

const failureCodes: Record<string, PayoutState['failureCode']> = {
  account_closed: 'account_closed',
  account_frozen: 'account_frozen',
  bank_account_restricted: 'account_frozen',
  bank_account_unusable: 'invalid_account',
  incorrect_account_holder_details: 'name_mismatch',
  incorrect_account_holder_name: 'name_mismatch',
  insufficient_funds: 'insufficient_funds',
  invalid_account_number: 'invalid_account',
  invalid_currency: 'invalid_account',
  no_account: 'invalid_account',
};

/** `checkoutOf`: the checkout of a payment intent. */
export async function toMovement(
  booked: Stripe.BalanceTransaction,
  checkoutOf: (intent: string) => Promise<string | null>,
): Promise<Movement> {
  const source = typeof booked.source === 'object' ? booked.source : null;
  const intent = source && 'payment_intent' in source ? source.payment_intent : null;
  const kind = kindOf(booked, source);
  const isCheckout = (kind === 'payment' || kind === 'dispute') && typeof intent === 'string';
  return {
    reference: booked.id,
    kind,
    source: isCheckout ? await checkoutOf(intent) : (source?.id ?? null),
    amount: fromStripeAmount(booked.amount, booked.currency),
    fee: fromStripeFee(booked.fee, booked.currency),
    currency: booked.currency.toUpperCase(),
    at: isoOf(booked.created),
  };
}

function kindOf({ type }: Stripe.BalanceTransaction, source: { object: string } | null): Movement['kind'] {
  if (type === 'charge' || type === 'payment') return 'payment';
  if (type === 'refund' || type === 'payment_refund' || type === 'refund_failure') return 'refund';
  if (type === 'payout' || type === 'payout_cancel' || type === 'payout_failure') return 'payout';
  return source?.object === 'dispute' ? 'dispute' : 'other';
}
