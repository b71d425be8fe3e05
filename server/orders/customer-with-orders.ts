import { and, desc, eq, isNull } from 'drizzle-orm';
import * as contract from '../../contract/customers/calls.ts';
import { averagesOf, derivedOf } from '../customers/derived.ts';
import { findCustomer } from '../customers/store.ts';
import { orders } from '../db/schema/orders.ts';
import { defineHandler, refuse } from '../pipeline/handler.ts';
import { toOrder } from './store.ts';

const ORDERS = 50;

/** A customer with their newest orders. */
export const customerWithOrders = defineHandler(contract.get, async (c) => {
  const found = await findCustomer(c.db, c.restaurantId, c.path.id);
  if (!found) return refuse('not_found');
  const { customer } = found;
  const rows = await c.db
    .select()
    .from(orders)
    .where(
      and(eq(orders.restaurant_id, c.restaurantId), eq(orders.customer_id, customer.id), isNull(orders.deleted_at)),
    )
    .orderBy(desc(orders.placed_at), desc(orders.id))
    .limit(ORDERS);
  return {
    ...customer,
    ...derivedOf(customer, await averagesOf(c.db, c.restaurantId, [customer.id]), c.now),
    orders: rows.map(toOrder),
  };
});
