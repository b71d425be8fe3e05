import { applyEdit, isEditable, type EditBody } from '../../contract/orders/edit.ts';
import {
  isPastTime,
  missingOf,
  newManualOrder,
  PAST_TIME,
  typedCustomer,
  type NewManualOrderValues,
} from '../../contract/orders/manual-order.ts';
import { deliveryOf, feeOf, isOffered, type OrderDelivery } from '../../contract/orders/delivery.ts';
import { prepMinutes } from '../../contract/restaurant/ordering.ts';
import { laterMinutes } from '../../contract/orders/lead-time.ts';
import { withDeliveryFee } from '../../contract/orders/totals.ts';
import { withDiscounts } from '../../contract/orders/discounts.ts';
import * as contract from '../../contract/orders/calls.ts';
import type { Order, OrderLine, WantedLine } from '../../contract/orders/calls.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import { storedPhone } from '../platform/phone-number.ts';
import { changedFields } from '../db/changed-fields.ts';
import { findOrCreateCustomer } from '../customers/find-or-create.ts';
import { findCustomer } from '../customers/store.ts';
import { refuseDelivery } from '../delivery/price.ts';
import { liveLocations } from '../delivery/store.ts';
import { orders } from '../db/schema/orders.ts';
import { takeStock } from '../inventory/take-stock.ts';
import { answer, answerTaken, defineHandler, refuse, Refusal, type BaseContext } from '../pipeline/handler.ts';
import { readPromotions } from '../promotions/price-order.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { countOrder } from './count-order.ts';
import { orderMoved } from './events.ts';
import { nextOrderNo } from './number.ts';
import { priceLines } from './priced.ts';
import { findOrder, updateOrder } from './store.ts';

/** Creates an order by phone, at the counter or at a table. Opening hours and pauses do not apply to staff. */
export const create = defineHandler(contract.create, async (c) => {
  const id = (c.body.id ?? c.opId).toLowerCase();
  const present = await findOrder(c.db, c.restaurantId, id);
  if (present) return answerTaken(present, !present.deleted_at && present.events[0]?.id === c.opId);
  const restaurant = await loadRestaurant(c.db, c.restaurantId);
  const missing = missingOf({
    ...c.body,
    ...typedCustomer(c.body),
    table_name: c.body.table_name?.trim() || null,
    delivery_address: c.body.delivery_address ?? null,
  });
  const isPast = c.body.scheduled_for ? isPastTime(c.body.scheduled_for, c.occurredAt) : false;
  const field_errors = { ...missing, ...(isPast && { scheduled_for: PAST_TIME }) };
  if (Object.keys(field_errors).length > 0) return refuse('invalid_fields', { field_errors });
  const priced = await priceLines(c, c.body.lines, {
    scheduledFor: c.body.scheduled_for ?? null,
    orderType: c.body.order_type,
  });
  if (priced instanceof Refusal) return priced;
  const createdAt = new Date(c.occurredAt);
  const customer = await customerOf(c, restaurant, c.body);
  const priceDiscounts = await readPromotions(c, {
    before: null,
    customerId: customer.customer_id,
    menuItemIds: priced.lines.flatMap(({ menu_item_id: dish }) => dish?.toLowerCase() ?? []),
    codes: c.body.promotion_codes ?? [],
    timezone: restaurant.timezone,
  });
  const birth: NewManualOrderValues = {
    id,
    opId: c.opId,
    occurredAt: c.occurredAt,
    now: c.now.toISOString(),
    actor: c.actor,
    customer,
    // Given by the statement that inserts it.
    orderNo: '',
    version: await c.bump(),
    currency: restaurant.currency,
    prepMinutes: c.body.prep_minutes ?? prepMinutes(restaurant, c.body.order_type, createdAt, priced.dishMinutes),
  };
  const food = newManualOrder({ ...c.body, discounts: [] }, priced.lines, birth);
  const delivery = (await deliveryRules(c, restaurant, c.body.order_type))(food, null);
  if (!isOffered(delivery)) return refuseDelivery(delivery, restaurant.currency);
  const bare = withDeliveryFee(food, feeOf(delivery));
  const { discounts, refusal } = priceDiscounts(bare);
  if (refusal) return refusal;
  const draft = withDiscounts(bare, discounts ?? []);
  const short = await takeStock(c, null, draft);
  if (short) return short;
  const [numbered] = await c.db
    .insert(orders)
    .values({ ...draft, order_no: nextOrderNo(restaurant, createdAt), restaurant_id: c.restaurantId })
    .returning({ order_no: orders.order_no });
  const order = { ...draft, ...numbered! };
  await countOrder(c, null, order);
  await orderMoved.emit(c, order, null);
  return order;
});

