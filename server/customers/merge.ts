import { and, eq } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import * as contract from '../../contract/customers/calls.ts';
import { mergedCustomer } from '../../contract/customers/merge.ts';
import { changedFields } from '../db/changed-fields.ts';
import { whatsapp_contacts } from '../db/schema/channels.ts';
import { chats } from '../db/schema/chats.ts';
import { consent_changes, customers } from '../db/schema/customers.ts';
import { order_ratings, orders } from '../db/schema/orders.ts';
import { payments } from '../db/schema/payments.ts';
import { promotion_uses } from '../db/schema/promotions.ts';
import { reservations } from '../db/schema/reservations.ts';
import { answer, defineHandler, refuse } from '../pipeline/handler.ts';
import { allergiesLearned, customerMerged } from './events.ts';
import { countOrders, updateCustomer } from './find-or-create.ts';
import { findCustomer, toCustomer } from './store.ts';
import { emptyCustomer } from './empty-customer.ts';

/** Everything of the other customer moves; its row becomes a tombstone that names the one who stays. */
export const merge = defineHandler(contract.merge, async (c) => {
  const otherId = c.body.other_id.toLowerCase();
  const found = await findCustomer(c.db, c.restaurantId, c.path.id);
  const [row] = await c.db
    .select()
    .from(customers)
    .where(and(eq(customers.restaurant_id, c.restaurantId), eq(customers.id, otherId)))
    .limit(1);
  if (!found || !row) return refuse('not_found');
  const stays = found.customer;
  if (row.merged_into_id === stays.id) return answer(stays, { notice: { code: 'already_done', current: stays } });
  if (row.deleted_at !== null) return refuse('not_found');
  if (row.id === stays.id) return refuse('invalid_fields', { field_errors: { other_id: 'Names the same customer' } });
  const other = toCustomer(row);
  const stamp = { version: await c.bump(), updated_at: c.now.toISOString(), updated_by: c.actor };

  // First, so that number and address are free.
  await updateCustomer(c.db, c.restaurantId, other.id, {
    ...emptyCustomer,
    ...stamp,
    deleted_at: stamp.updated_at,
    merged_into_id: stays.id,
  });
  const next = mergedCustomer(stays, other);
  await updateCustomer(c.db, c.restaurantId, stays.id, { ...changedFields(stays, next), ...stamp });

  const move = async (table: PgTable & Record<'restaurant_id' | 'customer_id', AnyPgColumn>, more: object = {}) => {
    await c.db
      .update(table)
      .set({ customer_id: stays.id, ...more }) // each of them has a customer_id
      .where(and(eq(table.restaurant_id, c.restaurantId), eq(table.customer_id, other.id)));
  };
  await move(orders, { version: stamp.version, updated_at: stamp.updated_at });
  await move(payments, { version: stamp.version, updated_at: stamp.updated_at });
  await move(reservations, { version: stamp.version, updated_at: stamp.updated_at });
  await move(whatsapp_contacts);
  await move(chats, { customer_name: next.name, ...stamp });
  await move(consent_changes);
  await move(promotion_uses);
  await move(order_ratings);
  // An earlier merge may have named the one who is gone now.
  await c.db
    .update(customers)
    .set({ merged_into_id: stays.id, version: stamp.version })
    .where(and(eq(customers.restaurant_id, c.restaurantId), eq(customers.merged_into_id, other.id)));

  await countOrders(c, stays.id);
  await customerMerged.emit(c, stays.id);
  const known = new Set<string>(stays.allergens);
  await allergiesLearned.emit(
    c,
    stays.id,
    next.allergens.filter((allergen) => !known.has(allergen)),
  );
  return (await findCustomer(c.db, c.restaurantId, stays.id))!.customer;
});
