import * as z from 'zod/mini';
import { call, online, read } from '../call.ts';
import { operationFields } from '../fields.ts';
import { pagingQuery } from '../query.ts';
import { Plan } from './plans.ts';
import { Subscription, SubscriptionInvoice } from './rows.ts';

// What a restaurant pays for Galley itself. It never stops orders.

export const SubscriptionState = z.object({
  /** False: this server sells no subscriptions. */
  is_available: z.boolean(),
  /** The newest, even if it has ended. Null: there was none. */
  subscription: z.nullable(Subscription),
});
export type SubscriptionState = z.infer<typeof SubscriptionState>;

/** Of the calendar month in the restaurant's time zone, so far. Compared with the plan's limits on the screen; it stops nothing. */
export const Usage = z.object({
  /** Without rejected and cancelled ones. */
  orders: z.int(),
  bot_messages: z.int(),
});
export type Usage = z.infer<typeof Usage>;

export const listPlans = call('subscriptions.plans', 'GET', '/settings/subscriptions/plans', {
  access: 'money.read',
  offline: read,
  reply: z.array(Plan),
  addition: true,
  summary: 'The plans that can be chosen',
});

export const current = call('subscriptions.current', 'GET', '/settings/subscriptions/current', {
  access: 'money.read',
  offline: read,
  reply: z.extend(SubscriptionState, { usage: Usage }),
  addition: true,
  summary: "The restaurant's subscription, and what this month has of what its plan counts",
});

/**
 * Without an open subscription the answer is the page where a card is entered; an open one changes its plan at once. `interval` chooses
 * among plans of one code. `return_url`: a path of this app. 404 `stripe_not_configured`; 422 for an unknown plan and `provider_refused`; 503
 * `provider_unavailable`.
 */
export const subscribe = call('subscriptions.subscribe', 'POST', '/settings/subscriptions/subscribe', {
  access: 'money.move',
  offline: online('subscribing'),
  body: z.strictObject({
    plan_id: z.string(),
    interval: z.optional(z.enum(['month', 'year'])),
    return_url: z.optional(
      z.string().check(z.maxLength(200), z.regex(/^\/(?![/\\])[\x21-\x7e]*$/, 'Must be a path of this app')),
    ),
    ...operationFields,
  }),
  reply: z.object({ checkout_url: z.nullable(z.string()), subscription: z.nullable(Subscription) }),
  summary: 'Subscribe to a plan, or change to it',
});

const ending = {
  access: 'money.move',
  offline: online('subscribing'),
  isBodyOptional: true,
  body: z.strictObject({ ...operationFields }),
  reply: SubscriptionState,
  addition: true,
} as const;

/** Without an open subscription nothing happens. */
export const cancel = call('subscriptions.cancel', 'POST', '/settings/subscriptions/cancel', {
  ...ending,
  summary: 'End the subscription when its paid period ends',
});

export const resume = call('subscriptions.resume', 'POST', '/settings/subscriptions/resume', {
  ...ending,
  summary: 'Keep a subscription that was cancelled and has not ended',
});

/**
 * Without `is_entered` the answer is Stripe's page where another card is entered. Afterwards, with `is_entered`, the subscription uses that
 * card, and what is overdue is charged at once. Without an open subscription nothing happens. 422 `provider_refused`; 503 `provider_unavailable`.
 */
export const changeCard = call('subscriptions.changeCard', 'POST', '/settings/subscriptions/card', {
  access: 'money.move',
  offline: online('subscribing'),
  isBodyOptional: true,
  body: z.strictObject({ is_entered: z.optional(z.boolean()), ...operationFields }),
  reply: z.object({ card_url: z.nullable(z.string()), subscription: z.nullable(Subscription) }),
  addition: true,
  summary: 'Pay the subscription with another card',
});

export const history = call('subscriptions.history', 'GET', '/settings/subscriptions/history', {
  access: 'money.read',
  offline: read,
  query: z.strictObject({ ...pagingQuery }),
  reply: SubscriptionInvoice,
  paged: true,
  summary: 'Invoices of the subscription, newest first',
});
