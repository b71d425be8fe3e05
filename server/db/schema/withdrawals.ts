import { sql } from 'drizzle-orm';
import { boolean, date, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { WithdrawalAccount, WithdrawalRequest } from '../../../contract/withdrawals/rows.ts';
import type { Actor } from '../../../contract/fields.ts';
import { amount, byRestaurant, instant, json } from '../columns.ts';

/** Bank accounts to which an owner has money sent. The number itself goes to the provider and is not stored. */
export const withdrawal_accounts = pgTable(
  'withdrawal_accounts',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    id: uuid('id').notNull(),
    account_type: text('account_type').$type<WithdrawalAccount['account_type']>().notNull(),
    country_code: text('country_code').notNull(),
    currency: text('currency').notNull(),
    bank_name: text('bank_name').notNull(),
    bank_code: text('bank_code').notNull(),
    account_name: text('account_name').notNull(),
    account_number_last4: text('account_number_last4').notNull(),
    is_default: boolean('is_default').notNull(),
    status: text('status').$type<WithdrawalAccount['status']>().notNull(),
    rejection_reason: text('rejection_reason'),
    provider: text('provider').$type<WithdrawalAccount['provider']>().notNull(),
    /** The provider's id of the bank account. Never sent. */
    provider_recipient_code: text('provider_recipient_code'),
    verified_at: instant('verified_at'),
    created_at: instant('created_at').notNull(),
    updated_at: instant('updated_at').notNull(),
    deleted_at: instant('deleted_at'),
  },
  (t) => [
    byRestaurant(t),
    uniqueIndex('withdrawal_accounts_default')
      .on(t.restaurant_id)
      .where(sql`is_default AND deleted_at IS NULL`),
  ],
);

export const withdrawal_requests = pgTable(
  'withdrawal_requests',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    id: uuid('id').notNull(),
    /** Ours, as the provider gets it. */
    reference: text('reference').notNull(),
    withdrawal_account_id: uuid('withdrawal_account_id').notNull(),
    account_label: text('account_label').notNull(),
    amount: amount('amount'),
    fee_amount: amount('fee_amount'),
    net_amount: amount('net_amount'),
    currency: text('currency').notNull(),
    status: text('status').$type<WithdrawalRequest['status']>().notNull(),
    failure_code: text('failure_code').$type<WithdrawalRequest['failure_code']>(),
    failure_message: text('failure_message'),
    note: text('note'),
    provider: text('provider').$type<WithdrawalRequest['provider']>().notNull(),
    provider_reference: text('provider_reference'),
    requested_by: json<Actor>('requested_by'),
    requested_at: instant('requested_at').notNull(),
    processed_at: instant('processed_at'),
    expected_arrival_on: date('expected_arrival_on', { mode: 'string' }),
    paid_at: instant('paid_at'),
    cancelled_at: instant('cancelled_at'),
    failed_at: instant('failed_at'),
    created_at: instant('created_at').notNull(),
    updated_at: instant('updated_at').notNull(),
  },
  (t) => [
    byRestaurant(t),
    uniqueIndex('withdrawal_requests_reference').on(t.reference),
    uniqueIndex('withdrawal_requests_provider').on(t.provider, t.provider_reference),
    // One open request at a time, whatever the handlers do.
    uniqueIndex('withdrawal_requests_open')
      .on(t.restaurant_id)
      .where(sql`status IN ('pending', 'processing')`),
    index('withdrawal_requests_time').on(t.restaurant_id, t.requested_at),
  ],
);
