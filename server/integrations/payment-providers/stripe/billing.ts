import type { Plan } from '../../../../contract/subscriptions/plans.ts';
import type { ProviderResult, SubscriptionState } from '../provider.ts';
import type { StripeSettings } from '../stripe.ts';
import { toSubscription } from './billing-states.ts';
import { expanded, idOf, makeStripe, requestStripe } from './client.ts';

/** Subscriptions to Galley itself, on the platform's own account. */
export interface StripeBilling {
  /** The page where an owner enters a card. Repeated with the same `key`, it is the same page. */
  openPage(request: SubscriptionRequest): Promise<ProviderResult<{ url: string }>>;
  read(reference: string): Promise<ProviderResult<SubscriptionState>>;
  /** Those that began since then, ended ones too. */
  listSince(since: Date): Promise<ProviderResult<SubscriptionState[]>>;
  /** The page where the customer enters another card. */
  openCardPage(request: { key: string; customer: string; returnUrl: string }): Promise<ProviderResult<{ url: string }>>;
  /** Has the subscription use the card that its customer entered last, and charges what is overdue. */
  takeEnteredCard(request: { key: string; reference: string }): Promise<ProviderResult<SubscriptionState>>;
  changePlan(request: { key: string; reference: string; plan: Plan }): Promise<ProviderResult<SubscriptionState>>;
  /** At the end of its period, or not any more. */
  setEnding(request: { key: string; reference: string; isEnding: boolean }): Promise<ProviderResult<SubscriptionState>>;
}

interface SubscriptionRequest {
  key: string;
  restaurantId: string;
  plan: Plan;
  /** Stripe's id of who subscribed before. */
  customer: string | null;
  email: string;
  trialDays: number;
  successUrl: string;
  cancelUrl: string;
}

const PAGE = 100;

export function openStripeBilling(settings: StripeSettings): StripeBilling {
  const stripe = makeStripe(settings);
  const expand = ['default_payment_method'];
  const inList = expand.map((path) => `data.${path}`);

  /** The plan's price at Stripe, created at its first use. */
  async function priceOf(plan: Plan): Promise<string> {
    const { data } = await stripe.prices.list({ lookup_keys: [plan.id], active: true });
    if (data[0]) return data[0].id;
    const created = await stripe.prices.create(
      {
        currency: plan.currency.toLowerCase(),
        unit_amount: plan.price_amount,
        lookup_key: plan.id,
        recurring: { interval: plan.interval },
        product_data: { name: `Galley ${plan.name}` },
      },
      { idempotencyKey: `price:${plan.id}` },
    );
    return created.id;
  }

  return {
    openPage: ({ key, restaurantId, plan, customer, email, trialDays, successUrl, cancelUrl }) =>
      requestStripe(async () => {
        const metadata = { restaurant_id: restaurantId, plan_id: plan.id };
        const session = await stripe.checkout.sessions.create(
          {
            mode: 'subscription',
            line_items: [{ price: await priceOf(plan), quantity: 1 }],
            subscription_data: { metadata, ...(trialDays > 0 && { trial_period_days: trialDays }) },
            client_reference_id: restaurantId,
            ...(customer === null ? { customer_email: email } : { customer }),
            success_url: successUrl,
            cancel_url: cancelUrl,
          },
          { idempotencyKey: key },
        );
        return { url: session.url! }; // an open session has one
      }),
    read: (reference) =>
      requestStripe(async () => toSubscription(await stripe.subscriptions.retrieve(reference, { expand }))),
    listSince: (since) =>
      requestStripe(async () => {
        const created = { gte: Math.floor(since.getTime() / 1000) };
        const found: SubscriptionState[] = [];
        for await (const one of stripe.subscriptions.list({ created, status: 'all', limit: PAGE, expand: inList }))
          found.push(toSubscription(one));
        return found;
      }),
    openCardPage: ({ key, customer, returnUrl }) =>
      requestStripe(async () => {
        const session = await stripe.billingPortal.sessions.create(
          {
            customer,
            return_url: returnUrl,
            flow_data: {
              type: 'payment_method_update',
              after_completion: { type: 'redirect', redirect: { return_url: returnUrl } },
            },
          },
          { idempotencyKey: key },
        );
        return { url: session.url };
      }),
    takeEnteredCard: ({ key, reference }) =>
      requestStripe(async () => {
        const { customer: payer, status } = await stripe.subscriptions.retrieve(reference, { expand: ['customer'] });
        const customer = expanded(payer);
        // Stripe keeps the card with the customer; the subscription has one of its own, which goes first.
        const card = customer && !customer.deleted && customer.invoice_settings.default_payment_method;
        if (card)
          await stripe.subscriptions.update(
            reference,
            { default_payment_method: idOf(card) },
            { idempotencyKey: `${key}:card` },
          );
        if (status === 'past_due' || status === 'unpaid')
          for (const { id } of (await stripe.invoices.list({ subscription: reference, status: 'open' })).data)
            if (id) await stripe.invoices.pay(id, {}, { idempotencyKey: `${key}:${id}` });
        return toSubscription(await stripe.subscriptions.retrieve(reference, { expand }));
      }),
    changePlan: ({ key, reference, plan }) =>
      requestStripe(async () => {
        const { items } = await stripe.subscriptions.retrieve(reference);
        const price = await priceOf(plan);
        const changed = await stripe.subscriptions.update(
          reference,
          {
            items: [{ id: items.data[0]!.id, price }],
            // Choosing a plan also takes a cancellation back.
            cancel_at_period_end: false,
            // As the screen says before: the difference is on the next invoice, and a change of the interval is charged at once.
            proration_behavior: 'create_prorations',
            metadata: { plan_id: plan.id },
            expand,
          },
          { idempotencyKey: key },
        );
        return toSubscription(changed);
      }),
    setEnding: ({ key, reference, isEnding }) =>
      requestStripe(async () => {
        const params = { cancel_at_period_end: isEnding, expand };
        return toSubscription(await stripe.subscriptions.update(reference, params, { idempotencyKey: key }));
      }),
  };
}
