import type Stripe from 'stripe';
import * as z from 'zod/mini';
import type { DisputeState, ProviderEvent, ReceivedEvent, WebhookRequest } from '../provider.ts';
import { fromStripeAmount, fromStripeFee } from './amounts.ts';
import { toAccountState } from './account-state.ts';
import { toInvoice, toSubscription } from './billing-states.ts';
import { toCheckout, toRefund } from './checkout.ts';
import { idOf, isoOf } from './client.ts';
import { toPayout } from './payouts.ts';

const TOLERANCE_SECONDS = 300;

/** Stripe signs events of the platform with one secret and those of restaurants' accounts with the other; both come to one address. */
export function readEvents(
  stripe: Stripe,
  secrets: readonly string[],
  { headers, rawBody, now }: WebhookRequest,
): ReceivedEvent[] | null {
  const signature = headers['stripe-signature'];
  if (signature === undefined || !isTimely(signature, now)) return null;
  for (const secret of secrets) {
    const event = verified(stripe, { body: Buffer.from(rawBody), signature, secret, now });
    if (event) return isEvent(event) ? [{ key: event.id, event: ofItsAccount(toEvent(event), event.type) }] : [];
  }
  return null;
}

/** The SDK refuses old times only. */
function isTimely(signature: string, now: Date): boolean {
  const seconds = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature)?.[1] ?? Number.NaN);
  return Math.abs(now.getTime() / 1000 - seconds) <= TOLERANCE_SECONDS;
}

function verified(
  stripe: Stripe,
  { body, signature, secret, now }: { body: Buffer; signature: string; secret: string; now: Date },
): unknown {
  try {
    return stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS, undefined, now.getTime());
  } catch {
    // A wrong signature, or no JSON: not from Stripe either way.
    return null;
  }
}

/** Signed bytes may be anything. */
const isEvent = (value: unknown): value is Stripe.Event => Envelope.safeParse(value).success;

const Envelope = z.object({
  id: z.string(),
  type: z.string(),
  created: z.int().check(z.gte(0), z.lte(253_402_300_799)),
  account: z.optional(z.string()),
  data: z.object({ object: z.looseObject({}) }),
});

/** Restaurants' accounts take payments, the platform's own sells subscriptions: the other way round it is nothing of ours. */
function ofItsAccount(event: ProviderEvent, type: string): ProviderEvent {
  const isPlatforms = event.kind === 'subscription' || event.kind === 'invoice';
  const { occurredAt, account } = event;
  return isPlatforms === (account === null) ? event : { kind: 'other', type, occurredAt, account };
}

function toEvent(event: Stripe.Event): ProviderEvent {
  const base = { occurredAt: isoOf(event.created), account: event.account ?? null };
  const other = { ...base, kind: 'other' as const, type: event.type };
  // eslint-disable-next-line typescript/switch-exhaustiveness-check -- Stripe has hundreds of types.
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired': {
      const session = event.data.object;
      if (session.mode !== 'payment') return other;
      const checkout = toCheckout(session, event.type);
      return { ...base, kind: 'checkout', checkout: { ...checkout, paidAt: checkout.paidAt && base.occurredAt } };
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      return { ...base, kind: 'refund', refund: toRefund(event.data.object) };
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return { ...base, kind: 'dispute', dispute: toDispute(event.data.object) };
    case 'payout.created':
    case 'payout.updated':
    case 'payout.paid':
    case 'payout.failed':
    case 'payout.canceled':
      return { ...base, kind: 'payout', payout: toPayout(event.data.object) };
    case 'account.updated':
      return { ...base, kind: 'account', state: toAccountState(event.data.object) };
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
      return { ...base, kind: 'subscription', subscription: toSubscription(event.data.object) };
    case 'invoice.finalized':
    case 'invoice.updated':
    case 'invoice.paid':
    case 'invoice.payment_failed':
    case 'invoice.voided':
    case 'invoice.marked_uncollectible': {
      const invoice = toInvoice(event.data.object, event.type === 'invoice.payment_failed');
      return invoice ? { ...base, kind: 'invoice', invoice } : other;
    }
    default:
      return other;
  }
}

/** An inquiry that is closed took no money. */
const toDispute = (dispute: Stripe.Dispute): DisputeState => ({
  reference: dispute.id,
  checkoutReference: idOf(dispute.payment_intent ?? dispute.charge),
  amount: fromStripeAmount(dispute.amount, dispute.currency),
  currency: dispute.currency.toUpperCase(),
  fee: dispute.balance_transactions.reduce((sum, booked) => sum + fromStripeFee(booked.fee, booked.currency), 0),
  status: disputeStatuses[dispute.status] ?? 'open',
});

const disputeStatuses: Record<string, DisputeState['status']> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  lost: 'lost',
  won: 'won',
  warning_closed: 'won',
  prevented: 'won',
};
