import type { Call } from '../../contract/call.ts';
import * as contract from '../../contract/storefront/calls.ts';
import * as reservations from '../../contract/storefront/reservation-calls.ts';
import type { Limit } from '../db/rate-limits.ts';
import type { Env } from '../env.ts';

/** Limits of one kind of visit. Each kind has its own, so that no other kind uses up those of orders. */
export interface RateLimit {
  /** Customers of a whole street may share one address. */
  byAddress: Limit;
  /** Limit of one restaurant, over all addresses. */
  byRestaurant?: Limit;
  /** Counted only for tokens that exist. */
  byChat?: Limit;
}

const limit = (name: string, max: number): Limit => ({ name: `intake-${name}`, max, windowMs: 10 * 60_000 });

/** Reads, and lookups of tokens that may not exist. A page left open polls its chat some two hundred times. */
const visits: RateLimit = { byAddress: limit('visits-ip', 3000) };

const rateLimits = new Map<Call, RateLimit>([
  // Besides, the setting STOREFRONT_ORDERS_MAX: more than one restaurant can cook in ten minutes.
  [contract.placeOrder, { byAddress: limit('orders-ip', 300) }],
  [contract.cancelOrder, { ...visits, byRestaurant: limit('cancels', 1000) }],
  [contract.rateOrder, { ...visits, byRestaurant: limit('ratings', 1000) }],
  // Each asks the payment provider.
  [contract.checkout, { byAddress: limit('checkouts-ip', 300), byRestaurant: limit('checkouts', 1000) }],
  // Each keeps a table from others. Details and cancellations change one that exists.
  [reservations.bookTable, { byAddress: limit('reservations-ip', 30), byRestaurant: limit('reservations', 300) }],
  [reservations.completeReservation, visits],
  [reservations.changeReservation, visits],
  [reservations.cancelReservation, visits],
  // Each creates a chat, and usually a customer, which every device of the restaurant stores.
  [contract.startChat, { byAddress: limit('chats-ip', 10), byRestaurant: limit('chats', 200) }],
  [contract.postMessage, { ...visits, byChat: limit('messages', 60) }],
  [contract.acknowledgeMessages, { ...visits, byChat: limit('receipts', 600) }],
]);

export function rateLimitOf(call: Call, { storefrontOrdersMax: max }: Pick<Env, 'storefrontOrdersMax'>): RateLimit {
  const limits = call.method === 'GET' ? visits : rateLimits.get(call);
  if (!limits) throw new Error(`${call.name} has no rate limit`);
  return call === contract.placeOrder ? { ...limits, byRestaurant: limit('orders', max) } : limits;
}
