import { canBeDueAt, isPaused, orderingNow, prepMinutes } from '../../contract/restaurant/ordering.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import type { Customer } from '../../contract/customers/calls.ts';
import type { Order, OrderLine } from '../../contract/orders/calls.ts';
import { absenceOf } from '../../contract/menu/orderable.ts';
import { newLine } from '../../contract/orders/manual-order.ts';
import { isForChannel, isForType, limitFaults } from '../../contract/orders/item-limits.ts';
import type { OrderChannel } from '../../contract/orders/order-channel.ts';
import { hasOpenPrice, priceDish } from '../../contract/orders/price-dish.ts';
import { withDiscounts } from '../../contract/orders/discounts.ts';
import type { PricedSums } from '../../contract/orders/sums.ts';
import { findTable } from '../../contract/reservations/find-table.ts';
import * as contract from '../../contract/storefront/calls.ts';
import { loadWithDeletion } from '../restaurants/deletion.ts';
import { isBlocked, meetCustomer } from '../customers/find-or-create.ts';
import { priceOrderDelivery, type PricedDelivery } from '../delivery/price.ts';
import { customers } from '../db/schema/customers.ts';
import { orders } from '../db/schema/orders.ts';
import { orderMoved } from '../orders/events.ts';
import { takeStock } from '../inventory/take-stock.ts';
import { defineHandler, refuse, Refusal, type BaseContext } from '../pipeline/handler.ts';
import type { Tx } from '../db/tx.ts';
import { notify } from '../notifications/notify.ts';
import { orderNotification } from '../orders/order-notifications.ts';
import { findSlot } from '../orders/find-slot.ts';
import { countOrder } from '../orders/count-order.ts';
import { nextOrderNo } from '../orders/number.ts';
import { newId } from '../platform/ids.ts';
import { readPromotions } from '../promotions/price-order.ts';
import { hashToken } from '../pipeline/authenticate.ts';
import { offeredItems, type Offered } from '../menu/offered.ts';
import { newOrder, newToken, type Wanted } from './new-order.ts';
import { asOffered } from './offered-types.ts';
import { publicOrder } from './public-order.ts';

export const SCHEDULE_DAYS = 14;
/** A catering request leaves the restaurant time to answer and to buy. */
export const CATERING_NOTICE_HOURS = 24;

export const takeOrder = defineHandler(contract.placeOrder, async (c) => {
  const placed = await createOrder(c, c.body);
  return placed instanceof Refusal ? placed : publicOrder(placed.order, placed.token);
});

export type OrderContext = Pick<
  BaseContext,
  'db' | 'restaurantId' | 'now' | 'bump' | 'actor' | 'enqueue' | 'occurredAt' | 'opId'
>;

/** Where an order comes from. Missing: the website, and whoever has the number or address that was typed in. */
export interface Origin {
  channel?: Order['channel'];
  customer?: Customer;
}

/** Places an order. Under the lock of the space. */
export async function createOrder(
  c: OrderContext,
  wanted: Wanted,
  origin: Origin = {},
): Promise<{ order: Order; token: string } | Refusal> {
  const draft = await draftOrder(c, wanted, origin);
  if (draft instanceof Refusal) return draft;
  const { order: drafted } = draft;
  if (wanted.expected_total_amount !== undefined && wanted.expected_total_amount !== drafted.total_amount) {
    const current: PricedSums = {
      subtotal_amount: drafted.subtotal_amount,
      discount_amount: drafted.discount_amount,
      discounts: drafted.discounts,
      delivery_fee_amount: drafted.delivery_fee_amount,
      service_charge_amount: drafted.service_charge_amount,
      packaging_fee_amount: drafted.packaging_fee_amount,
      tip_amount: drafted.tip_amount,
      taxes: drafted.taxes,
      total_amount: drafted.total_amount,
    };
    return refuse('price_changed', { current });
  }
  const short = await takeStock(c, null, draft.order);
  if (short) return short;
  const token = newToken();
  const order = await insertOrder(c, draft, token);
  await countOrder(c, null, order);
  await notify(c, orderNotification(order));
  await orderMoved.emit(c, order, null);
  return { order, token };
}

/** Stores the order, and its customer if that is a new one, and gives the order its number. */
async function insertOrder(c: OrderContext, draft: Draft, token: string): Promise<Order> {
  const { order, customer, isNewCustomer, restaurant } = draft;
  const made = isNewCustomer
    ? [
        c.db.$with('made').as(
          c.db
            .insert(customers)
            .values({ ...customer, restaurant_id: c.restaurantId })
            .returning({ id: customers.id }),
        ),
      ]
    : [];
  const [numbered] = await c.db
    .with(...made)
    .insert(orders)
    .values({
      ...order,
      order_no: nextOrderNo(restaurant, c.now),
      restaurant_id: c.restaurantId,
      public_token_hash: hashToken(token),
    })
    .returning({ order_no: orders.order_no });
  return { ...order, ...numbered! };
}

