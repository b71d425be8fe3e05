import type { Call } from '../../contract/call.ts';
import * as contract from '../../contract/storefront/calls.ts';
import * as reservations from '../../contract/storefront/reservation-calls.ts';
import type { Limit } from '../db/rate-limits.ts';
import type { Env } from '../env.ts';

/**
 * Limits of one kind of visit. Each kind has its own, so that no other kind uses up those of orders. They are counted in this order, and
 * what one refuses is not counted by the next: a flood from one place costs the others nothing.
 */
export interface RateLimit {
  /** Guests at the tables of one restaurant may share one address. */
  byAddress: Limit;
  /** Of the telephone number in the body, wherever it comes from. */
  byNumber?: Limit;
  /** The last one, over all addresses: so high that it takes a hundred addresses to reach it. */
  byRestaurant?: Limit;
  /** Counted only for tokens that exist. */
  byChat?: Limit;
}

const limit = (name: string, max: number): Limit => ({ name: `intake-${name}`, max, windowMs: 10 * 60_000 });

/** Reads, and lookups of tokens that may not exist. A page left open polls its chat some two hundred times. */
const visits: RateLimit = { byAddress: limit('visits-ip', 3000) };

const rateLimits = new Map<Call, RateLimit>([
  // Besides, the setting STOREFRONT_ORDERS_MAX.
  [contract.placeOrder, { byAddress: limit('orders-ip', 100), byNumber: limit('orders-number', 20) }],
  [contract.cancelOrder, { byAddress: limit('cancels-ip', 100), byRestaurant: limit('cancels', 10_000) }],
  [contract.rateOrder, { byAddress: limit('ratings-ip', 100), byRestaurant: limit('ratings', 10_000) }],
  // Each asks the payment provider.
  [contract.checkout, { byAddress: limit('checkouts-ip', 100), byRestaurant: limit('checkouts', 10_000) }],
  // Each keeps a table from others. Details and cancellations change one that exists.
  [
    reservations.bookTable,
    {
      byAddress: limit('reservations-ip', 30),
      byNumber: limit('reservations-number', 10),
      byRestaurant: limit('reservations', 3000),
    },
  ],
  [reservations.completeReservation, visits],
  [reservations.changeReservation, visits],
  [reservations.cancelReservation, visits],
  // Each creates a chat, and usually a customer, which every device of the restaurant stores.
  [
    contract.startChat,
    { byAddress: limit('chats-ip', 10), byNumber: limit('chats-number', 10), byRestaurant: limit('chats', 1000) },
  ],
  [contract.postMessage, { ...visits, byChat: limit('messages', 60) }],
  [contract.acknowledgeMessages, { ...visits, byChat: limit('receipts', 600) }],
]);

export function rateLimitOf(call: Call, { storefrontOrdersMax: max }: Pick<Env, 'storefrontOrdersMax'>): RateLimit {
  const limits = call.method === 'GET' ? visits : rateLimits.get(call);
  if (!limits) throw new Error(`${call.name} has no rate limit`);
  return call === contract.placeOrder ? { ...limits, byRestaurant: limit('orders', max) } : limits;
}

/**
 * Whom a limit by number counts: the last eight digits, which are the same however a number is written, with the country's code or without.
 * Null: the body has no number.
 */
export function numberOf(body: unknown): string | null {
  const { customer, phone = customer?.phone } = (body ?? {}) as { phone?: string; customer?: { phone?: string } };
  return phone?.replaceAll(/\D/g, '').slice(-8) || null;
}
