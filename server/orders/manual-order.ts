import { applyEdit, isEditable, type EditBody } from '../../contract/orders/edit.ts';
import {
  missingOf,
  newManualOrder,
  typedCustomer,
  type NewManualOrderValues,
} from '../../contract/orders/manual-order.ts';
import { prepMinutes } from '../../contract/restaurant/ordering.ts';
import * as contract from '../../contract/orders/calls.ts';
import type { Order } from '../../contract/orders/calls.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import { changedFields } from '../db/changed-fields.ts';
import { countOrders, findOrCreateCustomer } from '../customers/find-or-create.ts';
import { findCustomer } from '../customers/store.ts';
import { orders } from '../db/schema.ts';
import { answer, defineHandler, refuse, Refusal, type BaseContext } from '../pipeline/handler.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { nextOrderNo } from './number.ts';
import { priceLines } from './priced.ts';
import { findOrder, updateOrder } from './store.ts';

/** Takes an order by phone, at the counter or at a table. Hours and pauses are the website's: who stands at the counter may always order. */
export const create = defineHandler(contract.create, async (c) => {
  const id = (c.body.id ?? c.opId).toLowerCase();
  const present = await findOrder(c.db, c.restaurantId, id);
  if (present) {
    const isThisOne = !present.deleted_at && present.events[0]?.id === c.opId;
    if (!isThisOne) return refuse('id_taken', { current: present });
    return answer(present, { notice: { code: 'already_done', current: present } });
  }
  const restaurant = await loadRestaurant(c.db, c.restaurantId);
  const missing = missingOf({
    ...c.body,
    ...typedCustomer(c.body),
    table_name: c.body.table_name?.trim() || null,
    delivery_address: c.body.delivery_address ?? null,
  });
  if (missing) return refuse('invalid_fields', { field_errors: missing });
  const lines = await priceLines(c, c.body.lines);
  if (lines instanceof Refusal) return lines;

  const takenAt = new Date(c.occurredAt);
  const birth: NewManualOrderValues = {
    id,
    opId: c.opId,
    occurredAt: c.occurredAt,
    now: c.now.toISOString(),
    actor: c.actor,
    customer: await customerOf(c, restaurant, c.body),
    orderNo: await nextOrderNo(c.db, c.restaurantId, restaurant, takenAt),
    version: await c.bump(),
    currency: restaurant.currency,
    prepMinutes: c.body.prep_minutes ?? prepMinutes(restaurant, c.body.order_type, takenAt),
  };
  const order = newManualOrder(c.body, lines, birth);
  await c.db.insert(orders).values({ ...order, restaurant_id: c.restaurantId });
  if (order.customer_id) await countOrders(c, order.customer_id);
  return order;
});

/** Corrects an order that the kitchen has not finished. */
export const edit = defineHandler(contract.edit, async (c) => {
  const order = await findOrder(c.db, c.restaurantId, c.path.id);
  if (!order || order.deleted_at) return refuse('not_found');
  // Before anything is looked up: what is cooked is cooked, whatever the menu says by now.
  if (!isEditable(order)) return refuse('order_not_editable', { current: order });
  const standing = new Map(order.lines.map((line) => [line.id, line]));
  // Taken off by somebody else meanwhile: it stays off, so its dish need not be on the menu.
  const gone = new Set((c.body.lines_before ?? []).map(({ id }) => id.toLowerCase()).filter((id) => !standing.has(id)));
  const wanted = c.body.lines?.filter((line) => !line.id || !gone.has(line.id.toLowerCase()));
  const lines = wanted ? await priceLines(c, wanted, standing) : null;
  if (lines instanceof Refusal) return lines;
  const outcome = applyEdit(order, c.body, lines, {
    occurredAt: c.occurredAt,
    opId: c.opId,
    actor: c.actor,
    now: c.now.toISOString(),
    customer: await editedCustomer(c, order, c.body),
  });
  if (outcome.kind === 'refused') {
    return outcome.code === 'invalid_fields'
      ? refuse(outcome.code, { field_errors: outcome.field_errors })
      : refuse(outcome.code, { current: order });
  }
  if (outcome.kind === 'noop') return answer(order, { notice: { code: 'already_done', current: order } });
  const stamp = { version: await c.bump(), updated_at: c.now.toISOString(), updated_by: c.actor };
  await updateOrder(c.db, c.restaurantId, order.id, { ...changedFields(order, outcome.order), ...stamp });
  for (const id of new Set([order.customer_id, outcome.order.customer_id])) if (id) await countOrders(c, id);
  return { ...outcome.order, ...stamp };
});

type Said = Parameters<typeof typedCustomer>[0];

/** Whoever is named, else whoever has the number or the address; nobody when only a name, or nothing, was given. */
async function customerOf(
  c: BaseContext,
  restaurant: Restaurant,
  body: Said,
): Promise<NewManualOrderValues['customer']> {
  const typed = typedCustomer(body);
  const { name, phone, email } = typed.customer;
  const named = typed.customer_id ? await findCustomer(c.db, c.restaurantId, typed.customer_id) : null;
  const known =
    named?.customer ?? (phone || email ? await findOrCreateCustomer(c, restaurant, typed.customer, 'order') : null);
  if (!known) return { ...typed, customer_id: null };
  return {
    customer_id: known.id,
    customer: { name: name || known.name, phone: known.phone ?? phone, email: email ?? known.email },
    allergens: [...new Set([...typed.allergens, ...known.allergens])],
  };
}

/** Of an edit: another number or address may make it another person's order. What one of the two must not eat stays on it. */
async function editedCustomer(
  c: BaseContext,
  order: Order,
  body: EditBody,
): Promise<Partial<NewManualOrderValues['customer']>> {
  if (body.customer === undefined && body.customer_id === undefined) return {};
  const customer = { ...order.customer, ...clean(body.customer) };
  const isSame =
    customer.phone === order.customer.phone &&
    customer.email === order.customer.email &&
    body.customer_id === undefined;
  if (isSame) return {};
  const restaurant = await loadRestaurant(c.db, c.restaurantId);
  const allergens = body.allergens ?? order.allergens;
  return customerOf(c, restaurant, { customer, customer_id: body.customer_id ?? null, allergens });
}

const clean = (customer: EditBody['customer']) =>
  Object.fromEntries(Object.entries(customer ?? {}).filter(([, value]) => value !== undefined));
