import { and, eq, getTableColumns } from 'drizzle-orm';
import type { Order } from '../../contract/orders/calls.ts';
import { orders } from '../db/schema/orders.ts';
import type { Tx } from '../db/tx.ts';

/** What is sent of an order. */
export const orderColumns = sentColumns(getTableColumns(orders));

/** Includes deleted orders; the caller checks for tombstones. */
export async function findOrder(db: Tx, restaurantId: string, id: string): Promise<Order | null> {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.restaurant_id, restaurantId), eq(orders.id, id)))
    .limit(1);
  return row ? toOrder(row) : null;
}

export async function updateOrder(db: Tx, restaurantId: string, id: string, fields: Partial<Order>): Promise<void> {
  await db
    .update(orders)
    .set(fields)
    .where(and(eq(orders.restaurant_id, restaurantId), eq(orders.id, id)));
}

function sentColumns({ restaurant_id: _, public_token_hash: __, ...columns }: (typeof orders)['_']['columns']) {
  return columns;
}

export function toOrder({ restaurant_id: _, public_token_hash: __, ...order }: typeof orders.$inferSelect): Order {
  return order;
}
