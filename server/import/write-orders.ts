import { and, eq, inArray } from 'drizzle-orm';
import * as schema from '../db/schema.ts';
import { toOrder } from '../orders/store.ts';
import type { PastOrder } from './collect.ts';
import type { Space } from '../jobs/in-space.ts';
import { importer, missingLines, orderId, toOrderRow, type Import } from './rows.ts';

export interface OrdersWritten {
  ordersAdded: number;
  /** Orders that were there and held fewer lines than the file, as when a bad row was mended. */
  ordersCompleted: number;
  linesAdded: number;
}

/** Adds the orders, and the lines of orders, that are not there. What the owner has deleted stays deleted. */
export async function writeOrders({ db, bump }: Space, batch: PastOrder[], all: Import): Promise<OrdersWritten> {
  const { restaurantId } = all;
  const ours = eq(schema.orders.restaurant_id, restaurantId);
  const ids = batch.map((past) => orderId(all, past));
  const there = await db
    .select()
    .from(schema.orders)
    .where(and(ours, inArray(schema.orders.id, ids)));
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
  if (rows.length > 0) await db.insert(schema.orders).values(rows);
  for (const { order, more } of grown) {
    const fields = { ...more, version, updated_at: all.now, updated_by: importer };
    await db
      .update(schema.orders)
      .set(fields)
      .where(and(ours, eq(schema.orders.id, order.id)));
  }
  return {
    ordersAdded: rows.length,
    ordersCompleted: grown.length,
    linesAdded:
      sum(rows, (row) => row.lines.length) + sum(grown, ({ order, more }) => more.lines.length - order.lines.length),
  };
}

const sum = <T>(list: T[], of: (one: T) => number) => list.reduce((total, one) => total + of(one), 0);
