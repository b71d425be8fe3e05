import { hostedProviders } from '../../../contract/payments/providers.ts';
import type pg from 'pg';
import { isTransientError } from '../../db/transient-error.ts';
import { TransientError } from '../../integrations/payment-providers/provider.ts';
import { describeFault, type Log } from '../../platform/log.ts';
import type { CheckoutKey } from './checkouts.ts';
import type { CheckoutServices } from './open-checkout.ts';
import { readBackCheckout } from './read-back.ts';
import { sendRefund, type RefundKey } from './send-refund.ts';
import { settleCheckout } from './settle.ts';

export interface CatchUpServices extends CheckoutServices {
  owner: pg.Pool;
  log: Pick<Log, 'warn' | 'error'>;
}

type Of<T> = T & { provider: string };

const ROUND = 200;
/** A provider that is down is left to the next round. */
const FAILURES_MAX = 3;

/** The longer it takes, the more rarely the provider is asked: a quarter of the age, from 10 minutes to 6 hours. */
const spacing = (first: string) =>
  `least(greatest(interval '${first}', ($1::timestamptz - created_at) / 4), interval '6 hours')`;

/** As SQL has them. */
const hosted = hostedProviders.map((provider) => `'${provider}'`).join();

const overdueCheckouts = `
  SELECT restaurant_id AS "restaurantId", id AS "checkoutId", provider FROM checkouts
   WHERE provider IN (${hosted}) AND payment_id IS NULL AND created_at > $1::timestamptz - interval '30 days'
     AND (payment_status IN ('pending', 'authorized')
          OR payment_status = 'failed' AND provider_reference IS NOT NULL AND expires_at > $1::timestamptz - interval '1 day')
     AND coalesce(checked_at, created_at) <= $1::timestamptz - ${spacing('10 minutes')}
   ORDER BY coalesce(checked_at, created_at) LIMIT ${ROUND}`;

const unsettledCheckouts = `
  SELECT restaurant_id AS "restaurantId", id AS "checkoutId", provider FROM checkouts
   WHERE provider IN (${hosted}) AND payment_id IS NOT NULL
     AND (fee_posted_at IS NULL AND coalesce(checked_at, created_at) <= $1::timestamptz - ${spacing('1 minute')}
          OR available_posted_at IS NULL AND available_on <= $1::timestamptz)
   ORDER BY coalesce(checked_at, created_at) LIMIT ${ROUND}`;

const overdueRefunds = `
  SELECT p.restaurant_id AS "restaurantId", p.id AS "paymentId", r ->> 'id' AS "refundId", p.provider
    FROM payments p, jsonb_array_elements(p.refunds) r
   WHERE p.provider IN (${hosted}) AND p.refunds @> '[{"refund_status": "pending"}]'::jsonb
     AND r ->> 'refund_status' = 'pending'
     AND (r ->> 'created_at')::timestamptz <= $1::timestamptz - interval '10 minutes'
   ORDER BY r ->> 'created_at' LIMIT ${ROUND}`;

/** Reads back checkouts whose answer or webhook is overdue, and settles paid ones. */
export async function catchUpCheckouts(services: CatchUpServices, now: Date): Promise<void> {
  await eachOf<CheckoutKey>(services, now, overdueCheckouts, (key) => readBackCheckout(services, key, now));
  await eachOf<CheckoutKey>(services, now, unsettledCheckouts, (key) => settleCheckout(services, key, now));
}

/** Asks again for refunds that were not settled within ten minutes. */
export const catchUpRefunds = (services: CatchUpServices, now: Date): Promise<void> =>
  eachOf<RefundKey>(services, now, overdueRefunds, (key) => sendRefund(services, key, now));

/** One by one; a failure keeps nothing from the others, and a provider that is down is asked no more in this round. */
async function eachOf<T>(
  { owner, log }: CatchUpServices,
  now: Date,
  query: string,
  run: (key: Of<T>) => Promise<unknown>,
): Promise<void> {
  const { rows } = await owner.query<Of<T> & pg.QueryResultRow>(query, [now.toISOString()]);
  const failures = new Map<string, number>();
  for (const row of rows) {
    const count = failures.get(row.provider) ?? 0;
    if (count >= FAILURES_MAX) continue;
    try {
      await run(row);
    } catch (fault) {
      const isTransient = fault instanceof TransientError || isTransientError(fault);
      if (isTransient) failures.set(row.provider, count + 1);
      log[isTransient ? 'warn' : 'error']('payments.catch_up_failed', { ...describeFault(fault) });
    }
  }
}
