import { localTime } from '../../../contract/restaurant/time-columns.ts';
import { planOf, type Plan } from '../../../contract/subscriptions/plans.ts';
import type { Usage } from '../../../contract/subscriptions/calls.ts';
import type { Subscription, SubscriptionInvoice } from '../../../contract/subscriptions/rows.ts';
import type { Result } from '../../api/send.ts';
import { toCsv, type CsvColumn } from '../../../contract/csv.ts';
import { decimal, money } from '../../lib/money.ts';
import { dateLabel, dateOf } from '../../lib/wall-clock.ts';
import { humanize } from '../../ui/status-label.ts';

const stateLabels: Record<string, string> = {
  trialing: 'Free trial',
  active: 'Active',
  past_due: 'Payment overdue',
  paused: 'Paused',
  cancelled: 'Cancelled',
  expired: 'Ended',
};
export const stateLabel = (status: string): string => stateLabels[status] ?? humanize(status);

/** "Starter, monthly"; the id of a plan that this version does not know. */
export function planLabel(id: string): string {
  const plan = planOf(id);
  return plan ? `${plan.name}, ${plan.interval === 'month' ? 'monthly' : 'yearly'}` : id;
}

export const priceLabel = ({ price_amount: amount, currency, interval }: Plan): string =>
  `${money(amount, currency)} a ${interval}`;

/** "This month so far: 312 of 1,000 orders, 40 of 500 messages of the chatbot." */
export function usageLabel({ limits }: Pick<Plan, 'limits'>, usage: Usage): string {
  const ofLimit = (used: number, limit: number | null) =>
    limit === null
      ? used.toLocaleString('en-GB')
      : `${used.toLocaleString('en-GB')} of ${limit.toLocaleString('en-GB')}`;
  const orders = ofLimit(usage.orders, limits.orders_per_month);
  return `This month so far: ${orders} orders, ${ofLimit(usage.bot_messages, limits.bot_messages_per_month)} messages of the chatbot.`;
}

export const isOver = ({ limits }: Pick<Plan, 'limits'>, { orders, bot_messages }: Usage): boolean =>
  orders > (limits.orders_per_month ?? Infinity) || bot_messages > (limits.bot_messages_per_month ?? Infinity);

/** What happens next, as a sentence. */
export function nextLabel(subscription: Subscription, timezone: string, now: number): string {
  const { status, current_period_end_at: end, cancelled_at: cancelledAt } = subscription;
  const today = dateOf(now, timezone);
  const date = (instant: string) => dateLabel(dateOf(Date.parse(instant), timezone), today);
  if (status === 'cancelled' || status === 'expired')
    return cancelledAt ? `It ended after ${date(cancelledAt)}.` : 'It has ended.';
  if (end === null) return '';
  if (subscription.cancel_at_period_end) return `It ends on ${date(end)}.`;
  if (status === 'trialing') return `The first payment is due on ${date(end)}.`;
  return status === 'past_due' ? `The period ends on ${date(end)}.` : `It renews on ${date(end)}.`;
}

/** What is charged, and when, if an open subscription changes to a plan. */
export function changeText(
  { status, plan_id, current_period_end_at: end }: Subscription,
  plan: Plan,
  timezone: string,
  now: number,
): string {
  const price = priceLabel(plan);
  const from = end === null ? '' : ` from ${dateLabel(dateOf(Date.parse(end), timezone), dateOf(now, timezone))}`;
  if (status === 'trialing') return `Nothing is charged now. ${price} is charged${from}, when the trial ends.`;
  const isOtherInterval = planOf(plan_id)?.interval !== plan.interval;
  return isOtherInterval
    ? `${money(plan.price_amount, plan.currency)} is charged now, less what is left of the period that you have paid for. A new ${plan.interval} begins today.`
    : `Nothing is charged now. The difference until then is on your next invoice, and ${price} is charged${from}.`;
}

const invoiceLabels: Record<string, string> = {
  open: 'Open',
  paid: 'Paid',
  failed: 'Payment failed',
  void: 'Void',
  refunded: 'Refunded',
};
export const invoiceLabel = (status: string): string => invoiceLabels[status] ?? humanize(status);

const columns = (timezone: string): CsvColumn<SubscriptionInvoice>[] => [
  ['Invoice', (i) => i.invoice_no],
  ['Plan', (i) => i.plan_name],
  ['From', (i) => i.period_start_at],
  ['From (local time)', (i) => localTime(i.period_start_at, timezone)],
  ['To', (i) => i.period_end_at],
  ['To (local time)', (i) => localTime(i.period_end_at, timezone)],
  ['Amount', (i) => decimal(i.amount, i.currency)],
  ['Tax', (i) => decimal(i.tax_amount, i.currency)],
  ['Currency', (i) => i.currency],
  ['Status', (i) => invoiceLabel(i.invoice_status)],
  ['Paid', (i) => i.paid_at ?? ''],
  ['Paid (local time)', (i) => (i.paid_at ? localTime(i.paid_at, timezone) : '')],
];

/** Invoices as CSV: one row each, decimal amounts. */
export const invoicesCsv = (invoices: readonly SubscriptionInvoice[], timezone: string): string =>
  toCsv(columns(timezone), invoices);

/** Without an answer, nobody knows whether it was changed. */
export function describeFailure({ kind, error }: Exclude<Result<unknown>, { ok: true }>): {
  title: string;
  detail: string;
} {
  const isUnanswered = kind === 'offline' || error.code === 'provider_unavailable';
  if (isUnanswered)
    return {
      title: kind === 'offline' ? 'The server did not answer' : 'Stripe did not answer',
      detail: 'Check the subscription before you try again.',
    };
  const detail = error.code === 'provider_refused' ? error.message : `${error.message}.`;
  return { title: 'Nothing was changed', detail };
}
