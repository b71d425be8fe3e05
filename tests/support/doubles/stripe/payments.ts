import type Stripe from 'stripe';
import { makeBankAccount, makePayout, makeRefund, makeSession, type Session } from './objects.ts';
import { fieldsOf, need, needAmount, newStripeId, StripeFault, type Params } from './request.ts';
import { book, bookedBy } from './books.ts';
import { actAsCustomer } from './customer.ts';
import { listed, type RouteRequest, type Double, type Route } from './routes.ts';

/** Checkout, refunds, bank accounts, payouts and the balance. */
export function paymentRoutes(double: Double): Route[] {
  const { store, webhooks, url } = double;
  const session = (account: string | null, id: string) => store.get<Session>(account, id, 'checkout.session');

  function openSession({ account, params }: RouteRequest): Session {
    const mode = need(params, 'mode');
    need(params, 'success_url');
    const id = newStripeId('cs_test');
    const base = {
      id,
      mode,
      created: store.now(),
      url: `${url()}/pay/${id}`,
      success_url: params.get('success_url')!,
      cancel_url: params.get('cancel_url') ?? null,
      client_reference_id: params.get('client_reference_id') ?? null,
      customer_email: params.get('customer_email') ?? null,
      customer: params.get('customer') ?? null,
      metadata: fieldsOf(params, 'metadata'),
    };
    if (mode === 'subscription') {
      const price = store.get<Stripe.Price>(account, need(params, 'line_items.0.price'), 'price');
      const sums = { amount_subtotal: price.unit_amount, amount_total: price.unit_amount, currency: price.currency };
      return keepSession(account, makeSession({ ...base, ...sums }), params);
    }
    if (account === null)
      throw new StripeFault(400, { message: 'This double takes payments for connected accounts only.' });
    requireActive(account);
    const amount =
      needAmount(params, 'line_items.0.price_data.unit_amount') * Number(params.get('line_items.0.quantity') ?? 1);
    const fee = Number(params.get('payment_intent_data.application_fee_amount') ?? 0);
    if (fee > amount)
      throw new StripeFault(400, {
        message: 'The application fee is larger than the amount.',
        param: 'payment_intent_data',
      });
    need(params, 'line_items.0.price_data.product_data.name');
    const currency = need(params, 'line_items.0.price_data.currency');
    const sums = { amount_subtotal: amount, amount_total: amount, currency };
    return keepSession(account, makeSession({ ...base, ...sums }), params);
  }

  /** What the payment needs of the request is kept beside the session. */
  function keepSession(account: string | null, made: Session, params: Params): Session {
    store.put(account, { id: `${made.id}:params`, object: 'params', params } as never);
    return store.put(account, made);
  }

  function requireActive(account: string): void {
    const found = store.get<Stripe.Account>(null, account, 'account');
    if (found.capabilities?.card_payments !== 'active')
      throw new StripeFault(400, {
        message: 'Your account cannot currently make live charges.',
        code: 'account_invalid',
      });
  }

  function refund({ account, params }: RouteRequest): Stripe.Refund {
    const intent = store.get<Stripe.PaymentIntent>(account, need(params, 'payment_intent'), 'payment_intent');
    const charge = store.get<Stripe.Charge>(account, intent.latest_charge, 'charge');
    const left = charge.amount - charge.amount_refunded;
    if (charge.disputed)
      throw new StripeFault(400, {
        code: 'charge_disputed',
        message: `Charge ${charge.id} has been charged back; cannot issue a refund.`,
      });
    if (left === 0)
      throw new StripeFault(400, {
        code: 'charge_already_refunded',
        message: `Charge ${charge.id} has already been refunded.`,
      });
    const amount = params.has('amount') ? needAmount(params, 'amount') : left;
    if (amount > left)
      throw new StripeFault(400, {
        message: 'Refund amount is greater than unrefunded amount on charge',
        param: 'amount',
      });
    charge.amount_refunded += amount;
    charge.refunded = charge.amount_refunded === charge.amount;
    const reason = params.get('reason') ?? null;
    const of = {
      amount,
      charge: charge.id,
      created: store.now(),
      currency: charge.currency,
      payment_intent: intent.id,
    };
    const made = makeRefund({ ...of, reason, metadata: fieldsOf(params, 'metadata') });
    made.balance_transaction = book(store, account, {
      type: 'refund',
      amount: -amount,
      source: made.id,
      currency: charge.currency,
    }).id;
    store.put(account, made);
    webhooks.emit('charge.refunded', account, charge);
    webhooks.emit('refund.created', account, made);
    return made;
  }

  function payOut({ account, params }: RouteRequest): Stripe.Payout {
    const amount = needAmount(params, 'amount');
    const currency = need(params, 'currency');
    const destination = params.get('destination') ?? null;
    if (destination !== null) store.get(account, destination, 'bank_account');
    if (amount > bookedBy(store, account, currency).available)
      throw new StripeFault(400, {
        code: 'balance_insufficient',
        message: 'You have insufficient funds in your Stripe account for this transfer.',
      });
    const made = makePayout({
      amount,
      currency,
      created: store.now(),
      destination,
      metadata: fieldsOf(params, 'metadata'),
    });
    made.balance_transaction = book(store, account, { type: 'payout', amount: -amount, source: made.id, currency }).id;
    store.put(account, made);
    webhooks.emit('payout.created', account, made);
    return made;
  }

  function addBankAccount({ params, path }: RouteRequest): Stripe.BankAccount {
    store.get(null, path['account']!, 'account');
    const number = need(params, 'external_account.account_number');
    if (!/^[A-Z0-9]{6,34}$/.test(number))
      throw new StripeFault(400, {
        code: 'account_number_invalid',
        message: 'The bank account number is invalid.',
        param: 'external_account',
      });
    return store.put(
      path['account']!,
      makeBankAccount({
        account_holder_name: params.get('external_account.account_holder_name') ?? null,
        country: need(params, 'external_account.country'),
        currency: need(params, 'external_account.currency'),
        last4: number.slice(-4),
        routing_number: params.get('external_account.routing_number') ?? null,
      }),
    );
  }

  return [
    {
      method: 'POST',
      path: '/v1/checkout/sessions',
      allowed: [
        'mode',
        'line_items.#.quantity',
        'line_items.#.price',
        'line_items.#.price_data.currency',
        'line_items.#.price_data.unit_amount',
        'line_items.#.price_data.product_data.name',
        'payment_intent_data.application_fee_amount',
        'payment_intent_data.description',
        'payment_intent_data.metadata.*',
        'subscription_data.metadata.*',
        'subscription_data.trial_period_days',
        'client_reference_id',
        'metadata.*',
        'customer',
        'customer_email',
        'success_url',
        'cancel_url',
      ],
      run: openSession,
    },
    {
      method: 'GET',
      path: '/v1/checkout/sessions',
      allowed: [...listed, 'payment_intent', 'subscription'],
      run({ account, params }) {
        const intent = params.get('payment_intent');
        const rows = store
          .all<Session>(account, 'checkout.session')
          .filter(({ payment_intent: its }) => intent === undefined || its === intent);
        return store.page(rows, params, '/v1/checkout/sessions');
      },
    },
    {
      method: 'GET',
      path: '/v1/checkout/sessions/:id',
      allowed: [],
      run: ({ account, path }) => session(account, path['id']!),
    },
    {
      method: 'POST',
      path: '/v1/checkout/sessions/:id/expire',
      allowed: [],
      run({ account, path }) {
        const found = session(account, path['id']!);
        if (found.status !== 'open')
          throw new StripeFault(400, { message: 'Only Checkout Sessions with a status in ["open"] can be expired.' });
        actAsCustomer(double, found.id, 'expire');
        return session(account, found.id);
      },
    },
    { method: 'POST', path: '/v1/refunds', allowed: ['payment_intent', 'amount', 'reason', 'metadata.*'], run: refund },
    {
      method: 'GET',
      path: '/v1/refunds/:id',
      allowed: [],
      run: ({ account, path }) => store.get(account, path['id']!, 'refund'),
    },
    {
      method: 'GET',
      path: '/v1/charges/:id',
      allowed: [],
      run: ({ account, path }) => store.get(account, path['id']!, 'charge'),
    },
    {
      method: 'POST',
      path: '/v1/accounts/:account/external_accounts',
      allowed: ['object', 'country', 'currency', 'account_number', 'account_holder_name', 'routing_number'].map(
        (name) => `external_account.${name}`,
      ),
      run: addBankAccount,
    },
    {
      method: 'DELETE',
      path: '/v1/accounts/:account/external_accounts/:id',
      allowed: [],
      run({ path }) {
        const { id } = store.get(path['account']!, path['id']!, 'bank_account');
        store.remove(id);
        return { id, object: 'bank_account', deleted: true } satisfies Omit<Stripe.DeletedBankAccount, 'currency'>;
      },
    },
    {
      method: 'POST',
      path: '/v1/payouts',
      allowed: ['amount', 'currency', 'destination', 'metadata.*'],
      run: payOut,
    },
    {
      method: 'GET',
      path: '/v1/payouts',
      allowed: listed,
      run: ({ account, params }) => store.page(store.all(account, 'payout'), params, '/v1/payouts'),
    },
    {
      method: 'GET',
      path: '/v1/balance_transactions',
      allowed: listed,
      run: ({ account, params }) =>
        store.page(store.all(account, 'balance_transaction'), params, '/v1/balance_transactions'),
    },
  ];
}