/** The function that prices the delivery of an order, new or corrected, by the restaurant's locations and what the body says. */
async function deliveryRules(
  { db, restaurantId, body, occurredAt: at }: BaseContext & { body: EditBody },
  { timezone, country_code: country }: Restaurant,
  type: Order['order_type'],
): Promise<(order: Order, before: Order | null) => OrderDelivery> {
  const isByRule = type === 'delivery' && body.delivery_fee_amount === undefined;
  const locations = isByRule ? await liveLocations(db, restaurantId) : [];
  return (order, before) => deliveryOf(order, body, before, { locations, country, timezone, at });
}

/** Corrects an order that the kitchen has not finished. */
export const edit = defineHandler(contract.edit, async (c) => {
  const order = await findOrder(c.db, c.restaurantId, c.path.id);
  if (!order || order.deleted_at) return refuse('not_found');
  // Before any lookup: a finished order stays as it is, whatever the menu says.
  if (!isEditable(order)) return refuse('order_not_editable', { current: order });
  const standing = new Set(order.lines.map(({ id }) => id));
  // Removed by somebody else meanwhile: it stays removed, so its dish need not be on the menu.
  const gone = new Set((c.body.lines_before ?? []).map(({ id }) => id.toLowerCase()).filter((id) => !standing.has(id)));
  const wanted = c.body.lines?.filter((line) => !line.id || !gone.has(line.id.toLowerCase()));
  const scheduledFor = c.body.scheduled_for === undefined ? order.scheduled_for : c.body.scheduled_for;
  const orderType = c.body.order_type ?? order.order_type;
  // In another way all its dishes are looked at: not all may be had so.
  const looked = wanted ?? (orderType === order.order_type ? null : order.lines.map(asWanted));
  const priced = looked && (await priceLines(c, looked, { before: asSeen(order, c.body), scheduledFor, orderType }));
  if (priced instanceof Refusal) return priced;
  const customer = await editedCustomer(c, order, c.body);
  const restaurant = await loadRestaurant(c.db, c.restaurantId);
  const { dishMinutes = 0 } = priced ?? {};
  const minutes = laterMinutes(order, c.body, { restaurant, dishMinutes, at: c.occurredAt });
  const body = minutes === null ? c.body : { ...c.body, prep_minutes: minutes };
  const priceDelivery = await deliveryRules(c, restaurant, orderType);
  const priceDiscounts = touchesPrice(c.body)
    ? await readPromotions(c, {
        before: order,
        customerId: customer.customer_id === undefined ? order.customer_id : customer.customer_id,
        menuItemIds: [...order.lines, ...(priced?.lines ?? [])].flatMap(
          ({ menu_item_id: dish }) => dish?.toLowerCase() ?? [],
        ),
        codes: c.body.promotion_codes,
        timezone: restaurant.timezone,
      })
    : null;
  let refusal: Refusal | null = null;
  const outcome = applyEdit(order, body, wanted && priced ? priced.lines : null, {
    occurredAt: c.occurredAt,
    opId: c.opId,
    actor: c.actor,
    now: c.now.toISOString(),
    customer,
    deliveryFeeOf: (corrected) => {
      const delivery = priceDelivery(corrected, order);
      if (!isOffered(delivery)) refusal = refuseDelivery(delivery, restaurant.currency);
      return feeOf(delivery);
    },
    discountsOf: (corrected) => {
      const { discounts = null, refusal: badCode = null } = priceDiscounts?.(corrected) ?? {};
      refusal ??= badCode;
      return discounts;
    },
  });
  if (refusal) return refusal;
  if (outcome.kind === 'refused') {
    return outcome.code === 'invalid_fields'
      ? refuse(outcome.code, { field_errors: outcome.field_errors })
      : refuse(outcome.code, { current: order });
  }
  if (outcome.kind === 'noop') return answer(order, { notice: { code: 'already_done', current: order } });
  const short = await takeStock(c, order, outcome.order);
  if (short) return short;
  const stamp = { version: await c.bump(), updated_at: c.now.toISOString(), updated_by: c.actor };
  await updateOrder(c.db, c.restaurantId, order.id, { ...changedFields(order, outcome.order), ...stamp });
  await countOrder(c, order, outcome.order);
  return { ...outcome.order, ...stamp };
});

