import type Stripe from 'stripe';
import { idOf } from '../../../../server/integrations/payment-providers/stripe/client.ts';
import type { Session } from './objects.ts';
import { fieldsOf, need, needAmount, newStripeId, StripeFault, type Params } from './request.ts';
import { listed, type Double, type Route } from './routes.ts';
import type { Store } from './store.ts';

const DAY_SECONDS = 86_400;

type Price = Omit<Stripe.Price, 'currency_options'>;
type Subscription = Omit<Stripe.Subscription, 'items'> & {
  items: { object: 'list'; data: Item[]; has_more: false; url: string };
};
type Item = Omit<Stripe.SubscriptionItem, 'plan' | 'price'> & { price: Price };
type Invoice = Omit<Stripe.Invoice, 'lines'> & {
  lines: { object: 'list'; data: object[]; has_more: false; url: string };
};

/** Prices and subscriptions of the platform. */
export function billingRoutes(double: Double): Route[] {
  const { store, webhooks, url } = double;
  const priced = (id: string) => store.get<Price>(null, id, 'price');
  return [
    {
      method: 'GET',
      path: '/v1/prices',
      allowed: [...listed, 'lookup_keys.#', 'active'],
      run({ params }) {
        const keys = Object.values(fieldsOf(params, 'lookup_keys'));
        const rows = store.all<Price>(null, 'price').filter((price) => keys.includes(price.lookup_key ?? ''));
        return store.page(rows, params, '/v1/prices');
      },
    },
    {
      method: 'POST',
      path: '/v1/prices',
      allowed: ['currency', 'unit_amount', 'lookup_key', 'recurring.interval', 'product_data.name', 'metadata.*'],
      run({ params }) {
        need(params, 'product_data.name');
        const interval = need(params, 'recurring.interval');
        return store.put(null, {
          id: newStripeId('price'),
          object: 'price',
          active: true,
          billing_scheme: 'per_unit',
          created: store.now(),
          currency: need(params, 'currency'),
          custom_unit_amount: null,
          livemode: false,
          lookup_key: params.get('lookup_key') ?? null,
          metadata: {},
          nickname: null,
          product: newStripeId('prod'),
          recurring: { interval, interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' },
          tax_behavior: null,
          tiers_mode: null,
          transform_quantity: null,
          type: 'recurring',
          unit_amount: needAmount(params, 'unit_amount'),
          unit_amount_decimal: null,
        } satisfies Price);
      },
    },
    {
      method: 'GET',
      path: '/v1/subscriptions',
      allowed: [...listed, 'status'],
      run({ params }) {
        const status = params.get('status');
        const rows = store
          .all<Subscription>(null, 'subscription')
          .filter((one) => (status === undefined ? one.status !== 'canceled' : [one.status, 'all'].includes(status)));
        return store.page(rows, params, '/v1/subscriptions');
      },
    },
    {
      method: 'GET',
      path: '/v1/subscriptions/:id',
      allowed: [],
      run: ({ path }) => store.get(null, path['id']!, 'subscription'),
    },
    {
      method: 'POST',
      path: '/v1/subscriptions/:id',
      allowed: [
        'items.#.id',
        'items.#.price',
        'cancel_at_period_end',
        'default_payment_method',
        'proration_behavior',
        'metadata.*',
      ],
      run({ path, params }) {
        const subscription = store.get<Subscription>(null, path['id']!, 'subscription');
        if (subscription.status === 'canceled')
          throw new StripeFault(400, { message: 'A canceled subscription can only update its cancellation_details.' });
        const [item] = subscription.items.data;
        const price = params.get('items.0.price');
        if (item && price !== undefined) item.price = priced(price);
        const card = params.get('default_payment_method');
        if (card !== undefined) subscription.default_payment_method = store.get<Card>(null, card, 'payment_method').id;
        const ends = params.get('cancel_at_period_end');
        if (ends !== undefined) subscription.cancel_at_period_end = ends === 'true';
        if (ends !== undefined) subscription.canceled_at = ends === 'true' ? store.now() : null;
        Object.assign(subscription.metadata, fieldsOf(params, 'metadata'));
        webhooks.emit('customer.subscription.updated', null, subscription);
        return subscription;
      },
    },
    {
      method: 'GET',
      path: '/v1/invoices',
      allowed: [...listed, 'subscription', 'status'],
      run({ params }) {
        const rows = store
          .all<Invoice>(null, 'invoice')
          .filter((one) => one.parent?.subscription_details?.subscription === params.get('subscription'))
          .filter(({ status }) => status === (params.get('status') ?? status));
        return store.page(rows, params, '/v1/invoices');
      },
    },
    {
      method: 'POST',
      path: '/v1/invoices/:id/pay',
      allowed: [],
      run({ path }) {
        const invoice = store.get<Invoice>(null, path['id']!, 'invoice');
        const id = invoice.parent!.subscription_details!.subscription as string;
        const { customer, default_payment_method: card } = store.get<Subscription>(null, id, 'subscription');
        const entered = store.get<Customer>(null, customer, 'customer').invoice_settings.default_payment_method;
        // The card that failed fails again.
        if (card !== entered)
          throw new StripeFault(402, { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' });
        payOpenInvoices(double, id);
        return invoice;
      },
    },
    {
      method: 'POST',
      path: '/v1/billing_portal/sessions',
      allowed: [
        'customer',
        'return_url',
        'flow_data.type',
        'flow_data.after_completion.type',
        'flow_data.after_completion.redirect.return_url',
      ],
      run({ params }) {
        const id = newStripeId('bps');
        const customer = store.get<Customer>(null, need(params, 'customer'), 'customer').id;
        const return_url = need(params, 'return_url');
        return store.put(null, {
          id,
          object: 'billing_portal.session',
          customer,
          return_url,
          url: `${url()}/card/${id}`,
        });
      },
    },
  ];
}

/** What an owner does on the page for another card. Returns where it leads back to. */
export function enterCard({ store }: Double, session: string, last4: string): string {
  const { customer, return_url } = store.get<CardPage>(null, session, 'billing_portal.session');
  const card = makeCard(store, last4);
  store.get<Customer>(null, customer, 'customer').invoice_settings.default_payment_method = card.id;
  return return_url;
}

type Card = { id: string; object: 'payment_method' };
type CardPage = { id: string; object: 'billing_portal.session'; customer: string; return_url: string };
type Customer = { id: string; object: 'customer'; invoice_settings: { default_payment_method: string | null } };

const makeCard = (store: Store, last4: string): Card =>
  store.put(null, {
    id: newStripeId('pm'),
    object: 'payment_method',
    type: 'card',
    card: { brand: 'visa', last4 },
  } as Card);

/** The customer has entered a card for a subscription; a trial's first invoice is over nothing. */
export function beginSubscription(double: Double, session: Session, params: Params): void {
  const { store, webhooks } = double;
  const price = store.get<Price>(null, params.get('line_items.0.price')!, 'price');
  const now = store.now();
  const trialDays = Number(params.get('subscription_data.trial_period_days') ?? 0);
  const end = trialDays > 0 ? now + trialDays * DAY_SECONDS : endOf(now, price);
  const customer = session.customer ? idOf(session.customer) : newStripeId('cus');
  const id = newStripeId('sub');
  const card = makeCard(store, '4242');
  if (!store.find(customer))
    store.put<Customer>(null, { id: customer, object: 'customer', invoice_settings: { default_payment_method: null } });
  const subscription: Subscription = {
    ...plain,
    id,
    billing_cycle_anchor: end,
    created: now,
    currency: price.currency,
    customer,
    default_payment_method: card.id,
    items: {
      object: 'list',
      url: '/v1/subscription_items',
      has_more: false,
      data: [
        {
          id: newStripeId('si'),
          object: 'subscription_item',
          billing_thresholds: null,
          created: now,
          current_period_start: now,
          current_period_end: end,
          current_trial: null,
          discounts: [],
          metadata: {},
          price,
          subscription: id,
          tax_rates: [],
        },
      ],
    },
    metadata: fieldsOf(params, 'subscription_data.metadata'),
    start_date: now,
    status: trialDays > 0 ? 'trialing' : 'active',
    trial_start: trialDays > 0 ? now : null,
    trial_end: trialDays > 0 ? end : null,
  };
  store.put(null, subscription);
  session.subscription = id;
  session.customer = customer;
  webhooks.emit('customer.subscription.created', null, subscription);
  bill(double, subscription, trialDays > 0 ? 0 : (price.unit_amount ?? 0), true);
}

export type PeriodOutcome = 'succeeds' | 'fails';

/** The period ends: the next one is billed, or what was cancelled ends. */
export function advancePeriod(double: Double, id: string, outcome: PeriodOutcome): void {
  const { store, webhooks } = double;
  const subscription = store.get<Subscription>(null, id, 'subscription');
  const [item] = subscription.items.data;
  if (subscription.cancel_at_period_end) return endSubscription(double, id, 'cancellation_requested');
  item!.current_period_start = item!.current_period_end;
  item!.current_period_end = endOf(item!.current_period_start, item!.price);
  subscription.status = outcome === 'succeeds' ? 'active' : 'past_due';
  webhooks.emit('customer.subscription.updated', null, subscription);
  bill(double, subscription, item!.price.unit_amount ?? 0, outcome === 'succeeds');
}

/** The owner's card works again. */
export function payOpenInvoices({ store, webhooks }: Double, id: string): void {
  const subscription = store.get<Subscription>(null, id, 'subscription');
  for (const invoice of store.all<Invoice>(null, 'invoice'))
    if (invoice.status === 'open' && invoice.parent?.subscription_details?.subscription === id) {
      invoice.status = 'paid';
      invoice.status_transitions.paid_at = store.now();
      webhooks.emit('invoice.paid', null, invoice);
    }
  subscription.status = 'active';
  webhooks.emit('customer.subscription.updated', null, subscription);
}

export function endSubscription(
  { store, webhooks }: Double,
  id: string,
  reason: 'cancellation_requested' | 'payment_failed',
): void {
  const subscription = store.get<Subscription>(null, id, 'subscription');
  subscription.status = 'canceled';
  subscription.ended_at = store.now();
  subscription.canceled_at ??= store.now();
  subscription.cancellation_details = { comment: null, feedback: null, feedback_option: null, reason };
  webhooks.emit('customer.subscription.deleted', null, subscription);
}

function bill({ store, webhooks }: Double, subscription: Subscription, amount: number, isPaid: boolean): void {
  const [item] = subscription.items.data;
  const { current_period_start: start, current_period_end: end } = item!;
  const id = newStripeId('in');
  const invoice = {
    ...emptyInvoice,
    id,
    amount_due: amount,
    amount_paid: isPaid ? amount : 0,
    amount_remaining: isPaid ? 0 : amount,
    attempt_count: 1,
    attempted: true,
    billing_reason: 'subscription_cycle',
    created: store.now(),
    currency: subscription.currency,
    customer: subscription.customer,
    invoice_pdf: `https://invoices.example/${id}.pdf`,
    lines: {
      object: 'list',
      url: `/v1/invoices/${id}/lines`,
      has_more: false,
      data: [{ id: newStripeId('il'), object: 'line_item', amount, period: { start, end } }],
    },
    number: invoiceNumber(store),
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
    },
    period_end: store.now(),
    period_start: store.now(),
    status: isPaid ? 'paid' : 'open',
    status_transitions: {
      finalized_at: store.now(),
      marked_uncollectible_at: null,
      paid_at: isPaid ? store.now() : null,
      voided_at: null,
    },
    subtotal: amount,
    total: amount,
  } satisfies Invoice;
  store.put(null, invoice);
  webhooks.emit('invoice.finalized', null, {
    ...invoice,
    status: 'open',
    status_transitions: { ...invoice.status_transitions, paid_at: null },
  });
  webhooks.emit(isPaid ? 'invoice.paid' : 'invoice.payment_failed', null, invoice);
}

const invoiceNumber = (store: Store) => `GALLEY-${String(store.all(null, 'invoice').length + 1).padStart(4, '0')}`;

function endOf(start: number, price: Price): number {
  const end = new Date(start * 1000);
  if (price.recurring?.interval === 'year') end.setUTCFullYear(end.getUTCFullYear() + 1);
  else end.setUTCMonth(end.getUTCMonth() + 1);
  return end.getTime() / 1000;
}

const plain = {
  object: 'subscription',
  application: null,
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor_config: null,
  billing_mode: { flexible: null, type: 'classic' },
  billing_schedules: [],
  billing_thresholds: null,
  cancel_at: null,
  cancel_at_period_end: false,
  canceled_at: null,
  cancellation_details: null,
  collection_method: 'charge_automatically',
  customer_account: null,
  days_until_due: null,
  default_source: null,
  description: null,
  discounts: [],
  ended_at: null,
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: { type: 'self' },
  },
  latest_invoice: null,
  livemode: false,
  managed_payments: null,
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  payment_settings: null,
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  test_clock: null,
  transfer_data: null,
  trial_settings: null,
} satisfies Partial<Subscription>;

const emptyInvoice = {
  object: 'invoice',
  account_country: 'GB',
  account_name: 'Galley',
  account_tax_ids: null,
  amount_overpaid: 0,
  amount_shipping: 0,
  application: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
  automatically_finalizes_at: null,
  collection_method: 'charge_automatically',
  custom_fields: null,
  customer_account: null,
  customer_address: null,
  customer_email: null,
  customer_name: null,
  customer_phone: null,
  customer_shipping: null,
  customer_tax_exempt: null,
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  due_date: null,
  effective_at: null,
  ending_balance: null,
  footer: null,
  from_invoice: null,
  issuer: { type: 'self' },
  last_finalization_error: null,
  latest_revision: null,
  livemode: false,
  metadata: {},
  next_payment_attempt: null,
  on_behalf_of: null,
  payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  starting_balance: 0,
  statement_descriptor: null,
  subtotal_excluding_tax: null,
  test_clock: null,
  total_discount_amounts: null,
  total_excluding_tax: null,
  total_pretax_credit_amounts: null,
  total_taxes: [],
  webhooks_delivered_at: null,
} satisfies Partial<Invoice>;
