import { and, eq, isNull, sql } from 'drizzle-orm';
import { readPhone } from '../../contract/phone.ts';
import type { Customer } from '../../contract/customers.ts';
import type { Restaurant } from '../../contract/restaurant.ts';
import { customers, orders } from '../db/schema.ts';
import type { BaseContext, Tx } from '../handle.ts';
import { newId } from '../ids.ts';

export interface Met {
  name: string;
  phone?: string | null | undefined;
  email?: string | null | undefined;
}

type Place = Pick<BaseContext, 'db' | 'restaurantId' | 'now' | 'bump' | 'actor'>;

/** The customer who has this number, else this e-mail address, or a new one. What was not known is filled in. */
export async function meetCustomer(
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

/** Counts a customer's orders anew: those that were not turned away, and what the finished ones brought. */
export async function countOrders(c: Place, customerId: string): Promise<void> {
  const isTurnedAway = sql`${orders.order_status} IN ('rejected', 'cancelled')`;
  const [sums] = await c.db
    .select({
      count: sql<string>`count(*) FILTER (WHERE NOT ${isTurnedAway})`,
      spent: sql<string>`coalesce(sum(${orders.total_amount} - ${orders.refunded_amount}) FILTER (WHERE ${orders.order_status} = 'completed'), 0)`,
      first: sql<string | null>`min(${orders.placed_at})`.mapWith(orders.placed_at),
      last: sql<string | null>`max(${orders.placed_at})`.mapWith(orders.placed_at),
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
