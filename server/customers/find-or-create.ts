import { and, eq, isNull, sql } from 'drizzle-orm';
import { readPhone } from '../../contract/auth/phone.ts';
import type { Customer } from '../../contract/customers/calls.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import { openOrderIds } from '../chats/store.ts';
import { chats, customers, orders } from '../db/schema.ts';
import type { BaseContext, Tx } from '../pipeline/handler.ts';
import { newId } from '../platform/ids.ts';

export interface Met {
  name: string;
  phone?: string | null | undefined;
  email?: string | null | undefined;
}

type Place = Pick<BaseContext, 'db' | 'restaurantId' | 'now' | 'bump' | 'actor'>;

/**
 * The customer who has this number, else this e-mail address, or a new one. What was not known is filled in where staff say it: a visitor
 * of the public intake has proved neither the number nor the address, and writes nothing into a customer who is known.
 */
export async function findOrCreateCustomer(
  c: Place,
  restaurant: Pick<Restaurant, 'country_code' | 'currency'>,
  met: Met,
  source: Customer['source'],
): Promise<Customer> {
  const phone = met.phone ? readPhone(met.phone, restaurant.country_code) : null;
  const email = met.email?.toLowerCase() || null;
  const byPhone = phone ? await find(c, eq(customers.phone, phone)) : null;
  const byEmail = email ? await find(c, eq(customers.email, email)) : null;
  const found = byPhone ?? byEmail;
  if (found && c.actor.kind === 'customer') return found;
  const stamp = { version: await c.bump(), updated_at: c.now.toISOString(), updated_by: c.actor };
  if (found) {
    const fill = {
      ...(found.phone === null && phone ? { phone } : {}),
      // The address may be another customer's already: the number decides.
      ...(found.email === null && email && !byEmail ? { email } : {}),
      ...stamp,
    };
    await updateCustomer(c.db, c.restaurantId, found.id, fill);
    return { ...found, ...fill };
  }
  const made: Customer = {
    id: newId(c.now),
    created_at: stamp.updated_at,
    deleted_at: null,
    ...stamp,
    name: met.name,
    email,
    phone,
    phone_raw: phone ? null : (met.phone ?? null),
    customer_status: 'active',
    source,
    tags: [],
    note: '',
    allergens: [],
    orders_count: 0,
    total_spent_amount: 0,
    currency: restaurant.currency,
    first_order_at: null,
    last_order_at: null,
    chat_id: null,
  };
  await c.db.insert(customers).values({ ...made, restaurant_id: c.restaurantId });
  return made;
}

/** The restaurant wants nothing more from this customer by the public intake; staff may still take an order by hand. */
export const isBlocked = (customer: Pick<Customer, 'customer_status'>): boolean =>
  customer.customer_status === 'blocked';

/** Counts a customer's orders anew, those that were not turned away: how many, the first and the last of them, and what the finished ones brought. */
export async function countOrders(c: Place, customerId: string): Promise<void> {
  const isTurnedAway = sql`${orders.order_status} IN ('rejected', 'cancelled')`;
  const [sums] = await c.db
    .select({
      count: sql<string>`count(*) FILTER (WHERE NOT ${isTurnedAway})`,
      spent: sql<string>`coalesce(sum(${orders.total_amount} - ${orders.refunded_amount}) FILTER (WHERE ${orders.order_status} = 'completed'), 0)`,
      first: sql<string | null>`min(${orders.placed_at}) FILTER (WHERE NOT ${isTurnedAway})`.mapWith(orders.placed_at),
      last: sql<string | null>`max(${orders.placed_at}) FILTER (WHERE NOT ${isTurnedAway})`.mapWith(orders.placed_at),
    })
    .from(orders)
    .where(
      and(eq(orders.restaurant_id, c.restaurantId), eq(orders.customer_id, customerId), isNull(orders.deleted_at)),
    );
  await updateCustomer(c.db, c.restaurantId, customerId, {
    orders_count: Number(sums?.count ?? 0),
    total_spent_amount: Number(sums?.spent ?? 0),
    first_order_at: sums?.first ?? null,
    last_order_at: sums?.last ?? null,
    version: await c.bump(),
    updated_at: c.now.toISOString(),
  });
  await noteOpenOrders(c, customerId);
}

/** The chats of a customer say which of the orders are open. */
async function noteOpenOrders(c: Place, customerId: string): Promise<void> {
  const open_order_ids = await openOrderIds(c.db, c.restaurantId, customerId);
  await c.db
    .update(chats)
    .set({ open_order_ids, version: await c.bump(), updated_at: c.now.toISOString() })
    .where(
      and(
        eq(chats.restaurant_id, c.restaurantId),
        eq(chats.customer_id, customerId),
        isNull(chats.deleted_at),
        sql`${chats.open_order_ids} <> ${JSON.stringify(open_order_ids)}::jsonb`,
      ),
    );
}

export async function updateCustomer(
  db: Tx,
  restaurantId: string,
  id: string,
  fields: Partial<Customer>,
): Promise<void> {
  await db
    .update(customers)
    .set(fields)
    .where(and(eq(customers.restaurant_id, restaurantId), eq(customers.id, id)));
}

async function find({ db, restaurantId }: Place, which: ReturnType<typeof eq>): Promise<Customer | null> {
  const [row] = await db
    .select()
    .from(customers)
    .where(and(eq(customers.restaurant_id, restaurantId), which, isNull(customers.deleted_at)))
    .limit(1);
  if (!row) return null;
  const { restaurant_id: _, field_changes: __, ...customer } = row;
  return customer;
}
