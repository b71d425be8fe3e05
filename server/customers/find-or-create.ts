import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { phoneKeysOf } from '../../contract/auth/phone-search.ts';
import type { Customer } from '../../contract/customers/calls.ts';
import { mergedPhone } from '../../contract/customers/merge.ts';
import { blankCustomer } from '../../contract/customers/new-rows.ts';
import { openStatuses } from '../../contract/orders/status.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import { readPhoneFields } from '../platform/phone-number.ts';
import { chats } from '../db/schema/chats.ts';
import { customers } from '../db/schema/customers.ts';
import { isSold, orders, soldAmount } from '../db/schema/orders.ts';
import type { BaseContext } from '../pipeline/handler.ts';
import type { Tx } from '../db/tx.ts';
import { newId } from '../platform/ids.ts';
import { hasNumber, toCustomer } from './store.ts';

export interface Met {
  name: string;
  phone?: string | null | undefined;
  email?: string | null | undefined;
}

type CustomerContext = Pick<BaseContext, 'db' | 'restaurantId' | 'now' | 'bump' | 'actor'>;

/**
 * The customer with this number, else with this e-mail address, or a new one. Missing details are filled in only for staff: a visitor of
 * the storefront has proved neither number nor address, and must not change a known customer.
 */
export async function findOrCreateCustomer(
  c: CustomerContext,
  restaurant: Pick<Restaurant, 'country_code' | 'currency'>,
  met: Met,
  source: Customer['source'],
): Promise<Customer> {
  const { customer, isNew } = await meetCustomer(c, restaurant, met, source);
  if (isNew) await c.db.insert(customers).values({ ...customer, restaurant_id: c.restaurantId });
  return customer;
}

/** The same, but a new customer is not stored yet. */
export async function meetCustomer(
  c: CustomerContext,
  restaurant: Pick<Restaurant, 'country_code' | 'currency'>,
  met: Met,
  source: Customer['source'],
): Promise<{ customer: Customer; isNew: boolean }> {
  const given = readPhoneFields(met.phone ?? '', restaurant.country_code);
  const keys = phoneKeysOf(given);
  const email = met.email?.toLowerCase() || null;
  const known = await find(c, keys, email);
  const byEmail = known.find((one) => email !== null && one.email === email);
  const hasOneOf = (some: readonly string[]) => (one: Customer) => phoneKeysOf(one).some((key) => some.includes(key));
  const byNumber = known.filter(hasOneOf(keys));
  const found =
    // Until they are merged, two may have one number. A visitor is the blocked one of them.
    (c.actor.kind === 'customer' ? byNumber.find(isBlocked) : undefined) ??
    byNumber.find((one) => one.phone === given.phone && one.phone !== null) ??
    byNumber.find((one) => one.phone !== null) ??
    byNumber.find(hasOneOf(keys.slice(0, 1))) ??
    byNumber[0] ??
    byEmail;
  if (found && c.actor.kind === 'customer') return { customer: found, isNew: false };
  const stamp = { version: await c.bump(), updated_at: c.now.toISOString(), updated_by: c.actor };
  if (found) {
    const fill = {
      // Not if another customer, of the same number, has it.
      ...(found.phone === null && given.phone && byNumber.every((one) => one.phone === null)
        ? mergedPhone(given, found)
        : {}),
      // The address may already be another customer's: the number decides.
      ...(found.email === null && email && !byEmail ? { email } : {}),
      ...stamp,
    };
    await updateCustomer(c.db, c.restaurantId, found.id, fill);
    return { customer: { ...found, ...fill }, isNew: false };
  }
  const birth = {
    id: newId(c.now),
    version: stamp.version,
    at: stamp.updated_at,
    actor: c.actor,
    source,
    currency: restaurant.currency,
  };
  const customer: Customer = {
    ...blankCustomer(birth),
    name: met.name,
    email,
    ...given,
  };
  return { customer, isNew: true };
}

/** A blocked customer cannot use the storefront; staff may still create orders for them. */
export const isBlocked = (customer: Pick<Customer, 'customer_status'>): boolean =>
  customer.customer_status === 'blocked';

/**
 * Recounts a customer's orders, except rejected and cancelled ones: number, first and last, and what was sold. Stores which
 * of them are open in the customer's chats.
 */
export async function countOrders(
  c: Pick<CustomerContext, 'db' | 'restaurantId' | 'now' | 'bump'>,
  customerId: string,
): Promise<void> {
  const isTurnedAway = sql`order_status IN ('rejected', 'cancelled')`;
  const stamp = sql`version = ${await c.bump()}, updated_at = ${c.now.toISOString()}`;
  await c.db.execute(sql`
    WITH own AS (
      SELECT * FROM ${orders} WHERE restaurant_id = ${c.restaurantId} AND customer_id = ${customerId} AND deleted_at IS NULL
    ), counted AS (
      UPDATE ${customers} SET ${stamp}, orders_count = sums.count, no_show_count = sums.missed, total_spent_amount = sums.spent,
             first_order_at = sums.first, last_order_at = sums.last
        FROM (SELECT count(*) FILTER (WHERE NOT ${isTurnedAway}) AS count,
                     coalesce(sum(${soldAmount}) FILTER (WHERE ${isSold}), 0) AS spent,
                     count(*) FILTER (WHERE order_status = 'cancelled' AND cancellation_reason = 'no_show') AS missed,
                     min(placed_at) FILTER (WHERE NOT ${isTurnedAway}) AS first,
                     max(placed_at) FILTER (WHERE NOT ${isTurnedAway}) AS last
                FROM own) sums
       WHERE ${customers.restaurant_id} = ${c.restaurantId} AND ${customers.id} = ${customerId}
    )
    UPDATE ${chats} SET ${stamp}, open_order_ids = open.ids
      FROM (SELECT coalesce(jsonb_agg(id ORDER BY due_at, id), '[]') AS ids FROM own
             WHERE order_status IN (${sql.join(
               openStatuses.map((status) => sql`${status}`),
               sql`, `,
             )})) open
     WHERE ${chats.restaurant_id} = ${c.restaurantId} AND ${chats.customer_id} = ${customerId}
       AND ${chats.deleted_at} IS NULL AND ${chats.open_order_ids} <> open.ids`);
}

export async function updateCustomer(
  db: Tx,
  restaurantId: string,
  id: string,
  fields: Partial<typeof customers.$inferInsert>,
): Promise<void> {
  await db
    .update(customers)
    .set(fields)
    .where(and(eq(customers.restaurant_id, restaurantId), eq(customers.id, id)));
}

/** Those with this number or this e-mail address. */
async function find(
  { db, restaurantId }: CustomerContext,
  keys: readonly string[],
  email: string | null,
): Promise<Customer[]> {
  if (keys.length === 0 && email === null) return [];
  const isTheirs = or(hasNumber(keys), email === null ? undefined : eq(customers.email, email));
  const rows = await db
    .select()
    .from(customers)
    .where(and(eq(customers.restaurant_id, restaurantId), isTheirs, isNull(customers.deleted_at)));
  return rows.map(toCustomer);
}
