import { isDeepStrictEqual } from 'node:util';
import { and, eq } from 'drizzle-orm';
import * as contract from '../../contract/customers/calls.ts';
import { namesOf } from '../../contract/entity-fields.ts';
import { customerFields } from '../../contract/customers/customer-fields.ts';
import { newCustomer } from '../../contract/customers/new-rows.ts';
import { readPhoneFields } from '../platform/phone-number.ts';
import { customers } from '../db/schema/customers.ts';
import { newRowId } from '../pipeline/new-row-values.ts';
import { answer, defineHandler, refuse } from '../pipeline/handler.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { findNamesake, toCustomer } from './store.ts';

/** The same customer again, under the same id, is the one who is there. */
export const create = defineHandler(contract.create, async (c) => {
  const id = newRowId(c, c.body);
  const { id: _, occurred_at: __, op_id: ___, ...body } = c.body;
  const { country_code, currency } = await loadRestaurant(c.db, c.restaurantId);
  const [present] = await c.db
    .select()
    .from(customers)
    .where(and(eq(customers.restaurant_id, c.restaurantId), eq(customers.id, id)))
    .limit(1);
  const birth = {
    id,
    at: c.now.toISOString(),
    actor: c.actor,
    version: present?.version ?? (await c.bump()),
    currency,
  };
  const made = newCustomer(body, birth, (typed) => readPhoneFields(typed, country_code));
  if (present) {
    const current = toCustomer(present);
    const isSame =
      present.deleted_at === null &&
      namesOf(customerFields).every((field) => isDeepStrictEqual(current[field], made[field]));
    return isSame
      ? answer(current, { notice: { code: 'already_done', current } })
      : refuse('id_taken', present.deleted_at === null ? { current } : {});
  }
  const other = await findNamesake(c.db, c.restaurantId, made);
  if (other) return refuse('customer_exists', { current: other });
  await c.db.insert(customers).values({ ...made, restaurant_id: c.restaurantId });
  return made;
});
