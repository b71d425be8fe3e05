import type Stripe from 'stripe';
import type { InvoiceState, SubscriptionState } from '../provider.ts';
import { expanded, idOf, isoOf } from './client.ts';

/** Prices have the plan's id as lookup key, so that a change of plan on Stripe's side is known, too. */
export function toSubscription(subscription: Stripe.Subscription): SubscriptionState {
  const [item] = subscription.items.data;
  const { metadata } = subscription;
  const orNull = (seconds: number | null | undefined) => (seconds ? isoOf(seconds) : null);
  return {
    reference: subscription.id,
    customer: idOf(subscription.customer),
    restaurantId: metadata['restaurant_id'] ?? null,
    planId: item?.price.lookup_key ?? metadata['plan_id'] ?? null,
    status: statusOf(subscription),
    startedAt: isoOf(subscription.start_date),
    trialEndsAt: orNull(subscription.trial_end),
    periodStartAt: orNull(item?.current_period_start),
    periodEndAt: orNull(item?.current_period_end),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    cancelledAt: orNull(subscription.canceled_at),
    paymentMethodLabel: labelOf(expanded(subscription.default_payment_method)),
  };
}

/** `past_due`, `unpaid`, `incomplete` and whatever Stripe adds: money is owed. */
function statusOf({ status, cancellation_details: ending }: Stripe.Subscription): SubscriptionState['status'] {
  if (status === 'canceled') return ending?.reason === 'payment_failed' ? 'expired' : 'cancelled';
  return statuses[status] ?? 'past_due';
}

const statuses: Record<string, SubscriptionState['status']> = {
  trialing: 'trialing',
  active: 'active',
  paused: 'paused',
  incomplete_expired: 'expired',
};

/** "Visa 4242" */
function labelOf(method: Stripe.PaymentMethod | null): string | null {
  if (!method) return null;
  const { card } = method;
  const kind = card?.brand ?? method.type.replaceAll('_', ' ');
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)}${card ? ` ${card.last4}` : ''}`;
}

/** Null: a draft, or not of a subscription. `hasFailed`: the event says that the payment failed. */
export function toInvoice(invoice: Stripe.Invoice, hasFailed = false): InvoiceState | null {
  const subscription = invoice.parent?.subscription_details?.subscription;
  if (!invoice.id || !subscription || !invoice.status || invoice.status === 'draft') return null;
  // Of the newest line: the invoice's own period is the one before.
  const period = invoice.lines.data.at(-1)?.period ?? { start: invoice.period_start, end: invoice.period_end };
  const paidAt = invoice.status_transitions.paid_at;
  return {
    reference: invoice.id,
    subscription: idOf(subscription),
    invoiceNo: invoice.number ?? invoice.id,
    amount: invoice.total,
    tax: (invoice.total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0),
    currency: invoice.currency.toUpperCase(),
    status: hasFailed && invoice.status === 'open' ? 'failed' : (invoiceStatuses[invoice.status] ?? 'open'),
    periodStartAt: isoOf(period.start),
    periodEndAt: isoOf(period.end),
    paidAt: paidAt ? isoOf(paidAt) : null,
    pdfUrl: invoice.invoice_pdf ?? null,
  };
}

const invoiceStatuses: Record<string, InvoiceState['status']> = { paid: 'paid', uncollectible: 'failed', void: 'void' };
