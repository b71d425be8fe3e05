import { isOpen } from '../../contract/restaurant/opening-hours.ts';
import { isPaused, orderingAt, prepMinutes } from '../../contract/restaurant/ordering.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import * as contract from '../../contract/storefront/calls.ts';
import { countOrders, isBlocked, findOrCreateCustomer } from '../customers/find-or-create.ts';
import { orders } from '../db/schema.ts';
import { defineHandler, refuse, Refusal } from '../pipeline/handler.ts';
import { notify } from '../notifications/notify.ts';
import { orderNotification } from '../orders/order-notifications.ts';
import { nextOrderNo } from '../orders/number.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { hashToken } from '../pipeline/authenticate.ts';
import { offeredItems, type Offered } from './menu.ts';
import { newOrder, newToken, type Wanted } from './new-order.ts';
import { publicOrder } from './public-order.ts';

const SCHEDULE_DAYS = 14;

export const takeOrder = defineHandler(contract.placeOrder, async (c) => {
  const restaurant = await loadRestaurant(c.db, c.restaurantId);
  const refusal = whyNot(restaurant, c.body, c.now);
  if (refusal) return refusal;
  const offered = choose(c.body, await offeredItems(c.db, c.restaurantId, c.now));
  if (offered instanceof Refusal) return offered;
  const total = c.body.lines.reduce((sum, { quantity }, i) => sum + quantity * offered[i]!.item.price_amount, 0);
  if (c.body.expected_total_amount !== undefined && c.body.expected_total_amount !== total)
    return refuse('price_changed', { current: { total_amount: total } });

  const customer = await findOrCreateCustomer(c, restaurant, c.body.customer, 'order');
  if (isBlocked(customer)) return refuse('customer_blocked');
  const orderNo = await nextOrderNo(c.db, c.restaurantId, restaurant, c.now);
  const version = await c.bump();
  const order = newOrder({ wanted: c.body, offered, customer, restaurant, orderNo, version, now: c.now });
  const token = newToken();
  await c.db.insert(orders).values({ ...order, restaurant_id: c.restaurantId, public_token_hash: hashToken(token) });
  await countOrders(c, customer.id);
  await notify(c, orderNotification(order));
  return publicOrder(order, token);
});

/** The first rule of the restaurant that stands against it. */
function whyNot(restaurant: Restaurant, wanted: Wanted, now: Date): Refusal | null {
  const { opening_hours: hours, timezone } = restaurant;
  const ordering = orderingAt(restaurant, now);
  const current = { opens_at: ordering.isOpen ? null : ordering.opensAt };
  if (isPaused(restaurant, now)) return refuse('ordering_paused', { current });
  if (wanted.scheduled_for === undefined && !ordering.isOpen) return refuse('restaurant_closed', { current });
  if (!restaurant.order_type.includes(wanted.order_type))
    return refuse('order_type_unavailable', { current: { order_type: restaurant.order_type } });
  const field_errors: Record<string, string> = {};
  if (wanted.scheduled_for !== undefined) {
    const at = Date.parse(wanted.scheduled_for);
    const earliest = now.getTime() + prepMinutes(restaurant, wanted.order_type, now) * 60_000;
    if (at < earliest) field_errors.scheduled_for = 'Sooner than it can be made';
    else if (at > now.getTime() + SCHEDULE_DAYS * 86_400_000) field_errors.scheduled_for = 'Too far ahead';
    else if (!isOpen(hours, timezone, wanted.scheduled_for)) field_errors.scheduled_for = 'Closed at that time';
  }
  if (wanted.order_type === 'delivery' && !wanted.delivery_address)
    field_errors.delivery_address = 'Say where it is to be delivered';
  if (wanted.order_type === 'dine_in' && !wanted.table_name?.trim()) field_errors.table_name = 'Say which table';
  return Object.keys(field_errors).length > 0 ? refuse('invalid_fields', { field_errors }) : null;
}

/** What the lines name, or which of them cannot be had: unknown, hidden and sold out alike, sold-out ones with their return. */
function choose({ lines, order_type }: Wanted, menu: Offered[]): Offered[] | Refusal {
  const byId = new Map(menu.map((offered) => [offered.item.id, offered]));
  const chosen = lines.map(({ menu_item_id }) => byId.get(menu_item_id.toLowerCase()));
  const missing = lines.flatMap(({ menu_item_id }, i) => {
    const offered = chosen[i];
    if (offered?.item.is_available && isServed(offered, order_type)) return [];
    return [
      { menu_item_id, name: offered?.item.name ?? null, available_again_at: offered?.item.unavailable_until ?? null },
    ];
  });
  return missing.length > 0 ? refuse('items_unavailable', { current: { items: missing } }) : (chosen as Offered[]);
}

/** A book without order types is for all of them. */
const isServed = ({ book }: Offered, type: Wanted['order_type']) =>
  book.order_types.length === 0 || book.order_types.includes(type);
