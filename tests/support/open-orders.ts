import { randomUUID } from 'node:crypto';
import { drizzle } from 'drizzle-orm/node-postgres';
import { eq, sql } from 'drizzle-orm';
import type pg from 'pg';
import { blankOrder } from '../../contract/orders/new-order.ts';
import type { Order } from '../../contract/orders/calls.ts';
import { orders } from '../../server/db/schema/orders.ts';
import { spaces } from '../../server/db/schema/sync.ts';

export interface OpenOrder {
  id: string;
  lineId: string;
  order_no: string;
}

export interface OpenOrdersOptions {
  count: number;
  /** The first order's number; the others count up from it. */
  firstNo?: number;
  now: Date;
}

/**
 * Pending pickup orders as a storefront creates them, written in one version under the space's lock like every other change. The
 * newest has the highest number.
 */
export async function placeOpenOrders(
  owner: pg.Pool,
  restaurantId: string,
  options: OpenOrdersOptions,
): Promise<OpenOrder[]> {
  const { count, firstNo = 7001, now } = options;
  return drizzle(owner).transaction(async (tx) => {
    const [space] = await tx
      .update(spaces)
      .set({ version: sql`${spaces.version} + 1` })
      .where(eq(spaces.restaurant_id, restaurantId))
      .returning();
    if (!space) throw new Error(`There is no space of restaurant ${restaurantId}`);
    const rows = Array.from({ length: count }, (_, i) =>
      pendingOrder(String(firstNo + i), new Date(now.getTime() - (count - i) * 1000), space.version),
    );
    await tx.insert(orders).values(rows.map((row) => ({ ...row, restaurant_id: restaurantId })));
    return rows.map(({ id, order_no, lines }) => ({ id, order_no, lineId: lines[0]!.id }));
  });
}

function pendingOrder(order_no: string, placed: Date, version: number): Order {
  const placed_at = placed.toISOString();
  const amount = 1250;
  return blankOrder({
    id: randomUUID(),
    version,
    created_at: placed_at,
    updated_by: { kind: 'customer', id: null, name: 'Priya Nair' },
    order_no,
    order_status: 'pending',
    order_type: 'pickup',
    channel: 'website',
    customer: { name: 'Priya Nair', phone: '+442079460123', email: null },
    due_at: new Date(placed.getTime() + 30 * 60_000).toISOString(),
    lines: [
      {
        id: randomUUID(),
        menu_item_id: null,
        name: 'Family feast',
        quantity: 1,
        unit_amount: amount,
        total_amount: amount,
      },
    ],
    currency: 'GBP',
    subtotal_amount: amount,
    total_amount: amount,
    due_amount: amount,
    placed_at,
    events: [
      {
        id: randomUUID(),
        type: 'placed',
        from: null,
        to: 'pending',
        at: placed_at,
        arrived_at: placed_at,
        actor: { kind: 'customer', id: null, name: 'Priya Nair' },
        device_name: null,
        note: null,
        was_offline: false,
      },
    ],
  });
}