/** The lines as the person saw them: what others changed meanwhile was not said by this correction. */
function asSeen(order: Order, { lines_before: seen }: EditBody): Order {
  if (!seen) return order;
  const quantities = new Map(seen.map(({ id, quantity }) => [id.toLowerCase(), quantity]));
  return {
    ...order,
    lines: order.lines.flatMap((line) => {
      const quantity = quantities.get(line.id);
      return quantity === undefined ? [] : [{ ...line, quantity }];
    }),
  };
}

const asWanted = ({ id, menu_item_id, quantity }: OrderLine): WantedLine => ({ id, menu_item_id, quantity });

/** Promotions look at these. A correction of a note leaves the price alone. */
const touchesPrice = (body: EditBody): boolean =>
  body.lines !== undefined ||
  body.order_type !== undefined ||
  body.delivery_address !== undefined ||
  body.delivery_fee_amount !== undefined ||
  body.delivery_location_id !== undefined ||
  body.scheduled_for !== undefined ||
  body.promotion_codes !== undefined ||
  body.customer !== undefined ||
  body.customer_id !== undefined;

type CustomerInput = Parameters<typeof typedCustomer>[0];

/**
 * The named customer, else the one with this number or address; null if only a name or nothing was given. What was given for the order
 * stays; the record fills in the rest, besides what was `cleared`.
 */
async function customerOf(
  c: BaseContext,
  restaurant: Restaurant,
  body: CustomerInput,
  cleared: { phone?: boolean; email?: boolean } = {},
): Promise<NewManualOrderValues['customer']> {
  const typed = typedCustomer(body);
  const { name, phone, email } = typed.customer;
  const named = typed.customer_id ? await findCustomer(c.db, c.restaurantId, typed.customer_id) : null;
  const known =
    named?.customer ?? (phone || email ? await findOrCreateCustomer(c, restaurant, typed.customer, 'order') : null);
  if (!known) return { ...typed, customer_id: null };
  return {
    customer_id: known.id,
    customer: {
      name: name || known.name,
      phone: phone ? storedPhone(phone, restaurant.country_code) : cleared.phone ? null : known.phone,
      email: email ?? (cleared.email ? null : known.email),
    },
    allergens: [...new Set([...typed.allergens, ...known.allergens])],
  };
}

/** For an edit: another number or address may mean another customer. Allergies of both stay. */
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
  return customerOf(
    c,
    restaurant,
    { customer, customer_id: body.customer_id ?? null, allergens },
    { phone: body.customer?.phone !== undefined, email: body.customer?.email !== undefined },
  );
}

const clean = (customer: EditBody['customer']) =>
  Object.fromEntries(Object.entries(customer ?? {}).filter(([, value]) => value !== undefined));
