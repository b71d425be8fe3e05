import type pg from 'pg';
import type { Env } from '../env.ts';
import type { ProviderEvent } from '../integrations/payment-providers/provider.ts';
import { openStripeBilling } from '../integrations/payment-providers/stripe/billing.ts';
import { outcomes, type EventRules } from '../payments/event-rules.ts';
import { isId } from '../platform/ids.ts';
import { applyInvoiceEvent, applySubscriptionEvent } from './store.ts';

/** The restaurant of a subscription or invoice event; null: nobody's here. Asks Stripe about a subscription that is not known yet. */
async function locateSubscription(
  { owner, env }: { owner: pg.Pool; env: Pick<Env, 'stripe'> },
  event: Extract<ProviderEvent, { kind: 'subscription' | 'invoice' }>,
): Promise<{ restaurantId: string } | null> {
  // Only the platform's own account sells subscriptions; a restaurant could name any restaurant.
  if (event.account !== null) return null;
  const isNamed = event.kind === 'subscription';
  const reference = isNamed ? event.subscription.reference : event.invoice.subscription;
  const { rows } = await owner.query<{ restaurant_id: string }>(
    'SELECT restaurant_id FROM subscriptions WHERE provider_reference = $1',
    [reference],
  );
  if (rows[0]) return { restaurantId: rows[0].restaurant_id };
  if (isNamed) return findRestaurant(owner, event.subscription.restaurantId);
  if (!env.stripe) return null;
  const read = await openStripeBilling(env.stripe).read(reference);
  return read.kind === 'answer' ? findRestaurant(owner, read.value.restaurantId) : null;
}

/** The restaurant that a subscription names, if there is one. */
export async function findRestaurant(owner: pg.Pool, id: string | null): Promise<{ restaurantId: string } | null> {
  if (id === null || !isId(id)) return null;
  const { rows } = await owner.query('SELECT 1 FROM restaurants WHERE restaurant_id = $1', [id]);
  return rows.length > 0 ? { restaurantId: id } : null;
}

export const eventRules: EventRules = {
  subscription: {
    locate: locateSubscription,
    apply: async ({ db }, { subscription: state, occurredAt: at }, { restaurantId, now, isRead }) =>
      outcomes[await applySubscriptionEvent(db, { restaurantId, state, at, isEvent: !isRead, now })],
    async read({ env }, event) {
      const read = env.stripe && (await openStripeBilling(env.stripe).read(event.subscription.reference));
      return read?.kind === 'answer' ? { ...event, subscription: read.value } : null;
    },
  },
  invoice: {
    locate: locateSubscription,
    apply: async ({ db }, { invoice: state, occurredAt: at }, { restaurantId, now }) =>
      (await applyInvoiceEvent(db, { restaurantId, state, at, now })) ? null : 'outdated',
  },
};
