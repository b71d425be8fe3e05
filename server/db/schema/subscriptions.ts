import { boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Subscription, SubscriptionInvoice } from '../../../contract/subscriptions/rows.ts';
import { amount, byRestaurant, instant } from '../columns.ts';

/** What a restaurant pays for Galley itself. One row for each subscription that it ever had; at most one is open. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    id: uuid('id').notNull(),
    plan_id: text('plan_id').notNull(),
    status: text('status').$type<Subscription['status']>().notNull(),
    started_at: instant('started_at').notNull(),
    trial_ends_at: instant('trial_ends_at'),
    current_period_start_at: instant('current_period_start_at'),
    current_period_end_at: instant('current_period_end_at'),
    cancel_at_period_end: boolean('cancel_at_period_end').notNull().default(false),
    cancelled_at: instant('cancelled_at'),
    payment_method_label: text('payment_method_label'),
    provider_customer: text('provider_customer'),
    provider_reference: text('provider_reference'),
    /** The provider's time of the newest event that was applied: an older one changes nothing. */
    applied_at: instant('applied_at'),
    created_at: instant('created_at').notNull(),
    updated_at: instant('updated_at').notNull(),
  },
  (t) => [byRestaurant(t), uniqueIndex('subscriptions_provider').on(t.provider_reference)],
);

export const subscription_invoices = pgTable(
  'subscription_invoices',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    id: uuid('id').notNull(),
    invoice_no: text('invoice_no').notNull(),
    plan_name: text('plan_name').notNull(),
    period_start_at: instant('period_start_at').notNull(),
    period_end_at: instant('period_end_at').notNull(),
    amount: amount('amount'),
    tax_amount: amount('tax_amount'),
    currency: text('currency').notNull(),
    invoice_status: text('invoice_status').$type<SubscriptionInvoice['invoice_status']>().notNull(),
    paid_at: instant('paid_at'),
    pdf_url: text('pdf_url'),
    provider_reference: text('provider_reference').notNull(),
    applied_at: instant('applied_at'),
    created_at: instant('created_at').notNull(),
    updated_at: instant('updated_at').notNull(),
  },
  (t) => [
    byRestaurant(t),
    uniqueIndex('subscription_invoices_provider').on(t.provider_reference),
    index('subscription_invoices_time').on(t.restaurant_id, t.created_at),
  ],
);
