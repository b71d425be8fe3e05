import type { Order } from '../../../contract/orders/calls.ts';
import { closedStatuses } from '../../../contract/orders/status.ts';
import { checkouts } from '../../db/schema/payments.ts';
import type { Env } from '../../env.ts';
import type { PaymentProviders } from '../../integrations/payment-providers/open-providers.ts';
import { TransientError } from '../../integrations/payment-providers/provider.ts';
import { findOrder } from '../../orders/store.ts';
import { hashToken } from '../../pipeline/authenticate.ts';
import { refuse, Refusal } from '../../pipeline/handler.ts';
import type { Tx } from '../../db/tx.ts';
import { newId } from '../../platform/ids.ts';
import { loadRestaurant } from '../../restaurants/store.ts';
import { findProviderAccount } from '../provider-accounts.ts';
import { applyCheckout } from './apply-checkout.ts';
import {
  checkoutsOfOrder,
  clientOf,
  closePagesLater,
  findCheckout,
  referenceOf,
  updateCheckout,
  type Checkout,
} from './checkouts.ts';
import { inMoneyTransaction, readInRestaurant, type MoneyContext, type MoneyServices } from './money-context.ts';

export interface CheckoutServices extends MoneyServices {
  env: Pick<Env, 'publicUrl' | 'secretsKey' | 'platformFeeBp'>;
  providers: PaymentProviders;
}

export interface WantedCheckout {
  restaurantId: string;
  findOrder(db: Tx): Promise<Order | null>;
  tip: number;
  now: Date;
}

/** A page that ends sooner is not handed out again. */
const LEAST_LEFT_MS = 5 * 60_000;
/** Providers remember a request's key for 24 hours. */
const REPEAT_WITHIN_MS = 23 * 3_600_000;

/**
 * The page where a customer pays what an order owes. The row is committed before the provider is asked, with its id as the request's key:
 * whether the answer is lost or this process dies, the next request gets the same page.
 */
export async function openCheckout(services: CheckoutServices, wanted: WantedCheckout): Promise<Checkout | Refusal> {
  const prepared = await inMoneyTransaction(services, wanted, (c) => prepare(c, services, wanted));
  if (prepared instanceof Refusal || prepared.url) return prepared;
  try {
    return await requestPage(services, prepared, wanted.now);
  } catch (fault) {
    if (fault instanceof TransientError) return refuse('provider_unavailable', { retry_after_seconds: 5 });
    throw fault;
  }
}

async function prepare(
  c: MoneyContext,
  { env, providers }: CheckoutServices,
  wanted: WantedCheckout,
): Promise<Checkout | Refusal> {
  const order = await wanted.findOrder(c.db);
  if (!order || order.deleted_at) return refuse('not_found');
  if (closedStatuses.includes(order.order_status)) return refuse('order_already_final', { current: order });
  if (order.due_amount <= 0) return refuse('nothing_due', { current: order });
  const account = await findProviderAccount(c.db, c.restaurantId);
  if (!account || !clientOf(providers, account.provider)) return refuse('payments_not_set_up');
  const amount = order.due_amount + wanted.tip;
  const present = await checkoutsOfOrder(c.db, c.restaurantId, order.id);
  const again = present.find(
    (row) =>
      row.amount === amount &&
      row.tip_amount === wanted.tip &&
      row.provider_account === account.account &&
      isStillOpen(row, c.now),
  );
  const checkout = again ?? newCheckout(c, order, { ...account, amount, tip: wanted.tip, env });
  if (!again) {
    await c.db.insert(checkouts).values(checkout);
    if (present.length > 0) await closePagesLater(c, order.id);
  }
  return checkout;
}

function isStillOpen(row: Checkout, now: Date): boolean {
  if (row.payment_status !== 'pending') return false;
  if (row.url === null) return now.getTime() - Date.parse(row.created_at) < REPEAT_WITHIN_MS;
  return row.expires_at === null || Date.parse(row.expires_at) - now.getTime() > LEAST_LEFT_MS;
}

interface NewCheckout {
  provider: NonNullable<Checkout['provider']>;
  account: string;
  feeBp: number;
  amount: number;
  tip: number;
  env: CheckoutServices['env'];
}

function newCheckout(
  { restaurantId, now }: MoneyContext,
  order: Order,
  { provider, account, feeBp, amount, tip, env }: NewCheckout,
): Checkout {
  const id = newId(now);
  const at = now.toISOString();
  return {
    restaurant_id: restaurantId,
    id,
    reference_hash: hashToken(referenceOf(env.secretsKey, id)),
    order_id: order.id,
    order_no: order.order_no,
    amount,
    currency: order.currency,
    payment_status: 'pending',
    provider,
    provider_account: account,
    provider_reference: null,
    url: null,
    expires_at: null,
    tip_amount: tip,
    application_fee_amount: Math.round((amount * Math.max(env.platformFeeBp, feeBp)) / 10_000),
    payment_id: null,
    checked_at: null,
    fee_posted_at: null,
    available_on: null,
    available_posted_at: null,
    created_at: at,
    updated_at: at,
  };
}

/**
 * Asks the provider for a checkout's page, outside of any transaction, and stores the answer. The same question each time, so that the
 * provider recognises a repetition. Throws TransientError if there is no answer.
 */
export async function requestPage(
  services: CheckoutServices,
  checkout: Checkout,
  now: Date,
): Promise<Checkout | Refusal> {
  const { env, providers } = services;
  const { restaurant_id: restaurantId, id } = checkout;
  const provider = clientOf(providers, checkout.provider);
  if (!provider) return refuse('payments_not_set_up');
  const [restaurant, order] = await readInRestaurant(services, restaurantId, async (db) => [
    await loadRestaurant(db, restaurantId),
    checkout.order_id === null ? null : await findOrder(db, restaurantId, checkout.order_id),
  ]);
  const reference = encodeURIComponent(referenceOf(env.secretsKey, id));
  const answer = await provider.openCheckout({
    account: checkout.provider_account!, // set by newCheckout
    key: id,
    checkoutId: id,
    restaurantId,
    amount: checkout.amount,
    currency: checkout.currency,
    description: `Order #${checkout.order_no} at ${restaurant.name}`,
    applicationFee: checkout.application_fee_amount,
    customerEmail: order?.customer.email ?? null,
    successUrl: `${env.publicUrl}/success?reference=${reference}`,
    cancelUrl: `${env.publicUrl}/failure?reference=${reference}`,
  });
  return inMoneyTransaction(services, { restaurantId, now }, async (c) => {
    const row = await findCheckout(c.db, restaurantId, id);
    if (!row) throw new Error('A checkout is never deleted');
    if (answer.kind === 'refused') {
      if (row.payment_status === 'pending')
        await updateCheckout(c.db, row, { payment_status: 'failed', updated_at: now.toISOString() });
      return refuse('provider_refused', { message: answer.message });
    }
    await applyCheckout(c, row, answer.value);
    return (await findCheckout(c.db, restaurantId, id))!;
  });
}
