import { and, eq, isNull } from 'drizzle-orm';
import { namesOf } from '../../contract/entity-fields.ts';
import { customerFields } from '../../contract/customers/customer-fields.ts';
import { editedCustomer, type CustomerBody } from '../../contract/customers/edit.ts';
import * as contract from '../../contract/customers/calls.ts';
import { readPhoneFields } from '../platform/phone-number.ts';
import { changedFields } from '../db/changed-fields.ts';
import { chats } from '../db/schema/chats.ts';
import { customers } from '../db/schema/customers.ts';
import { mergeFields, standingChanges } from '../db/field-merge.ts';
import { answer, defineHandler, refuse, type BaseContext } from '../pipeline/handler.ts';
import { allergiesLearned } from './events.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { findCustomer, findNamesake } from './store.ts';

/** Merged by field: the later edit of a field wins, in whatever order devices send them. */
export const edit = defineHandler(contract.edit, async (c) => {
  const found = await findCustomer(c.db, c.restaurantId, c.path.id);
  if (!found) return refuse('not_found');
  const { customer, fieldChanges } = found;
  const { country_code } = await loadRestaurant(c.db, c.restaurantId);
  const read = (typed: string) => readPhoneFields(typed, country_code);
  const {
    wins,
    lost,
    changes: noted,
  } = mergeFields({
    edit: { at: c.occurredAt, opId: c.opId, by: c.actor, deviceName: c.body.device_name ?? null },
    named: namesOf(customerFields).filter((field) => c.body[field] !== undefined),
    changes: fieldChanges,
    isSame: (field) => !changedFields(customer, editedCustomer(customer, { [field]: c.body[field] }, read)),
  });
  const superseded = (current: contract.Customer) =>
    answer(current, {
      notice: { code: 'superseded', current, fields: standingChanges(lost, fieldChanges, customer) },
    });
  if (!noted) return lost.length > 0 ? superseded(customer) : customer;

  const body: CustomerBody = Object.fromEntries(wins.map((field) => [field, c.body[field]]));
  const next = editedCustomer(customer, body, read);
  const other = await findNamesake(c.db, c.restaurantId, next, customer);
  if (other) return refuse('customer_exists', { current: other });

  const changed = changedFields(customer, next);
  const stamp = { version: await c.bump(), updated_at: c.now.toISOString(), updated_by: c.actor };
  await c.db
    .update(customers)
    .set({ ...changed, ...stamp, field_changes: noted })
    .where(and(eq(customers.restaurant_id, c.restaurantId), eq(customers.id, customer.id)));
  if (changed?.name !== undefined) await renameChats(c, customer.id, next.name, stamp);
  const known = new Set<string>(customer.allergens);
  const learned = next.allergens.filter((allergen) => !known.has(allergen));
  await allergiesLearned.emit(c, customer.id, learned);
  const edited = { ...next, ...stamp };
  return lost.length > 0 ? superseded(edited) : edited;
});

async function renameChats(
  c: BaseContext,
  customerId: string,
  name: string,
  stamp: Pick<contract.Customer, 'version' | 'updated_at' | 'updated_by'>,
): Promise<void> {
  await c.db
    .update(chats)
    .set({ customer_name: name, ...stamp })
    .where(and(eq(chats.restaurant_id, c.restaurantId), eq(chats.customer_id, customerId), isNull(chats.deleted_at)));
}
