import { priceDelivery, priceIn, type DeliveryPrice } from '../delivery/choose-location.ts';
import type { DeliveryLocation } from '../delivery/rows.ts';
import type { OrderBody } from './manual-order.ts';
import type { Order } from './calls.ts';

type Delivered = Pick<
  Order,
  'order_type' | 'delivery_address' | 'delivery_fee_amount' | 'subtotal_amount' | 'scheduled_for' | 'placed_at'
>;

/** `said`: by a person, now or before, whatever the locations say; or there is nothing to deliver. */
export type OrderDelivery = DeliveryPrice | { kind: 'said'; fee_amount: number };

export interface DeliveryRules {
  locations: readonly DeliveryLocation[];
  /** Of the restaurant: how postcodes are read. */
  country: string | null;
  timezone: string;
  /** When the order was taken or corrected, ISO. */
  at: string;
}

/**
 * What delivery of an order costs, or why it is not offered: for a new order (`before` is null) and for one that is corrected, on the
 * device and on the server. A corrected one is priced anew, unless it goes where it went and its fee was not what the locations say: that
 * fee was somebody's word.
 */
export function deliveryOf(
  order: Delivered,
  {
    delivery_fee_amount: fee,
    delivery_location_id: id,
  }: Pick<OrderBody, 'delivery_fee_amount' | 'delivery_location_id'>,
  before: Delivered | null,
  { locations, country, timezone, at }: DeliveryRules,
): OrderDelivery {
  const to = order.delivery_address;
  if (order.order_type !== 'delivery') return { kind: 'said', fee_amount: 0 };
  if (fee !== undefined) return { kind: 'said', fee_amount: fee };
  // An older one may lack its address.
  if (!to) return { kind: 'said', fee_amount: before?.delivery_fee_amount ?? 0 };
  const chosen = locations.find((one) => one.id === id?.toLowerCase() && one.deleted_at === null);
  if (chosen) return priceIn(chosen, order.subtotal_amount);
  const isSameRoute = before !== null && routeOf(before) === routeOf(order);
  const when = order.scheduled_for ?? (isSameRoute ? order.placed_at : at);
  const price = (subtotal: number) => priceDelivery(locations, to, { country, subtotal, timezone, at: when });
  if (!isSameRoute) return price(order.subtotal_amount);
  const was = price(before.subtotal_amount);
  const isByRule = was.kind === 'priced' && was.fee_amount === before.delivery_fee_amount;
  return isByRule ? price(order.subtotal_amount) : { kind: 'said', fee_amount: before.delivery_fee_amount };
}

/** Where and when it is delivered, as far as the price looks at it. */
const routeOf = ({ order_type, delivery_address: to, scheduled_for: at }: Delivered) =>
  JSON.stringify([order_type, to?.line_1, to?.line_2, to?.city, to?.postal_code, at && Date.parse(at)]);

export const isOffered = (
  delivery: OrderDelivery,
): delivery is Exclude<OrderDelivery, { kind: 'below_minimum' | 'unavailable' }> =>
  delivery.kind !== 'below_minimum' && delivery.kind !== 'unavailable';

/** What is paid for it; nothing, where it is not offered. */
export const feeOf = (delivery: OrderDelivery): number =>
  delivery.kind === 'priced' || delivery.kind === 'said' ? delivery.fee_amount : 0;
