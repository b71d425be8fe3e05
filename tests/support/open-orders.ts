import { randomUUID } from 'node:crypto';
import { drizzle } from 'drizzle-orm/node-postgres';
import { eq, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Order } from '../../contract/orders.ts';
import { orders, spaces } from '../../server/db/schema.ts';

export interface OpenOrder {
  id: string;
  lineId: string;
  order_no: string;
}

export interface OpenOrdersOptions {
  count: number;
  /** The first order's number; the others follow. */
  firstNo?: number;
  now: Date;
}

/**
 * Pending orders for pickup, as a storefront will bring them, written in one version under the space's lock like every other change.
 * The newest has the highest number.
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
  return {
    id: randomUUID(),
    version,
    created_at: placed_at,
    updated_at: placed_at,
    deleted_at: null,
    updated_by: { kind: 'customer', id: null, name: 'Priya Nair' },
    order_no,
    order_status: 'pending',
    order_type: 'pickup',
    channel: 'website',
    external_id: null,
    external_source: null,
    short_code: null,
    customer_id: null,
    customer: { name: 'Priya Nair', phone: '+442079460123', email: null },
    table_name: null,
    guests_count: null,
    delivery_address: null,
    is_asap: true,
    scheduled_for: null,
    due_at: new Date(placed.getTime() + 30 * 60_000).toISOString(),
    estimated_ready_at: null,
    prep_minutes: null,
    answer_by_at: null,
    seen_at: null,
    acknowledged_by_device_ids: [],
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
    customer_note: null,
    kitchen_note: null,
    allergens: [],
    currency: 'GBP',
    subtotal_amount: amount,
    discount_amount: 0,
    delivery_fee_amount: 0,
    service_charge_amount: 0,
    packaging_fee_amount: 0,
    tip_amount: 0,
    tax_amount: 0,
    total_amount: amount,
    paid_amount: 0,
    refunded_amount: 0,
    due_amount: amount,
    taxes: [],
    payment_status: 'unpaid',
    payment_method: null,
    rejection_reason: null,
    rejection_note: null,
    cancellation_reason: null,
    cancellation_note: null,
    placed_at,
    accepted_at: null,
    preparing_at: null,
    ready_at: null,
    picked_up_at: null,
    completed_at: null,
    rejected_at: null,
    cancelled_at: null,
    recalled_at: null,
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
  };
}
