import { and, eq, inArray } from 'drizzle-orm';
import * as ordersTables from '../db/schema/orders.ts';
import { toOrder } from '../orders/store.ts';
import type { PastOrder } from './collect.ts';
import type { Space } from '../jobs/in-space.ts';
import { importer, missingLines, orderId, toOrderRow, type Import } from './rows.ts';

export interface OrdersWritten {
  ordersAdded: number;
  /** Existing orders with fewer lines than the file, such as after a bad row was corrected. */
  ordersCompleted: number;
  linesAdded: number;
}

/** Adds missing orders and lines. What the owner deleted stays deleted. */
export async function writeOrders({ db, bump }: Space, batch: PastOrder[], all: Import): Promise<OrdersWritten> {
  const { restaurantId } = all;
  const ours = eq(ordersTables.orders.restaurant_id, restaurantId);
  const ids = batch.map((past) => orderId(all, past));
  const there = await db
    .select()
    .from(ordersTables.orders)
    .where(and(ours, inArray(ordersTables.orders.id, ids)));
  const known = new Map(there.map((row) => [row.id, toOrder(row)]));
  const missing = batch.filter((past) => !known.has(orderId(all, past)));
  const grown = batch.flatMap((past) => {
    const order = known.get(orderId(all, past));
    const more = order && !order.deleted_at ? missingLines(all, order, past) : null;
    return order && more ? [{ order, more }] : [];
  });
  if (missing.length === 0 && grown.length === 0) return { ordersAdded: 0, ordersCompleted: 0, linesAdded: 0 };

  const version = await bump();
  const rows = missing.map((past) => ({ ...toOrderRow(all, version, past), restaurant_id: restaurantId }));
  if (rows.length > 0) await db.insert(ordersTables.orders).values(rows);
  for (const { order, more } of grown) {
    const fields = { ...more, version, updated_at: all.now, updated_by: importer };
    await db
      .update(ordersTables.orders)
      .set(fields)
      .where(and(ours, eq(ordersTables.orders.id, order.id)));
  }
  return {
    ordersAdded: rows.length,
    ordersCompleted: grown.length,
    linesAdded:
      sum(rows, (row) => row.lines.length) + sum(grown, ({ order, more }) => more.lines.length - order.lines.length),
  };
}

const sum = <T>(list: T[], of: (one: T) => number) => list.reduce((total, one) => total + of(one), 0);
