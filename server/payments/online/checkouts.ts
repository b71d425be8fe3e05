import { isHosted } from '../../../contract/payments/providers.ts';
import { createHmac } from 'node:crypto';
import { and, desc, eq } from 'drizzle-orm';
import type pg from 'pg';
import type { PaymentLink } from '../../../contract/payments/online-calls.ts';
import { checkouts } from '../../db/schema/payments.ts';
import type { OnlineProvider } from '../../../contract/payments/providers.ts';
import type { PaymentProviders } from '../../integrations/payment-providers/open-providers.ts';
import type { PaymentProvider } from '../../integrations/payment-providers/provider.ts';
import type { Enqueue } from '../../pipeline/handler.ts';
import type { Tx } from '../../db/tx.ts';

export type Checkout = typeof checkouts.$inferSelect;

/**
 * What the customer brings back from the provider. It follows from the checkout and this installation's key, so that a repeated request
 * names the same return address; the database has only its hash.
 */
export const referenceOf = (secretsKey: string, checkoutId: string): string =>
  createHmac('sha256', secretsKey).update(`checkout reference ${checkoutId}`).digest('base64url');

export async function findCheckout(db: Tx, restaurantId: string, id: string): Promise<Checkout | null> {
  const [row] = await db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.restaurant_id, restaurantId), eq(checkouts.id, id)))
    .limit(1);
  return row ?? null;
}

/** Newest first. */
export const checkoutsOfOrder = (db: Tx, restaurantId: string, orderId: string): Promise<Checkout[]> =>
  db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.restaurant_id, restaurantId), eq(checkouts.order_id, orderId)))
    .orderBy(desc(checkouts.created_at), desc(checkouts.id))
    .limit(20);

interface Changing {
  db: Tx;
  restaurantId: string;
  enqueue: Enqueue;
}

/** Has the order's payment pages closed that ask for something else than it owes now. Call it in the transaction that changes that. */
export async function closePagesLater({ db, restaurantId, enqueue }: Changing, orderId: string): Promise<void> {
  const rows = await checkoutsOfOrder(db, restaurantId, orderId);
  if (rows.some(({ payment_status: status }) => status === 'pending'))
    await enqueue('checkouts.close', { restaurant_id: restaurantId, order_id: orderId });
}

export async function updateCheckout(db: Tx, { restaurant_id, id }: Checkout, fields: Partial<Checkout>) {
  await db
    .update(checkouts)
    .set(fields)
    .where(and(eq(checkouts.restaurant_id, restaurant_id), eq(checkouts.id, id)));
}

export interface CheckoutKey {
  restaurantId: string;
  checkoutId: string;
}

/** By the provider's reference or, before that is known, by our id. Null: it is not one of ours. */
export async function locateCheckout(
  owner: pg.Pool,
  provider: OnlineProvider,
  { reference, checkoutId }: { reference: string | null; checkoutId: string | null },
): Promise<CheckoutKey | null> {
  const found = await owner.query<CheckoutKey>(
    'SELECT restaurant_id AS "restaurantId", id AS "checkoutId" FROM checkouts WHERE provider = $1 AND provider_reference = $2',
    [provider, reference],
  );
  if (found.rows[0] || checkoutId === null) return found.rows[0] ?? null;
  const { rows } = await owner.query<CheckoutKey>(
    'SELECT restaurant_id AS "restaurantId", id AS "checkoutId" FROM checkouts WHERE id::text = $2 AND provider = $1',
    [provider, checkoutId.toLowerCase()],
  );
  return rows[0] ?? null;
}

/** The client of a checkout's or payment's provider. Null: this installation has no keys for it, or it is no provider with a client. */
export const clientOf = (providers: PaymentProviders, provider: string | null): PaymentProvider | null =>
  isHosted(provider) ? providers[provider] : null;

export const toLink = (row: Checkout): PaymentLink => ({
  id: row.id,
  order_id: row.order_id!, // every checkout with a provider has one
  amount: row.amount,
  tip_amount: row.tip_amount,
  currency: row.currency,
  payment_status: row.payment_status,
  provider: row.provider!,
  url: row.payment_status === 'pending' || row.payment_status === 'authorized' ? row.url : null,
  expires_at: row.expires_at,
  created_at: row.created_at,
});
