import { and, desc, eq, gte, inArray, isNull, lt, sql, type SQL } from 'drizzle-orm';
import type { Order, OrderStatus } from '../../contract/orders/calls.ts';
import { orders } from '../db/schema/orders.ts';
import type { Tx } from '../pipeline/handler.ts';
import { contains, matchesPhoneSearch, type PhoneSearch } from '../db/search.ts';

export interface OrderFilter {
  /** Instants: from included, to excluded. */
  placed?: { from: string; to: string };
  type?: Order['order_type'];
  statuses?: OrderStatus[];
  /** Each word must occur in the number, the customer's name or phone, or a dish's name. */
  search?: PhoneSearch;
}

/** Orders that are not deleted, newest first. */
export async function listOrders(
  db: Tx,
  restaurantId: string,
  filter: OrderFilter,
  page: { limit: number; offset: number },
) {
  const where = conditions(restaurantId, filter);
  const rows = await db
    .select()
    .from(orders)
    .where(where)
    .orderBy(desc(orders.placed_at), desc(orders.id))
    .limit(page.limit)
    .offset(page.offset);
  return { orders: rows.map(toOrder), total: await db.$count(orders, where) };
}

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

export function toOrder({ restaurant_id: _, public_token_hash: __, ...order }: typeof orders.$inferSelect): Order {
  return order;
}

function conditions(restaurantId: string, { placed, type, statuses, search }: OrderFilter): SQL | undefined {
  return and(
    eq(orders.restaurant_id, restaurantId),
    isNull(orders.deleted_at),
    placed && and(gte(orders.placed_at, placed.from), lt(orders.placed_at, placed.to)),
    type && eq(orders.order_type, type),
    statuses && inArray(orders.order_status, statuses),
    search && matchesPhoneSearch(sql`${orders.customer} ->> 'phone'`, search, mentions),
  );
}

function mentions(term: string): SQL[] {
  // Screens write numbers as "#148".
  const number = term.length > 1 ? term.replace(/^#/, '') : term;
  return [
    contains(sql`${orders.order_no}`, number),
    contains(sql`${orders.customer} ->> 'name'`, number),
    contains(sql`jsonb_path_query_array(${orders.lines}, '$[*].name')::text`, number),
  ];
}
