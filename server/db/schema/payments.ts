import type { OnlineProvider } from '../../../contract/payments/providers.ts';
import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Payment, PaymentState } from '../../../contract/payments/rows.ts';
import { amount, byRestaurant, instant, json, requiredText, syncedColumns } from '../columns.ts';

/**
 * A customer's payment attempts. A row is created before the customer goes to a payment provider, with its reference in the return address.
 * The provider's result is stored here.
 */
export const checkouts = pgTable(
  'checkouts',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    id: uuid('id').notNull(),
    /** SHA-256 of the reference, hex. Only the customer and the provider know the reference itself. */
    reference_hash: text('reference_hash').notNull(),
    order_id: uuid('order_id'),
    order_no: text('order_no'),
    amount: amount('amount'),
    currency: text('currency').notNull(),
    payment_status: text('payment_status').$type<PaymentState>().notNull(),
    /** Null in rows from before payment providers. */
    provider: text('provider').$type<OnlineProvider>(),
    /** The restaurant's account at the provider; see payment_accounts. */
    provider_account: text('provider_account'),
    /** The provider's id of the checkout. Null until the provider has answered. */
    provider_reference: text('provider_reference'),
    /** Where the customer pays. */
    url: text('url'),
    expires_at: instant('expires_at'),
    tip_amount: amount('tip_amount'),
    /** What the platform keeps of it. */
    application_fee_amount: amount('application_fee_amount'),
    /** The row of `payments` that came of it; it has the checkout's id, too. */
    payment_id: uuid('payment_id'),
    /** When the provider was last asked for its state. */
    checked_at: instant('checked_at'),
    /** When the provider's fee is known and posted to the ledger. Null: not yet. */
    fee_posted_at: instant('fee_posted_at'),
    /** When the money becomes available, and when that was posted to the ledger. */
    available_on: instant('available_on'),
    available_posted_at: instant('available_posted_at'),
    created_at: instant('created_at').notNull(),
    updated_at: instant('updated_at').notNull(),
  },
  (t) => [
    byRestaurant(t),
    uniqueIndex('checkouts_provider').on(t.provider, t.provider_reference),
    // By hash alone: a returning customer names no restaurant.
    uniqueIndex('checkouts_reference').on(t.reference_hash),
    index('checkouts_order').on(t.restaurant_id, t.order_id),
  ],
);

/** Of payments whose refund no provider has answered: a condition that an index knows, so it is written in these words. */
export const isRefunding = sql`refunds @> '[{"refund_status": "pending"}]'::jsonb`;

/** Money of customers, as devices see it. What it means for the books is in `ledger_entries`. */
export const payments = pgTable(
  'payments',
  {
    ...syncedColumns,
    payment_no: text('payment_no').notNull(),
    order_id: uuid('order_id'),
    order_no: requiredText('order_no'),
    customer_id: uuid('customer_id'),
    customer_name: requiredText('customer_name'),
    amount: amount('amount'),
    tip_amount: amount('tip_amount'),
    fee_amount: amount('fee_amount'),
    refunded_amount: amount('refunded_amount'),
    net_amount: amount('net_amount'),
    currency: text('currency').notNull(),
    method: text('method').$type<Payment['method']>().notNull(),
    provider: text('provider').$type<Payment['provider']>().notNull(),
    provider_reference: text('provider_reference'),
    card_brand: text('card_brand'),
    card_last4: text('card_last4'),
    payment_status: text('payment_status').$type<Payment['payment_status']>().notNull(),
    failure_code: text('failure_code'),
    failure_message: text('failure_message'),
    receipt_url: text('receipt_url'),
    tendered_amount: integer('tendered_amount'),
    note: text('note'),
    is_offline: boolean('is_offline').notNull().default(false),
    device_name: text('device_name'),
    paid_at: instant('paid_at'),
    refunds: json<Payment['refunds']>('refunds').notNull(),
  },
  (t) => [
    byRestaurant(t),
    index('payments_version').on(t.restaurant_id, t.version),
    index('payments_order').on(t.restaurant_id, t.order_id),
    index('payments_list').on(t.restaurant_id, sql`(CASE WHEN paid_at IS NULL THEN created_at ELSE paid_at END)`, t.id),
    index('payments_state').on(
      t.restaurant_id,
      t.payment_status,
      sql`(CASE WHEN paid_at IS NULL THEN created_at ELSE paid_at END)`,
      t.id,
    ),
    uniqueIndex('payments_number').on(t.restaurant_id, t.payment_no),
    index('payments_refunding').on(t.restaurant_id).where(isRefunding),
  ],
);

/**
 * The books, double entry and append-only: the lines of one `transaction_id` add up to zero, which the database checks at commit. A
 * balance is the sum of an account's lines. Positive: the account has more.
 */
export const ledger_entries = pgTable(
  'ledger_entries',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    id: uuid('id').notNull(),
    transaction_id: uuid('transaction_id').notNull(),
    account: text('account').$type<LedgerAccount>().notNull(),
    entry_type: text('entry_type').$type<LedgerEntryType>().notNull(),
    amount: amount('amount'),
    currency: text('currency').notNull(),
    payment_id: uuid('payment_id'),
    order_id: uuid('order_id'),
    withdrawal_id: uuid('withdrawal_id'),
    /** When it happened. */
    effective_at: instant('effective_at').notNull(),
    created_at: instant('created_at').notNull(),
  },
  (t) => [
    byRestaurant(t),
    index('ledger_account').on(t.restaurant_id, t.account, t.effective_at),
    index('ledger_transaction').on(t.restaurant_id, t.transaction_id),
    index('ledger_payment').on(t.restaurant_id, t.payment_id),
  ],
);

/**
 * Sums of `ledger_entries`, kept by triggers on them and never written by hand. By month, so that the balance at an
 * instant takes the months before and the entries of one month.
 */
export const ledger_sums = pgTable(
  'ledger_sums',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    currency: text('currency').notNull(),
    account: text('account').$type<LedgerAccount>().notNull(),
    /** First day of the month of `effective_at`, in UTC. */
    month: date('month', { mode: 'string' }).notNull(),
    amount: amount('amount'),
  },
  (t) => [primaryKey({ columns: [t.restaurant_id, t.currency, t.account, t.month] })],
);

/**
 * Where money is, or why it came or went. `till`: taken by hand, outside of Galley. `wallet_*`: at a payment provider. `sales`, `tips`
 * and `fees` are the other side: what comes in is negative there.
 */
export type LedgerAccount =
  | 'till'
  | 'wallet_pending'
  | 'wallet_available'
  | 'wallet_reserved'
  /** Held by the provider because the customer disputes a payment. */
  | 'wallet_disputed'
  | 'withdrawn'
  /** In an imported restaurant: what was in the former account's wallet, was withdrawn, or went to fees. Nothing of it can be paid out. */
  | 'imported'
  | 'sales'
  | 'tips'
  | 'fees';

export type LedgerEntryType =
  | 'sale'
  | 'tip'
  | 'fee'
  | 'refund'
  | 'refund_fee'
  | 'withdrawal'
  | 'withdrawal_reversal'
  | 'dispute'
  | 'adjustment';
