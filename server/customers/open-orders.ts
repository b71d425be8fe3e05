import { and, eq, inArray, isNull } from 'drizzle-orm';
import { openStatuses } from '../../contract/orders/status.ts';
import { orders } from '../db/schema/orders.ts';
import type { Tx } from '../db/tx.ts';

/** A customer's orders that are not finished, the next due first. */
export async function openOrderIds(db: Tx, restaurantId: string, customerId: string): Promise<string[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.restaurant_id, restaurantId),
        eq(orders.customer_id, customerId),
        inArray(orders.order_status, openStatuses),
        isNull(orders.deleted_at),
      ),
    )
    .orderBy(orders.due_at, orders.id);
  return rows.map(({ id }) => id);
}
