import { createHash } from 'node:crypto';
import type pg from 'pg';
import type * as z from 'zod/mini';
import type { PaymentState } from '../../contract/payments/rows.ts';
import { newId } from '../../server/platform/ids.ts';

export interface Checkout {
  reference: string;
  /** What the provider reports later. */
  becomes(status: z.infer<typeof PaymentState>): Promise<void>;
}

/** A customer's attempt to pay, as the redirect to a payment provider records it. */
export async function openCheckout(
  owner: pg.Pool,
  restaurantId: string,
  { reference = crypto.randomUUID(), orderNo = null }: { reference?: string; orderNo?: string | null } = {},
): Promise<Checkout> {
  const hash = createHash('sha256').update(reference).digest('hex');
  await owner.query(
    `INSERT INTO checkouts (restaurant_id, id, reference_hash, order_no, amount, currency, payment_status, created_at, updated_at)
     VALUES ($1, $2, $3, $4, 2350, 'GBP', 'pending', now(), now())`,
    [restaurantId, newId(), hash, orderNo],
  );
  return {
    reference,
    async becomes(status) {
      await owner.query('UPDATE checkouts SET payment_status = $2, updated_at = now() WHERE reference_hash = $1', [
        hash,
        status,
      ]);
    },
  };
}