interface Draft {
  /** Without its number. */
  order: Order;
  customer: Customer;
  /** The customer is not stored yet. */
  isNewCustomer: boolean;
  restaurant: Restaurant;
}

/** The order as it would be placed now, with all that it costs. Nothing of it is stored. */
export async function draftOrder(
  c: OrderContext,
  wanted: Wanted,
  { channel, customer: known }: Origin = {},
): Promise<Draft | Refusal> {
  const { restaurant, deletion } = await loadWithDeletion(c.db, c.restaurantId);
  if (deletion) return refuse('ordering_paused', { current: { opens_at: null } });
  const served = wanted.order_type === 'delivery' ? await asOffered(c.db, restaurant) : restaurant;
  const refusal = whyNot(served, wanted, c.now);
  if (refusal) return refusal;
  const ids = wanted.lines.map((line) => line.menu_item_id.toLowerCase());
  const menu = await offeredItems(c.db, restaurant, c.now, { ids: [...new Set(ids)] });
  const offered = choose(wanted, menu, { timezone: restaurant.timezone, now: c.now, channel });
  if (offered instanceof Refusal) return offered;
  const lines = priceLines(wanted, offered, c.now);
  if (lines instanceof Refusal) return lines;
  const delivery = await deliveryOf({ db: c.db, body: wanted, now: c.now }, restaurant, lines);
  if (delivery instanceof Refusal) return delivery;
  const { customer, isNew } = known
    ? { customer: known, isNew: false }
    : await meetCustomer(c, restaurant, wanted.customer, 'order');
  if (isBlocked(customer)) return refuse('customer_blocked');
  const priceDiscounts = await readPromotions(c, {
    before: null,
    customerId: customer.id,
    menuItemIds: offered.map(({ item }) => item.id),
    known: { buyer: customer, categories: new Map(offered.map(({ item }) => [item.id, item.category_id])) },
    codes: wanted.promotion_codes ?? [],
    timezone: restaurant.timezone,
  });
  const least = Math.max(delivery.etaMinutes ?? 0, ...offered.map(({ item }) => item.prep_minutes ?? 0));
  const minutes = prepMinutes(restaurant, wanted.order_type, c.now, least);
  // Again with the minutes of these dishes and of the way.
  const late = whyNot(restaurant, wanted, c.now, minutes);
  if (late) return late;
  const dueAt = await findSlot(c.db, restaurant, {
    type: wanted.order_type,
    at: wanted.scheduled_for ?? new Date(c.now.getTime() + minutes * 60_000).toISOString(),
    isScheduled: wanted.scheduled_for !== undefined,
    items: lines.reduce((sum, { quantity }) => sum + quantity, 0),
  });
  if (dueAt instanceof Refusal) return dueAt;
  const version = await c.bump();
  const bare = newOrder({
    wanted,
    lines,
    minutes,
    dueAt,
    deliveryFee: delivery.fee_amount,
    customer,
    channel: channel ?? channelOf(wanted.order_type),
    restaurant,
    version,
    now: c.now,
  });
  const { discounts, refusal: badCode } = priceDiscounts(bare);
  if (badCode) return badCode;
  return { order: withDiscounts(bare, discounts ?? []), customer, isNewCustomer: isNew, restaurant };
}

/** What delivery costs; nothing for another kind of order. */
async function deliveryOf(
  { db, body, now }: { db: Tx; body: Wanted; now: Date },
  restaurant: Restaurant,
  lines: OrderLine[],
): Promise<PricedDelivery | Refusal> {
  const to = body.delivery_address;
  if (body.order_type !== 'delivery' || !to) return { fee_amount: 0, etaMinutes: null };
  return priceOrderDelivery(db, restaurant, {
    to,
    isWhole: true,
    subtotal: lines.reduce((sum, line) => sum + line.total_amount, 0),
    at: body.scheduled_for ?? now.toISOString(),
  });
}

