import { and, count, eq, inArray, isNull, sum } from 'drizzle-orm';
import type { Customer } from '../../contract/customers/calls.ts';
import { segmentOf } from '../../contract/customers/segment.ts';
import { averageOrder } from '../../contract/orders/revenue.ts';
import { isSold, orders, soldAmount } from '../db/schema/orders.ts';
import type { Tx } from '../db/tx.ts';

/** What follows from a customer's orders. */
export const derivedOf = (customer: Customer, averages: ReadonlyMap<string, number | null>, now: Date) => ({
  segment: segmentOf(customer, now.getTime()),
  average_order_amount: averages.get(customer.id) ?? null,
});

/** By the rule of insights, for those to whom something was sold. */
export async function averagesOf(
  db: Tx,
  restaurantId: string,
  customerIds: string[],
): Promise<Map<string, number | null>> {
  const rows = await db
    .select({
      id: orders.customer_id,
      revenue: sum(soldAmount),
      orders_count: count(),
    })
    .from(orders)
    .where(
      and(
        eq(orders.restaurant_id, restaurantId),
        inArray(orders.customer_id, customerIds),
        isSold,
        isNull(orders.deleted_at),
      ),
    )
    .groupBy(orders.customer_id);
  return new Map(
    rows.map(({ id, revenue, orders_count }) => [id!, averageOrder({ revenue: Number(revenue), orders_count })]),
  );
}
