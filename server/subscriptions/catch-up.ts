import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { withTransaction } from '../db/with-transaction.ts';
import type { Env } from '../env.ts';
import { openStripeBilling } from '../integrations/payment-providers/stripe/billing.ts';
import { describeFault, type Log } from '../platform/log.ts';
import { applySubscriptionEvent } from './store.ts';

const ROUND = 200;

interface Services {
  owner: pg.Pool;
  app: pg.Pool;
  env: Pick<Env, 'stripe'>;
  log: Pick<Log, 'warn'>;
}

/**
 * Asks Stripe for subscriptions whose period, a trial too, ended over an hour ago without news of it: the event was lost. A state that Stripe
 * does not tell now is left to the next round.
 */
export async function catchUpSubscriptions({ owner, app, env, log }: Services, now: Date): Promise<void> {
  if (!env.stripe) return;
  const billing = openStripeBilling(env.stripe);
  const { rows } = await owner.query<{ restaurantId: string; reference: string }>(
    `SELECT restaurant_id AS "restaurantId", provider_reference AS reference FROM subscriptions
      WHERE status NOT IN ('cancelled', 'expired') AND provider_reference IS NOT NULL
        AND coalesce(applied_at, created_at) <= $1::timestamptz - interval '1 hour'
        AND current_period_end_at <= $1::timestamptz - interval '1 hour'
      ORDER BY applied_at NULLS FIRST LIMIT ${ROUND}`,
    [now.toISOString()],
  );
  for (const { restaurantId, reference } of rows)
    try {
      const read = await billing.read(reference);
      if (read.kind !== 'answer') continue;
      const change = { restaurantId, state: read.value, at: now.toISOString(), now };
      await withTransaction(app, restaurantId, 'write', (client) => applySubscriptionEvent(drizzle(client), change));
    } catch (fault) {
      log.warn('subscriptions.catch_up_failed', { ...describeFault(fault) });
    }
}
