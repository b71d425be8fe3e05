import { openStripeAccounts } from '../integrations/payment-providers/stripe/accounts.ts';
import { applyAccountState } from './provider-accounts.ts';
import { readBackRows, type ReadBackServices } from './read-back-rows.ts';

/** Asks Stripe for accounts that are not verified and of which it said nothing for an hour: the event may be lost. For 30 days. */
export async function catchUpAccounts(services: ReadBackServices, now: Date): Promise<void> {
  if (!services.env.stripe) return;
  await readBackRows(services, now, {
    name: 'payment_accounts',
    overdue: `
      SELECT restaurant_id AS "restaurantId", account AS reference FROM payment_accounts
       WHERE provider = 'stripe' AND status IN ('pending', 'broken') AND account IS NOT NULL
         AND created_at > $1::timestamptz - interval '30 days'
         AND coalesce(checked_at, created_at) <= $1::timestamptz - interval '1 hour'
       ORDER BY checked_at NULLS FIRST`,
    read: openStripeAccounts(services.env.stripe).read,
    apply: (db, change) => applyAccountState(db, { provider: 'stripe', ...change }),
  });
}
