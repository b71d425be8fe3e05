import { and, eq, isNull, ne, or } from 'drizzle-orm';
import { customerFields, editedCustomer, type CustomerBody } from '../../contract/customer-edit.ts';
import * as contract from '../../contract/customers.ts';
import { changes } from '../changes.ts';
import { chats, customers, type FieldChanges } from '../db/schema.ts';
import { answer, handle, refuse, type BaseContext } from '../handle.ts';
import { warnOpenOrders } from '../orders/allergens.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { findCustomer, toCustomer } from './store.ts';

/** Field by field: what was said later about one stands, whatever the order in which devices come back. */
export const edit = handle(contract.edit, async (c) => {
  const found = await findCustomer(c.db, c.restaurantId, c.path.id);
  if (!found) return refuse('not_found');
  const { customer, fieldChanges } = found;
  const named = customerFields.filter((field) => c.body[field] !== undefined);
  const wins = named.filter((field) => isNewer(fieldChanges[field], c));
  if (named.length > 0 && wins.length === 0)
    return answer(customer, { notice: { code: 'superseded', current: customer } });

  const body: CustomerBody = Object.fromEntries(wins.map((field) => [field, c.body[field]]));
  const { country_code } = await loadRestaurant(c.db, c.restaurantId);
  const next = editedCustomer(customer, body, country_code);
  const other = await namesake(c, next);
  if (other) return refuse('customer_exists', { current: other });

  // A field that stays as it was has been said again all the same: an older edit that comes later must not take it back.
  const at = { at: c.occurredAt, op_id: c.opId };
  const said: FieldChanges = { ...fieldChanges, ...Object.fromEntries(wins.map((field) => [field, at])) };
  const changed = changes(customer, next);
  const stamp = { version: await c.bump(), updated_at: c.now.toISOString(), updated_by: c.actor };
  await c.db
    .update(customers)
    .set({ ...changed, ...stamp, field_changes: said })
    .where(and(eq(customers.restaurant_id, c.restaurantId), eq(customers.id, customer.id)));
  if (changed?.name !== undefined) await renameChats(c, customer.id, next.name, stamp);
  const known = new Set<string>(customer.allergens);
  const learned = next.allergens.filter((allergen) => !known.has(allergen));
  await warnOpenOrders(c, customer.id, learned);
  const edited = { ...next, ...stamp };
  return wins.length < named.length ? answer(edited, { notice: { code: 'superseded', current: edited } }) : edited;
});

function isNewer(standing: FieldChanges[string] | undefined, { occurredAt, opId }: BaseContext): boolean {
  if (!standing) return true;
  const difference = Date.parse(occurredAt) - Date.parse(standing.at);
  return difference > 0 || (difference === 0 && opId > standing.op_id);
}

/** Another customer who has this number or this address. */
async function namesake(c: BaseContext, { id, phone, email }: contract.Customer): Promise<contract.Customer | null> {
  const same = or(phone ? eq(customers.phone, phone) : undefined, email ? eq(customers.email, email) : undefined);
  if (!same) return null;
  const [row] = await c.db
    .select()
    .from(customers)
    .where(and(eq(customers.restaurant_id, c.restaurantId), ne(customers.id, id), isNull(customers.deleted_at), same))
    .limit(1);
  return row ? toCustomer(row) : null;
}

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
