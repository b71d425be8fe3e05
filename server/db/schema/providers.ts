import { boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { CustomGateway } from '../../../contract/settings/wallet-provider-calls.ts';
import type { Difference } from '../../../contract/payments/online-calls.ts';
import { amount, byRestaurant, instant, json } from '../columns.ts';
import type { OnlineProvider } from '../../../contract/payments/providers.ts';

/** A restaurant's account at a payment provider. Secrets are encrypted and never leave the server. */
export const payment_accounts = pgTable(
  'payment_accounts',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    id: uuid('id').notNull(),
    provider: text('provider').$type<OnlineProvider>().notNull(),
    /** `pending`: entered, and the provider has not confirmed it. `broken`: the provider refuses it; `reason` says why. */
    status: text('status').$type<CustomGateway['status']>().notNull(),
    /** A sentence for the owner. */
    reason: text('reason'),
    /** The provider's id, such as acct_… or ACCT_…. Null: none yet. */
    account: text('account'),
    /** What the screen shows of it: business name, bank, last four digits, the provider's name. No secrets. */
    details: json<Record<string, string | number | boolean | null>>('details').notNull(),
    /** The restaurant's own key at a custom gateway. */
    secret_sealed: text('secret_sealed'),
    secret_last4: text('secret_last4'),
    is_active: boolean('is_active').notNull().default(true),
    mode: text('mode').$type<CustomGateway['mode']>().notNull(),
    checked_at: instant('checked_at'),
    created_at: instant('created_at').notNull(),
    updated_at: instant('updated_at').notNull(),
  },
  (t) => [
    byRestaurant(t),
    uniqueIndex('payment_accounts_provider').on(t.restaurant_id, t.provider),
    uniqueIndex('payment_accounts_account').on(t.provider, t.account),
  ],
);

/** Verified webhook events of payment providers, each once. Processed from here by a job; deleted after 30 days. */
export const webhook_events = pgTable(
  'webhook_events',
  {
    id: uuid('id').primaryKey(),
    provider: text('provider').$type<OnlineProvider>().notNull(),
    /** The provider's id of the event, or what identifies it where a provider has none. */
    event_key: text('event_key').notNull(),
    /** The event as the port describes it (ProviderEvent). */
    event: json<unknown>('event').notNull(),
    received_at: instant('received_at').notNull(),
    processed_at: instant('processed_at'),
    /** Why it changed nothing, such as an account that no restaurant has. */
    outcome: text('outcome'),
  },
  (t) => [
    uniqueIndex('webhook_events_key').on(t.provider, t.event_key),
    index('webhook_events_time').on(t.received_at),
  ],
);

/** What the ledger and a provider's records say differently. */
export const reconciliation_differences = pgTable(
  'reconciliation_differences',
  {
    restaurant_id: uuid('restaurant_id').notNull(),
    id: uuid('id').notNull(),
    provider: text('provider').$type<OnlineProvider>().notNull(),
    kind: text('kind').$type<Difference['kind']>().notNull(),
    /** The provider's id of the movement. */
    provider_reference: text('provider_reference').notNull(),
    payment_id: uuid('payment_id'),
    withdrawal_id: uuid('withdrawal_id'),
    /** What the ledger says, and what the provider says. */
    ledger_amount: amount('ledger_amount'),
    provider_amount: amount('provider_amount'),
    currency: text('currency').notNull(),
    found_at: instant('found_at').notNull(),
    settled_at: instant('settled_at'),
  },
  (t) => [
    byRestaurant(t),
    uniqueIndex('reconciliation_once').on(t.restaurant_id, t.provider, t.provider_reference, t.kind),
  ],
);
