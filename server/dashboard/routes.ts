import { and, eq, gte, inArray, isNull, lt, notInArray, sql } from 'drizzle-orm';
import { businessDay, businessDayRange } from '../../contract/restaurant/business-day.ts';
import * as contract from '../../contract/dashboard/calls.ts';
import { closedStatuses, openStatuses } from '../../contract/orders/status.ts';
import { orders } from '../db/schema.ts';
import { defineHandler, type Handler } from '../pipeline/handler.ts';
import { listOrders } from '../orders/store.ts';
import { loadRestaurant } from '../restaurants/store.ts';

/** Today = the running business day. What was rejected or cancelled is neither an order nor revenue; a refund takes from the revenue. */
const insights = defineHandler(contract.insights, async (c) => {
  const { timezone, business_day_cutoff_time, currency } = await loadRestaurant(c.db, c.restaurantId);
  const date = businessDay(c.now, timezone, business_day_cutoff_time);
  const { from, to } = businessDayRange(date, timezone, business_day_cutoff_time);
  const ours = and(eq(orders.restaurant_id, c.restaurantId), isNull(orders.deleted_at));
  const [today] = await c.db
    .select({
      revenue: sql<string>`coalesce(sum(${orders.total_amount} - ${orders.refunded_amount}), 0)`,
      count: sql<string>`count(*)`,
    })
    .from(orders)
    .where(
      and(ours, gte(orders.placed_at, from), lt(orders.placed_at, to), notInArray(orders.order_status, closedStatuses)),
    );
  return {
    date,
    total_revenue: Number(today?.revenue ?? 0),
    total_orders_count: Number(today?.count ?? 0),
    open_orders_count: await c.db.$count(orders, and(ours, inArray(orders.order_status, openStatuses))),
    currency,
    as_of: c.now.toISOString(),
  };
});

const newestOpen = defineHandler(contract.orders, async (c) => {
  const found = await listOrders(c.db, c.restaurantId, { statuses: openStatuses }, { limit: 10, offset: 0 });
  return found.orders;
});

export const routes: Handler[] = [insights, newestOpen];
