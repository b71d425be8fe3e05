import { drizzle } from 'drizzle-orm/node-postgres';
import { withTransaction } from '../db/with-transaction.ts';
import { describeFault } from '../platform/log.ts';
import { openStripeBilling } from '../integrations/payment-providers/stripe/billing.ts';
import { readBackRows, type ReadBackServices } from '../payments/read-back-rows.ts';
import { applySubscriptionEvent } from './store.ts';
import { findRestaurant } from './event-rules.ts';

const BEGAN_WITHIN_MS = 7 * 86_400_000;

/** Asks Stripe for what its lost events would have said. */
export async function catchUpSubscriptions(services: ReadBackServices, now: Date): Promise<void> {
  if (!services.env.stripe) return;
  await findUnknown(services, now);
  await readBackOverdue(services, now);
}

/** Subscriptions that began within a week and that nobody told us of. */
async function findUnknown({ owner, app, env, log }: ReadBackServices, now: Date): Promise<void> {
  const at = now.toISOString();
  try {
    const began = await openStripeBilling(env.stripe!).listSince(new Date(now.getTime() - BEGAN_WITHIN_MS));
    if (began.kind === 'refused') throw new Error(`Stripe refused: ${began.code}`);
    const { rows } = await owner.query<{ reference: string }>(
      'SELECT provider_reference AS reference FROM subscriptions WHERE provider_reference = ANY ($1)',
      [began.value.map(({ reference }) => reference)],
    );
    const known = new Set(rows.map(({ reference }) => reference));
    for (const state of began.value.filter(({ reference }) => !known.has(reference))) {
      const restaurant = await findRestaurant(owner, state.restaurantId);
      if (restaurant)
        await withTransaction(app, restaurant.restaurantId, 'write', (client) =>
          applySubscriptionEvent(drizzle(client), { ...restaurant, state, at, now }),
        );
    }
  } catch (fault) {
    log.warn('subscriptions.find_failed', { ...describeFault(fault) });
  }
}

/** Those whose period, a trial too, ended over an hour ago without news of it. */
async function readBackOverdue(services: ReadBackServices, now: Date): Promise<void> {
  await readBackRows(services, now, {
    name: 'subscriptions',
    overdue: `
      SELECT restaurant_id AS "restaurantId", provider_reference AS reference FROM subscriptions
       WHERE status NOT IN ('cancelled', 'expired') AND provider_reference IS NOT NULL
         AND coalesce(applied_at, created_at) <= $1::timestamptz - interval '1 hour'
         AND current_period_end_at <= $1::timestamptz - interval '1 hour'
       ORDER BY applied_at NULLS FIRST`,
    read: openStripeBilling(services.env.stripe!).read,
    apply: (db, change) => applySubscriptionEvent(db, { ...change, now }),
  });
}
