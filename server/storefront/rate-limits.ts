import type { Call } from '../../contract/call.ts';
import * as contract from '../../contract/storefront/calls.ts';
import type { Limit } from '../auth/limits.ts';

/** What one kind of visit may use up. Each kind has limits of its own, so that no other kind takes an order's place. */
export interface RateLimit {
  /** A street of customers may share one address. */
  byAddress: Limit;
  /** What one restaurant can take of it, from however many addresses. */
  byRestaurant?: Limit;
  /** Only once the token has been found: a token that somebody made up counts for nobody. */
  byChat?: Limit;
}

const limit = (name: string, max: number): Limit => ({ name: `intake-${name}`, max, windowMs: 10 * 60_000 });

/** Reading, and asking for a token that may not exist: a page that is left open asks for its chat some two hundred times. */
const visits: RateLimit = { byAddress: limit('visits-ip', 3000) };

const rateLimits = new Map<Call, RateLimit>([
  // What one restaurant can cook in ten minutes is far below this.
  [contract.placeOrder, { byAddress: limit('orders-ip', 300), byRestaurant: limit('orders', 1000) }],
  // Each makes a chat, and mostly a customer, that every device of the restaurant then holds.
  [contract.startChat, { byAddress: limit('chats-ip', 10), byRestaurant: limit('chats', 200) }],
  [contract.postMessage, { ...visits, byChat: limit('messages', 60) }],
  [contract.acknowledgeMessages, { ...visits, byChat: limit('receipts', 600) }],
]);

export function rateLimitOf(call: Call): RateLimit {
  const budget = call.method === 'GET' ? visits : rateLimits.get(call);
  if (!budget) throw new Error(`${call.name} has no budget`);
  return budget;
}
