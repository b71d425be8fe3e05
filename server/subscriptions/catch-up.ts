import { openStripeBilling } from '../integrations/payment-providers/stripe/billing.ts';
import { readBackRows, type ReadBackServices } from '../payments/read-back-rows.ts';
import { applySubscriptionEvent } from './store.ts';

/** Asks Stripe for subscriptions whose period, a trial too, ended over an hour ago without news of it: the event was lost. */
export async function catchUpSubscriptions(services: ReadBackServices, now: Date): Promise<void> {
  if (!services.env.stripe) return;
  await readBackRows(services, now, {
    name: 'subscriptions',
    overdue: `
      SELECT restaurant_id AS "restaurantId", provider_reference AS reference FROM subscriptions
       WHERE status NOT IN ('cancelled', 'expired') AND provider_reference IS NOT NULL
         AND coalesce(applied_at, created_at) <= $1::timestamptz - interval '1 hour'
         AND current_period_end_at <= $1::timestamptz - interval '1 hour'
       ORDER BY applied_at NULLS FIRST`,
    read: openStripeBilling(services.env.stripe).read,
    apply: (db, change) => applySubscriptionEvent(db, { ...change, now }),
  });
}
