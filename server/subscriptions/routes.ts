import { drizzle } from 'drizzle-orm/node-postgres';
import { PAGE_LIMIT_MAX, PAGE_SIZE } from '../../contract/limits.ts';
import { readPaging } from '../../contract/query.ts';
import * as contract from '../../contract/subscriptions/calls.ts';
import { planOf, plans, type Plan } from '../../contract/subscriptions/plans.ts';
import { withTransaction } from '../db/with-transaction.ts';
import type { ProviderResult, SubscriptionState } from '../integrations/payment-providers/provider.ts';
import { openStripeBilling, type StripeBilling } from '../integrations/payment-providers/stripe/billing.ts';
import { requestProvider } from '../payments/request-provider.ts';
import {
  answer,
  defineHandler,
  defineHandlerWithoutTransaction,
  Refusal,
  refuse,
  type BaseContext,
  type Handler,
} from '../pipeline/handler.ts';
import type { Tx } from '../db/tx.ts';
import { metaOf } from '../pipeline/paging.ts';
import type { Services } from '../pipeline/services.ts';
import {
  applySubscriptionEvent,
  findNewest,
  findOpen,
  listInvoices,
  toSubscription,
  type SubscriptionRow,
} from './store.ts';
import { countUsage } from './usage.ts';

const SETTINGS_PATH = '/restaurant/settings?tab=subscription';
/** The screen waits for Stripe's event there, which may come after the owner. */
const SUBSCRIBED_PATH = `${SETTINGS_PATH}&subscribed=1`;

/** The screen offers there to pay with the card that was entered. */
const CARD_PATH = `${SETTINGS_PATH}&card=1`;

export function subscriptionRoutes({ pools, env }: Services): Handler[] {
  const inTenant = <T>(restaurantId: string, mode: 'read' | 'write', run: (db: Tx) => Promise<T>) =>
    withTransaction(pools.app, restaurantId, mode, (client) => run(drizzle(client)));
  const newest = (restaurantId: string) => inTenant(restaurantId, 'read', (db) => findNewest(db, restaurantId));
  const stateOf = (row: SubscriptionRow | null): contract.SubscriptionState => ({
    is_available: env.stripe !== null,
    subscription: row && toSubscription(row),
  });

  /** Has Stripe change the subscription and stores its answer. */
  async function change(
    c: BaseContext,
    request: (billing: StripeBilling) => Promise<ProviderResult<SubscriptionState>>,
  ): Promise<SubscriptionRow | null | Refusal> {
    const changed = await requestProvider(() => request(openStripeBilling(env.stripe!)));
    if ('refusal' in changed) return changed.refusal;
    const at = c.now.toISOString();
    return inTenant(c.restaurantId, 'write', async (db) => {
      await applySubscriptionEvent(db, { restaurantId: c.restaurantId, state: changed.value, at, now: c.now });
      return findNewest(db, c.restaurantId);
    });
  }

  async function setEnding(c: BaseContext, isEnding: boolean): Promise<contract.SubscriptionState | Refusal> {
    const open = await inTenant(c.restaurantId, 'read', (db) => findOpen(db, c.restaurantId));
    const reference = open?.provider_reference;
    if (!reference || !env.stripe || open.cancel_at_period_end === isEnding)
      return stateOf(await newest(c.restaurantId));
    const row = await change(c, (billing) => billing.setEnding({ key: c.opId, reference, isEnding }));
    return row instanceof Refusal ? row : stateOf(row);
  }

  return [
    defineHandler(contract.listPlans, async () => plans.filter((plan) => plan.is_public)),
    defineHandler(contract.current, async (c) => ({
      ...stateOf(await findNewest(c.db, c.restaurantId)),
      usage: await countUsage(c.db, c.restaurantId, c.now),
    })),
    defineHandler(contract.history, async (c) => {
      const paging = readPaging(c.query, { limit: PAGE_SIZE, max: PAGE_LIMIT_MAX });
      const { invoices, total } = await listInvoices(c.db, c.restaurantId, paging);
      return answer(invoices, { meta: metaOf(total, paging) });
    }),
    defineHandlerWithoutTransaction(contract.subscribe, async (c) => {
      const { restaurantId } = c;
      if (!env.stripe) return refuse('stripe_not_configured');
      const plan = chosenPlan(c.body);
      if (!plan) return refuse('invalid_fields', { field_errors: { plan_id: 'There is no such plan' } });
      const { open, last } = await inTenant(restaurantId, 'read', async (db) => ({
        open: await findOpen(db, restaurantId),
        last: await findNewest(db, restaurantId),
      }));
      const reference = open?.provider_reference;
      if (open && reference) {
        if (open.plan_id === plan.id && !open.cancel_at_period_end)
          return { checkout_url: null, subscription: toSubscription(open) };
        const row = await change(c, (billing) => billing.changePlan({ key: c.opId, reference, plan }));
        return row instanceof Refusal ? row : { checkout_url: null, subscription: row && toSubscription(row) };
      }
      const back = env.publicUrl + (c.body.return_url ?? SETTINGS_PATH);
      const page = await requestProvider(() =>
        openStripeBilling(env.stripe!).openPage({
          key: c.opId,
          restaurantId,
          plan,
          customer: last?.provider_customer ?? null,
          email: c.user.email,
          // Once for each restaurant.
          trialDays: last ? 0 : plan.trial_days,
          successUrl: env.publicUrl + (c.body.return_url ?? SUBSCRIBED_PATH),
          cancelUrl: back,
        }),
      );
      return 'refusal' in page ? page.refusal : { checkout_url: page.value.url, subscription: null };
    }),
    defineHandlerWithoutTransaction(contract.changeCard, async (c) => {
      const open = await inTenant(c.restaurantId, 'read', (db) => findOpen(db, c.restaurantId));
      const { provider_reference: reference, provider_customer: customer } = open ?? {};
      if (!env.stripe || !reference || !customer) {
        const last = await newest(c.restaurantId);
        return { card_url: null, subscription: last && toSubscription(last) };
      }
      if (c.body.is_entered) {
        const row = await change(c, (billing) => billing.takeEnteredCard({ key: c.opId, reference }));
        return row instanceof Refusal ? row : { card_url: null, subscription: row && toSubscription(row) };
      }
      const returnUrl = env.publicUrl + CARD_PATH;
      const page = await requestProvider(() =>
        openStripeBilling(env.stripe!).openCardPage({ key: c.opId, customer, returnUrl }),
      );
      return 'refusal' in page ? page.refusal : { card_url: page.value.url, subscription: toSubscription(open!) };
    }),
    defineHandlerWithoutTransaction(contract.cancel, (c) => setEnding(c, true)),
    defineHandlerWithoutTransaction(contract.resume, (c) => setEnding(c, false)),
  ];
}

function chosenPlan({
  plan_id: id,
  interval,
}: {
  plan_id: string;
  interval?: Plan['interval'] | undefined;
}): Plan | null {
  const named = planOf(id);
  if (!named?.is_public || interval === undefined || interval === named.interval)
    return named?.is_public ? named : null;
  return plans.find((plan) => plan.code === named.code && plan.interval === interval && plan.is_public) ?? null;
}
