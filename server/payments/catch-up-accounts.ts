import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { withTransaction } from '../db/with-transaction.ts';
import type { Env } from '../env.ts';
import { openStripeAccounts } from '../integrations/payment-providers/stripe/accounts.ts';
import { describeFault, type Log } from '../platform/log.ts';
import { applyAccountState } from './provider-accounts.ts';

const ROUND = 200;

interface Services {
  owner: pg.Pool;
  app: pg.Pool;
  env: Pick<Env, 'stripe'>;
  log: Pick<Log, 'warn'>;
}

/** Asks Stripe for accounts that are not verified and of which it said nothing for an hour: the event may be lost. For 30 days. */
export async function catchUpAccounts({ owner, app, env, log }: Services, now: Date): Promise<void> {
  if (!env.stripe) return;
  const accounts = openStripeAccounts(env.stripe);
  const { rows } = await owner.query<{ restaurantId: string; account: string }>(
    `SELECT restaurant_id AS "restaurantId", account FROM payment_accounts
      WHERE provider = 'stripe' AND status IN ('pending', 'broken') AND account IS NOT NULL
        AND created_at > $1::timestamptz - interval '30 days'
        AND coalesce(checked_at, created_at) <= $1::timestamptz - interval '1 hour'
      ORDER BY checked_at NULLS FIRST LIMIT ${ROUND}`,
    [now.toISOString()],
  );
  for (const { restaurantId, account } of rows)
    try {
      const read = await accounts.read(account);
      if (read.kind !== 'answer') continue;
      const change = { restaurantId, provider: 'stripe' as const, state: read.value, at: now.toISOString() };
      await withTransaction(app, restaurantId, 'write', (client) => applyAccountState(drizzle(client), change));
    } catch (fault) {
      log.warn('payments.accounts_catch_up_failed', { ...describeFault(fault) });
    }
}
