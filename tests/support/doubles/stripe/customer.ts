import type Stripe from 'stripe';
import { beginSubscription } from './billing.ts';
import { book } from './books.ts';
import { makeCharge, makeDispute, makeIntent, type Session } from './objects.ts';
import { fieldsOf, newStripeId, StripeFault, type Params } from './request.ts';
import type { Double } from './routes.ts';

export type CustomerAction =
  | 'pay'
  | 'pay_available'
  | 'pay_later'
  | 'settle'
  | 'fail'
  | 'decline'
  | 'cancel'
  | 'expire';

const FEE_BP = 150;
const FEE_FIXED = 20;
const DISPUTE_FEE = 2000;

/**
 * What happens on the payment page: a customer pays, at once or by a transfer that arrives later, is declined, or leaves. `pay_available`:
 * the money is available at once, as that of Stripe's test card 4000 0000 0000 0077 is.
 */
export function actAsCustomer(double: Double, id: string, action: CustomerAction): Session {
  const { store, webhooks } = double;
  const found = store.find<Session>(id);
  if (!found || found.value.object !== 'checkout.session')
    throw new StripeFault(404, { message: `No such session: ${id}` });
  const { account, value: session } = found;
  if (action === 'cancel') return session;
  if (action === 'settle' || action === 'fail') {
    if (session.status !== 'complete' || session.payment_status !== 'unpaid')
      throw new StripeFault(409, { message: 'No payment of this session is on its way.' });
    if (action === 'settle') takeMoney(double, account, session, { isAvailable: false });
    else intentOf(double, account, session).status = 'requires_payment_method';
    webhooks.emit(`checkout.session.async_payment_${action === 'settle' ? 'succeeded' : 'failed'}`, account, session);
    return session;
  }
  if (session.status !== 'open') throw new StripeFault(409, { message: 'This session is over.' });
  if (action === 'expire') {
    session.status = 'expired';
    session.url = null;
    webhooks.emit('checkout.session.expired', account, session);
    return session;
  }
  if (action === 'decline') {
    const error = {
      code: 'card_declined',
      decline_code: 'generic_decline',
      message: 'Your card was declined.',
      type: 'card_error',
    };
    const intent = intentOf(double, account, session);
    intent.status = 'requires_payment_method';
    intent.last_payment_error = error satisfies Stripe.PaymentIntent.LastPaymentError;
    webhooks.emit('payment_intent.payment_failed', account, intent);
    return session;
  }
  session.status = 'complete';
  session.url = null;
  if (session.mode === 'subscription') {
    session.payment_status = 'paid';
    beginSubscription(double, session, paramsOf(double, session));
  } else if (action !== 'pay_later') takeMoney(double, account, session, { isAvailable: action === 'pay_available' });
  else intentOf(double, account, session).status = 'processing';
  webhooks.emit('checkout.session.completed', account, session);
  return session;
}

function takeMoney(
  double: Double,
  account: string | null,
  session: Session,
  { isAvailable }: { isAvailable: boolean },
): void {
  const { store, webhooks, url } = double;
  const intent = intentOf(double, account, session);
  const { amount, currency, application_fee_amount: applicationFee } = intent;
  const id = newStripeId('ch');
  const fee = Math.round((amount * FEE_BP) / 10_000) + FEE_FIXED + (applicationFee ?? 0);
  const booked = book(store, account, { type: 'charge', amount, fee, source: id, currency, isAvailable });
  const charge = makeCharge({
    id,
    amount,
    currency,
    created: store.now(),
    payment_intent: intent.id,
    application_fee_amount: applicationFee,
    balance_transaction: booked.id,
    description: intent.description,
    metadata: intent.metadata,
    receipt_url: `${url()}/receipts/${id}`,
  });
  store.put(account, charge);
  Object.assign(intent, { status: 'succeeded', latest_charge: id, amount_received: amount, last_payment_error: null });
  session.payment_status = 'paid';
  webhooks.emit('payment_intent.succeeded', account, intent);
}

/** Made at the first attempt to pay. */
function intentOf(double: Double, account: string | null, session: Session): Stripe.PaymentIntent {
  const { store } = double;
  if (session.payment_intent !== null)
    return store.get<Stripe.PaymentIntent>(account, session.payment_intent, 'payment_intent');
  const params = paramsOf(double, session);
  const fee = params.get('payment_intent_data.application_fee_amount');
  const intent = makeIntent({
    amount: session.amount_total ?? 0,
    currency: session.currency ?? '',
    created: store.now(),
    status: 'processing',
    application_fee_amount: fee === undefined ? null : Number(fee),
    description: params.get('payment_intent_data.description') ?? null,
    metadata: fieldsOf(params, 'payment_intent_data.metadata'),
  });
  session.payment_intent = intent.id;
  return store.put(account, intent);
}

function paramsOf({ store }: Double, session: Session): Params {
  return store.find<{ id: string; object: string; params: Params }>(`${session.id}:params`)!.value.params;
}

/** The customer's bank takes the money back until somebody decides. */
export function openDispute({ store, webhooks }: Double, sessionId: string): string {
  const { account, value: session } = store.find<Session>(sessionId)!;
  const intent = store.get<Stripe.PaymentIntent>(account, session.payment_intent, 'payment_intent');
  const charge = store.get<Stripe.Charge>(account, intent.latest_charge, 'charge');
  charge.disputed = true;
  const { amount, currency } = charge;
  const dispute = makeDispute({ amount, charge: charge.id, created: store.now(), currency, payment_intent: intent.id });
  const booked = book(store, account, {
    type: 'adjustment',
    amount: -amount,
    fee: DISPUTE_FEE,
    source: dispute.id,
    currency,
  });
  dispute.balance_transactions = [booked];
  store.put(account, dispute);
  webhooks.emit('charge.dispute.created', account, dispute);
  return dispute.id;
}

export function closeDispute({ store, webhooks }: Double, id: string, status: 'won' | 'lost'): void {
  const { account, value: dispute } = store.find<ReturnType<typeof makeDispute>>(id)!;
  dispute.status = status;
  if (status === 'won') {
    const { amount, currency } = dispute;
    const booked = book(store, account, { type: 'adjustment', amount, fee: -DISPUTE_FEE, source: id, currency });
    dispute.balance_transactions = [...dispute.balance_transactions, booked];
    store.get<Stripe.Charge>(account, dispute.charge, 'charge').disputed = false;
  }
  webhooks.emit('charge.dispute.closed', account, dispute);
}

/** The bank's answer to a payout. One that was paid may come back. */
export function endPayout(
  { store, webhooks }: Double,
  id: string,
  status: 'paid' | 'failed',
  failureCode: string,
): void {
  const { account, value: payout } = store.find<Stripe.Payout>(id)!;
  payout.status = status;
  if (status === 'failed') {
    const { amount, currency } = payout;
    payout.failure_code = failureCode;
    payout.failure_message = 'The bank returned the payout.';
    payout.failure_balance_transaction = book(store, account, {
      type: 'payout_failure',
      amount,
      source: id,
      currency,
    }).id;
  }
  webhooks.emit(`payout.${status}`, account, payout);
}