/** The first rule of the restaurant that the order violates. */
function whyNot(restaurant: Restaurant, wanted: Wanted, now: Date, minutes?: number): Refusal | null {
  const ordering = orderingNow(restaurant, now, wanted.order_type, minutes);
  const current = {
    opens_at: ordering.isOpen ? null : ordering.opensAt,
    ...(!ordering.isOpen && ordering.reason === 'closing' && { closes_at: ordering.closesAt }),
  };
  const isRequest = wanted.order_type === 'catering';
  if (isPaused(restaurant, now) && !isRequest) return refuse('ordering_paused', { current });
  if (!isRequest && wanted.scheduled_for === undefined && !ordering.isOpen)
    return refuse('restaurant_closed', { current });
  if (!restaurant.order_type.includes(wanted.order_type))
    return refuse('order_type_unavailable', { current: { order_type: restaurant.order_type } });
  const field_errors: Record<string, string> = {};
  if (isRequest && wanted.scheduled_for === undefined) field_errors.scheduled_for = 'Say for when';
  if (wanted.scheduled_for !== undefined) {
    const at = Date.parse(wanted.scheduled_for);
    const earliest = earliestFor(restaurant, wanted.order_type, now, minutes);
    if (at < earliest) field_errors.scheduled_for = 'Sooner than it can be made';
    else if (at > now.getTime() + SCHEDULE_DAYS * 86_400_000) field_errors.scheduled_for = 'Too far ahead';
    else if (!canBeDueAt(restaurant, wanted.order_type, wanted.scheduled_for))
      field_errors.scheduled_for = 'Closed at that time';
  }
  if (wanted.order_type === 'delivery' && !wanted.delivery_address)
    field_errors.delivery_address = 'Say where it is to be delivered';
  if (wanted.order_type === 'dine_in' && !wanted.table_name?.trim()) field_errors.table_name = 'Say which table';
  else if (wanted.order_type === 'dine_in' && findTable(restaurant, wanted.table_name!) === null)
    field_errors.table_name = 'There is no such table';
  return Object.keys(field_errors).length > 0 ? refuse('invalid_fields', { field_errors }) : null;
}

/** From when on an order may be scheduled that takes `minutes`, epoch ms. Catering leaves time to buy. */
export const earliestFor = (
  restaurant: Restaurant,
  type: Wanted['order_type'],
  now: Date,
  minutes = prepMinutes(restaurant, type, now),
): number => now.getTime() + (type === 'catering' ? CATERING_NOTICE_HOURS * 3_600_000 : minutes * 60_000);

/**
 * The items of the lines, or which of them are unavailable (unknown, hidden, sold out, with nothing left of what must be chosen, or outside
 * their windows, with an open price) and until when. A scheduled order is checked for its time.
 */
function choose(
  { lines, order_type, scheduled_for }: Wanted,
  menu: Offered[],
  { timezone, now, channel }: { timezone: string; now: Date } & Pick<Origin, 'channel'>,
): Offered[] | Refusal {
  const at = scheduled_for ?? now.toISOString();
  const byId = new Map(menu.map((offered) => [offered.item.id, offered]));
  const chosen = lines.map(({ menu_item_id }) => byId.get(menu_item_id.toLowerCase()));
  const missing = lines.flatMap(({ menu_item_id }, i) => {
    const offered = chosen[i];
    const absence = offered && absenceOf(offered, timezone, at);
    if (absence === null && isServed(offered!, order_type, channel) && !hasOpenPrice(offered!.item)) return [];
    return [{ menu_item_id, name: offered?.item.name ?? null, available_again_at: absence?.until ?? null }];
  });
  return missing.length > 0 ? refuse('items_unavailable', { current: { items: missing } }) : (chosen as Offered[]);
}

/** Each dish as it was chosen, by the restaurant's menu. */
function priceLines(
  { lines, order_type, scheduled_for }: Wanted,
  offered: Offered[],
  now: Date,
): OrderLine[] | Refusal {
  const byId = new Map(offered.map(({ item }) => [item.id, item]));
  const field_errors = limitFaults(lines, (id) => byId.get(id), order_type);
  const items: object[] = [];
  const priced = lines.flatMap((line, i): OrderLine[] => {
    const outcome = priceDish(offered[i]!, line, scheduled_for ?? now.toISOString());
    if (outcome.kind === 'refused')
      for (const [field, why] of Object.entries(outcome.field_errors)) field_errors[`lines.${i}.${field}`] = why;
    if (outcome.kind === 'sold_out') {
      const { name, available_again_at } = outcome;
      items.push({ menu_item_id: line.menu_item_id, name, available_again_at });
    }
    if (outcome.kind !== 'priced') return [];
    const { menu_item_id, quantity, note } = line;
    return [newLine({ id: newId(now), menu_item_id, quantity, ...(note ? { note } : {}), ...outcome.dish })];
  });
  if (Object.keys(field_errors).length > 0) return refuse('invalid_fields', { field_errors });
  return items.length > 0 ? refuse('items_unavailable', { current: { items } }) : priced;
}

/** What is ordered at the table there, is so from the table's code. */
export const channelOf = (type: Wanted['order_type'] | null): OrderChannel =>
  type === 'dine_in' ? 'qr_table' : 'website';

/** A book without order types or channels is for all of them, and so is a dish. */
export const isServed = ({ book, item }: Offered, type: Wanted['order_type'], channel = channelOf(type)) =>
  isForType(book, type) && isForType(item, type) && isForChannel(book, channel);
