import { and, eq } from 'drizzle-orm';
import { getPayment } from '../../contract/payments/calls.ts';
import { checkouts } from '../db/schema/payments.ts';
import { restaurants } from '../db/schema/restaurants.ts';
import { defineHandler, refuse } from '../pipeline/handler.ts';
import { hashToken } from '../pipeline/authenticate.ts';

export const showPayment = defineHandler(getPayment, async (c) => {
  const [row] = await c.db
    .select({
      payment_status: checkouts.payment_status,
      amount: checkouts.amount,
      currency: checkouts.currency,
      restaurant_name: restaurants.name,
      order_no: checkouts.order_no,
    })
    .from(checkouts)
    .innerJoin(restaurants, eq(restaurants.restaurant_id, checkouts.restaurant_id))
    .where(and(eq(checkouts.restaurant_id, c.restaurantId), eq(checkouts.reference_hash, hashToken(c.path.reference))))
    .limit(1);
  return row ?? refuse('not_found');
});
