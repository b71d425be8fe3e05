import { and, eq, inArray, isNull } from 'drizzle-orm';
import { withAllergens } from '../../contract/orders/edit.ts';
import { openStatuses } from '../../contract/orders/status.ts';
import { orders } from '../db/schema/orders.ts';
import type { BaseContext } from '../pipeline/handler.ts';
import { toOrder, updateOrder } from './store.ts';

/**
 * Adds a customer's allergies to their open orders, because the kitchen reads orders, not customers. Removes none: an order may have them
 * from another source, and unknown does not mean none.
 */
export async function warnOpenOrders(c: BaseContext, customerId: string, allergens: readonly string[]): Promise<void> {
  if (allergens.length === 0) return;
  const rows = await c.db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.restaurant_id, c.restaurantId),
        eq(orders.customer_id, customerId),
        inArray(orders.order_status, openStatuses),
        isNull(orders.deleted_at),
      ),
    );
  const operation = { occurredAt: c.occurredAt, opId: c.opId, actor: c.actor, now: c.now.toISOString() };
  for (const order of rows.map(toOrder)) {
    const next = withAllergens(order, allergens, operation);
    if (!next) continue;
    await updateOrder(c.db, c.restaurantId, order.id, {
      allergens: next.allergens,
      events: next.events,
      version: await c.bump(),
      updated_at: operation.now,
      updated_by: c.actor,
    });
  }
}
